"""A trained run as an artifact: averaged weights in half precision, card, golden answers."""

from dataclasses import asdict
from datetime import date
from pathlib import Path

import jax
import numpy as np

from overtrick import __version__
from overtrick.arrays import random_deals
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact
from overtrick.nets.bidding import KIND, BiddingNet, packed
from overtrick.nets.bidding_rollout import bid_out
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.framed_jax import by_name
from overtrick.training.bidding.recipe import BiddingRecipe
from overtrick.training.bidding.report import Report, report
from overtrick.training.bidding.tables import BiddingMaterial, Tables
from overtrick.training.bidding.views import by_steps, views_after
from overtrick.training.loop import Run
from overtrick.training.tricks.export import SPLIT

GOLDEN_SEED, GOLDEN_DEALS = 8, 4
TESTED = 20000
"""Views of held-out auctions for the card."""


def export(run: Run, recipe: BiddingRecipe, material: BiddingMaterial, folder: Path, command: str) -> Report:
    """Write the run's averaged weights as a folder, tested as they are stored on the deals kept for that."""
    config = {**asdict(recipe.net), "systems": list(recipe.systems)}
    weights = {name: array.astype(np.float16) for name, array in by_name(run.average).items()}
    net = BiddingNet(config, weights)
    found = report(net, material, TESTED)
    inputs = packed(golden_views(net))
    card = {
        "says": "The next call, and lho's, partner's and rho's points, lengths and cards, from one player's view.",
        "data": {**material.describe(), "split": SPLIT},
        "command": command,
        "recipe": asdict(recipe),
        "steps": run.step,
        "seconds": round(run.seconds),
        "metrics": found.as_dict(),
        "golden": f"{GOLDEN_DEALS} random deals of seed {GOLDEN_SEED}, bid by the network, all seats, with NumPy",
        "date": date.today().isoformat(),
        "versions": {"overtrick": __version__, "jax": jax.__version__, "numpy": np.__version__},
    }
    try:
        Artifact(KIND, config, weights, card, (inputs, net.golden_answers(inputs))).save(folder)
    except OSError as error:
        raise BridgeError(f"cannot write {folder}: {error.strerror or error}") from None
    return found


def golden_views(net: BiddingNet) -> Steps:
    """All seats of a few random deals at the end of the auctions that the network bids."""
    holdings = random_deals(GOLDEN_DEALS, np.random.default_rng(GOLDEN_SEED)).holdings
    turn = np.arange(GOLDEN_DEALS, dtype=np.uint8) % 4
    systems = np.stack([turn, turn[::-1]], axis=1) % len(net.systems)
    calls = bid_out(net, holdings, turn, turn, systems)
    tables = Tables(holdings, turn, turn, systems, calls)
    _, steps, _ = next(by_steps(tables, views_after(tables, None), net.window))
    return steps
