"""What is said about conditions that cannot be read, and where."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, Suit
from overtrick.core import ParseError
from overtrick.hands.conditions import ANY
from overtrick.systems.language.hand_reader import condition, read
from overtrick.systems.language.system_file import read_definitions
from overtrick.systems.language.text import Setting
from systems.words import SETTING

OWN = read_definitions({"opener": "12+ hcp", "good X": "2 of top 3 in X"})


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "15-17 hpc",
            7,
            "expected what the number counts, such as hcp, total points or a suit, got 'hpc'; did you mean",
        ),
        ("17-15 hcp", 1, "expected a range that goes up, got 17-15"),
        ("5+ H, 40+ hcp", 7, "expected hcp between 0 and 37, got 40+"),
        ("14 S", 1, "expected length between 0 and 13, got 14"),
        ("1.5 aces", 1, "expected a whole number of aces, got 1.5"),
        ("1.3 quick tricks", 1, "expected a whole number or a half, got '1.3'"),
        ("15-17 hcp balanced", 11, "expected a comma, 'and', 'or' or the end, got 'balanced'"),
        ("balancd", 1, "got 'balancd'; did you mean 'balanced'?"),
        ("12+ hcp, opner", 10, "got 'opner'; did you mean 'opener'?"),
        ("suport points H", 1, "did you mean 'support points'?"),
        ("5+ H,", 6, "expected a condition such as 15-17 hcp, 5+ H or balanced, got the end"),
        ("", 1, "expected a condition such as 15-17 hcp, 5+ H or balanced, got the end"),
        ("(5+ H", 6, "expected a comma, 'and', 'or' or ')', got the end"),
        ("5+ H)", 5, "expected a comma, 'and', 'or' or the end, got ')'"),
        ("4434", 1, "expected lengths that add up to 13, got 15 in 4434"),
        ("any 44xx|5+ H", 10, "expected a shape such as 5431, (54)xx or 5=4=3=1, got '5'"),
        ("2 of top 9 in H", 10, "expected a number of cards from 2 to 6, got '9'"),
        ("good balanced", 1, "expected a condition such as 15-17 hcp, 5+ H or balanced, got 'good'"),
        ("key cards in 1|4", 14, "expected a suit (C, D, H, S or a variable such as M), got '1'"),
        ("aces", 5, "expected 'in' and numbers, or a number before aces, got the end"),
        ("M", 2, "expected 'longest' or a comparison such as >= after M, or a number before it, got the end"),
        ("5+ hearts and spadse", 15, "did you mean 'spades'?"),
        ("12+ hcp $", 9, "expected a word, a number or a bracket, got '$'"),
        ("first control in S", 7, "expected 'round control in' and a suit, got 'control'"),
        (
            "5+ in each unbidd suit",
            12,
            "expected suit, major or minor, got 'unbidd'; did you mean 'in each unbid suit'?",
        ),
        ("rule of 30", 9, "expected the rule of 15, or of 18 to 22, got '30'"),
        ("three stoppers in S", 1, "expected half, one or two stoppers, got 3-3"),
        ("15-card suit", 1, "expected a suit of at most 13 cards, got 15"),
        ("Y longest", 1, "expected a suit for Y at this place of the auction, got none; known here: M = H"),
        ("better minor S", 14, "expected a minor suit, got S"),
        ("(" * 60 + "any", 41, "expected at most 40 brackets inside one another"),
        ("not " * 60 + "any", 161, "expected at most 40 brackets inside one another"),
        ("any, " * 500 + "any", 2001, "expected at most 2000 characters, got 2503"),
    ],
)
def test_errors_say_where_and_what_was_expected(text: str, column: int, message: str) -> None:
    with pytest.raises(ParseError) as caught:
        read(text, OWN).bind(SETTING)
    assert message in caught.value.message
    assert caught.value.where.column == column


def test_numbers_beyond_a_measure_can_be_cut_to_it() -> None:
    assert read("-5+ hcp", clamp=True).bind() == ANY
    assert str(read("12-45 hcp", clamp=True).bind()) == "12+ hcp"
    assert str(read("45+ hcp", clamp=True).bind()) == "not any"


_SCRAPS = """( ) , and or not no 5 5+ 4-5 12+ hcp H S M X of top in each unbid suit major side 4-card any 4333 (54)xx
stopper two rule longest >= = key cards 1|4 control first round good opener better minor - | + at most"""


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(_SCRAPS.split()), max_size=12).map(" ".join))
def test_rubbish_is_read_or_refused_with_a_column(text: str) -> None:
    refused = _refused(text)
    assert refused is None or (refused.where.column is not None and 1 <= refused.where.column <= len(text) + 1)


def _refused(text: str) -> ParseError | None:
    try:
        read(text, OWN).bind(SETTING)
    except ParseError as error:
        return error
    return None


def test_definitions_take_suits_and_rest_on_one_another() -> None:
    own = read_definitions(
        {
            "weak X": "5-11 hcp, 6 X, good X",
            "good X": "2 of top 3 in X or 3 of top 5 in X",
            "both X and Y": "4+ X, 4+ Y",
            "opener": "12+ hcp or (10+ hcp and rule of 20)",
        }
    )
    setting = Setting.of({"M": Suit.HEARTS})
    assert str(condition("weak M", setting, own)) == "5-11 hcp, 6 H, (2+ of top 3 in H or 3+ of top 5 in H)"
    assert str(condition("both S and H", setting, own)) == "4+ S, 4+ H"
    assert str(condition("not opener", setting, own)) == "0-11 hcp, (0-9 hcp or 0-19 opening count)"
    assert str(condition("good S", setting, own)) == "2+ of top 3 in S or 3+ of top 5 in S"
    assert str(condition("good M", setting, own)) == "2+ of top 3 in H or 3+ of top 5 in H"
    assert read("weak M", own).variables == {"M"}


def test_all_bad_definitions_are_found_at_once() -> None:
    errors: list[BridgeError] = []
    own = read_definitions(
        {
            "chicken": "egg, 5+ H",
            "egg": "chicken or balanced",
            "omelette": "egg",
            "typo X": "5+ X, balancd",
            "X Y": "5+ X",
            "balanced": "4333",
            "fine": "12+ hcp",
        },
        errors,
    )
    assert list(own) == ["fine"]
    texts = [str(error) for error in errors]
    assert len(texts) == 4
    assert any("does not rest on itself: chicken -> egg -> chicken" in text for text in texts)
    assert any("definition of 'typo X', column 7" in text and "did you mean 'balanced'" in text for text in texts)
    assert any("expected a name with a word of its own, got 'X Y'" in text for text in texts)
    assert any("got 'balanced', a word of the language" in text for text in texts)
    with pytest.raises(ParseError):
        read_definitions({"chicken": "chicken"})


def test_definitions_do_not_grow_beyond_bounds() -> None:
    tower = {f"floor{n}": f"floor{n - 1} or 5+ H" for n in range(1, 30)}
    with pytest.raises(ParseError, match="expected at most 12 definitions that rest on one another"):
        read_definitions({"floor0": "any", **tower})
    wide = {f"row{n}": ", ".join(f"(row{n - 1} or {k} aces)" for k in range(5)) for n in range(1, 9)}
    with pytest.raises(ParseError, match="definition of 'row4': expected at most 500 elementary conditions"):
        read_definitions({"row0": "5+ H", **wide})
