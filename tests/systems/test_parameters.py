"""Parameters in the texts of a card."""

import pytest

from overtrick import ParseError
from overtrick.systems.language.system_file import Parameters

NT = Parameters(
    {
        **{"nt": "15-17", "open": "12", "invite": "{25 - top(nt)}-{24 - bottom(nt)}", "strong": "22+"},
        **{"gone": "{top(nt) + 1}-17", "down": "17-15"},
    }
)


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{nt} hcp", "15-17 hcp"),
        ("{top(nt)}", "17"),
        ("{bottom(nt) - 3}-{ bottom(nt) - 1 } hcp", "12-14 hcp"),
        ("{invite} hcp", "8-9 hcp"),
        ("{open+1}+ hcp", "13+ hcp"),
        ("{bottom(strong)}", "22"),
        ("{beside(nt)} hcp", "12-14 hcp"),
        ("{top(nt, open)}-{bottom(nt, open)}", "empty 17-12"),  # worked out: no number is in it
        ("{top(nt) + 1}-17 hcp or 0-{open - 13} hcp", "empty 18-17 hcp or empty 0--1 hcp"),
        ("{top(gone)}, {bottom(gone)}, {gone} hcp", "17, 18, empty 18-17 hcp"),
        ("{down} hcp", "17-15 hcp"),  # written by a person: an error of the condition
        ("nothing", "nothing"),
    ],
)
def test_braces_are_filled_in(text: str, filled: str) -> None:
    assert NT.filled(text) == filled


@pytest.mark.parametrize(
    ("text", "words", "column"),
    [
        ("4+ S, {nd} hcp", "unknown parameter {nd}", 7),
        ("{nt + 1}", "expected a number for nt", 1),
        ("{top(nt) * 2}", "expected + or -", 1),
        ("{}", "expected a parameter", 1),
        ("{beside(open)}", "expected a range such as 15-17", 1),
    ],
)
def test_what_is_none_is_told_with_its_place(text: str, words: str, column: int) -> None:
    with pytest.raises(ParseError) as caught:
        NT.filled(text)
    assert words in str(caught.value)
    assert caught.value.where.column == column


def test_parameters_that_rest_on_themselves_are_refused() -> None:
    with pytest.raises(ParseError, match="rest on themselves"):
        Parameters({"a": "{b}", "b": "{a}"}).filled("{a}")


def test_own_parameters_go_over_those_below() -> None:
    assert Parameters({"nt": "12-14"}, NT).filled("{invite}") == "11-12"
    assert Parameters({"nt": "12-14"}, NT).filled("{beside(nt)}") == "15-17"
