"""The paper's four encodings, card by card on one deal, and its 14 ranges of the output."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick import BridgeError, Card, Deal, Hand, Rank, Seat, Suit
from overtrick.arrays import DealBatch
from overtrick.papers.tricks_2013 import encodings
from overtrick.papers.tricks_2013.encodings import EDGES, target_of, tricks_of
from strategies import deals

DEAL = Deal.parse("N:K6.QJT976.QT7.Q6 432.A.AKJ93.JT73 AQJ987.8532.84.K T5.K4.652.A98542")
OWNERS = "EEEWNSSSWSSNS" + "SSWSNNSNNNNWE" + "WESWWNSENENEE" + "WEWWNEWWEENSW"
"""Who has 2♠, 3♠ … A♠, 2♥ … A♥, 2♦ … A♦, 2♣ … A♣, read off the deal by hand."""

RANKS = {"2": 0.1, "3": 0.1667, "4": 0.2333, "5": 0.3, "6": 0.3667, "7": 0.4333, "8": 0.5,
         "9": 0.5667, "T": 0.6333, "J": 0.7, "Q": 0.7667, "K": 0.8333, "A": 0.9}  # fmt: skip
SUITS = {"S": 0.3, "H": 0.5, "D": 0.7, "C": 0.9}

HANDS = [
    "S6 SK H6 H7 H9 HT HJ HQ D7 DT DQ C6 CQ",
    "S2 S3 S4 HA D3 D9 DJ DK DA C3 C7 CT CJ",
    "S7 S8 S9 SJ SQ SA H2 H3 H5 H8 D4 D8 CK",
    "S5 ST H4 HK D2 D5 D6 C2 C4 C5 C8 C9 CA",
]
"""The hands N, E, S, W in the order of the 52 places."""


def batch(*some: Deal) -> DealBatch:
    return DealBatch.stack(some or [DEAL])


def test_26x4_card_by_card() -> None:
    expected = [value for hand in HANDS for card in hand.split() for value in (RANKS[card[1]], SUITS[card[0]])]
    inputs = encodings.encode_26x4(batch())
    assert inputs.shape == (1, 104)
    assert inputs[0] == pytest.approx(expected, abs=1e-4)


def test_52_card_by_card() -> None:
    values = {"N": 1.0, "S": 0.8, "W": -1.0, "E": -0.8}
    assert encodings.encode_52(batch())[0] == pytest.approx([values[owner] for owner in OWNERS])


def test_104_card_by_card() -> None:
    pairs = [1.0 if owner in "NS" else -1.0 for owner in OWNERS]
    within = [1.0 if owner in "NW" else -1.0 for owner in OWNERS]
    assert encodings.encode_104(batch())[0].tolist() == pairs + within


def test_52x4_card_by_card() -> None:
    expected = [float(owner == seat) for seat in "NESW" for owner in OWNERS]
    assert encodings.encode_52x4(batch())[0].tolist() == expected


def test_the_places_are_spades_first_and_twos_first() -> None:
    assert [str(Card(index)) for index in encodings.CARDS.tolist()] == [f"{suit}{rank}" for suit in "SHDC"
                                                                       for rank in "23456789TJQKA"]  # fmt: skip


@given(st.lists(deals(), min_size=1, max_size=4))
@settings(max_examples=40, deadline=None)
def test_encodings_agree_with_asking_each_deal_for_each_card(some: list[Deal]) -> None:
    inputs = {name: encode(DealBatch.stack(some)) for name, encode in encodings.ENCODINGS.items()}
    assert {name: rows.shape[1] for name, rows in inputs.items()} == {"26x4": 104, "52": 52, "104": 104, "52x4": 208}
    assert all(rows.dtype == np.float32 for rows in inputs.values())
    cards = [Card.of(suit, rank) for suit in reversed(Suit) for rank in Rank]
    for number, deal in enumerate(some):
        held = [[float(card in deal[seat]) for card in cards] for seat in Seat]
        assert inputs["52x4"][number].reshape(4, 52).tolist() == held
        north, east, south, west = np.array(held)
        assert inputs["52"][number] == pytest.approx(north + 0.8 * south - west - 0.8 * east)
        assert inputs["104"][number, :52] == pytest.approx(north + south - west - east)
        assert inputs["104"][number, 52:] == pytest.approx(north + west - south - east)
        mine = [card for seat in Seat for card in cards if card in deal[seat]]
        pairs = [(0.1 + 0.8 * card.rank / 12, 0.3 + 0.2 * (3 - card.suit)) for card in mine]
        assert inputs["26x4"][number].reshape(52, 2) == pytest.approx(np.array(pairs), abs=1e-6)


def test_two_suits_swapped_give_other_inputs() -> None:
    swapped = Deal.of([Hand.parse(".".join(np.array(str(hand).split("."))[[1, 0, 2, 3]])) for hand in DEAL])
    for encode in encodings.ENCODINGS.values():
        first, second = encode(batch(DEAL, swapped))
        assert (first != second).any()


def test_bad_input_is_refused() -> None:
    with pytest.raises(BridgeError, match="expected an encoding"):
        encodings.encoding("53")
    for encode in encodings.ENCODINGS.values():
        with pytest.raises(BridgeError, match="expected 13 cards"):
            encode(DealBatch(np.zeros((1, 4, 4), np.uint16)))


def test_the_14_ranges() -> None:
    tricks = np.arange(14)
    assert target_of(tricks)[[0, 1, 13]] == pytest.approx([0.1 + 0.8 / 28, 0.1 + 2.4 / 28, 0.9 - 0.8 / 28])
    assert tricks_of(target_of(tricks)).tolist() == tricks.tolist()
    assert np.diff(EDGES) == pytest.approx([0.8 / 14] * 14)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_an_edge_belongs_to_the_range_above_it(dtype: type[np.floating]) -> None:
    inner = EDGES[1:-1].astype(dtype)
    assert tricks_of(inner).tolist() == list(range(1, 14))
    assert tricks_of(np.nextafter(inner, dtype(0))).tolist() == list(range(13))


@pytest.mark.parametrize(
    ("output", "tricks"),
    [(-1.0, 0), (0.0, 0), (0.1, 0), (0.157, 0), (0.1572, 1), (0.5, 7), (0.8428, 12), (0.843, 13), (0.9, 13), (1.0, 13)],
)
def test_outputs_and_their_tricks(output: float, tricks: int) -> None:
    assert tricks_of(np.array([output])).tolist() == [tricks]


@pytest.mark.parametrize("tricks", [[14], [-1], [7.5]])
def test_impossible_tricks_are_refused(tricks: list[float]) -> None:
    with pytest.raises(BridgeError, match="from 0 to 13"):
        target_of(np.array(tricks))


def test_an_output_that_is_no_number_is_refused() -> None:
    for outputs in ([0.5, np.nan], [0, 1]):
        with pytest.raises(BridgeError, match="decimal numbers"):
            tricks_of(np.array(outputs))
