"""Calls tried out while a network learns: every few steps anew, by the network as it is by then.

Every trial changes one call of one player. A network that learns long from the same ones goes too far: both partners
take what only one of them should. With new trials both find that out before they have gone far.
"""

from collections.abc import Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from itertools import cycle, islice
from pathlib import Path

import jax
import numpy as np

from overtrick.arrays.auctions import NO_CALL
from overtrick.core import BridgeError
from overtrick.nets.bidding import BiddingNet
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.parameters import Params, by_name
from overtrick.parallel import executor
from overtrick.systems.network import Network
from overtrick.training.bidding.bidding_batches import in_pieces
from overtrick.training.bidding.bidding_material import BidTables
from overtrick.training.bidding.bidding_recipe import BiddingRecipe
from overtrick.training.bidding.bidding_views import TriedCalls, Views, seen
from overtrick.training.bidding.trials import ROW, Rows, run_task, tasks_of

_STREAM = 4
TRIALS_A_DEAL = 1.5
"""A little less than there are on average, so that few trials are learnt from twice in a round."""

TriedPiece = tuple[Steps, TriedCalls]


@dataclass(frozen=True)
class SelfPlaySetting:
    """What a network that learns from its own trials plays on, and against whom besides itself."""

    library: Path | None = None
    """Solved deals; without them random ones, by the estimator."""
    opponents: tuple[str, ...] = ()
    """Networks that are shipped or in folders."""
    jobs: int = 0
    """Processes that try calls; 0 for one a core."""


class SelfPlay:
    """Trials by the network as it is. While it learns from those of a round, those of the next one are made."""

    def __init__(self, recipe: BiddingRecipe, setting: SelfPlaySetting, workers: Executor, params: Params) -> None:
        self._recipe, self._setting, self._workers = recipe, setting, workers
        self.params = params
        """The network that makes the next trials; who trains it puts the new weights here."""

    def steps(self, step: int) -> Iterator[list[TriedPiece]]:
        """The pieces of every step from this one on."""
        schedule = self._recipe.training
        number, first = divmod(step, schedule.round)
        coming = self._ask(number)
        while True:
            rows = np.frombuffer(b"".join(task.result() for task in coming), ROW)
            number += 1
            coming = self._ask(number)
            pieces = cycle(tried_pieces(rows, self._recipe, number))
            for _ in range(first, schedule.round):
                yield list(islice(pieces, schedule.trial_pieces))
            first = 0

    def _ask(self, number: int) -> list[Future[bytes]]:
        """Have the trials of a round made by the network as it is now."""
        schedule, setting = self._recipe.training, self._setting
        config = {**asdict(self._recipe.net), "systems": list(self._recipe.systems)}
        weights = {name: np.array(array) for name, array in by_name(jax.device_get(self.params)).items()}
        deals = int(schedule.round * schedule.trial_pieces * schedule.piece / TRIALS_A_DEAL)
        seed = np.random.SeedSequence((schedule.seed, _STREAM, number))
        network = Network(BiddingNet(config, weights), "in the making")
        tasks = tasks_of(network, deals, seed, setting.opponents, setting.library)
        return [self._workers.submit(run_task, task) for task in tasks]


def tried_pieces(rows: Rows, recipe: BiddingRecipe, number: int) -> list[TriedPiece]:
    """Trials in pieces, in an order of their own for every round."""
    made = (rows["calls"] != NO_CALL).sum(axis=1)
    calls = rows["calls"][:, : int(made.max(initial=0)) + 1]
    tables = BidTables(rows["holdings"], rows["dealer"], rows["vulnerability"], rows["systems"], calls)
    seats = ((rows["dealer"] + made) % 4).astype(np.uint8)
    views = Views(np.arange(len(rows), dtype=np.int32), seats, made.astype(np.int16))
    rng = np.random.default_rng((recipe.training.seed, _STREAM, number))
    pieces = in_pieces(tables, views, recipe, rng)
    if not pieces:
        raise BridgeError(f"expected more than {8 * recipe.training.piece:,} calls tried, got {len(rows):,}")
    tried = []
    for place in rng.permutation(len(pieces)):
        size, chosen = pieces[place]
        steps, _ = seen(tables, chosen, recipe.net.window, size)
        mine = rows[chosen.tables]
        tried.append((steps, TriedCalls(mine["usual"], mine["tried"], mine["gain"].astype(np.float32))))
    return tried


@contextmanager
def self_play(recipe: BiddingRecipe, setting: SelfPlaySetting, params: Params) -> Iterator[SelfPlay]:
    """Trials of a run that goes on from these weights, made by processes that end with it."""
    with executor(setting.jobs) as workers:
        yield SelfPlay(recipe, setting, workers, params)
