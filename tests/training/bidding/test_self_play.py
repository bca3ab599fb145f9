"""A run that learns from calls it tries comes to prefer those that win."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

from auction_rows import made_up_tables
from overtrick import BridgeError
from overtrick.arrays.auctions import NO_CALL
from overtrick.core import CALLS, PASS, Call
from overtrick.nets.bidding import BiddingNet
from overtrick.nets.bidding_rollout import seated
from overtrick.nets.parameters import by_name
from overtrick.training.bidding import bidding_training, self_play
from overtrick.training.bidding.bidding_material import BiddingMaterial, by_part
from overtrick.training.bidding.bidding_recipe import BiddingRecipe, BiddingSchedule, BiddingSizes
from overtrick.training.bidding.bidding_training import train
from overtrick.training.bidding.self_play import tried_pieces
from overtrick.training.bidding.trials import ROW, Rows, Task
from overtrick.training.loop import Run

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
    gains=1.0,
    calls=0.0,
    round=20,
)
TINY = BiddingRecipe("tiny", net=BiddingSizes(hidden=12, head=16), training=LEARNS)
SPADE = CALLS.index(Call.parse("1S"))
MATERIAL = BiddingMaterial(by_part(made_up_tables(400, 1)), None)


class _AtOnce(Executor):
    """Does what it is asked in this process."""

    def submit(self, work: Callable[..., Any], /, *given: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(work(*given, **options))
        return future


@pytest.fixture
def tasks(monkeypatch: pytest.MonkeyPatch) -> list[Task]:
    """The tasks that come, each answered by made-up trials."""
    asked: list[Task] = []

    def answer(task: Task) -> bytes:
        asked.append(task)
        return made_up_trials(task.size, 100 + len(asked)).tobytes()

    @contextmanager
    def here(jobs: int) -> Iterator[Executor]:
        yield _AtOnce()

    monkeypatch.setattr(self_play, "executor", here)
    monkeypatch.setattr(self_play, "run_task", answer)
    return asked


def made_up_trials(count: int, seed: int) -> Rows:
    """Opening 1♠ instead of a pass wins with five spades and loses without."""
    tables = made_up_tables(count, seed)
    rows = np.zeros(count, ROW)
    rows["holdings"], rows["dealer"], rows["systems"] = tables.holdings, tables.dealers, tables.systems
    rows["calls"], rows["usual"], rows["tried"] = NO_CALL, CALLS.index(PASS), SPADE
    spades = rows["holdings"][np.arange(count), rows["dealer"], 3]
    rows["gain"] = np.where(np.bitwise_count(spades) >= 5, 4, -4)
    return rows


def network_of(run: Run) -> BiddingNet:
    weights = {name: np.asarray(array) for name, array in by_name(run.average).items()}
    return BiddingNet({"window": 4, "legality": True, "systems": TINY.systems}, weights)


def test_calls_that_win_are_preferred_on_deals_not_seen(tasks: list[Task], tmp_path: Path) -> None:
    net, trials = network_of(train(tmp_path, TINY, MATERIAL)), made_up_trials(400, 7)
    tables = seated(net, trials["holdings"], trials["dealer"], trials["vulnerability"], trials["systems"])
    tables.listen()
    chances = tables.chances()
    prefers = chances[:, SPADE] > chances[:, CALLS.index(PASS)]
    assert trials["gain"][prefers].sum() > 0.5 * trials["gain"].clip(0).sum()


def test_the_calls_of_a_round_are_tried_by_the_network_as_it_is_by_then(tasks: list[Task], tmp_path: Path) -> None:
    run = train(tmp_path, replace(TINY, training=replace(LEARNS, steps=40, average=0.0)), MATERIAL)
    scores = [_scores(task.network.net) for task in tasks]
    np.testing.assert_array_equal(scores[0], scores[1])  # the first two rounds are asked for before the first step
    assert not np.allclose(scores[1], scores[2])
    assert np.abs(scores[2] - _scores(network_of(run))).max() < np.abs(scores[0] - _scores(network_of(run))).max()
    assert len({task.seed.entropy for task in tasks}) == len(tasks)


def _scores(net: Any) -> Any:
    deals = made_up_trials(8, 3)
    tables = seated(net, deals["holdings"], deals["dealer"], deals["vulnerability"], deals["systems"])
    tables.listen()
    return tables.chances()


def test_a_tie_keeps_the_network_near_the_one_that_is_true_to_its_cards(
    tasks: list[Task], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = bidding_training.load_run(tmp_path / "none", TINY).average
    monkeypatch.setattr(bidding_training, "_shipped", lambda folder, fresh: start)
    runs = {}
    for tie in (0.0, 100.0):
        recipe = replace(TINY, training=replace(LEARNS, tie=tie, steps=80))
        runs[tie] = _scores(network_of(train(tmp_path / str(tie), recipe, MATERIAL)))
    weights = {name: np.asarray(array) for name, array in by_name(start).items()}
    true = _scores(BiddingNet({"window": 4, "legality": True, "systems": TINY.systems}, weights))
    assert np.abs(runs[100.0] - true).sum() < 0.8 * np.abs(runs[0.0] - true).sum()


def test_two_pieces_a_step_come_one_after_the_other(tasks: list[Task]) -> None:
    fresh = bidding_training.load_run(Path("none"), TINY).trees["params"]
    recipes = [replace(TINY, training=replace(LEARNS, trial_pieces=count, round=20 // count)) for count in (1, 2)]
    single, double = (
        self_play.SelfPlay(each, self_play.SelfPlaySetting(), _AtOnce(), fresh).steps(0) for each in recipes
    )
    tasks.clear()
    (first,), (second,) = next(single), next(single)
    tasks.clear()
    for mine, other in zip(next(double), (first, second), strict=True):
        np.testing.assert_array_equal(mine[0].hands, other[0].hands)
        np.testing.assert_array_equal(mine[1].gains, other[1].gains)


def test_too_few_trials_are_refused() -> None:
    with pytest.raises(BridgeError, match="calls tried"):
        tried_pieces(made_up_trials(20, 1), TINY, 0)
