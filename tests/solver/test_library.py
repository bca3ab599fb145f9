"""Where the native library comes from, and what is said when there is none."""

from ctypes.util import find_library
from functools import cache
from pathlib import Path

import pytest

from command import overtrick
from overtrick.core import Deal
from overtrick.solver import library as dds
from overtrick.solver import solve

DEAL = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(dds.DDS_VARIABLE, raising=False)
    monkeypatch.setattr(dds, "library", cache(dds.library.__wrapped__))


def _found_in_endplay() -> str:
    path = dds._in_endplay()
    if path is None:
        pytest.skip("endplay is not installed here")
    return path


def test_the_variable_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "mine.so"
    path.write_bytes(Path(_found_in_endplay()).read_bytes())
    monkeypatch.setattr(dds, "_in_endplay", lambda: pytest.fail("looked further"))
    monkeypatch.setenv(dds.DDS_VARIABLE, str(path))
    assert dds._load()._name == str(path)


@pytest.mark.parametrize("content", [None, b"", b"no library"])
def test_a_variable_that_names_no_library(
    content: bytes | None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mine.so"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv(dds.DDS_VARIABLE, str(path))
    with pytest.raises(dds.SolverError, match=f"that OVERTRICK_DDS names: .*{path.name}"):
        dds._load()


def test_another_library_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    other = find_library("c") or find_library("m")
    if other is None:
        pytest.skip("no other library is at hand")
    monkeypatch.setenv(dds.DDS_VARIABLE, other)
    with pytest.raises(dds.SolverError, match="SetMaxThreads"):
        dds._load()


def test_the_systems_library_serves_where_endplay_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    path = _found_in_endplay()
    monkeypatch.setattr(dds, "_in_endplay", lambda: None)
    monkeypatch.setattr(dds, "find_library", lambda name: path if name == "dds" else None)
    assert dds._load()._name == path


def test_only_a_library_from_elsewhere_may_crash_at_the_end(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert not dds.ends_badly()
    dds.library()
    assert not dds.ends_badly()
    path = tmp_path / "mine.so"
    path.write_bytes(Path(_found_in_endplay()).read_bytes())
    monkeypatch.setenv(dds.DDS_VARIABLE, str(path))
    dds.library.cache_clear()
    dds.library()
    assert dds.ends_badly()


def test_without_any_the_sentence_says_what_to_do_and_estimates_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dds, "_in_endplay", lambda: None)
    monkeypatch.setattr(dds, "find_library", lambda name: None)
    with pytest.raises(dds.SolverError, match=r"pip install endplay .* libdds0 .* OVERTRICK_DDS"):
        solve(Deal(DEAL))
    run = overtrick("dd", DEAL)
    assert run.code == 2
    assert "Bo Haglund's DDS" in run.err
    assert overtrick("tricks", DEAL).code == 0
    assert overtrick("bid", "AQ32.K4.KJ32.A32", "-a", "1H P").code == 0
