"""Par: known answers, a plain game tree as twin, and DDS's own par."""

import random
import warnings
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BIDS, Contract, DDTable, Doubling, Par, Seat, Side, Strain, Vulnerability, par
from strategies import seats, vulnerabilities

NORTH, EAST, SOUTH, WEST = Seat
NONE, NS, EW, BOTH = Vulnerability

Row = tuple[int, int, int, int, int]
"""Tricks in clubs, diamonds, hearts, spades and notrump."""


def table(ns: Row, ew: Row) -> DDTable:
    """Both partners of a side take the same tricks."""
    return DDTable.of([ns, ew, ns, ew])


GAME_AGAINST_CLUBS = table((3, 6, 6, 10, 6), (9, 5, 5, 3, 5))
SLAM_AGAINST_DIAMONDS = table((5, 5, 10, 12, 10), (2, 8, 2, 1, 1))
MAJORS = table((5, 5, 8, 5, 5), (5, 5, 5, 8, 5))

KNOWN = [
    ("nobody makes anything: passed out", table((6,) * 5, (6,) * 5), NONE, "0", ""),
    ("only N-S make 1NT, all else fails by one", table((6, 6, 6, 6, 7), (6,) * 5), NONE, "+90", "1NN 1NS"),
    ("each makes one of a major, and spades outrank", table((6, 6, 6, 7, 6), (6, 6, 7, 6, 6)), NONE, "+80", "1SN 1SS"),
    ("the same with the majors swapped", table((6, 6, 7, 6, 6), (6, 6, 6, 7, 6)), NONE, "-80", "1SE 1SW"),
    ("2S makes; 3H doubled one down costs 100 instead of 110", MAJORS, NONE, "-100", "3HXN 3HXS"),
    ("not vulnerable against vulnerable it costs the same", MAJORS, EW, "-100", "3HXN 3HXS"),
    ("vulnerable it would cost 200, so 2S is left in", MAJORS, NS, "-110", "2SE 2SW"),
    ("4S makes 420; 5C doubled two down costs 300", GAME_AGAINST_CLUBS, NONE, "+300", "5CXE 5CXW"),
    ("favourable: 300 instead of 620", GAME_AGAINST_CLUBS, NS, "+300", "5CXE 5CXW"),
    ("unfavourable: 500 is more than 420", GAME_AGAINST_CLUBS, EW, "+420", "4SN 4SS"),
    ("all vulnerable: 500 instead of 620", GAME_AGAINST_CLUBS, BOTH, "+500", "5CXE 5CXW"),
    ("slam is 980, five down in 7D 1100", SLAM_AGAINST_DIAMONDS, NONE, "+980", "6SN 6SS"),
    ("favourable: 1100 instead of 1430", SLAM_AGAINST_DIAMONDS, NS, "+1100", "7DXE 7DXW"),
    ("unfavourable: 1400 is more than 980", SLAM_AGAINST_DIAMONDS, EW, "+980", "6SN 6SS"),
    ("all vulnerable: 1400 instead of 1430", SLAM_AGAINST_DIAMONDS, BOTH, "+1400", "7DXE 7DXW"),
    ("6NT scores ten more than 6H", table((9, 9, 12, 9, 12), (1,) * 5), NONE, "+990", "6NN 6NS"),
    ("nothing outranks 7NT", table((13,) * 5, (0,) * 5), NS, "+2220", "7NN 7NS"),
    ("7NT is a sacrifice over 7S: seven down cost 1700, not 2210", table((9, 9, 9, 13, 7), (0, 0, 0, 0, 6)), NS,
     "+1700", "7NXE 7NXW"),
    ("3NT and 5C both score 400", table((11, 5, 5, 5, 9), (2, 4, 4, 4, 4)), NONE, "+400", "5CN 5CS 3NN 3NS"),
    ("4H is worth more than 3NT", table((5, 5, 10, 5, 9), (3,) * 5), BOTH, "+620", "4HN 4HS"),
    ("ten tricks in clubs: 4C rather than 2C with two overtricks", table((10, 5, 5, 5, 5), (3,) * 5), NONE,
     "+130", "4CN 4CS"),
    ("5S doubled one down costs 200; so does 3H with two overtricks, but nobody stops there with a game",
     table((7, 4, 11, 3, 6), (6, 9, 2, 10, 7)), BOTH, "+200", "5SXE 5SXW"),
    ("5C doubled two down would cost as little as 6D, but N-S would go on to 5S",
     table((3, 3, 3, 11, 3), (9, 10, 2, 2, 2)), NONE, "+300", "6DXE 6DXW"),
    ("the king is protected in North's hand only",
     DDTable.of([(5, 5, 5, 10, 5), (3,) * 5, (5, 5, 5, 9, 5), (3,) * 5]), NONE, "+420", "4SN"),
    ("East plays diamonds a trick better than West",
     DDTable.of([(3, 3, 10, 3, 3), (3, 9, 3, 3, 3), (3, 3, 10, 3, 3), (3, 8, 3, 3, 3)]), NONE, "+300", "5DXE"),
    ("the deal of the 2022 paper: 6H three down against 6D, 500 not 1370",
     DDTable.of([(8, 12, 4, 10, 7), (5, 0, 9, 3, 0), (8, 12, 4, 11, 7), (4, 0, 9, 2, 0)]), NS, "+500", "6HXE 6HXW"),
]  # fmt: skip


