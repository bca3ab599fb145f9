"""What the words mean, on hands at the edge of each."""

import pytest
from hypothesis import given, settings

from overtrick import Hand, Suit
from overtrick.hands.conditions import ANY, NEVER
from overtrick.hands.measures import PLAYING_TRICKS
from overtrick.systems.language.hand_reader import condition, read
from overtrick.systems.language.system_file import read_definitions
from overtrick.systems.language.text import Setting
from systems.words import SETTING, conditions, elementary, hands

P14 = "AK2.KJ3.Q98.J432"
P15 = "AK2.KQ3.Q98.J432"
P17 = "AK2.KQ3.K98.Q432"
P18 = "AK2.KQ3.K98.QJ32"


@pytest.mark.parametrize(
    ("text", "yes", "no"),
    [
        ("15-17 hcp", [P15, P17], [P14, P18]),
        ("15–17 hcp, balanced", [P15], [P14, "AK42.KQ32.Q9832."]),
        ("15+ hcp", [P15, P18], [P14]),
        ("at most 14 hcp", [P14], [P15]),
        ("up to 14 hcp", [P14], [P15]),
        ("exactly 15 hcp", [P15], [P14, P17]),
        ("5+ H", ["AK2.KJ832.Q9.J43", "2.KJ8732.Q9.J432"], ["AK2.KJ83.Q98.J43", "KJ832.AK2.Q9.J43"]),
        ("5+H", ["AK2.KJ832.Q9.J43"], ["AK2.KJ83.Q98.J43"]),
        ("4-5 S", ["AKQ2.432.432.432", "AKQ32.432.432.43"], ["AKQ.5432.432.432", "AKQ432.432.43.32"]),
        ("4 ♠", ["AKQ2.432.432.432"], ["AKQ32.432.432.43", "AKQ.5432.432.432"]),
        ("balanced", ["AKQ2.432.432.432", "AKQ2.5432.432.32", "AKQ32.432.432.32"], ["AKQ32.5432.32.32"]),
        ("semi-balanced", ["AKQ32.5432.32.32", "AKQ432.432.32.32"], ["AKQ2.432.432.432", "AKQ32.5432.432.2"]),
        ("unbalanced", ["AKQ32.5432.432.2"], ["AKQ2.432.432.432", "AKQ32.5432.32.32"]),
        ("4333", ["AKQ.432.5432.432"], ["AKQ2.5432.432.32"]),
        ("not 4333", ["AKQ2.5432.432.32"], ["AKQ.432.5432.432"]),
        ("any 5431", ["2.AKQ32.5432.432"], ["AKQ32.5432.32.32"]),
        ("5=4=3=1", ["AKQ32.5432.432.2"], ["5432.AKQ32.432.2"]),
        ("(54)xx", ["AKQ32.5432.432.2", "5432.AKQ32.2.432"], ["2.AKQ32.5432.432", "AKQ32.5.5432.432"]),
        ("(54)31", ["5432.AKQ32.432.2"], ["5432.AKQ32.2.432"]),
        ("54xx", ["2.AKQ32.5432.432"], ["AKQ32.432.432.32"]),
        ("5=x=x=x", ["AKQ32.432.432.32"], ["432.AKQ32.432.32"]),
        ("13+ total points", ["AKQ32.K32.432.32"], ["AKQ2.K32.432.432"]),
        ("10-12 support points H", ["A432.Q432.J5432.", "2.K432.KQ32.5432"], ["AKJ2.32.KQ2.5432", "A2.K432.AK32.432"]),
        ("10 support points H", ["AK432.J32.5432.2", "K5432.Q432.5432."], ["AK432.5432.32.32", "AKJ432.32.5432.2"]),
        ("rule of 20", ["AK432.KJ32.432.2", "AKQ2.AQ32.32.432"], ["AK432.K32.J32.32"]),
        ("rule of 15", ["AK432.K32.432.32", "AK2.KQ2.432.5432"], ["AK.KJ32.432.5432"]),
        ("longest S", ["AK32.5432.432.32"], ["AK2.5432.5432.32"]),
        ("S longest", ["AK32.5432.432.32"], ["AK2.5432.5432.32"]),
        ("S strictly longest", ["AK432.5432.32.32"], ["AK32.5432.432.32"]),
        ("S >= H", ["AK32.5432.432.32"], ["AK2.5432.5432.32"]),
        ("S > H", ["AK432.5432.32.32"], ["AK32.5432.432.32"]),
        ("S < H", ["AK2.5432.5432.32"], ["AK32.5432.432.32"]),
        ("S == H", ["AK32.5432.432.32"], ["AK2.5432.5432.32"]),
        ("better minor D", ["AK32.32.5432.432", "AK3.32.5432.5432"], ["A32.5432.432.432", "AK3.32.432.65432"]),
        ("better minor C", ["A32.5432.432.432", "AK3.32.432.65432"], ["AK32.32.5432.432", "AK3.32.5432.5432"]),
        ("no 4-card major", ["AK2.432.5432.432"], ["AK32.432.432.432", "AK2.65432.432.32"]),
        ("5-card major", ["AK2.65432.432.32"], ["AK32.5432.432.32"]),
        ("6-card suit", ["2.32.765432.5432"], ["AK2.65432.432.32"]),
        ("5-card suit outside H", ["2.65432.65432.32"], ["AK2.65432.432.32"]),
        ("no side 4-card major", ["AK5432.432.32.32", "32.432.AK5432.32"], ["AK5432.5432.3.32", "5432.32.AK5432.3"]),
        ("no void", ["AK5432.432.32.32"], ["AK5432.5432.432."]),
        ("no singleton", ["AK5432.432.32.32"], ["AK5432.5432.3.32"]),
        ("void H", ["AK5432..5432.432"], ["AK5432.5432.432."]),
        ("singleton in D", ["AK5432.5432.3.32"], ["AK5432.3.5432.32"]),
        ("shortness in D", ["AK5432.5432.3.32", "AK5432.5432..432"], ["AK5432.5432.32.3"]),
        ("two stoppers in C", ["432.432.432.AQ32", "432.432.432.KQT2"], ["432.5432.432.KQT", "432.432.432.A432"]),
        ("stopper in C", ["432.5432.5432.K2", "432.432.5432.Q32", "5432.5432.5432.A"], ["432.5432.5432.Q2"]),
        ("half stopper in C", ["432.5432.5432.Q2", "432.432.5432.J32"], ["432.5432.5432.J2", "432.432.5432.T32"]),
        ("no stopper in C", ["432.5432.5432.Q2"], ["432.5432.5432.K2"]),
        ("2 of top 3 in H", ["432.KQ2.432.5432", "432.AKQ.432.5432"], ["432.KJT.432.5432"]),
        ("exactly 2 of top 3 in H", ["432.KQ2.432.5432"], ["432.AKQ.432.5432"]),
        ("3 of top 5 in H", ["432.KJT.432.5432"], ["432.KJ9.432.5432"]),
        ("3+ suit points H", ["432.K32.432.5432"], ["K32.Q32.432.5432"]),
        ("3+ hcp in H", ["432.K32.432.5432"], ["K32.Q32.432.5432"]),
        ("solid D", ["432.432.AKQJ2.32", "43.43.AKQ5432.32"], ["432.43.AKQ432.32", "432.432.AKQT2.32"]),
        ("semi-solid D", ["432.43.KQJT32.32", "432.43.AKQ432.32"], ["432.43.KQJ432.32"]),
        ("2+ quick tricks", ["AQ2.K32.432.5432"], ["A32.K32.432.5432"]),
        ("2½ quick tricks", ["AK2.K32.432.5432"], ["AK2.KQ2.432.5432"]),
        ("1.5 quick tricks", ["A32.K32.432.5432"], ["AK2.K32.432.5432"]),
        ("4+ controls", ["AK2.K32.432.5432"], ["AK2.Q32.432.5432"]),
        ("at most 7 losers", ["AK432.KQ32.432.2"], ["AK432.K32.432.32"]),
        ("9+ playing tricks", ["AKQJ9876.AK.2.32"], ["KQJT987.AK.32.32"]),
        ("2 aces", ["AK2.A32.432.5432"], ["AK2.K32.432.5432"]),
        ("aces in 0|4", ["KQ2.K32.432.5432", "AK2.A32.A32.A432"], ["AK2.K32.432.5432"]),
        ("key cards H in 1|4", ["K32.K32.432.5432", "A32.AK2.A32.5432"], ["K32.A32.A32.5432", "A32.K32.432.5432"]),
        ("2+ key cards H", ["A32.K32.432.5432"], ["AK2.Q32.432.5432"]),
        ("queen H", ["432.Q32.432.5432"], ["Q32.432.432.5432"]),
        ("no queen H", ["Q32.432.432.5432"], ["432.Q32.432.5432"]),
        ("first round control in S", ["A.5432.5432.5432", ".65432.5432.5432"], ["K.5432.5432.5432"]),
        (
            "second-round control in S",
            ["K2.432.5432.5432", "2.5432.5432.5432"],
            ["A.5432.5432.5432", "Q2.432.5432.5432"],
        ),
        ("first or second round control in S", ["A2.432.5432.5432", "2.5432.5432.5432"], ["Q2.432.5432.5432"]),
        ("no 4 card major", ["AK2.432.5432.432"], ["AK32.432.432.432"]),
        ("a 5-card major", ["AK2.65432.432.32"], ["AK32.5432.432.32"]),
        ("control in S", ["A2.432.5432.5432", "2.5432.5432.5432"], ["Q2.432.5432.5432"]),
        ("3+ in each unbid suit", ["KQ32.KQ3.KQ32.32"], ["KQ32.KQ.KQ432.32"]),
        ("4-4 in two unbid suits", ["KQ32.32.KQ32.432"], ["KQ2.432.32.KQ432", "AK32.432.32.KQ32"]),
        ("5-5 in the majors", ["KQ432.KQ432.2.32"], ["KQ432.2.KQ432.32", "KQ432.5432.32.32"]),
        ("5-4 in majors", ["KQ432.5432.32.32", "5432.KQ432.32.32"], ["KQ43.5432.32.432"]),
        ("4-5 in each major", ["KQ432.5432.32.32"], ["KQ5432.5432.2.32", "KQ5.5432.432.432"]),
        ("4+ in an unbid major", ["KQ32.32.KQ32.432"], ["KQ2.432.32.KQ432"]),
        ("stopper in each unbid suit", ["K2.Q32.J432.5432"], ["K2.Q2.J5432.5432"]),
        ("stopper in their suit", ["432.5432.5432.K2"], ["K2.432.5432.5432"]),
        ("5+ other major", ["65432.432.432.32"], ["432.65432.432.32"]),
        ("5+ M, M = H", ["432.65432.432.32"], ["65432.432.432.32"]),
        ("any", ["432.65432.432.32"], []),
        ("4 H or 4 S, 8+ hcp, not 4333", ["AKQ2.32.5432.432"], ["AK32.32.5432.432", "AKQ2.432.432.432"]),
        ("12+ hcp or (10+ hcp and rule of 20)", ["AK2.KQ2.432.5432", "AK432.KJ32.432.2"], ["AK432.K32.432.32"]),
    ],
)
def test_hands_at_the_edge_of_a_word(text: str, yes: list[str], no: list[str]) -> None:
    found = condition(text, SETTING)
    assert [hand for hand in yes if not found.holds(_hand(hand))] == []
    assert [hand for hand in no if found.holds(_hand(hand))] == []


