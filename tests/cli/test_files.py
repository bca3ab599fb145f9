"""`overtrick convert` and `overtrick show` as a user runs them."""

from pathlib import Path
from xml.etree import ElementTree

from command import overtrick, overtrick_process
from overtrick.formats import files

SVG = "{http://www.w3.org/2000/svg}"
FILES = Path(__file__).parents[1] / "formats" / "files"


def test_a_match_goes_from_lin_to_pbn_and_back(tmp_path: Path) -> None:
    pbn, lin = tmp_path / "match.pbn", tmp_path / "match.lin"
    assert overtrick("convert", str(FILES / "match.lin"), str(pbn)).code == 0
    assert overtrick("convert", str(pbn), str(lin)).code == 0
    first, last = (list(files.read_records(path)) for path in (FILES / "match.lin", lin))
    assert len(first) == len(last) > 0
    for before, after in zip(first, last, strict=True):
        assert not isinstance(before, Exception)
        assert not isinstance(after, Exception)
        assert (before.board, before.auction, before.play) == (after.board, after.auction, after.play)
        assert (before.result, dict(before.notes)) == (after.result, dict(after.notes))


def test_a_link_may_be_pasted_without_its_beginning() -> None:
    run = overtrick("show", "www.bridgebase.com/tools/handviewer.html?s=sAKQ2hK32dA32cK32&d=s&a=1N(3%2B%20!c)PPP")
    assert run.code == 0
    assert "Dealer South" in run.out
    assert "¹ 3+ ♣" in run.out


def test_an_unknown_target_names_the_known_endings(tmp_path: Path) -> None:
    run = overtrick("convert", str(FILES / "match.lin"), str(tmp_path / "match.doc"))
    assert run.code == 2
    assert ".pbn" in run.err
    assert list(tmp_path.iterdir()) == []


def test_notes_can_be_left_out(tmp_path: Path) -> None:
    assert "[Note" in overtrick("convert", str(FILES / "match.lin")).out
    assert "[Note" not in overtrick("convert", str(FILES / "match.lin"), "--no-notes").out


def test_a_board_is_drawn_with_its_auction() -> None:
    run = overtrick_process("show", str(FILES / "match.lin"))
    assert run.code == 0
    assert "♠" in run.out
    assert "West" in run.out
    page = overtrick("show", str(FILES / "match.lin"), "--html").out
    assert page.startswith("<!doctype html>")


def test_several_boards_are_one_picture() -> None:
    for source, boards in ((str(FILES / "match.lin"), 6), ("N:AKQ.JT9.876.5432 - - -", 1)):
        picture = ElementTree.fromstring(overtrick("show", source, "--svg").out)
        assert picture.tag == f"{SVG}svg"
        inner = list(picture.iter(f"{SVG}svg"))[1:] or [picture]
        assert len(inner) == boards
        places = [(float(board.get("x", 0)), float(board.get("y", 0))) for board in inner]
        assert len(set(places)) == boards
        width, height = (float(picture.get(name, 0)) for name in ("width", "height"))
        for board, (x, y) in zip(inner, places, strict=True):
            assert x + float(board.get("width", 0)) <= width
            assert y + float(board.get("height", 0)) <= height
