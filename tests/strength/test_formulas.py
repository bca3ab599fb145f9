"""The primitive formulas and their combinations."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, Deal, Hand, Suit
from overtrick.strength.counting import Hands
from overtrick.strength.counts import load_count
from overtrick.strength.formulas import PRIMITIVES, Formula, combinations, primitive
from strategies import deals
from strength import plain

PAPER = {  # Tables III to VIII: the number of parameters of each formula
    **{"H": 5, "HT": 11, "sH": 4, "L": 4, "L4": 6, "L*": 6, "TL": 2, "S": 4, "DS": 6, "S*": 6, "NL": 3},
    **{"LS": 28, "D": 6, "cH": 12, "cS": 3, "cD": 3, "cL": 2, "S_wh": 2, "L_wh": 2},
}


def one(hands: list[Hand], trump: int, theirs: int | None = None) -> Hands:
    holdings = np.array([[[hand.mask >> 13 * suit & 8191 for suit in range(4)] for hand in hands]], np.uint16)
    bid = None if theirs is None else np.array([theirs], np.uint8)
    return Hands(holdings, np.array([trump], np.uint8), bid)


def strength(formula: str, numbers: list[float], hands: Hands) -> float:
    chosen = Formula.parse(formula)
    return float((chosen.rows(hands) @ chosen.weights(np.array(numbers, float)))[0])


def test_each_formula_has_the_parameters_of_the_paper() -> None:
    assert {each.name: len(each.parameters) for each in PRIMITIVES if each.table != "beyond"} == PAPER


def test_there_are_374_different_combinations() -> None:
    names = [str(formula) for formula in combinations()]
    assert len(names) == len(set(names)) == 374
    assert "H + TL + NL" in names
    assert "HT + sH + LS + L* + S*" in names


HAND = Hand.parse("AKJT9.Q3.K.A9872")  # spades trumps: 5 trumps, doubleton, singleton, five clubs
ALONE = one([HAND], Suit.SPADES)


@pytest.mark.parametrize(
    ("formula", "numbers", "expected"),
    [
        ("H", [4, 3, 2, 1, 0.5], 2 * 4 + 2 * 3 + 2 + 1 + 3 * 0.5),
        ("HT", [4, 3, 2, 1, 0.5, 5, 4, 3, 2, 1, 0.1], (4 + 3 + 2 + 0.5) + (5 + 4 + 2 + 2)),
        ("sH", [2, 1, 1, 2], 2 * 8 + (2**2 + 3**2 + 4**2)),
        ("L", [2, 3, 5, 1], 2 * 1**3 + 5 * 1),
        ("L4", [2, 1, 7, 5, 1, 9], 2 + 5),
        ("L*", [2, 3, 2, 1, 4, 1], 2 * 2**2 + 1 * 1),
        ("TL", [1.5, 1], 1.5 * 4),
        ("S", [9, 1, 2, 2], 2 * 1**2 + 2 * 2**2),
        ("DS", [50, 30, 10, 5, 3, 1], 3 + 1),
        ("S*", [9, 1, 1, 2, 4, 1], 2 * 2 + 2 * 3),
        ("NL", [5, 3, 1], 3 + 1),
        ("LS", [*range(100, 114), *range(14)], 105 + 2 + 1 + 5),
        ("D", [1, 4, 2, 1, 3, 1], 1 + (1 + 2 + 2)),
        ("S_wh", [-1, 0.5], -1 + 0.5),
        ("L_wh", [0.5, 3], 0.5 * 2 + 0.5 * 2),
    ],
)
def test_strength_of_one_hand_worked_on_paper(formula: str, numbers: list[float], expected: float) -> None:
    assert strength(formula, numbers, ALONE) == pytest.approx(expected)


def test_formulas_about_their_suit_tell_under_from_over() -> None:
    north, south = Hand.parse("AKJT9.Q3.K.A9872"), Hand.parse("Q8765.KJ4.A32.43")
    hands = one([north, south], Suit.SPADES, theirs=Suit.HEARTS)
    under_over = [0, 0, 2, 0, 0, 0.1, 0, 30, 0, 10, 0, 1]  # A K Q J T9 small, first under and then over
    assert strength("cH", under_over, hands) == pytest.approx(2 + 0.1 + 30 + 10 + 1)
    assert strength("cS", [5, 3, 1], hands) == 1
    assert strength("cD", [2, 1, 2], hands) == 2 * 1 + 2 * 4
    assert strength("cL", [1, 2.5], hands) == pytest.approx(0.5)
    with pytest.raises(BridgeError, match="the suit an opponent bid"):
        strength("cL", [1, 2], one([north, south], Suit.SPADES))


@settings(max_examples=60)
@given(deals(), st.sampled_from(Suit))
def test_the_shipped_counts_do_what_their_sentence_says(deal: Deal, trump: Suit) -> None:
    north, _, south, _ = deal
    hands = one([north, south], trump)
    recommended, own = load_count("h-tl-nl"), load_count("overtrick")
    assert recommended.strength(hands)[0] == pytest.approx(plain.h_tl_nl(north, trump) + plain.h_tl_nl(south, trump))
    assert own.strength(hands)[0] == pytest.approx(plain.overtrick(north, south, trump))


@settings(max_examples=30)
@given(deals(), st.sampled_from(Suit), st.permutations(range(4)))
def test_side_suits_are_alike_and_so_are_the_two_hands(deal: Deal, trump: Suit, order: list[int]) -> None:
    north, _, south, _ = deal
    moved = one([_permuted(south, order), _permuted(north, order)], order[trump])
    for name in ("H + TL + NL", "H + TL + NS + W + B + LT + T + E + R", "HT + sH + LS", "JL + JT + JTH + JR"):
        formula = Formula.parse(name)
        weights = formula.weights(np.random.default_rng(1).uniform(0.5, 1.5, len(formula.parameters)))
        assert formula.rows(moved) @ weights == pytest.approx(formula.rows(one([north, south], trump)) @ weights)


def _permuted(hand: Hand, order: list[int]) -> Hand:
    return Hand(sum((hand.mask >> 13 * suit & 8191) << 13 * order[suit] for suit in range(4)))


def test_mistakes_name_the_close_formulas() -> None:
    with pytest.raises(BridgeError, match=r"such as .*NL.*got 'NLL'"):
        Formula.parse("H + NLL")
    with pytest.raises(BridgeError, match="'H' twice"):
        Formula.parse("H + H")
    with pytest.raises(BridgeError, match="got ''"):
        primitive("")
    with pytest.raises(BridgeError, match="expected two hands"):
        strength("W", [1], ALONE)