def _hand(text: str) -> Hand:
    hand = Hand.parse(text)
    assert hand.is_complete, text
    return hand


@pytest.mark.parametrize(
    ("suit", "tricks"),
    [
        *[("AKQJ987", 7), ("KQJT98", 5), ("AQJ876", 5.5), ("AK5432", 5), ("A65432", 4), ("AK432", 4), ("J5432", 1)],
        *[("AKQ", 3), ("AKQ2", 3.5), ("AK2", 2), ("AQ2", 1.5), ("AQJ", 2.5), ("KQ2", 1.5), ("KQ", 1), ("K2", 0.5)],
        *[("K", 0), ("A", 1), ("Q32", 0), ("QJT", 1), ("KJT", 1.5), ("432", 0), ("", 0)],
    ],
)
def test_playing_tricks_of_a_suit(suit: str, tricks: float) -> None:
    holding = sum(1 << "23456789TJQKA".index(card) for card in suit)
    assert PLAYING_TRICKS.in_suit(holding) / 2 == tricks


@pytest.mark.parametrize(
    "text",
    [  # every hand of the sample card in SYSTEMS.md, numbers filled in
        "22+ hcp or (17+ hcp and 9+ playing tricks)",
        "15-17 hcp, balanced",
        "opener, 5+ M, M longest, not (M = H and S >= H)",
        "opener, 3+ m, better minor m",
        "5-11 hcp, 6 X, good X, no void, no side 4-card major",
        "13+ support points M, 4+ M",
        "10-12 support points M, 3+ M",
        "8-16 hcp, 5+ Y, Y longest, 3+ suit points Y",
        "12+ hcp, 0-2 X, 3+ in each unbid suit",
        "17+ total points",
        "6+ hcp, 4-4 in two unbid suits, no 5-card major",
        "key cards Z in 1|4",
        "key cards Z in 2|5, no queen Z",
        "key cards Z in 2|5, queen Z",
        "4 H or 4 S, 8+ hcp, not 4333",
        "4+ H",
        "any",
        "4+ C, 2 of top 3 in C",
        "5+ M, M >= OM",
        "4+ M, 17 hcp",
    ],
)
def test_the_sample_card_is_read(text: str) -> None:
    own = read_definitions(
        {"opener": "12+ hcp or (10+ hcp and rule of 20)", "good X": "2 of top 3 in X or 3 of top 5 in X"}
    )
    suits = {"M": Suit.HEARTS, "OM": Suit.SPADES, "m": Suit.DIAMONDS}
    setting = Setting.of(suits | {"X": Suit.DIAMONDS, "Y": Suit.HEARTS, "Z": Suit.SPADES}, set(Suit) - {Suit.DIAMONDS})
    assert condition(text, setting, own) != NEVER


