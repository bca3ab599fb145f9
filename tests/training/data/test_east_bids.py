"""What East bid, and layouts that agree with it."""

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick import Auction, BridgeError, Deal, Hand, Seat, Strain, Suit
from overtrick.arrays import DealBatch
from overtrick.training.data.east_bids import EastBid, HandPair, first_suit, overcall, pairs_in, with_bid
from overtrick.training.data.pairs import Labelling, label_pairs, random_pairs

EAST = Hand.parse("AQT72.T93.K52.T3")
BID = EastBid(Suit.SPADES, 5, 9)


@pytest.mark.parametrize(
    ("dealer", "calls", "suit"),
    [
        ("N", "1C 1S P P P", Suit.SPADES),
        ("N", "P P P 1H P 1S", Suit.SPADES),  # partner opened, East answers
        ("E", "1S P P P", Suit.SPADES),
        ("N", "1S 2S P P P", None),  # their suit: a cue-bid
        ("W", "1S P 2S P P P", None),  # partner's suit, raised
        ("N", "1C 1N P P P", None),
        ("N", "P P 1C P P P", None),
        ("N", "1D 2C P P P", None),  # two cards are no suit
        ("N", "1D X P 1H P 1S P P P", Suit.SPADES),
    ],
)
def test_the_first_natural_bid_of_a_suit_counts(dealer: str, calls: str, suit: Suit | None) -> None:
    bid = first_suit(Auction.parse(calls, dealer=Seat.parse(dealer)), EAST)
    assert (bid and bid.suit) == suit


def test_without_an_auction_five_cards_and_eight_points_bid() -> None:
    assert overcall(EAST) == BID
    assert overcall(Hand.parse("AQT7.T932.K52.T3")) is None
    assert overcall(Hand.parse("QT872.T93.K52.T3")) is None
    assert all(pair.east is not None for pair in random_pairs(20, 1, east_bids=True))


def test_layouts_keep_the_pair_and_what_east_holds() -> None:
    known = Deal.parse("N:J65.AQJ.Q764.Q76 ... 84.8542.A93.AK94 ...")
    deals = with_bid(known, BID, 50, np.random.default_rng(1))
    assert len(deals) == 50
    easts = {deal.hands[1] for deal in deals}
    assert len(easts) > 40
    for deal in deals:
        assert deal.is_complete
        assert (deal.hands[0], deal.hands[2]) == (known.hands[0], known.hands[2])
        assert deal.hands[1].lengths[Suit.SPADES] == 5
        assert abs(deal.hands[1].hcp - 9) <= 1


def test_a_bid_that_the_cards_do_not_allow_is_refused() -> None:
    known = Deal.parse("N:J65.AQJ.Q764.Q76 ... 84.8542.A93.AK94 ...")
    with pytest.raises(BridgeError, match="expected 9 cards for East"):
        with_bid(known, EastBid(Suit.SPADES, 9, 9), 5, np.random.default_rng(1))


def test_pairs_come_from_the_auctions_of_a_file(tmp_path: Path) -> None:
    deal = "N:J65.AQJ.Q764.Q76 AQT72.T93.K52.T3 84.8542.A93.AK94 K93.K76.JT8.J852"
    line = '{"board": 1, "dealer": "N", "vul": "None", "deal": "%s", "auction": "%s"}\n'
    path = tmp_path / "tables.jsonl"
    path.write_text("".join(line % (deal, calls) for calls in ("P P P P", "P 2S P P P", "1C 1S P P P")))
    assert len(list(pairs_in(path, 10))) == 1
    (pair,) = pairs_in(path, 10, east_bids=True)
    assert pair.east == BID

    def spades(deals: DealBatch, strains: list[Strain]) -> NDArray[np.uint8]:
        lengths = np.bitwise_count(deals.holdings[:, :, 3]).astype(np.uint8)
        return np.repeat(lengths[:, :, np.newaxis], 5, axis=2)

    solved = label_pairs(iter([pair]), tmp_path / "east.npz", Labelling(layouts=3, east_bids=True), spades)
    assert solved.theirs is not None
    assert solved.theirs.tolist() == [Suit.SPADES]
    assert HandPair(pair.north, pair.south).east is None
