"""One call, one meaning: what `system check` finds, what `only` does about it, and that shipped cards keep to it."""

import numpy as np
import pytest

from overtrick import Auction, Hand
from overtrick.systems.engine.meaning import meaning
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.systems.tools.check import ERROR, Finding, lint
from overtrick.systems.tools.conflicts import conflicts
from overtrick.systems.tools.explore import Survey
from systems.small import SMALL

BERGEN = "{id: bergen, call: 3C, hand: '7-10 hcp, 4+ M', artificial: true, forcing: 1 round, agrees: M}"
LAYER = "- when: ['... 1M']\n  rules:\n  - {id: clubs, call: 3C, hand: '10-12 hcp, 6+ C'}\n"


def card(bergen: str = BERGEN) -> str:
    """The small card with an artificial 3C over a major, and a natural one behind it."""
    return SMALL.replace("- when: 1M\n  rules:\n", f"- when: 1M\n  rules:\n  - {bergen}\n") + LAYER


def two_meanings(text: str) -> list[Finding]:
    return [each for each in lint(System.loads(text, "card.yaml"), deals=40) if each.kind == "two meanings"]


def test_an_artificial_and_a_natural_call_are_an_error_with_both_places() -> None:
    [finding] = two_meanings(card())
    assert (finding.level, finding.rule, finding.where) == (ERROR, "bergen", "card.yaml:39")
    assert "card.yaml:44" in finding.message
    assert "natural" in finding.message
    node = Tree(System.loads(card())).node(Auction.parse(finding.auction))
    assert [node.bid(hand)[1].rule for hand in finding.hands] == ["bergen", "clubs"]


@pytest.mark.parametrize(
    ("first", "second", "difference"),
    [
        ("call: 4C, hand: '13+ hcp, 6+ S', agrees: S", "call: 4C, hand: '13+ hcp, 6+ H', agrees: H", "agrees S"),
        ("call: 3C, hand: 6+ S, tags: [shows S]", "call: 3C, hand: 6+ H, tags: [shows H]", "shows S"),
        ("call: 3C, hand: 13+ hcp, forcing: game", "call: 3C, hand: 6+ C, forcing: signoff", "forcing"),
        ("call: 3C, hand: 13+ hcp, forcing: game", "call: 3C, hand: 6+ C", ""),
        ("call: 3C, hand: '6+ S, 6+ C'", "call: 3C, hand: '13+ hcp, 6+ C'", ""),
        ("call: 3C, hand: 13+ hcp, forcing: game", "call: 3C, hand: '14+ hcp, 6+ C', forcing: signoff", ""),
    ],
)
def test_what_excludes_what(first: str, second: str, difference: str) -> None:
    artificial = ", artificial: true" if "tags" in first or "agrees" in first else ""
    rules = "".join(f"  - {{id: {name}, {rule}{artificial}}}\n" for name, rule in (("a", first), ("b", second)))
    found = two_meanings(SMALL.replace("- when: 1N\n  rules:\n", f"- when: 1N\n  rules:\n{rules}"))
    assert [difference in each.message for each in found] == [True] * bool(difference)


def test_doubles_for_takeout_and_for_penalties_exclude_each_other() -> None:
    rules = "".join(
        f"  - {{id: {name}, call: X, hand: {hand}, tags: [{name}]}}\n"
        for name, hand in (("takeout", "0-2 X"), ("penalty", "3+ X"))
    )
    [finding] = two_meanings(f"{SMALL}- when: (1X)\n  rules:\n{rules}")
    assert "takeout" in finding.message


def test_only_silences_what_stands_behind_and_the_natural_bidder() -> None:
    text = card(BERGEN.replace("id: bergen", "id: bergen, only: true"))
    assert two_meanings(text) == []
    clubs = Hand.parse("A2.K3.432.KQT965")
    for source, rule in ((card(), "clubs"), (text, "natural: new suit")):
        call, line = Tree(System.loads(source)).node(Auction.parse("1S P")).bid(clubs)
        assert line.rule.startswith(rule.split(":")[0])
        assert (str(call) == "3C") == (source == card())
    node = Tree(System.loads(text)).node(Auction.parse("1S P"))
    assert {line.rule for line in node.lines if str(line.call) == "3C"} == {"bergen"}


@pytest.mark.parametrize(("more", "natural"), [("", True), (", artificial: true", False), (", only: true", False)])
def test_the_natural_bidder_keeps_to_the_meaning_of_the_card(more: str, natural: bool) -> None:
    rule = f"{{id: mine, call: 2C, hand: '16+ hcp'{more}}}"
    text = SMALL.replace("- when: 1M\n  rules:\n", f"- when: 1M\n  rules:\n  - {rule}\n")
    node = Tree(System.loads(text)).node(Auction.parse("1S P"))
    assert any(str(line.call) == "2C" for line in node.natural) == natural


def test_only_speaks_for_its_own_call_and_for_the_situations_behind_its_own() -> None:
    text = card(BERGEN.replace("id: bergen", "id: bergen, only: true"))
    node = Tree(System.loads(text.replace("call: 3C, hand: '10-12", "call: 3D, hand: '10-12"))).node(
        Auction.parse("1S P")
    )
    assert {line.rule for line in node.rule_lines} >= {"bergen", "clubs", "limit"}
    same = text.replace(
        "  - {id: raise, call: 2M",
        "  - {id: more, call: 3C, hand: 0-2 hcp, artificial: true}\n  - {id: raise, call: 2M",
    )
    node = Tree(System.loads(same)).node(Auction.parse("1S P"))
    assert {line.rule for line in node.rule_lines if str(line.call) == "3C"} == {"bergen", "more"}


@pytest.mark.parametrize(
    ("system", "auction", "hand", "call", "artificial"),
    [
        ("acol", "1N", "A2.432.K3.KQJ965", "3C", False),
        ("acol", "1N", "KQ432.AJ54.K3.65", "2C", True),
        ("2/1", "1C P 1S P 1N P", "AQ2.KQ3.KQ32.K65", "4N", False),
        ("2/1", "1C P 1S P 1N P", "AKQ432.A3.KQ42.5", "4C", True),
        ("sayc", "2C X", "Q2.432.KJ43.J965", "2D", True),
        ("sayc", "2C X", "Q2.43.AKJ432.965", "3D", False),
    ],
)
def test_what_is_bid_is_what_is_explained(system: str, auction: str, hand: str, call: str, artificial: bool) -> None:
    node = Tree(System.load(system)).node(Auction.parse(auction))
    made, line = node.bid(Hand.parse(hand))
    told = meaning(node, made)
    assert (str(made), line.artificial, told.artificial) == (call, artificial, artificial)
    assert line.rule in told.rules
    assert all(each.artificial == artificial for each in node.lines if each.call == made)


def test_a_quantitative_notrump_is_not_answered_as_an_ask() -> None:
    node = Tree(System.load("2/1")).node(Auction.parse("1C P 1S P 1N P 4N P"))
    assert {str(line.call) for line in node.rule_lines} <= {"6N", "P"}


@pytest.mark.parametrize("system", ["sayc", "2/1", "acol"])
def test_no_call_of_a_shipped_card_has_two_meanings_on_some_deals(system: str) -> None:
    nodes = Survey(Tree(System.load(system)), 60, seed=11).visits
    assert [(str(each.node.auction), each.difference) for each in conflicts(nodes, np.random.default_rng(0))] == []
