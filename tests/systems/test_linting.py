"""What `system check` finds, each in a card that has one thing wrong."""

from pathlib import Path

import pytest

from overtrick import Auction, Hand
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import NAMES, System
from overtrick.systems.tools.check import ERROR, INFO, WARNING, Finding, lint
from overtrick.systems.tools.unused import unused
from systems.small import SMALL

DEALS = 40


def found(text: str, kind: str, **options: bool) -> list[Finding]:
    return [each for each in lint(System.loads(text, "card.yaml"), deals=DEALS, **options) if each.kind == kind]


def with_rule(rule: str, *, before: str = "  - {id: 1C,") -> str:
    """The small card with a rule more, in front of that one."""
    assert before in SMALL
    return SMALL.replace(before, f"  - {rule}\n{before}", 1)


def test_a_sound_card_has_no_errors_and_no_warnings() -> None:
    assert [str(each) for each in lint(System.loads(SMALL), deals=DEALS) if each.level != INFO] == []


def test_a_rule_behind_wider_ones_is_unreachable_and_its_hand_is_shown() -> None:
    [finding] = found(with_rule("{id: late, call: 1D, hand: '13+ hcp, 5+ S'}"), "unreachable")
    assert (finding.level, finding.rule, finding.where) == (ERROR, "late", "card.yaml:13")
    assert "1M" in finding.message
    [hand] = finding.hands
    assert hand.hcp >= 13
    assert hand.lengths[3] >= 5


def test_a_rule_behind_one_for_every_hand_is_unreachable() -> None:
    text = SMALL.replace(
        "  - {id: done, call: cheapest M, hand: any}",
        "  - {call: cheapest M, hand: any}\n  - {id: more, call: jump M, hand: 17 hcp}",
    )
    [finding] = found(text, "unreachable")
    assert finding.rule == "more"
    assert finding.auction.startswith("1N P 2")


def test_a_rule_that_earlier_ones_leave_some_hands_is_not_unreachable() -> None:
    assert found(with_rule("{id: some, call: 1D, hand: '12+ hcp, 3 D'}"), "unreachable") == []


def test_a_promise_that_no_hand_keeps() -> None:
    [finding] = found(with_rule("{id: odd, call: 3N, hand: '9+ S, balanced'}"), "empty")
    assert (finding.level, finding.rule) == (ERROR, "odd")
    assert found(with_rule("{id: odd, call: 3N, hand: '5+ S, balanced, 25+ hcp'}"), "empty") == []


def test_a_range_that_the_parameters_leave_empty_is_no_empty_promise() -> None:
    card = with_rule("{id: odd, call: 3N, hand: '{top(nt) + 1}-{bottom(nt) - 1} hcp, balanced'}")
    findings = lint(System.loads(card), deals=DEALS)
    assert [finding for finding in findings if finding.rule == "odd" and finding.level != INFO] == []


def test_a_suit_condition_that_holds_for_one_of_its_suits_is_no_empty_promise() -> None:
    assert found(with_rule("{id: hearts, call: 3M, hand: '7+ M, 5-9 hcp, M = H'}"), "empty") == []


def test_a_call_that_is_never_legal() -> None:
    rule = "{id: low, call: 1H, hand: 5+ H}"
    [finding] = found(with_rule(rule, before="  - {id: stayman,"), "illegal")
    assert (finding.level, finding.rule, finding.auction) == (ERROR, "low", "1N P")


def test_a_forcing_call_without_a_reply_for_some_hands() -> None:
    text = SMALL.replace("  - {id: none, call: 2D, hand: any, artificial: true, text: no four-card major}\n", "")
    [finding] = found(text, "hole")
    assert (finding.level, finding.rule, finding.auction.removeprefix("P ")) == (WARNING, "stayman", "1N P 2C P")
    [hand] = finding.hands
    _, _, hearts, spades = hand.lengths
    assert max(hearts, spades) <= 3  # what the missing reply would have shown
    assert 15 <= hand.hcp <= 17


def test_a_pass_over_a_forcing_call_is_told() -> None:
    [finding] = found(with_rule("{id: stop, call: P, hand: 15 hcp}", before="  - {id: hearts,"), "forcing")
    assert (finding.level, finding.rule) == (WARNING, "stop")
    assert "stayman" in finding.message


def test_shows_narrower_than_the_hand_is_an_error_with_a_counter_example() -> None:
    text = with_rule(
        "{id: strong, call: 2N, hand: '18-21 hcp, balanced', shows: '20-21 hcp, balanced'}", before="  - {id: 1M,"
    )
    [finding] = found(text, "narrow")
    assert finding.level == ERROR
    assert finding.hands[0].hcp in (18, 19)
    wider = text.replace("shows: '20-21", "shows: '17-22")
    assert found(wider, "narrow") == []


def test_overlaps_come_on_request() -> None:
    assert found(SMALL, "overlap") == []
    overlaps = found(SMALL, "overlap", overlaps=True)
    assert any("1N" in each.message and each.rule == "1D" for each in overlaps)
    tree = Tree(System.loads(SMALL))
    for each in overlaps:  # the hand goes to the earlier line and fulfils the later
        calls = {
            str(line.call)
            for line in tree.node(Auction.parse(each.auction)).lines
            if line.condition.holds(each.hands[0])
        }
        assert len(calls) > 1


def test_rules_that_did_not_come_up_are_remarks() -> None:
    remarks = found(with_rule("{id: rare, call: 7N, hand: 37 hcp}", before="  - {id: 2C,"), "unseen")
    assert {each.level for each in remarks} == {INFO}
    assert "rare" in {each.rule for each in remarks}


def test_the_same_seed_finds_the_same_hands() -> None:
    text = with_rule("{id: late, call: 1D, hand: '13+ hcp, 5+ S'}")
    assert lint(System.loads(text), deals=DEALS, seed=5) == lint(System.loads(text), deals=DEALS, seed=5)


@pytest.mark.parametrize(
    ("edit", "names"),
    [
        (("open: 12}", "open: 12, spare: 4}"), ["spare"]),
        (("define:\n", "define:\n  fine X: solid X\n"), ["fine X"]),
        (("define:\n", "define:\n  top X: 2 of top 3 in X\n  fine X: top X\n"), ["top X", "fine X"]),
        (("", ""), []),
    ],
)
def test_what_a_card_names_and_does_not_use(edit: tuple[str, str], names: list[str], tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(SMALL.replace(*edit, 1) if edit[0] else SMALL)
    assert [each.rule for each in unused(str(path))] == names
    assert all(each.level == WARNING for each in unused(str(path)))


def test_a_parameter_used_by_another_one_or_inside_top_is_used(tmp_path: Path) -> None:
    path = tmp_path / "card.yaml"
    path.write_text(SMALL.replace("open: 12}", 'open: "{bottom(least)}", least: 12-13}'))
    assert unused(str(path)) == []


def test_the_hand_of_a_finding_is_a_whole_hand() -> None:
    for each in lint(System.loads(SMALL), deals=DEALS, overlaps=True):
        assert all(isinstance(hand, Hand) and hand.is_complete for hand in each.hands)


@pytest.mark.parametrize("name", sorted(set(NAMES.values())))
def test_a_shipped_card_has_no_errors(name: str) -> None:
    assert [str(each) for each in lint(System.load(name), deals=60) if each.level == ERROR] == []