def test_commas_join_more_loosely_than_or_and_or_than_and() -> None:
    assert str(condition("4 H or 4 S, 8+ hcp")) == "(4 H or 4 S), 8+ hcp"
    assert str(condition("4 H or 4 S and 8+ hcp")) == "4 H or (4 S, 8+ hcp)"
    assert str(condition("not 4 H and 8+ hcp")) == "H in 0-3|5+, 8+ hcp"


def test_a_comparison_of_names_is_settled_at_once() -> None:
    written = read("not (M = H and S >= H)")
    assert written.variables == {"M"}
    assert str(written.bind(Setting.of({"M": Suit.HEARTS}))) == "not S >= H"
    assert written.bind(Setting.of({"M": Suit.SPADES})) == ANY
    assert condition("S = H") == NEVER
    assert read("3+ in each unbid suit, 2 M").variables == {"unbid", "M"}


@settings(max_examples=150, deadline=None)
@given(elementary())
def test_an_atom_can_be_read_again_from_its_text(text: str) -> None:
    found = condition(text, SETTING)
    assert condition(str(found), SETTING) == found
    assert condition(str(found.negated()), SETTING) == found.negated()


@settings(max_examples=150, deadline=None)
@given(conditions(), hands())
def test_negation_and_text_agree_with_the_condition(text: str, hand: Hand) -> None:
    found = condition(text, SETTING)
    holds = found.holds(hand)
    assert found.negated().holds(hand) is not holds
    assert condition(str(found)).holds(hand) is holds
