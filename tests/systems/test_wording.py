"""What a text states, what is taken out of it, and that the texts of the shipped cards state nothing false."""

import re
from collections.abc import Iterator

import pytest

from overtrick.core import Suit
from overtrick.hands.bounds import outer
from overtrick.hands.conditions import between
from overtrick.hands.measures import HCP, LENGTH
from overtrick.systems.engine import wording
from overtrick.systems.engine.book import _LETTERS
from overtrick.systems.engine.wording import clauses, contradicts_forcing, joined, statements, without_false
from overtrick.systems.system import System
from overtrick.systems.tools.audit import audit
from overtrick.systems.tools.check import lint
from systems.small import SMALL

HEARTS_FOUR = outer(between(LENGTH, 4, 13, Suit.HEARTS))
CARDS = ("sayc", "2/1", "acol")


@pytest.mark.parametrize(
    ("clause", "suits", "low", "high"),
    [
        ("four or more hearts", (Suit.HEARTS,), 4, 40),
        ("6+ ♣", (Suit.CLUBS,), 6, 40),
        ("eight ♠", (Suit.SPADES,), 8, 8),
        ("0-2 hcp", (), 0, 2),
        ("10-12 with 3 or more trumps", (), 10, 12),
        ("five trumps", (Suit.SPADES,), 5, 5),
        ("four-card fit", (Suit.SPADES,), 4, 40),
        ("good six-card ♦", (Suit.DIAMONDS,), 6, 40),
        ("no four-card major", (Suit.HEARTS, Suit.SPADES), 0, 3),
        ("11", (), 11, 11),
        ("5+ cards", (Suit.SPADES,), 5, 40),
    ],
)
def test_numbers_are_read(clause: str, suits: tuple[Suit, ...], low: int, high: int) -> None:
    statement = statements(clause, Suit.SPADES)[0]
    assert statement.suits == suits
    assert statement.values == (1 << high + 1) - (1 << low)


@pytest.mark.parametrize(
    "clause", ["asks for a four-card major", "two aces are missing", "2♣", "usually 4+ ♠", "balanced"]
)
def test_what_is_said_of_others_states_nothing(clause: str) -> None:
    assert statements(clause, Suit.SPADES) == ()


def test_what_is_false_is_taken_out_and_what_is_often_true_is_usual() -> None:
    assert without_false("raise, four or more hearts", HEARTS_FOUR, "no") == "raise, four or more hearts"
    assert without_false("raise, 6+ hearts, to play", HEARTS_FOUR, "1 round") == "raise"
    mostly = outer(between(HCP, 5, 11)) & outer(between(LENGTH, 5, 13, Suit.HEARTS))
    assert without_false("5 or 6 ♥", mostly, "no") == "usually 5 or 6 ♥"
    assert without_false("5-5 in the majors", mostly, "no") == ""


@pytest.mark.parametrize(
    ("text", "forcing", "is_false"),
    [
        ("to play", "1 round", True),
        ("to play", "invite", True),
        ("to play", "signoff", False),
        ("forcing", "no", True),
        ("not forcing", "no", False),
        ("not forcing", "game", True),
        ("game-forcing raise", "1 round", True),
        ("invites 3NT", "invite", False),
        ("invitational", "no", True),
        ("raises the preempt, not an invitation", "signoff", False),
    ],
)
def test_words_about_going_on(text: str, forcing: str, is_false: bool) -> None:
    assert contradicts_forcing(text, forcing) is is_false


def test_texts_of_one_call_become_one() -> None:
    assert joined(["overcall, 5+ ♠", "overcall, good suit"]) == "overcall, either 5+ ♠ or good suit"
    assert joined(["minimum", "minimum, no fit"]) == "minimum"
    assert joined([]) == ""


@pytest.mark.parametrize("card", CARDS)
def test_every_number_in_the_texts_of_a_card_is_understood(card: str) -> None:
    texts = {rule.text for rule in System.load(card).rules}
    blind = {text: found for text in texts if (found := list(unread(_with_suits(text))))}
    assert not blind


def unread(text: str) -> Iterator[str]:
    """The numbers in a text that are understood as nothing: the audit would be blind to them."""
    for clause in clauses(text):
        if not wording._ABOUT_OTHERS.search(clause):
            left = wording._STATEMENT.sub(lambda match: match[0] if _is_blind(match) else " ", clause)
            yield from re.findall(rf"(?<![\w-]){wording._NUMBER}(?![\w-])", left)


def _is_blind(match: re.Match[str]) -> bool:
    plain = match["call"] or match["longer"] or match["kind"] or match["trumps"] or match["suit"]
    return not plain and not match["major"] and not match["low"].isdigit()


def _with_suits(text: str) -> str:
    return _LETTERS.sub("♠", re.sub(r"(?<=\d)\|(?=\d)", " or ", text))


@pytest.mark.parametrize("card", CARDS)
def test_a_small_audit_finds_no_false_text(card: str) -> None:
    found = audit(card, count=50, seed=3, jobs=1)
    assert found.counts["words"] == found.counts["forcing words"] == 0
    assert found.faults == 0


def test_check_tells_an_author_of_a_false_text() -> None:
    text = SMALL.replace("text: Stayman}", 'text: "Stayman, 10+ hcp, to play"}')
    messages = [finding.message for finding in lint(System.loads(text), deals=60) if finding.kind == "text"]
    assert messages == ["text: 10+ hcp is not true of all hands of the rule"]
