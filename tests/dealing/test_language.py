"""What the dealer language means, and what its parser says."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from dealing.plain import value
from dealing.texts import expressions, rubbish
from overtrick import BridgeError, Deal, Seat, Strain, Vulnerability
from overtrick.arrays import DealBatch, random_deals
from overtrick.core import ParseError
from overtrick.dealing import Average, Condition, Frequency, Print, Script
from overtrick.dealing.compiling import compiled
from overtrick.dealing.expression_reader import ExpressionReader
from overtrick.dealing.expressions import HasShape
from overtrick.dealing.ranges import range_of
from overtrick.dealing.script_text import ScriptText
from overtrick.dealing.views import DealView
from overtrick.hands.shapes import shapes_of
from strategies import deals

DEAL = Deal.parse("N:AKQ2.KJ3.T98.432 T98.AQ2.KQJ.AKQJ J765.T98.A765.T9 43.7654.432.8765")


def evaluate(text: str, *some: Deal) -> list[int]:
    expression = ExpressionReader(ScriptText(text)).expression()
    batch = DealBatch.stack(some or [DEAL])
    return [int(each) for each in np.broadcast_to(compiled(expression)(DealView.of(batch)), len(batch))]


@settings(max_examples=150, deadline=None)
@given(expressions(), st.lists(deals(), min_size=1, max_size=4))
def test_compiled_expressions_agree_with_the_plain_twin_and_stay_in_range(text: str, some: list[Deal]) -> None:
    expression = ExpressionReader(ScriptText(text)).expression()
    plain = [value(expression, deal) for deal in some]
    assert evaluate(text, *some) == plain
    low, high = range_of(expression, Condition().counts)
    assert low <= min(plain)
    assert max(plain) <= high


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("10 - 2 - 3", 5),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("5 / 0", 0),
        ("5 % 0", 0),
        ("1 || 0 && 0", 1),
        ("1 == 1 < 2", 1),
        ("!0 && !0", 1),
        ("not 0 and 1", 1),
        ("0 ? 1 : 0 ? 2 : 3", 3),
        ("hcp(north)", 13),
        ("hcp(N, spades)", 9),
        ("hcp(e, heart)", 6),
        ("spades(south)", 4),
        ("clubs(west) * 10 + hearts(w)", 44),
        ("controls(east)", 6),
        ("losers(north)", 8),
        ("aces(north) + 10 * kings(n) + 100 * queens(n) + 1000 * jacks(n) + 10000 * tens(n)", 11121),
        ("top2(east, clubs)", 2),
        ("c13(north, spades)", 12),
        ("hascard(south, AD)", 1),
        ("hascard(south, DA)", 1),
        ("hascard(south, AH)", 0),
        ("shape(north, 4333)", 1),
        ("shape(north, 3433)", 0),
        ("shape(west, 2434)", 1),
        ("shape(west, any 4432)", 1),
        ("shape(west, any 44xx - 2xxx)", 0),
        ("balanced(west)", 1),
        ("quality(north, spades)", 360),
        ("score(vul, x3N, 9)", 600),
        ("score(nv, 4SX, 9)", -100),
        ("imps(450)", 10),
        ("imps(-20)", -1),
        ("rnd(1)", 0),
    ],
)
def test_what_expressions_are_worth(text: str, expected: int) -> None:
    assert evaluate(text) == [expected]


def test_comments_may_stand_anywhere() -> None:
    assert evaluate("1 // one\n + /* two\n lines */ 2 # three\n") == [3]


def test_rnd_is_even_and_differs_from_place_to_place() -> None:
    view = DealView.of(random_deals(20_000, np.random.default_rng(5)))
    first, second = (compiled(ExpressionReader(ScriptText(" " * gap + "rnd(6)")).expression())(view) for gap in (0, 9))
    table = np.zeros((6, 6))
    np.add.at(table, (first, second), 1)
    expected = 20_000 / 36
    assert ((table - expected) ** 2 / expected).sum() < 75  # 35 degrees of freedom: one in ten thousand


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("5431", [(1, 3, 4, 5)]),
        ("54x1", [(1, 3, 4, 5)]),
        ("any 7330 - 7xxx - x7xx - xx7x - 3xxx", [(7, 3, 3, 0)]),
    ],
)
def test_a_shape_is_written_spades_first(text: str, lengths: list[tuple[int, int, int, int]]) -> None:
    (conjunct,) = Condition.parse(f"shape(north, {text})").conjuncts
    assert isinstance(conjunct.expression, HasShape)
    assert conjunct.expression.shapes == shapes_of(lengths)


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("hcp(nroth) > 3", 1, 5, "did you mean north?"),
        ("hpc(north) > 3", 1, 1, "did you mean hcp?"),
        ("hcp(north)\n  >= (3", 2, 8, "expected an operator or ')'"),
        ("shape(north, 5555)", 1, 14, "add up to 13"),
        ("shape(north, 54y4)", 1, 14, "a shape such as"),
        ("hcp(north, spaeds)", 1, 12, "did you mean spade"),
        ("hcp north", 1, 5, "expected '(' after hcp"),
        ("not hcp(north) > 3", 1, 1, "expected brackets"),
        ("3.5 > 2", 1, 2, "whole number"),
        ("1 /* x", 1, 3, "closing */"),
        ('"abc', 1, 1, 'closing "'),
        ("hcp(north) & 1", 1, 12, "expected &&"),
        ("1 2", 1, 3, "expected an operator"),
        ("", 1, 1, "the end of the script"),
        ("1 ? 2", 1, 6, "':'"),
        ("quality(north)", 1, 14, "the suit whose quality"),
        ("9999999999999999999", 1, 1, "at most 18 digits"),
        ("99999999999 * 99999999999", 1, 1, "could become larger"),
        ("(" * 500 + "1" + ")" * 500, 1, 41, "brackets inside one another"),
        ("*".join(["1"] * 500), 1, 1, "depend on one another"),
        ("!" * 5000 + "1", 1, 1, "depend on one another"),
    ],
)
def test_errors_say_where_and_what_was_expected(text: str, line: int, column: int, says: str) -> None:
    with pytest.raises(ParseError) as caught:
        Condition.parse(text)
    assert says in caught.value.message
    assert (caught.value.where.line, caught.value.where.column) == (line, column)


def test_long_chains_are_no_problem() -> None:
    assert evaluate("+".join(["1"] * 3000)) == [3000]
    assert len(Condition.parse("&&".join(["(1)"] * 3000)).conjuncts) == 3000


def test_variables_that_double_stay_small() -> None:
    doubling = "x0 = hcp(north) > 9\n" + "\n".join(f"x{n + 1} = x{n} && x{n} || x{n} && x{n}" for n in range(25))
    script = Script.parse(f"{doubling}\ncondition x25")
    assert len(script.condition.conjuncts) == 1


def test_a_whole_script() -> None:
    script = Script.parse(
        """
        /* both sides */
        predeal north SAK, H5 south D10
        predeal spades(west) == 2
        generate 100000 produce 25
        dealer west vulnerable ns
        pointcount 5 4 3 2 1
        altcount 9 10
        nt = hcp(north) >= 15 and balanced(north)   # opener
        condition nt && (hearts(s) > 4 || spades(s) > 4)
        action printall, print(north, south), printes("n: ", hcp(north), \\n),
               average "points" hcp(north) + hcp(south),
               frequency "length" (spades(n), 2, 8), frequency (hcp(n), 0, 37, hcp(s), 0, 37)
        """
    )
    assert [str(hand) for hand in script.known] == ["AK.5..", "...", "..T.", "..."]
    assert (script.produce, script.generate) == (25, 100_000)
    assert (script.dealer, script.vulnerability) == (Seat.WEST, Vulnerability.NS)
    assert script.condition.counts.hcp == (0,) * 8 + (1, 2, 3, 4, 5)
    assert script.condition.counts.alternatives[9] == (0,) * 12 + (10,)
    assert [conjunct.text for conjunct in script.condition.conjuncts] == [
        "spades(west) == 2",
        "hcp(north) >= 15",
        "balanced(north)",
        "(hearts(s) > 4 || spades(s) > 4)",
    ]
    kinds = [type(action) for action in script.actions]
    assert kinds == [Print, Print, Print, Average, Frequency, Frequency]
    printed = script.actions[1]
    assert isinstance(printed, Print)
    assert printed.seats == (Seat.NORTH, Seat.SOUTH)
    table = script.actions[5]
    assert isinstance(table, Frequency)
    assert [(axis.low, axis.high) for axis in table.axes] == [(0, 37), (0, 37)]


def test_a_bare_expression_is_the_condition() -> None:
    assert [part.text for part in Script.parse("hcp(north) > 20").condition.conjuncts] == ["hcp(north) > 20"]


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        ("predeal north SAA", 15, "twice"),
        ("predeal north SAK south SK", 25, "two players"),
        ("predeal north SX", 15, "a suit letter and its cards"),
        ("predeal", 8, "a seat and its cards"),
        ("predeal spades(north) == 14", 26, "0 to 13"),
        ("conditon 1", 1, "did you mean condition?"),
        ("condition 1 condition 2", 23, "join several with &&"),
        ("produce 0", 9, "expected 1 to"),
        ("x = 1 x = 2", 7, "defined already"),
        ("hcp = 1", 1, "a word of the language"),
        ("action prntall", 8, "did you mean printall?"),
        ("action frequency (hcp(north), 5, 1)", 31, "lowest and a highest"),
        ("altcount 12 1", 10, "0 to 9"),
        ("pointcount 1 2 3 4 5 6 7 8 9 1 2 3 4 5", 12, "at most 13"),
        ("vulnerable maybe", 12, "a vulnerability"),
        ("action evalcontract", 8, "not supported"),
    ],
)
def test_bad_statements(text: str, column: int, says: str) -> None:
    with pytest.raises(ParseError) as caught:
        Script.parse(text, "my.dl")
    assert says in str(caught.value)
    assert str(caught.value).startswith(f"my.dl:1:{column}: ")


@settings(max_examples=400, deadline=None)
@given(rubbish())
def test_nothing_but_bridge_errors_comes_out_of_the_parser(text: str) -> None:
    places = []
    for parse in (Script.parse, Condition.parse):
        try:
            parse(text)
        except BridgeError as refused:
            places.append(refused.where)
    assert all(place.line and place.column for place in places)


@given(st.text(alphabet="()!-?:1 ,rndhcp", max_size=400))
@settings(max_examples=100, deadline=None)
def test_nested_rubbish_never_overflows(text: str) -> None:
    for broken in (text, text * 50, "rnd(" * 300 + text, "1||1&&1==1<1+1*(" * 200 + text):
        try:
            Condition.parse(broken)
        except BridgeError:
            continue


def test_pointcount_changes_hcp() -> None:
    script = Script.parse("pointcount 0 0 0 0 0 0 0 0 0 0 0 0 7 condition hcp(north) == 14")
    view = DealView.of(DealBatch.stack([DEAL]), script.condition.counts)
    assert compiled(script.condition.conjuncts[0].expression)(view).tolist() == [True]


def test_strains_and_suits_of_tricks() -> None:
    condition = Condition.parse("tricks(south, notrumps) + trick(n, spade) > 3")
    seen = []

    def solve(batch: DealBatch, seat: Seat, strain: Strain) -> NDArray[Any]:
        seen.append((seat, strain))
        return np.full(len(batch), 2)

    view = DealView.of(DealBatch.stack([DEAL]), solve=solve)
    assert compiled(condition.conjuncts[0].expression)(view).tolist() == [True]
    assert seen == [(Seat.SOUTH, Strain.NOTRUMP), (Seat.NORTH, Strain.SPADES)]
