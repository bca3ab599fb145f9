"""Cards read from their files."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import BridgeError, Call, Hand, Suit
from overtrick.systems.language.rules import CallSpec
from overtrick.systems.language.text import Setting
from overtrick.systems.system import System, SystemErrors

SAMPLE = """
system: Sample
params: {nt: 15-17, open: 12, weak2: 5-11}
define:
  opener: "{open}+ hcp or (10+ hcp and rule of 20)"
  good X: 2 of top 3 in X or 3 of top 5 in X
situations:
- when: opening
  rules:
  - {id: 2C, call: 2C, hand: "22+ hcp", artificial: true, forcing: to 2N}
  - {id: 1N, call: 1N, hand: "{nt} hcp, balanced", announce: "{nt}", tags: [natural nt]}
  - {id: 1M, call: 1M, hand: "opener, 5+ M, M longest"}
  - {id: 2X, call: 2X, for: {X: [D, H, S]}, hand: "{weak2} hcp, 6 X, good X", tags: [preempt]}
- when: 1M
  all: {forcing: game}
  rules:
  - {id: jacoby, call: 2N, hand: "13+ support points M, 4+ M", artificial: true, agrees: M}
"""


def test_the_sample_card_reads_as_written() -> None:
    card = System.loads(SAMPLE, "sample.yaml")
    assert card.name == "Sample"
    opening, responses = card.situations
    assert opening.when is None
    assert [rule.id for rule in opening.rules] == ["2C", "1N", "1M", "2X"]
    assert opening.rules[3].suits == {"X": (Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)}
    assert (opening.rules[0].artificial, opening.rules[0].forcing) == (True, "to 2N")
    assert responses.rules[0].forcing == "game"
    assert responses.rules[0].agrees == "M"


def test_parameters_and_definitions_decide_which_hands_fit() -> None:
    hand = Hand.parse("AQ5.KJ4.KQ32.J76")  # 16 points, balanced
    strong, weak = System.loads(SAMPLE), System.loads(SAMPLE.replace("15-17", "12-14"))
    assert strong.situations[0].rules[1].hand.bind(Setting()).holds(hand)
    assert not weak.situations[0].rules[1].hand.bind(Setting()).holds(hand)
    spades = Setting.of({"M": Suit.SPADES, "OM": Suit.HEARTS})
    assert strong.situations[0].rules[2].hand.bind(spades).holds(Hand.parse("AK987.Q4.KJ32.76"))


@pytest.mark.parametrize(
    ("text", "suits", "last", "call"),
    [
        ("1N", {}, None, "1N"),
        ("X", {}, "1S", "X"),
        ("2X", {"X": Suit.HEARTS}, None, "2H"),
        ("cheapest M", {"M": Suit.HEARTS}, "1S", "2H"),
        ("cheapest M", {"M": Suit.SPADES}, "1H", "1S"),
        ("cheapest below M", {"M": Suit.HEARTS}, "1N", "2D"),
        ("cheapest below M", {"M": Suit.SPADES}, "2N", "3H"),
        ("jump M", {"M": Suit.SPADES}, "1H", "2S"),
        ("double jump D", {}, "1S", "4D"),
        ("raise", {"partner": Suit.HEARTS}, "1H", "2H"),
        ("jump raise", {"partner": Suit.HEARTS}, "1S", "3H"),
        ("cue", {"T": Suit.DIAMONDS}, "1D", "2D"),
        ("game in X", {"X": Suit.CLUBS}, "2N", "5C"),
        ("game in N", {}, "2N", "3N"),
        ("cheapest S", {}, "7N", None),
        ("raise", {}, "1S", None),
        ("cheapest below M", {"M": Suit.CLUBS}, None, None),
    ],
)
def test_calls_are_settled_at_the_node(text: str, suits: dict[str, Suit], last: str | None, call: str | None) -> None:
    found = CallSpec.parse(text).at(suits, None if last is None else Call.parse(last))
    assert found == (None if call is None else Call.parse(call))


def test_all_mistakes_are_told_at_once_with_their_places() -> None:
    broken = SAMPLE.replace("balanced", "balanzed").replace("call: 2C", "call: 8C").replace("when: 1M", "when: 1Q")
    broken = broken.replace("forcing: game", "forcing: maybe").replace("{weak2}", "{weak3}")
    with pytest.raises(SystemErrors) as caught:
        System.loads(broken, "my.yaml")
    said = str(caught.value)
    for place, words in (
        ("my.yaml:10:", "expected a call"),
        ("my.yaml:11:", "balanzed"),
        ("my.yaml:13:", "unknown parameter {weak3}"),
        ("my.yaml:14:", "1Q"),
        ("my.yaml:15:", "maybe"),
    ):
        assert any(place in line and words in line for line in said.splitlines()), (place, said)


def test_unknown_words_get_the_nearest_one() -> None:
    with pytest.raises(SystemErrors, match="did you mean rules"):
        System.loads(SAMPLE.replace("- when: opening\n  rules:", "- when: opening\n  ruls:"))


@given(st.text(max_size=80) | st.sampled_from(range(len(SAMPLE))).map(lambda cut: SAMPLE[:cut] + SAMPLE[cut + 3 :]))
def test_nothing_but_bridge_errors_comes_out(text: str) -> None:
    with contextlib.suppress(BridgeError):
        System.loads(text)
