"""Cards of several files: layers, blocks, replaced rules, order."""

from pathlib import Path

import pytest

from overtrick import Auction, BridgeError, Hand
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System, SystemErrors

LAYER = """
layer: common
params: {nt: 15-17}
define: {opener: 12+ hcp}
situations:
- when: opening
  rules:
  - {id: 1N, call: 1N, hand: "{nt} hcp, balanced"}
  - {id: 1S, call: 1S, hand: "opener, 5+ S"}
- when: 1S
  rules:
  - {id: game, call: 4S, hand: 5+ S}
  - {id: raise, call: 2S, hand: 3+ S}
"""
BLOCK = """
block: stayman
params: {over: 1N, at: 2C, from: "{25 - top(nt)}"}
situations:
- when: "{over}"
  rules:
  - {id: ask, call: "{at}", hand: "4 H or 4 S, {from}+ hcp", artificial: true, forcing: 1 round}
"""
CARD = """
system: Mine
include: [common]
use: [stayman: {over: 1N}]
"""


def folder(path: Path, **files: str) -> Path:
    (path / "blocks").mkdir()
    (path / "common.yaml").write_text(LAYER)
    (path / "blocks" / "stayman.yaml").write_text(BLOCK)
    for name, text in files.items():
        (path / f"{name}.yaml").write_text(text)
    return path


def bid(card: System, auction: str, hand: str) -> str:
    return str(Tree(card).node(Auction.parse(auction)).bid(Hand.parse(hand))[0])


def test_layers_and_blocks_make_one_card(tmp_path: Path) -> None:
    card = System.load(folder(tmp_path, mine=CARD) / "mine.yaml")
    assert bid(card, "", "AQ5.KJ4.KQ32.J76") == "1N"
    assert bid(card, "1N P", "KQ54.KJ4.432.876") == "2C"
    assert bid(card, "1N P", "KQ54.J54.432.876") != "2C"


def test_one_edit_moves_what_depends_on_it(tmp_path: Path) -> None:
    card = System.load(folder(tmp_path, mine=CARD + "params: {nt: 12-14}\n") / "mine.yaml")
    assert bid(card, "", "AQ5.KJ4.KQ32.J76") != "1N"
    assert bid(card, "", "AQ5.KJ4.KJ32.876") == "1N"
    assert bid(card, "1N P", "KQ54.KJ4.432.876") != "2C"  # eleven points are needed now
    assert bid(card, "1N P", "KQ54.KQ4.K32.876") == "2C"


def test_the_card_replaces_and_removes_rules_below(tmp_path: Path) -> None:
    own = """
situations:
- when: 1S
  without: [game]
  rules:
  - {id: raise, call: 3S, hand: 3+ S}
"""
    card = System.load(folder(tmp_path, mine=CARD + own) / "mine.yaml")
    assert [rule.call.text for s in card.situations if s.key == "1S" for rule in s.rules] == ["3S"]


def test_before_moves_a_rule_up(tmp_path: Path) -> None:
    own = """
situations:
- when: 1S
  rules:
  - {id: any, call: 2N, hand: 3+ S}
  - {id: first, call: 3N, hand: 15+ hcp, before: any}
"""
    card = System.load(folder(tmp_path, mine=CARD + own) / "mine.yaml")
    assert bid(card, "1S P", "KQ54.AQ4.KQ2.Q76") == "3N"
    ring = own.replace("hand: 3+ S}", "hand: 3+ S, before: first}")
    with pytest.raises(
        SystemErrors, match=r"ring: .*any before first before any|ring: .*first before any before first"
    ):
        System.load(_written(tmp_path, CARD + ring))


def _written(path: Path, text: str) -> Path:
    (path / "other.yaml").write_text(text)
    return path / "other.yaml"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (CARD.replace("common", "qqq"), "there is no layer qqq (known: acol, "),
        (CARD.replace("common", "sacy"), "there is no layer sacy; did you mean 'sayc'?"),
        (CARD.replace("stayman:", "staymann:"), "there is no block staymann; did you mean 'stayman'?"),
        (CARD.replace("over: 1N", "ovr: 1N"), "has no parameter ovr; did you mean 'over'?"),
        ("", "expected one mapping that starts with system:, got an empty file"),
        ("- 1N", "got a list or a text"),
        (CARD.replace("[common]", "[../common]"), "small letters"),
        (CARD.replace("[common]", "[other]"), "includes itself"),
    ],
)
def test_files_that_are_not_there_are_told(tmp_path: Path, text: str, words: str) -> None:
    folder(tmp_path)
    with pytest.raises(BridgeError) as caught:
        System.load(_written(tmp_path, text))
    assert words in str(caught.value)


def test_a_range_that_cannot_be_is_told_once_and_where_it_was_written() -> None:
    text = "system: T\ninclude: [sayc]\nparams:\n  nt: 15-71\nuse:\n- splinters: {strength: 13-10}\n"
    with pytest.raises(SystemErrors) as caught:
        System.loads(text, "mine.yaml")
    assert sorted(str(caught.value).splitlines()) == [
        "mine.yaml:4:7: expected a range such as 15-17 for nt, got '15-71'",
        "mine.yaml:6:25: expected a range such as 10-14 for strength, got '13-10'",
    ]


def test_a_parameter_that_a_block_does_not_have_is_told_where_it_was_written() -> None:
    with pytest.raises(SystemErrors, match=r"^mine.yaml:3:11: drury.yaml has no parameter strenght; did you mean"):
        System.loads("system: T\nuse:\n- drury: {strenght: 10-12}\n", "mine.yaml")
