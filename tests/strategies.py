"""Hypothesis strategies for the values of the game."""

import random

from hypothesis import strategies as st

from overtrick import Auction, Board, Call, Deal, Hand, Seat, Vulnerability


def deal_from_seed(seed: int) -> Deal:
    order = list(range(52))
    random.Random(seed).shuffle(order)
    hands = [Hand(sum(1 << card for card in order[start : start + 13])) for start in (0, 13, 26, 39)]
    return Deal.of(hands)


def deals() -> st.SearchStrategy[Deal]:
    """Complete random deals."""
    return st.integers(0, 2**32).map(deal_from_seed)


def hands() -> st.SearchStrategy[Hand]:
    """Hands of up to thirteen cards."""
    return st.sets(st.integers(0, 51), max_size=13).map(lambda cards: Hand(sum(1 << card for card in cards)))


def seats() -> st.SearchStrategy[Seat]:
    return st.sampled_from(Seat)


def vulnerabilities() -> st.SearchStrategy[Vulnerability]:
    return st.sampled_from(Vulnerability)


@st.composite
def auctions(draw: st.DrawFn, *, complete: bool = False, longest: int = 30) -> Auction:
    """Legal auctions; bids stay near each other so that they last a while."""
    auction = Auction(draw(seats()))
    while not auction.is_over and len(auction) < longest:
        legal = auction.legal_calls()
        call: Call = draw(st.sampled_from(legal[:8]))
        auction = auction.after(call)
        if not complete and draw(st.integers(0, 9)) == 0:
            break
    return Auction.parse(f"{auction} AP", auction.dealer) if complete and not auction.is_over else auction


def boards() -> st.SearchStrategy[Board]:
    return st.builds(Board, deals(), seats(), vulnerabilities(), st.integers(1, 64))
