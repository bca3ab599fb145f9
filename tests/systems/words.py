"""Strategies that write hand conditions."""

from hypothesis import strategies as st

from overtrick import Hand, Suit
from overtrick.systems.language.text import Setting

SETTING = Setting.of({"M": Suit.HEARTS, "OM": Suit.SPADES, "X": Suit.DIAMONDS, "T": Suit.CLUBS}, list(Suit)[1:])

SUITS = st.sampled_from(["C", "D", "H", "S", "M", "OM", "X", "their suit", "♠", "hearts"])
_COUNTS = {"hcp": 37, "total points": 40, "quick tricks": 8, "controls": 12, "losers": 12, "playing tricks": 13}
_SUIT_COUNTS = {"support points": 40, "suit points": 10, "key cards": 5, "": 13}
_WORDS = (
    *("balanced", "semi-balanced", "unbalanced", "void", "no singleton", "4333", "any 5431", "(54)xx", "5=4=2=2"),
    *("rule of 15", "rule of 20", "4-card major", "no side 4-card major", "6-card suit", "any", "better minor D"),
    *("3+ in each unbid suit", "4-4 in two unbid suits", "5-5 in the majors", "4+ in an unbid major", "aces in 0|4"),
    *("stopper in each unbid suit", "2 aces", "first round control in two suits", "5-card minor outside D"),
)
_SUIT_WORDS = (
    *("{} longest", "{} strictly longest", "stopper in {}", "half stopper in {}", "two stoppers in {}", "solid {}"),
    *("semi-solid {}", "2 of top 3 in {}", "3 of top 5 in {}", "exactly 1 of top 4 in {}", "queen {}", "ace of {}"),
    *("void {}", "singleton in {}", "control in {}", "second round control in {}", "key cards {} in 1|4"),
)


@st.composite
def _ranges(draw: st.DrawFn, most: int) -> str:
    low = draw(st.integers(0, most))
    high = draw(st.integers(low, most))
    return draw(st.sampled_from([f"{low}", f"{low}+", f"{low}-{high}", f"at most {high}", f"at least {low}"]))


@st.composite
def elementary(draw: st.DrawFn) -> str:
    """Conditions without and, or, not."""
    kind = draw(st.integers(0, 4))
    if kind == 0:
        word = draw(st.sampled_from(list(_COUNTS)))
        return f"{draw(_ranges(_COUNTS[word]))} {word}"
    if kind == 1:
        word = draw(st.sampled_from(list(_SUIT_COUNTS)))
        return f"{draw(_ranges(_SUIT_COUNTS[word]))} {word} {draw(SUITS)}"
    if kind == 2:
        return draw(st.sampled_from(_WORDS))
    if kind == 3:
        return draw(st.sampled_from(_SUIT_WORDS)).format(draw(SUITS))
    return f"{draw(SUITS)} {draw(st.sampled_from(['>=', '>', '<', '<=', '==', '=', '!=']))} {draw(SUITS)}"


def conditions() -> st.SearchStrategy[str]:
    """Conditions of a few parts."""
    return st.recursive(
        elementary(),
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda parts: f"({', '.join(parts)})"),
            st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda parts: f"({' '.join(parts)})"),
            inner.map(lambda part: f"not ({part})"),
        ),
        max_leaves=6,
    )


def hands() -> st.SearchStrategy[Hand]:
    """Hands of thirteen cards, long suits and many honours more often than dealt."""
    cards = st.one_of(
        st.permutations(range(52)).map(lambda order: order[:13]),
        st.tuples(st.integers(0, 3), st.integers(4, 9), st.permutations(range(52))).map(_long),
    )
    return cards.map(lambda chosen: Hand(sum(1 << card for card in chosen)))


def _long(parts: tuple[int, int, list[int]]) -> list[int]:
    suit, length, order = parts
    first = [card for card in order if card // 13 == suit][:length]
    return [*first, *(card for card in order if card not in first)][:13]
