"""YAML as people write convention cards."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import BridgeError
from overtrick.systems.language.system_file import YamlSection, YamlText, read_card, require_keys


def test_everything_stays_what_was_typed() -> None:
    (card,) = read_card("nt: 15-17\nforcing: no\ncall: 1N\nrules:\n- {call: X, hand: 12+ hcp}\n")
    assert card == {"nt": "15-17", "forcing": "no", "call": "1N", "rules": [{"call": "X", "hand": "12+ hcp"}]}
    hand = card["rules"][0]["hand"]
    assert isinstance(hand, YamlText)
    assert (hand.line, hand.column) == (5, 19)


def test_several_cards_may_stand_in_one_file() -> None:
    assert len(read_card("a: 1\n---\nb: 2\n")) == 2
    assert read_card("") == []


@pytest.mark.parametrize(
    ("text", "place"),
    [("a: 1\na: 2\n", ":2:1"), ("a: [1, 2\nb: 3\n", ":2:"), ("a: &x 1\nb: *x\n", ":1:4"), ("? [1]\n: 2\n", ":1:1")],
)
def test_mistakes_name_line_and_column(text: str, place: str) -> None:
    with pytest.raises(BridgeError) as caught:
        read_card(text, "my.yaml")
    assert f"my.yaml{place}" in str(caught.value)


def test_a_tab_is_called_one() -> None:
    with pytest.raises(BridgeError, match=r"my.yaml:2:1: expected YAML: a tab; indent with blanks"):
        read_card("a:\n\t- 1\n", "my.yaml")


def test_unknown_words_get_the_nearest_one() -> None:
    (card,) = read_card("systen: Mine\n")
    assert isinstance(card, YamlSection)
    with pytest.raises(BridgeError, match="unknown word systen; did you mean system"):
        require_keys(card, ("system", "params", "include"))


def test_deep_and_large_files_are_refused() -> None:
    with pytest.raises(BridgeError, match="levels of nesting"):
        read_card("[" * 100 + "]" * 100)
    with pytest.raises(BridgeError, match="at most 1,000,000 characters"):
        read_card("a" * 1_000_001)


@given(st.text(max_size=60))
def test_nothing_but_bridge_errors_comes_out(text: str) -> None:
    with contextlib.suppress(BridgeError):
        read_card(text)
