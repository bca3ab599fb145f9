"""A run that learns from calls tried out comes to prefer those that win."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

from auction_rows import made_up_tables
from overtrick import BridgeError
from overtrick.arrays.auctions import NO_CALL
from overtrick.training.bidding import bidding_batches
from overtrick.training.bidding.bidding_material import BiddingMaterial, by_part
from overtrick.training.bidding.bidding_recipe import BiddingRecipe, BiddingSchedule, BiddingSizes
from overtrick.training.bidding.bidding_training import train
from overtrick.training.data.trials import ROW, Rows

pytestmark = pytest.mark.usefixtures("few_sizes")

LEARNS = BiddingSchedule(
    steps=120,
    piece=32,
    pieces=1,
    warmup=4,
    average=0.8,
    evaluate_every=120,
    save_every=120,
    held_out=64,
    adam_rate=0.02,
)
TINY = BiddingRecipe("tiny", net=BiddingSizes(hidden=12, head=16), training=replace(LEARNS, gains=1.0, calls=0.0))


def made_up_trials(count: int) -> Rows:
    """Opening 1♠ instead of a pass wins with five spades and loses without."""
    tables = made_up_tables(count, 9)
    rows = np.zeros(count, ROW)
    rows["holdings"], rows["dealer"], rows["systems"] = tables.holdings, tables.dealers, tables.systems
    rows["calls"], rows["usual"], rows["tried"] = NO_CALL, 0, 6
    spades = rows["holdings"][np.arange(count), rows["dealer"], 3]
    rows["gain"] = np.where(np.bitwise_count(spades) >= 5, 4, -4)
    return rows


def material(trials: Rows | None) -> BiddingMaterial:
    return BiddingMaterial(by_part(made_up_tables(400, 1)), None, trials=trials)


def test_calls_that_win_are_preferred_on_deals_not_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bidding_batches, "HELD_OUT_TRIALS", 128)
    trials = made_up_trials(1200)
    train(tmp_path, TINY, material(trials))
    noted = json.loads((tmp_path / "log.jsonl").read_text())
    best = np.where(trials["gain"][:128] > 0, 4, 0).mean()
    assert noted["held_out"]["gained"] > 0.5 * best


def test_two_pieces_a_step_are_those_of_two_steps() -> None:
    trials = made_up_trials(400)
    single = bidding_batches.TrialBatches(trials, TINY)
    double = bidding_batches.TrialBatches(trials, replace(TINY, training=replace(TINY.training, trial_pieces=2)))
    for step in range(8):
        (first,), (second,) = single.pieces(2 * step), single.pieces(2 * step + 1)
        for mine, other in zip(double.pieces(step), (first, second), strict=True):
            assert (mine[0].hands == other[0].hands).all()
            assert (mine[1].gains == other[1].gains).all()


def test_too_few_trials_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="calls tried"):
        train(tmp_path, TINY, material(made_up_trials(20)))


def test_other_trials_are_another_run() -> None:
    sums = {material(trials).checksum() for trials in (None, made_up_trials(50), made_up_trials(60))}
    assert len(sums) == 3
