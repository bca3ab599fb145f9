"""What blocks earn: the same as whole matches between cards with and without them."""

import json
from pathlib import Path

import pytest

from command import overtrick
from overtrick.core import BridgeError
from overtrick.doctor.worth import CardWorth, needed_by, worth
from overtrick.matches.playing import compare_systems
from overtrick.systems.system import System
from systems.small import SMALL

BOARDS = 150
_RAISES = """
block: raises
situations:
- when: 1M
  without: [limit]
  rules: [{id: ask, call: 3M, hand: "10+ support points M, 3+ M", tags: [asks suit], agrees: M, forcing: game}]
"""
_ANSWERS = """
block: answers
situations:
- when: 1M <asks suit>
  rules: [{id: answer, call: 4M, hand: any}]
"""


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """A card with two blocks, and the same card without the first."""
    folder = tmp_path_factory.mktemp("cards")
    (folder / "blocks").mkdir()
    (folder / "blocks" / "raises.yaml").write_text(_RAISES)
    (folder / "blocks" / "answers.yaml").write_text(_ANSWERS)
    (folder / "layer.yaml").write_text(SMALL.replace("system:", "layer:"))
    for name, used in (("with.yaml", "raises, answers"), ("without.yaml", "answers")):
        (folder / name).write_text(f"system: Blocks\ninclude: [layer]\nuse: [{used}]\n")
    return str(folder / "with.yaml"), str(folder / "without.yaml")


@pytest.fixture(scope="module")
def measured(cards: tuple[str, str]) -> CardWorth:
    return worth(cards[0], BOARDS, seed=3, jobs=1)


def test_a_block_earns_what_the_match_with_and_without_it_says(cards: tuple[str, str], measured: CardWorth) -> None:
    match = compare_systems(*cards, BOARDS, seed=3, jobs=1)
    raises = next(each for each in measured.blocks if each.block == "raises")
    assert match.won + match.lost > 0
    assert raises.imps == match.per_board("imps")
    assert raises.matchpoints == match.per_board("matchpoints")
    assert 0 < raises.comes_up < 0.5
    assert raises.differs > 0
    assert raises.lines == 1


def test_blocks_that_others_need_are_named(cards: tuple[str, str], measured: CardWorth) -> None:
    assert {each.block: each.needed_by for each in measured.blocks} == {"raises": ("answers",), "answers": ("raises",)}
    assert "notrump" in needed_by(System.load("sayc"), "quantitative")


def test_what_is_left_out_gives_back_what_it_replaced(cards: tuple[str, str]) -> None:
    whole, part = System.load(cards[0]), System.load_without(cards[0], "raises")
    assert (whole.blocks, part.blocks) == (("raises", "answers"), ("answers",))
    assert "limit" in {rule.id for rule in part.rules} - {rule.id for rule in whole.rules}


def test_a_run_goes_on_and_the_command_prints_a_table_and_a_chart(cards: tuple[str, str], tmp_path: Path) -> None:
    rows, page = tmp_path / "rows", tmp_path / "worth.html"
    words = ("system", "worth", cards[0], "-n", "40", "--seed", "3", "-j", "1", "--rows", str(rows))
    text = overtrick(*words, "--html", str(page))
    assert (text.code, text.err) == (0, "")
    assert text.out.startswith("Blocks (")
    assert "raises is needed by answers" in text.out
    assert "<svg" in page.read_text()
    settled = rows.read_bytes()
    found = json.loads(overtrick(*words, "--json").out)
    assert rows.read_bytes() == settled
    assert {each["block"] for each in found["blocks"]} == {"raises", "answers"}
    other = overtrick(*words, "--block", "raises")
    assert other.code == 2
    assert "other settings" in other.err


def test_an_unknown_block_is_refused(cards: tuple[str, str]) -> None:
    with pytest.raises(BridgeError, match=r"expected a block of Blocks \(raises, answers\), got 'raise'"):
        worth(cards[0], 10, blocks=["raise"])