@pytest.mark.parametrize("dealer", [*Seat, *Side])
@pytest.mark.parametrize(("reason", "tricks", "vulnerability", "score", "contracts"), KNOWN)
def test_par_where_the_dealer_does_not_matter(
    reason: str, tricks: DDTable, vulnerability: Vulnerability, score: str, contracts: str, dealer: Seat | Side
) -> None:
    found = tricks.par(vulnerability, dealer)
    assert found.score == int(score), reason
    assert " ".join(map(str, found.contracts)) == contracts, reason


BOTH_MAKE_1NT = table((6, 6, 6, 6, 7), (6, 6, 6, 6, 7))
NORTH_OR_EAST_MAKES_1NT = DDTable.of([(6, 6, 6, 6, 7), (6, 6, 6, 6, 7), (6,) * 5, (6,) * 5])


@pytest.mark.parametrize(
    ("tricks", "dealer", "score", "contracts"),
    [
        (BOTH_MAKE_1NT, NORTH, 90, "1NN"),
        (BOTH_MAKE_1NT, EAST, -90, "1NE"),
        (BOTH_MAKE_1NT, SOUTH, 90, "1NS"),
        (BOTH_MAKE_1NT, WEST, -90, "1NW"),
        (BOTH_MAKE_1NT, Side.NORTH_SOUTH, 90, "1NN 1NS"),
        (BOTH_MAKE_1NT, Side.EAST_WEST, -90, "1NE 1NW"),
        # North comes before East unless East deals.
        (NORTH_OR_EAST_MAKES_1NT, NORTH, 90, "1NN"),
        (NORTH_OR_EAST_MAKES_1NT, EAST, -90, "1NE"),
        (NORTH_OR_EAST_MAKES_1NT, SOUTH, 90, "1NN"),
        (NORTH_OR_EAST_MAKES_1NT, WEST, 90, "1NN"),
        (NORTH_OR_EAST_MAKES_1NT, Side.NORTH_SOUTH, 90, "1NN"),
        (NORTH_OR_EAST_MAKES_1NT, Side.EAST_WEST, -90, "1NE"),
    ],
)
def test_par_where_the_first_to_speak_wins(tricks: DDTable, dealer: Seat | Side, score: int, contracts: str) -> None:
    found = tricks.par(NONE, dealer)
    assert (found.score, " ".join(map(str, found.contracts))) == (score, contracts)


def test_par_reads_as_score_and_contracts() -> None:
    assert str(Par(-100, (Contract.parse("3HXN"), Contract.parse("3HXS")))) == "−100 (3♥x N, 3♥x S)"
    assert str(Par(420, (Contract.parse("4SN"),))) == "+420 (4♠ N)"
    assert str(Par(0)) == "+0 (passed out)"


