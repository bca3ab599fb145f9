"""Auctions by the thousand are the auctions of the core: turn, legal calls, standing before every call, contract."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from auction_rows import rows_of
from overtrick import Auction, Vulnerability
from overtrick.arrays.auctions import CALLS, END, LEGAL, NO_CALL, OVER, AuctionBatch, are_legal, standings
from overtrick.arrays.scores import DOUBLINGS
from overtrick.core import BIDS
from strategies import auctions, vulnerabilities

BIDDING = "1C P 1S X XX P P P", "1H 1S 2H 2S X P P P", "P 1D P 1N P 3N P P P", "1N P 2D P 2H P 4H P P P", "AP", ""


def legal_calls(auction: Auction) -> list[bool]:
    return [bool(auction.legal_mask >> call & 1) for call in range(CALLS)]


def some_auctions() -> st.SearchStrategy[list[tuple[Auction, Vulnerability]]]:
    return st.lists(st.tuples(auctions(), vulnerabilities()), min_size=1, max_size=4)


@given(some_auctions())
def test_a_batch_of_auctions_is_those_of_the_core(some: list[tuple[Auction, Vulnerability]]) -> None:
    batch = AuctionBatch.stack(*zip(*some, strict=True))
    bids, doublings, declarers = batch.contracts
    for row, (auction, vulnerability) in enumerate(some):
        assert batch.auction(row) == auction
        assert (batch.made[row], batch.turn[row]) == (len(auction), auction.turn)
        assert batch.is_over[row] == auction.is_over
        assert batch.legal[row].tolist() == legal_calls(auction)
        assert bool(batch.vulnerable[row] & 1) == vulnerability.includes(auction.turn.side)
        assert bool(batch.vulnerable[row] & 2) == vulnerability.includes(auction.turn.side.opponents)
        contract = auction.contract
        if contract is None:
            assert (bids[row], doublings[row]) == (-1, 0)
        else:
            found = BIDS[bids[row]], DOUBLINGS[doublings[row]], declarers[row]
            assert found == (contract.bid, contract.doubling, contract.declarer)


def test_every_auction_of_up_to_three_calls_allows_what_the_core_allows() -> None:
    longest = [Auction()]
    for _ in range(3):
        longest = [auction.after(call) for auction in longest for call in auction.legal_calls()]
    assert len(longest) == 9_731
    found = LEGAL[standings(rows_of(longest)), :CALLS] @ (1 << np.arange(CALLS))
    expected = [[auction.before(made).legal_mask for made in range(4)] for auction in longest]
    np.testing.assert_array_equal(found, expected)


@given(some_auctions())
def test_the_standing_before_every_call_allows_what_the_core_allows(some: list[tuple[Auction, Vulnerability]]) -> None:
    plain = [auction for auction, _ in some]
    for auction, row in zip(plain, standings(rows_of(plain)), strict=True):
        for made in range(len(auction) + 1):
            assert LEGAL[row[made], :CALLS].tolist() == legal_calls(auction.before(made))
        assert (row[len(auction) :] == row[len(auction)]).all()


@given(some_auctions(), st.integers(0, 20))
def test_auctions_as_they_stood_earlier(some: list[tuple[Auction, Vulnerability]], made: int) -> None:
    batch = AuctionBatch.stack(*zip(*some, strict=True))
    early = batch.before(np.full(len(some), made))
    assert [early.auction(row) for row in range(len(some))] == [auction.before(made) for auction, _ in some]


def test_no_auctions_at_all_and_auctions_without_a_call() -> None:
    assert len(AuctionBatch.stack([], []).contracts.bids) == 0
    opening = AuctionBatch.stack([Auction()], [Vulnerability.NONE])
    assert opening.legal[0].tolist() == legal_calls(Auction())
    assert (opening.contracts.bids.tolist(), opening.last_bid_at.tolist()) == ([-1], [-1])


def test_some_of_the_auctions_and_where_their_last_bid_was_made() -> None:
    plain = [Auction.parse(text) for text in BIDDING]
    batch = AuctionBatch.stack(plain, [Vulnerability.NS] * len(plain))
    assert batch.last_bid_at.tolist() == [2, 3, 5, 6, -1, -1]
    assert [batch[np.array([3, 0])].auction(row) for row in (0, 1)] == [plain[3], plain[0]]


def test_an_auction_that_is_over_allows_nothing_but_the_end() -> None:
    assert np.flatnonzero(LEGAL[OVER]).tolist() == [END]


def test_auctions_against_the_laws_or_cut_short_are_told_apart() -> None:
    plain = [Auction.parse(text) for text in ("AP", "1N P 3N AP", "P 1C X XX P P 1D AP", "1S P P")]
    rows = rows_of(plain)
    assert are_legal(rows).tolist() == [True, True, True, False]
    assert are_legal(rows_of(plain[3:])).tolist() == [False], "with no room for what is missing"
    rows[1, 2] = 6  # 1S over 1N
    rows[0, 5] = 0  # a pass after the end
    assert are_legal(rows).tolist() == [False, False, True, False]
    rows[2, 2] = NO_CALL  # a hole
    assert not are_legal(rows).any()


def test_an_auction_is_contested_when_the_defenders_have_bid() -> None:
    batch = AuctionBatch.stack([Auction.parse(text) for text in BIDDING], [Vulnerability.NONE] * len(BIDDING))
    assert batch.are_contested.tolist() == [False, True, False, False, False, False]  # a double alone is no bid
