"""Trials on random boards: by the card alone and against others, kept, and going on after a kill."""

from pathlib import Path

import numpy as np
import pytest

from overtrick.core import BridgeError
from overtrick.doctor import examination as examinations
from overtrick.doctor.card_trials import try_calls
from overtrick.doctor.exact_tricks import exact_gains
from overtrick.doctor.examination import Examination
from overtrick.doctor.rollouts import rollout_of
from overtrick.systems.engine.boards import BoardBatch


@pytest.fixture(autouse=True)
def small_tasks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tasks of a few boards, done in this process."""
    monkeypatch.setattr(examinations, "CHUNK", 20)


def trials_of(against: str | None, count: int = 20, *, by_network: bool = False) -> np.ndarray:
    rollout = rollout_of("sayc", against, by_network=by_network)
    return try_calls(rollout, BoardBatch.random(count, 3), np.random.default_rng(1))


def test_trials_have_what_a_proposal_says() -> None:
    trials = trials_of(None)
    assert 15 <= len(trials) <= 60
    assert (trials["usual"] != trials["tried"]).all()
    assert set(trials["seat"].tolist()) == {0, 1, 2, 3}
    assert (trials["weight"] >= 1).all()
    assert all(int(mask).bit_count() == 13 for mask in trials["hand"].tolist())


@pytest.mark.parametrize("against", ["acol", "net:sayc"])
def test_only_north_south_is_examined_against_others(against: str) -> None:
    trials = trials_of(against, 8)
    assert len(trials)
    assert set(trials["seat"].tolist()) <= {0, 2}


def test_a_network_may_bid_on_after_both_calls() -> None:
    """The calls tried are the same kind; results differ from those of the card, and agree on the whole."""
    by_card, by_network = trials_of(None, 60), trials_of(None, 60, by_network=True)
    assert len(by_network) > 2 * len(by_card)
    both = {(int(row["board"]), int(row["seat"]), row["pattern"], row["tried"]): row["gain"] for row in by_card}
    pairs = np.array(
        [
            (both[key], row["gain"])
            for row in by_network
            if (key := (int(row["board"]), int(row["seat"]), row["pattern"], row["tried"])) in both
        ]
    )
    assert len(pairs) > 20
    assert 0.3 < np.corrcoef(pairs.T)[0, 1] < 0.999


def test_exact_tricks_and_estimates_say_much_the_same() -> None:
    boards = BoardBatch.random(20, 3)
    trials = trials_of(None)
    exact = exact_gains(trials, boards.deals[trials["board"].astype(np.intp) - 1])
    assert np.corrcoef(exact, trials["gain"])[0, 1] > 0.7
    same = (trials["contracts"][:, 0] == trials["contracts"][:, 1]).all(axis=1)
    assert (exact[same] == 0).all()


def test_calls_that_the_network_would_make_are_tried_first() -> None:
    trials = trials_of(None)
    often = trials["weight"] == 1
    assert 0.1 < often.mean() < 0.9
    chances = trials["chances"][:, 1]
    assert chances[often].min() >= chances[~often].max()


def test_a_killed_run_goes_on_to_the_same_trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    examination = Examination("sayc", None, 60, 2)
    whole = examination.trials(tmp_path / "whole.npz", jobs=1)
    finished: list[int] = []

    def stop(count: int) -> None:
        finished.append(count)
        if sum(finished) >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        examination.trials(tmp_path / "cut.npz", jobs=1, progress=stop)
    assert (tmp_path / "cut.npz.partial").exists()
    again = examination.trials(tmp_path / "cut.npz", jobs=1)
    assert again.tobytes() == whole.tobytes()
    assert examination.trials(tmp_path / "cut.npz").tobytes() == whole.tobytes()
    with pytest.raises(BridgeError, match="other settings"):
        Examination("acol", None, 60, 2).trials(tmp_path / "cut.npz")
