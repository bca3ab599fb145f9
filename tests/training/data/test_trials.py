"""Files of trials: made task by task, resumed after a kill, read back."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from overtrick import BridgeError
from overtrick.training.data import trials
from overtrick.training.data.compared_calls import compare_calls
from overtrick.training.data.trials import load_trials, make_trials
from overtrick.training.data.tried_calls import try_calls
from players.small_network import small_network

NETWORK = small_network()


def test_a_killed_run_goes_on_to_the_same_trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "bidding_network", lambda network: NETWORK)
    make_trials(tmp_path / "whole.npz", 100, try_calls, 40, seed=5)
    honest, compare = trials._task, partial(compare_calls, layouts=8)

    def killed(task: Any) -> bytes:
        if task[-1] == 1:
            raise KeyboardInterrupt
        return honest(task)

    monkeypatch.setattr(trials, "_task", killed)
    with pytest.raises(KeyboardInterrupt):
        make_trials(tmp_path / "again.npz", 100, try_calls, 40, seed=5)
    with pytest.raises(BridgeError, match="seed was 5 and is now 6; deals was 100 and is now 99; by was try_calls and"):
        make_trials(tmp_path / "again.npz", 99, compare, 40, seed=6)
    monkeypatch.setattr(trials, "_task", honest)
    make_trials(tmp_path / "again.npz", 100, try_calls, 40, seed=5)
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert len(load_trials(tmp_path / "whole.npz")) > 80
    assert sorted(each.name for each in tmp_path.iterdir()) == ["again.npz", "whole.npz"]


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "e.npz").write_bytes(b"nonsense")
    with pytest.raises(BridgeError, match="expected calls tried"):
        load_trials(tmp_path / "e.npz")