@st.composite
def tables(draw: st.DrawFn) -> DDTable:
    """Tables like those of real deals: what one side takes the other does not, partners differ by a trick or so."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    spread = draw(st.sampled_from([0, 1, 3]))
    ours = [rng.randint(0, 13) for _ in Strain]
    rows = []
    for seat in Seat:
        base = ours if seat.side is Side.NORTH_SOUTH else [13 - tricks for tricks in ours]
        rows.append([min(13, max(0, tricks + rng.randint(-spread, spread))) for tricks in base])
    return DDTable.of(rows)


def plain_par(tricks: DDTable, vulnerability: Vulnerability, dealer: Seat) -> int:
    """The value of the whole auction game, with real doubles and redoubles, as North-South see it."""

    @cache
    def value(last: int, bidder: Seat, doubling: int, passes: int, turn: Seat) -> int:
        if last < 0 and passes == 4:
            return 0
        if last >= 0 and passes == 3:
            return final(last, bidder, doubling)
        options = [value(place, turn, 1, 0, turn.lho) for place in range(last + 1, len(BIDS))]
        options.append(value(last, bidder, doubling, passes + 1, turn.lho))
        if last >= 0 and doubling == 1 and bidder.side != turn.side:
            options.append(value(last, bidder, 2, 0, turn.lho))
        if last >= 0 and doubling == 2 and bidder.side == turn.side:
            options.append(value(last, bidder, 4, 0, turn.lho))
        return max(options) if turn.side is Side.NORTH_SOUTH else min(options)

    def final(last: int, bidder: Seat, doubling: int) -> int:
        bid = BIDS[last]
        contract = Contract(bid.level, bid.strain, bidder, Doubling(doubling))
        score = contract.score(tricks[bidder, bid.strain], vulnerable=vulnerability.includes(bidder))
        return score if bidder.side is Side.NORTH_SOUTH else -score

    return value(-1, dealer, 1, 0, dealer)


@given(tables(), vulnerabilities(), seats())
@settings(max_examples=25, deadline=None)
def test_par_is_the_value_of_the_whole_auction_game(
    tricks: DDTable, vulnerability: Vulnerability, dealer: Seat
) -> None:
    assert par(tricks, vulnerability, dealer).score == plain_par(tricks, vulnerability, dealer)


@given(tables(), vulnerabilities())
@settings(max_examples=50, deadline=None)
def test_side_par_is_the_better_of_the_two_dealers(tricks: DDTable, vulnerability: Vulnerability) -> None:
    north, east, south, west = (par(tricks, vulnerability, seat) for seat in Seat)
    assert par(tricks, vulnerability, Side.NORTH_SOUTH).score == max(north.score, south.score)
    assert par(tricks, vulnerability, Side.EAST_WEST).score == min(east.score, west.score)


def test_the_dealer_may_take_the_highest_bid_away() -> None:
    tricks = DDTable.of([(6, 4, 7, 6, 6), (11, 12, 7, 7, 7), (7, 4, 6, 1, 0), (9, 9, 4, 9, 13)])  # West makes 7NT
    assert par(tricks, EW, NORTH) == Par(-1700, (Contract.parse("7NXN"),))
    assert par(tricks, EW, EAST) == Par(-2220, (Contract.parse("7NW"),))


@given(tables(), vulnerabilities(), st.sampled_from([*Seat, *Side]))
@settings(max_examples=50, deadline=None)
def test_par_contracts_score_par_and_failing_ones_are_doubled(
    tricks: DDTable, vulnerability: Vulnerability, dealer: Seat | Side
) -> None:
    found = par(tricks, vulnerability, dealer)
    assert bool(found.contracts) == (found.score != 0)
    for contract in found.contracts:
        taken = tricks[contract.declarer, contract.strain]
        score = contract.score(taken, vulnerable=vulnerability.includes(contract.side))
        assert (score if contract.side is Side.NORTH_SOUTH else -score) == found.score
        assert contract.doubling == (Doubling.UNDOUBLED if taken >= contract.target else Doubling.DOUBLED)


@given(tables(), vulnerabilities(), seats(), st.integers(1, 3))
@settings(max_examples=50, deadline=None)
def test_turning_the_table_turns_par_with_it(
    tricks: DDTable, vulnerability: Vulnerability, dealer: Seat, turns: int
) -> None:
    rows = [tricks.tricks[(seat - turns) % 4] for seat in Seat]
    swapped = Vulnerability((0, 2, 1, 3)[vulnerability]) if turns % 2 else vulnerability
    turned = par(DDTable.of(rows), swapped, dealer.after(turns))
    found = par(tricks, vulnerability, dealer)
    assert turned.score == (-found.score if turns % 2 else found.score)
    moved = {(c.bid, c.declarer.after(turns), c.doubling) for c in found.contracts}
    assert moved == {(c.bid, c.declarer, c.doubling) for c in turned.contracts}


def test_dds_finds_the_same_par_score() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        dds = pytest.importorskip("endplay.dds")
        native = pytest.importorskip("endplay._dds")
        types = pytest.importorskip("endplay.types")
    stakes = {NONE: types.Vul.none, NS: types.Vul.ns, EW: types.Vul.ew, BOTH: types.Vul.both}
    players = (types.Player.north, types.Player.east, types.Player.south, types.Player.west)
    rng = random.Random(7)
    for _ in range(300):
        ours = [rng.randint(0, 13) for _ in Strain]
        tricks = sides_table(ours, [13 - number - rng.randint(0, min(1, 13 - number)) for number in ours])
        results = native.ddTableResults()
        for row, strain in enumerate((3, 2, 1, 0, 4)):  # DDS counts spades, hearts, diamonds, clubs, notrump
            for seat in Seat:
                results.resTable[row][seat] = tricks[seat, Strain(strain)]
        vulnerability, dealer = Vulnerability(rng.randrange(4)), Seat(rng.randrange(4))
        theirs = dds.par(dds.ddtable.DDTable(results), stakes[vulnerability], players[dealer]).score
        assert par(tricks, vulnerability, dealer).score == theirs, (tricks, vulnerability, dealer)


def sides_table(ns: Sequence[int], ew: Sequence[int]) -> DDTable:
    return DDTable.of([ns, ew, ns, ew])
