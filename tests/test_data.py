"""Data files are looked for where the user says, and nowhere else."""

from pathlib import Path

import pytest

from overtrick import BridgeError
from overtrick.data import data_file


def test_the_folder_is_the_one_the_user_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shared" / "data").mkdir(parents=True)
    (tmp_path / "shared" / "data" / "deals").write_text("")
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")
    monkeypatch.delenv("OVERTRICK_DATA", raising=False)
    assert data_file("deals") is None
    monkeypatch.setenv("OVERTRICK_DATA", str(tmp_path / "shared" / "data"))
    assert data_file("deals") == tmp_path / "shared" / "data" / "deals"
    assert data_file("others") is None
    monkeypatch.setenv("OVERTRICK_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(BridgeError, match=r"expected OVERTRICK_DATA to name a folder of data files, got '.*nowhere'"):
        data_file("deals")
