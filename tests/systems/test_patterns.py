"""Patterns of auctions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import BridgeError, Call, Suit
from overtrick.systems.language.patterns import Pattern, PatternEvent

H, S, C, D = Suit.HEARTS, Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS


def auction(text: str, tags: dict[int, str] | None = None) -> list[PatternEvent]:
    """Calls from the first that is no pass; brackets mark theirs."""
    events = []
    for index, word in enumerate(text.split()):
        ours = not word.startswith("(")
        tag = frozenset({(tags or {})[index]}) if index in (tags or {}) else frozenset[str]()
        events.append(PatternEvent(Call.parse(word.strip("()")), ours, tag))
    return events


@pytest.mark.parametrize(
    ("pattern", "calls", "bindings"),
    [
        ("1M", "1S (P)", [{"M": S, "OM": H}]),
        ("1M", "1H (P)", [{"M": H, "OM": S}]),
        ("1M", "1D (P)", []),
        ("1M", "1S (2C)", []),  # unwritten opposing calls are passes
        ("1M (2X)", "1S (2C)", [{"M": S, "OM": H, "X": C}]),
        ("1M 2M", "1S (P) 2S (P)", [{"M": S, "OM": H}]),
        ("1M 2M", "1S (P) 2H (P)", []),
        ("1M 2M", "1S (X) 2S (P)", []),
        ("1N 2C", "1N (P) 2C (P)", [{}]),
        ("(1X)", "(1D)", [{"X": D}]),
        ("(1X) P (P)", "(1D) P (P)", [{"X": D}]),
        ("(1X)", "(1D) P (P)", []),
        ("(1X) X (2X|3X)", "(1D) X (3D)", [{"X": D}]),
        ("(1X) X (2X|3X)", "(1D) X (3C)", []),
        ("1X 1Y", "1D (P) 1S (P)", [{"X": D, "Y": S}]),
        ("1X 1Y", "1D (P) 1N (P)", []),
        ("1m ([1-2]Y)", "1C (2H)", [{"m": C, "om": D, "Y": H}]),
        ("1C|1D", "1D (P)", [{}]),
        ("1N (*)", "1N (2S)", [{}]),
        ("... 4N", "1S (2H) 3S (P) 4N (P)", [{}]),
        ("1m 1OM", "1C (P) 1H (P)", [{"m": C, "om": D, "OM": H, "M": S}]),
    ],
)
def test_patterns_bind_what_they_match(pattern: str, calls: str, bindings: list[dict[str, Suit]]) -> None:
    assert [dict(found) for found in Pattern.parse(pattern).matches(auction(calls))] == bindings


def test_tags_carry_suits_across_the_auction() -> None:
    transfer = auction("1N (P) 2D (P)", {2: "transfer to H"})
    assert [dict(found) for found in Pattern.parse("1N <transfer to M>").matches(transfer)] == [{"M": H, "OM": S}]
    agreed = auction("1S (P) 2N (P) 4N (P)", {2: "agrees S"})
    assert [found["Z"] for found in Pattern.parse("... <agrees Z> ... 4N").matches(agreed)] == [S]
    takeout = auction("(1D) X (2D)", {1: "takeout"})
    assert [found["X"] for found in Pattern.parse("(1X) <takeout> (2X)").matches(takeout)] == [D]
    assert not list(Pattern.parse("(1X) <takeout> (2X)").matches(auction("(1D) X (2D)", {1: "penalty"})))


@pytest.mark.parametrize(
    ("text", "column"), [("", 1), ("1M 8C", 4), ("1Q", 1), ("(1X", 1), ("1M [3-2]Y", 4), ("<>", 1), ("1N (2X|9H)", 5)]
)
def test_mistakes_name_the_column(text: str, column: int) -> None:
    with pytest.raises(BridgeError) as caught:
        Pattern.parse(text)
    assert caught.value.where.column == column


@given(st.text(alphabet="1234567CDHSNMmXYZPo()[]<>|-.* ", max_size=30))
def test_nothing_but_bridge_errors_comes_out(text: str) -> None:
    try:
        pattern = Pattern.parse(text)
    except BridgeError:
        return
    list(pattern.matches(auction("1S (P) 2H (3C)")))


def test_the_tags_a_pattern_looks_for_name_every_suit_its_letters_may_be() -> None:
    assert set(Pattern.parse("... <agrees M> (bid) <takeout>|<asks>").tags()) == {
        "agrees H",
        "agrees S",
        "takeout",
        "asks",
    }
