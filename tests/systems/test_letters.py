"""Letters in patterns stand for suits that are shown; `?` for a bid of the suit whatever it means; defence by tags."""

from functools import cache

import pytest

from overtrick import Auction, Call, Hand
from overtrick.systems.engine.tree import Tree
from overtrick.systems.language.patterns import Pattern, PatternEvent
from overtrick.systems.system import System

TRANSFERS = """\
system: Transfers
include: [standard, competition]
situations:
- when: opening
  rules:
  - {id: multi, call: 2D, hand: "5-10 hcp, 6 M", artificial: true, only: true, tags: [multi]}
- when: 1C
  rules:
  - {id: to, call: 1D, hand: "6+ hcp, 4+ H", artificial: true, only: true, forcing: 1 round, tags: [shows H]}
- when: 1C 1D
  rules:
  - {id: done, call: 1H, hand: any}
"""


@cache
def transfers() -> System:
    return System.loads(TRANSFERS)


@cache
def against_transfers() -> Tree:
    return Tree(transfers(), System.load("sayc"))


@pytest.mark.parametrize(
    ("pattern", "tags", "fits"),
    [
        ("2X", [], True),
        ("2X", ["natural", "shows D"], True),
        ("2X", ["artificial", "shows H"], False),
        ("2X", ["artificial", "shows D", "shows H"], True),
        ("2X?", ["artificial", "shows H"], True),
        ("2D", ["artificial"], True),
        ("[1-2]m?", ["artificial"], True),
        ("[1-2]m", ["artificial"], False),
        ("2C|2m", ["artificial"], False),
        ("bid", ["artificial"], True),
    ],
)
def test_a_letter_is_a_suit_that_is_shown(pattern: str, tags: list[str], fits: bool) -> None:
    for ours, text in ((True, pattern), (False, f"({pattern})")):
        event = PatternEvent(Call("2D"), ours, frozenset(tags))
        assert bool(list(Pattern.parse(text).matches([event]))) == fits


def test_natural_rules_do_not_apply_after_a_transfer() -> None:
    card = transfers()
    patterns = {each.when.text for each in card.situations if each.when is not None}
    assert "1X 1Y 1Z" in patterns
    node = Tree(card).node(Auction.parse("1C P 1D P 1H P"))
    assert not any(line.rule == "limit" for line in node.rule_lines)
    natural = TRANSFERS.replace("artificial: true, only: true, forcing", "forcing")
    assert any(line.rule == "limit" for line in Tree(System.loads(natural)).node(node.auction).rule_lines)


@pytest.mark.parametrize(
    ("auction", "hand", "call"),
    [
        ("2D", "A54.KQ3.Q32.KJ65", "X"),  # the values, not shortness in diamonds
        ("2D", "KQJ54.A3.432.K65", "2S"),
        ("2D", "KQ54.A432.2.Q654", "P"),  # no takeout double of a suit they have not shown
        ("2D X P", "K543.43.J432.Q65", "2S"),
        ("2D P 2H", "AQ54.3.KQ32.K654", "X"),
        ("1C P 1D", "54.43.AQJ83.K654", "X"),
        ("1C P 1D", "AQ54.3.K432.K654", "P"),
    ],
)
def test_their_artificial_calls_are_not_taken_for_natural_ones(auction: str, hand: str, call: str) -> None:
    assert str(against_transfers().node(Auction.parse(auction)).bid(Hand.parse(hand))[0]) == call


def test_partner_passes_a_double_that_asks_for_a_lead() -> None:
    node = Tree(System.load("sayc")).node(Auction.parse("1N P 2H X P"))
    assert str(node.bid(Hand.parse("J8642.52.J85.T92"))[0]) == "P"
