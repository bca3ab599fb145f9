"""Auctions: what is legal, who declares, and every way people type them (Laws 17 to 22)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import CALLS, DOUBLE, PASS, REDOUBLE, Auction, Call, Hand, IllegalCall, ParseError, Position, Seat
from strategies import auctions, seats

NORTH, EAST, SOUTH, WEST = Seat


def count(auction: Auction, length: int) -> int:
    """How many legal auctions continue this one by so many calls; the last call is counted, not made."""
    if length == 1:
        return auction.legal_mask.bit_count()
    return sum(count(auction.after(call), length - 1) for call in auction.legal_calls())


@pytest.mark.parametrize(("length", "sequences"), [(1, 36), (2, 701), (3, 9_731), (4, 107_451), (5, 999_852)])
def test_perft(length: int, sequences: int) -> None:
    assert count(Auction(), length) == sequences


def plainly_legal(calls: tuple[Call, ...], call: Call) -> bool:
    """Legality as the laws put it, looking back through the calls each time."""
    spoken = [place for place, earlier in enumerate(calls) if earlier != PASS]
    if len(calls) >= 4 and all(earlier == PASS for earlier in calls[-3:]) and (spoken or len(calls) == 4):
        return False
    bids = [earlier for earlier in calls if earlier.is_bid]
    if call == PASS:
        return True
    if call.is_bid:
        return all((earlier.level, earlier.strain) < (call.level, call.strain) for earlier in bids)
    if not spoken:
        return False
    last, is_opponents = calls[spoken[-1]], (len(calls) - spoken[-1]) % 2 == 1
    return is_opponents and (last.is_bid if call == DOUBLE else last == DOUBLE)


@given(auctions())
def test_legality_agrees_with_the_laws_read_plainly(auction: Auction) -> None:
    legal = [call for call in CALLS if plainly_legal(auction.calls, call)]
    assert list(auction.legal_calls()) == legal
    assert list(Auction(auction.dealer, auction.calls).legal_calls()) == legal, "made of all calls at once"
    for call in CALLS:
        assert auction.is_legal(call) == (call in legal)
        if call in legal:
            assert auction.after(call) == Auction(auction.dealer, (*auction.calls, call))
        else:
            with pytest.raises(IllegalCall):
                auction.after(call)
    assert auction.is_over == (not legal)


@given(auctions(complete=True))
def test_declarer_is_the_first_of_the_side_to_name_the_strain(auction: Auction) -> None:
    bids = [(seat, call) for seat, call in auction if call.is_bid]
    contract = auction.contract
    if contract is None:
        assert not bids
        assert auction.calls == (PASS,) * 4
        return
    last_seat, last = bids[-1]
    assert contract.bid is last is auction.last_bid
    ours = [seat for seat, call in bids if call.strain == last.strain and seat.side == last_seat.side]
    assert contract.declarer is ours[0]
    after = auction.calls[len(auction) - auction.calls[::-1].index(last) :]
    assert contract.doubling == (4 if REDOUBLE in after else 2 if DOUBLE in after else 1)


@pytest.mark.parametrize(
    ("dealer", "calls", "contract"),
    [
        (NORTH, "1N AP", "1NN"),
        (EAST, "1N P 3N AP", "3NE"),
        (NORTH, "1S P 4S AP", "4SN"),
        (NORTH, "P P 1S P 4S AP", "4SS"),
        (WEST, "1H 1S P 2S AP", "2SN"),
        (NORTH, "1C P 1H P 1S P 2H P 4H AP", "4HS"),
        (NORTH, "1H 2H P 3H X AP", "3HXE"),  # West bids the opponents' suit, but for his own side East was first
        (SOUTH, "1S X XX P P 2C X AP", "2CXW"),
        (SOUTH, "1S X XX AP", "1SXXS"),
        (NORTH, "1D 1H 1S 4H P P 4S 5H P P 5S P P X AP", "5SXS"),
        (NORTH, "AP", None),
        (NORTH, "", None),
        (NORTH, "1C X", "1CXN"),
    ],
)
def test_the_contract_an_auction_leads_to(dealer: Seat, calls: str, contract: str | None) -> None:
    reached = Auction.parse(calls, dealer).contract
    assert (None if reached is None else str(reached)) == contract


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("1N P 2C", "1N P 2C"),
        ("1n p 2c", "1N P 2C"),
        ("1NT pass 2♣", "1N P 2C"),
        ("1N-P-2C", "1N P 2C"),
        ("1N - P - 2C", "1N P 2C"),
        ("1N, P, 2C", "1N P 2C"),
        ("1N--2C", "1N P 2C"),
        ("1C--1S", "1C P 1S"),
        ("1C--1S--2S---", "1C P 1S P 2S P P"),
        ("1C - - 1S", "1C P 1S"),
        ("(1S) X P", "1S X P"),
        ("1♠-(2♥)-X", "1S 2H X"),
        ("(1S)-X-(P)-2C!", "1S X P 2C"),
        ("1S D R", "1S X XX"),
        ("1N ap", "1N P P P"),
        ("P P AllPass", "P P P P"),
        ("1N AP", "1N P P P"),
        ("\n1N P\n2C* P\n", "1N P 2C P"),
        ("", ""),
        ("  ", ""),
    ],
)
def test_an_auction_is_read_in_every_way_people_type_it(text: str, calls: str) -> None:
    assert str(Auction.parse(text)) == calls


@pytest.mark.parametrize(
    ("text", "column", "gist"),
    [
        ("X", 1, "X needs an opponents' bid that is not yet doubled"),
        ("XX", 1, "XX needs a bid of one's own side that is doubled"),
        ("1N P X", 6, "X needs an opponents' bid"),
        ("1N X X", 6, "X needs an opponents' bid that is not yet doubled"),
        ("1N XX", 4, "XX needs a bid of one's own side that is doubled"),
        ("1N X P XX", 8, "XX needs a bid of one's own side that is doubled"),
        ("1N 1S", 4, "expected a bid higher than 1N, a pass or a double, got 1S"),
        ("1N-P-1N", 6, "expected a bid higher than 1N"),
        ("1N P P P 2C", 10, "2C comes after the auction is over"),
        ("P P P P P", 9, "P comes after the auction is over"),
        ("1N AP AP", 7, "the auction is over already"),
        ("(1S) 1H", 6, "expected a bid higher than 1S"),
        ("1N P 8C", 6, "expected a call (P, X, XX or 1C to 7N), got '8C'"),
        ("hello", 1, "expected a call (P, X, XX or 1C to 7N), got 'hello'"),
        ("1N  (zz)", 6, "got 'zz'"),
    ],
)
def test_a_bad_auction_is_refused_with_the_column(text: str, column: int, gist: str) -> None:
    with pytest.raises(ParseError) as caught:
        Auction.parse(text)
    assert caught.value.where.column == column
    assert gist in caught.value.message


@given(auctions())
def test_an_auction_is_read_back_from_its_text(auction: Auction) -> None:
    assert Auction.parse(str(auction), auction.dealer) == auction
    assert Auction.parse("-".join(call.symbol for call in auction.calls), auction.dealer) == auction


@given(auctions(), st.integers(0, 30))
def test_going_back_gives_the_auction_as_it_stood(auction: Auction, index: int) -> None:
    earlier = auction.before(index)
    assert earlier.calls == auction.calls[:index]
    for call in auction.calls[index:]:
        earlier = earlier.after(call)
    assert earlier == auction
    assert hash(earlier) == hash(auction)


@given(auctions(), seats())
def test_the_players_call_in_turn_from_the_dealer(auction: Auction, dealer: Seat) -> None:
    auction = Auction(dealer, auction.calls)
    assert [seat for seat, _ in auction] == [Seat((dealer + turn) % 4) for turn in range(len(auction))]
    assert auction.turn == Seat((dealer + len(auction)) % 4)
    assert [call for _, call in auction] == list(auction.calls)


def test_auctions_with_other_dealers_or_calls_are_different() -> None:
    different = {
        Auction.parse(calls, dealer) for dealer in Seat for calls in ("", "P", "1C", "1D", "1H", "1S", "1N", "1C X")
    }
    assert len(different) == 32


def test_making_an_auction_of_illegal_calls_fails() -> None:
    with pytest.raises(IllegalCall):
        Auction(NORTH, (CALLS[10], CALLS[9]))


@pytest.mark.parametrize(("calls", "seat"), [("", EAST), ("1C", SOUTH), ("1C P 1S", NORTH)])
def test_a_position_belongs_to_the_player_whose_turn_it_is(calls: str, seat: Seat) -> None:
    assert Position(Hand.parse("AKQ.JT9.876.5432"), Auction.parse(calls, EAST)).seat is seat
