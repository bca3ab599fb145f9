"""The 612 features against the paper's figures and against a plain reckoning, call by call."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Auction, Deal, Hand, Position, Seat, Strain, Suit, Vulnerability
from overtrick.arrays import DealBatch
from overtrick.arrays.auctions import NO_CALL
from overtrick.contract.features import FEATURES, NAMES, WIDTH, features, strengths
from overtrick.contract.positions import PositionBatch
from overtrick.strength.counting import Hands
from overtrick.strength.counts import load_count
from strategies import auctions, deals, vulnerabilities

HAND = Hand.parse("AQT9.K4.KJ32.A32")


def batch_of(
    position: Position, artificial: tuple[int, ...] = (), shown: list[list[tuple[int, int]]] | None = None
) -> PositionBatch:
    """A position as somebody heard it who knows which calls are artificial and what the other players have shown."""
    auction, side = position.auction, position.seat.side
    vulnerable = [position.vulnerability.includes(each) for each in (side, side.opponents)]
    ranges = np.zeros((1, 3, 5, 2), np.uint8) if shown is None else np.array([shown], np.uint8)
    return PositionBatch(
        np.array([[position.hand.holding(suit) for suit in Suit]], np.uint16),
        np.array([[*(call.index for call in auction.calls), NO_CALL]], np.uint8),
        np.array([[place in artificial for place in range(len(auction) + 1)]]),
        np.array([len(auction) % 4], np.uint8),
        np.array([vulnerable]),
        ranges,
        np.array([True]),
    )


def by_name(batch: PositionBatch) -> dict[str, float]:
    return dict(zip(NAMES, features(batch)[0].tolist(), strict=True))


def bits_set(batch: PositionBatch) -> set[str]:
    """The features of the auction that are 1."""
    of_auction = slice(FEATURES["lho"].start, FEATURES["opened"].stop)
    return {name for name, bit in zip(NAMES[of_auction], features(batch)[0, of_auction], strict=True) if bit == 1}


def test_there_are_612_features_with_a_name_each() -> None:
    assert WIDTH == len(NAMES) == len(set(NAMES)) == 612
    assert {part: FEATURES[part].stop - FEATURES[part].start for part in ("lho", "own", "shown")} == {
        "lho": 141,
        "own": 141,
        "shown": 30,
    }


def test_figure_3_of_the_paper() -> None:
    """LHO opened 1♠, partner cue-bid, RHO passed, own 2NT asked for the minor; own side vulnerable.

    The text we have of the figure leaves open whether LHO then passed or doubled; the calls after it are ours.
    """
    auction = Auction.parse("1S 2S P 2N P 3C P", Seat.EAST)
    position = Position(HAND, auction, Vulnerability.NS)
    assert position.seat is Seat.NORTH
    assert bits_set(batch_of(position, artificial=(1, 3))) == {
        *("lho 1S bid", "partner 2S bid", "partner 2S artificial", "rho 2S passed over"),
        *("own 2N bid", "own 2N artificial", "lho 2N passed over"),
        *("partner 3C bid", "rho 3C passed over", "vulnerable own"),
    }


def test_figure_4_of_the_paper() -> None:
    """Own 1NT, doubled by LHO, redoubled by partner, passed by RHO: a redouble takes the same bit as a double."""
    position = Position(HAND, Auction.parse("1N X XX P", Seat.SOUTH))
    assert bits_set(batch_of(position)) == {
        *("own 1N bid", "lho 1N doubled", "partner 1N doubled", "rho 1N passed over", "opened")
    }


LHO, PD, RHO, OWN = range(4)
BID, ARTIFICIAL, PASSED, DOUBLED = range(4)


def place(player: int, bid: str, kind: int) -> int:
    """Where a bit of Figures 3 and 4 stands, counted by hand: 15 numbers of the hand, then 141 bits a player."""
    return 15 + 141 * player + 1 + 4 * (5 * (int(bid[0]) - 1) + "CDHSN".index(bid[1])) + kind


@pytest.mark.parametrize(
    ("auction", "vulnerable", "bits"),
    [
        (
            Auction.parse("1S 2S P 2N P 3C P", Seat.EAST),
            Vulnerability.NS,
            [
                *(place(LHO, "1S", BID), place(PD, "2S", BID), place(PD, "2S", ARTIFICIAL), place(RHO, "2S", PASSED)),
                *(place(OWN, "2N", BID), place(OWN, "2N", ARTIFICIAL), place(LHO, "2N", PASSED)),
                *(place(PD, "3C", BID), place(RHO, "3C", PASSED), 579),  # vulnerable own; 580 opponents, 581 opened
            ],
        ),
        (
            Auction.parse("1N X XX P", Seat.SOUTH),
            Vulnerability.NONE,
            [place(OWN, "1N", BID), place(LHO, "1N", DOUBLED), place(PD, "1N", DOUBLED), place(RHO, "1N", PASSED), 581],
        ),
    ],
    ids=["figure 3", "figure 4"],
)
def test_whole_vectors_of_figures_3_and_4_counted_by_hand(
    auction: Auction, vulnerable: Vulnerability, bits: list[int]
) -> None:
    """All 612 numbers, with nothing of the code under test: AQT9 K4 KJ32 A32, and Table V for what was shown."""
    expected = np.zeros(612, np.float32)
    expected[:15] = [17, 3, 4, 2, 4, 4, 4, 3, 6, 18, 19.5, 16, 19.5, 16.5, 1]
    expected[bits] = 1
    table_v = [
        [(6, 15), (0, 7), (0, 6), (4, 7), (0, 5)],  # points, then clubs to spades
        [(8, 15), (0, 4), (4, 4), (0, 4), (5, 7)],
        [(11, 21), (0, 7), (3, 6), (0, 7), (0, 5)],
    ]
    expected[582:592] = [0, 5, 4, 7, 0, 6, 0, 7, 6, 15]
    expected[592:602] = [5, 7, 0, 4, 4, 4, 0, 4, 8, 15]
    expected[602:] = [0, 5, 0, 7, 3, 6, 0, 7, 11, 21]
    artificial = (1, 3) if vulnerable is Vulnerability.NS else ()
    found = features(batch_of(Position(HAND, auction, vulnerable), artificial, table_v))[0]
    np.testing.assert_array_equal(found, expected)


def test_columns_stand_in_the_order_of_the_figures() -> None:
    first = FEATURES["lho"].start
    assert NAMES[first : first + 5] == (
        *("lho opening pass", "lho 1C bid", "lho 1C artificial", "lho 1C passed over", "lho 1C doubled"),
    )
    assert NAMES[FEATURES["own"].stop - 1] == "own 7N doubled"
    assert NAMES[FEATURES["own"].stop : FEATURES["shown"].start] == ("vulnerable own", "vulnerable opponents", "opened")


def test_table_v_of_the_paper() -> None:
    spades_first = [
        [(0, 5), (4, 7), (0, 6), (0, 7), (6, 15)],
        [(5, 7), (0, 4), (4, 4), (0, 4), (8, 15)],
        [(0, 5), (0, 7), (3, 6), (0, 7), (11, 21)],
    ]
    points_first = [row[::-1] for row in spades_first]
    batch = batch_of(Position(HAND, Auction.parse("1D P 1H 1S", Seat.NORTH)), shown=points_first)
    assert features(batch)[0, FEATURES["shown"]].tolist() == [
        *(0, 5, 4, 7, 0, 6, 0, 7, 6, 15),
        *(5, 7, 0, 4, 4, 4, 0, 4, 8, 15),
        *(0, 5, 0, 7, 3, 6, 0, 7, 11, 21),
    ]
    assert (by_name(batch)["partner S low"], by_name(batch)["rho hcp high"]) == (5, 21)


@pytest.mark.parametrize(
    ("auction", "bits"),
    [
        ("", set()),
        ("P P P", {"lho opening pass", "partner opening pass", "rho opening pass"}),
        ("P 1C P P X P 1H P", {"own opening pass", "lho 1C bid", "partner 1C passed over", "rho 1C passed over"}),
    ],
)
def test_only_passes_before_an_opening_are_opening_passes(auction: str, bits: set[str]) -> None:
    found = bits_set(batch_of(Position(HAND, Auction.parse(auction, Seat.WEST))))
    if "X" in auction:
        bits |= {"own 1C doubled", "lho 1C passed over", "partner 1H bid", "rho 1H passed over"}
    assert found == bits


def test_the_fifteen_features_of_a_hand() -> None:
    """Tables III and IV: without the lengths the hand is worth 14.5 for a suit, and 16.5 for notrump with T and 9."""
    found = by_name(batch_of(Position(HAND)))
    assert [found[name] for name in NAMES[:15]] == [
        *(17, 3, 4, 2, 4),  # points; clubs, diamonds, hearts, spades
        *(4, 4, 3, 6),  # points in them
        *(14.5 + 3 + 0.5, 14.5 + 4.5 + 0.5, 14.5 + 1.5, 14.5 + 4.5 + 0.5),  # 1½ a trump but one, ½ a doubleton
        *(16.5, 1),
    ]


@given(st.lists(deals(), min_size=1, max_size=4))
def test_strengths_agree_with_the_counts_they_are_made_of(some: list[Deal]) -> None:
    holdings = DealBatch.stack(some).holdings.reshape(-1, 4)
    for strain in Strain:
        count = load_count("h-l-wh" if strain is Strain.NOTRUMP else "h-tl-nl")
        plain = count.strength(Hands(holdings[:, np.newaxis], np.full(len(holdings), strain, np.uint8)))
        np.testing.assert_allclose(strengths(holdings)[:, strain], plain)


@given(deals(), auctions(), vulnerabilities(), st.sets(st.integers(0, 20)))
def test_features_agree_with_a_plain_reckoning(
    deal: Deal, auction: Auction, vulnerability: Vulnerability, artificial: set[int]
) -> None:
    position = Position(deal[auction.turn], auction, vulnerability)
    batch = batch_of(position, tuple(artificial))
    assert bits_set(batch) == plain_bits(position, artificial)
    found = by_name(batch)
    assert (found["hcp"], found["balanced"]) == (position.hand.hcp, position.hand.is_balanced)


def plain_bits(position: Position, artificial: set[int]) -> set[str]:
    me = position.seat
    names = {me.lho: "lho", me.partner: "partner", me.rho: "rho", me: "own"}
    bits, last, opener = set(), None, None
    for place, (seat, call) in enumerate(position.auction):
        if call.is_bid:
            last, opener = call, opener or seat.side.seats
            bits |= {f"{names[seat]} {call} {kind}" for kind in ("bid", "artificial")[: 1 + (place in artificial)]}
        elif last is None:
            bits.add(f"{names[seat]} opening pass")
        else:
            bits.add(f"{names[seat]} {last} {'passed over' if str(call) == 'P' else 'doubled'}")
    bits |= {"opened"} if opener and me in opener else set()
    bits |= {"vulnerable own"} if position.vulnerability.includes(me) else set()
    return bits | ({"vulnerable opponents"} if position.vulnerability.includes(me.lho) else set())
