"""What lies in examples/: the match is legal and the same in both formats, the notebooks run, the card is read."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick import DDTable, Record, Result, System, check_play, imps, read

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the examples, as the current folder."""
    shutil.copytree(EXAMPLES, tmp_path / "examples")
    monkeypatch.chdir(tmp_path / "examples")
    return tmp_path / "examples"


def code_cells(path: Path) -> Iterator[str]:
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            assert cell["outputs"] == []
            yield "".join(cell["source"])


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs_from_top_to_bottom(notebook: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for cell in code_cells(folder / notebook.name):
        exec(compile(cell, notebook.name, "exec"), names)
    shown = capsys.readouterr().out
    assert {"system": "SAYC against Mine: ", "hidden_hands": "four spades or more: "}[notebook.stem] in shown


def test_the_match_is_the_same_in_both_formats() -> None:
    lin, pbn = read(EXAMPLES / "match.lin"), read(EXAMPLES / "match.pbn")
    assert len(lin) == len(pbn) == 16
    for one, other in zip(lin, pbn, strict=True):
        assert (one.board, one.auction, one.result, one.players) == (
            *(other.board, other.auction, other.result, other.players),
        )
        assert one.play == other.play
        assert one.tags["Room"] == other.tags["Room"]


def test_the_results_are_those_of_the_auctions_and_within_a_trick_of_double_dummy() -> None:
    for record in read(EXAMPLES / "match.pbn"):
        result, table = _finished(record)
        contract = result.contract
        assert contract is not None
        assert result.tricks is not None
        assert 0 <= table[contract.declarer, contract.strain] - result.tricks <= 1
        check_play(record.board.deal, record.play, contract.declarer.lho, contract.strain)


def test_the_match_has_swings_both_ways() -> None:
    """Which is what there is to look at: 24 IMPs to one team, 16 to the other."""
    scores = [_finished(record)[0].score(record.board.vulnerability) or 0 for record in read(EXAMPLES / "match.pbn")]
    won = [imps(here - there) for here, there in zip(scores[::2], scores[1::2], strict=True)]
    assert (sum(swing for swing in won if swing > 0), -sum(swing for swing in won if swing < 0)) == (24, 16)


def test_the_card_changes_one_thing_and_the_rest_follows() -> None:
    mine = System.load(EXAMPLES / "mine.yaml")
    assert mine.parameters.filled("{nt} and then {rebid_nt}") == "12-14 and then 15-17"


def _finished(record: Record) -> tuple[Result, DDTable]:
    assert record.auction is not None
    assert record.result is not None
    assert record.table is not None
    assert record.auction.contract == record.result.contract
    return record.result, record.table
