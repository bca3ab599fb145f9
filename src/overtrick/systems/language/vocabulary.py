"""The words of hand conditions, and the nearest word to a misspelt one."""

from collections.abc import Iterable
from difflib import get_close_matches

from overtrick.hands.measures import (
    ACE_OF,
    ACES,
    CONTROL_ROUND,
    CONTROLS,
    HCP,
    JACK_OF,
    KEY_CARDS,
    KING_OF,
    KINGS,
    LOSERS,
    OPENING_COUNT,
    PEARSON_COUNT,
    PLAYING_TRICKS,
    QUEEN_OF,
    QUEENS,
    QUICK_TRICKS,
    SOLIDITY,
    STOPPING,
    SUIT_POINTS,
    SUPPORT_POINTS,
    TEN_OF,
    TOTAL_POINTS,
    Measure,
    OfSuit,
    Values,
)
from overtrick.hands.shapes import BALANCED, SEMI_BALANCED, ShapeSet, shapes_where

COUNTS: dict[tuple[str, ...], Measure] = {
    ("hcp",): HCP,
    ("total", "points"): TOTAL_POINTS,
    ("support", "points"): SUPPORT_POINTS,
    ("suit", "points"): SUIT_POINTS,
    ("opening", "count"): OPENING_COUNT,
    ("pearson", "count"): PEARSON_COUNT,
    ("quick", "tricks"): QUICK_TRICKS,
    ("quick", "trick"): QUICK_TRICKS,
    ("playing", "tricks"): PLAYING_TRICKS,
    ("controls",): CONTROLS,
    ("losers",): LOSERS,
    ("aces",): ACES,
    ("ace",): ACES,
    ("kings",): KINGS,
    ("king",): KINGS,
    ("queens",): QUEENS,
    ("key", "cards"): KEY_CARDS,
    ("key", "card"): KEY_CARDS,
    ("stopping",): STOPPING,
    ("solidity",): SOLIDITY,
    ("control", "round"): CONTROL_ROUND,
}
"""Words that follow a number."""

HONOURS: dict[str, OfSuit] = {each.name: each for each in (ACE_OF, KING_OF, QUEEN_OF, JACK_OF, TEN_OF)}
ROUNDS: dict[str, Values] = {"first": 1 << 1, "second": 1 << 2, "third": 1 << 3}
STOPPERS: dict[int, Values] = {1: 0b1110, 2: 0b1100, 4: 0b1000}
"""How well a suit is stopped, by the number of half stoppers it has at least."""

LENGTH_WORDS: dict[str, Values] = {"void": 1, "singleton": 2, "doubleton": 4, "shortness": 3}
NUMBER_WORDS = {"half": 1, "one": 2, "two": 4, "three": 6, "four": 8}
"""Numbers as words, in halves."""

ALL_OF_THEM = ("each", "every", "all", "both")
SOME_OF_THEM = {"a": 1, "an": 1, "any": 1, "some": 1, "either": 1, "one": 1, "two": 2, "three": 3}
GROUPS = {word: word.removesuffix("s") for word in ("suit", "suits", "major", "majors", "minor", "minors")}


def _shapes_with(lengths: Values) -> ShapeSet:
    """The shapes in which some suit has one of these lengths."""
    return shapes_where(lambda shape: any(lengths >> length & 1 for length in shape))


SHAPE_WORDS: dict[str, ShapeSet] = {
    "balanced": BALANCED,
    "semi-balanced": SEMI_BALANCED,
    "unbalanced": shapes_where(lambda shape: True) & ~(BALANCED | SEMI_BALANCED),
    **{word: _shapes_with(values) for word, values in LENGTH_WORDS.items()},
}

_OTHERS = """longest|strictly longest|better minor|rule of 15|rule of 20|stopper in|half stopper in|two stoppers in
solid|semi-solid|of top 3 in|of top 5 in|first round control in|second round control in|control in|queen|jack|ten
4-card major|side 4-card major|in each unbid suit|any|not|no|and|or|hearts|spades|diamonds|clubs|at least|at most
combined|likely|extra"""
PHRASES = (*map(" ".join, COUNTS), *SHAPE_WORDS, *_OTHERS.replace("\n", "|").split("|"))
"""What can be written, as suggestions name it."""


def suggestion(word: str, own: Iterable[str] = ()) -> str:
    """`; did you mean …?` with the phrase one of whose words is nearest, or nothing; `own` are a card's definitions."""
    known: dict[str, str] = {}
    for phrase in (*own, *PHRASES):
        for part in phrase.split():
            known.setdefault(part.lower(), phrase)
        known.setdefault(phrase.lower(), phrase)
    if word.lower() in known:  # a good word in a bad place
        return ""
    near = get_close_matches(word.lower(), known, n=1, cutoff=0.6)
    return f"; did you mean {known[near[0]]!r}?" if near else ""
