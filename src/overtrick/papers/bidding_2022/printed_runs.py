"""Runs of the printed network, each trained and measured once; a killed one goes on, a finished one is read again."""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np

from overtrick.arrays.auctions import CALLS, LEGAL, NO_CALL
from overtrick.nets.bidding import CallNet
from overtrick.papers.bidding_2022.printed_network import PrintedNet
from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe
from overtrick.papers.bidding_2022.printed_training import network, train
from overtrick.storage import write_text
from overtrick.training.bidding.bidding_material import BiddingMaterial, BidTables
from overtrick.training.bidding.bidding_views import by_steps, views_after
from overtrick.training.checkpoint import LOG
from overtrick.training.loop import Watcher

RESULT = "result.json"

Figures = dict[str, float]
Measure = Callable[[PrintedNet], Figures]


class CurvePoint(NamedTuple):
    """How a run did on held-out auctions after so many steps."""

    step: int
    right: float
    bids_right: float


@dataclass(frozen=True)
class FinishedRun:
    """A run that has taken its last step: its curve, and what was measured then."""

    curve: tuple[CurvePoint, ...]
    figures: Figures


def finished_run(
    folder: Path, recipe: PrintedRecipe, material: BiddingMaterial, measure: Measure, watcher: Watcher | None = None
) -> FinishedRun:
    """The run in a folder, trained to its end and measured if that has not been done."""
    told = json.loads(json.dumps({"recipe": asdict(recipe), "deals": material.checksum()}))
    stored = _stored(folder, told)
    if stored is None:
        run = train(folder, recipe, material, watcher)
        stored = measure(network(run, recipe))
        write_text(json.dumps({**told, "figures": stored}) + "\n", folder / RESULT)
    return FinishedRun(tuple(_curve(folder)), stored)


def _stored(folder: Path, told: dict[str, object]) -> Figures | None:
    """What was measured of this very run, if it has been."""
    try:
        result = json.loads((folder / RESULT).read_text(encoding="utf-8"))
        return dict(result["figures"]) if all(result[key] == value for key, value in told.items()) else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _curve(folder: Path) -> list[CurvePoint]:
    lines = (json.loads(line) for line in (folder / LOG).read_text(encoding="utf-8").splitlines())
    return [CurvePoint(line["step"], line["held_out"]["right"], line["held_out"]["bids_right"]) for line in lines]


def call_figures(net: CallNet, tables: BidTables) -> Figures:
    """How often the likeliest call is the one made, of all calls and of bids, and how often it is illegal."""
    marks = []
    for _, steps, truth in by_steps(tables, views_after(tables, None), net.window):
        for memory, standings, made in zip(net.follow(steps), steps.standings, truth.calls, strict=True):
            turn = np.flatnonzero(made != NO_CALL)
            said = net.calls(memory[turn], standings[turn]).argmax(axis=1)
            legal = LEGAL[:, :CALLS][standings[turn], said]
            marks.append(np.stack([said == made[turn], made[turn] > 2, ~legal]))
    right, bid, illegal = np.concatenate(marks, axis=1)
    return {"right": float(right.mean()), "bids_right": float(right[bid].mean()), "illegal": float(illegal.mean())}
