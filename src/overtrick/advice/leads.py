"""The opening lead: all thirteen cards over layouts that agree with the auction, solved exactly, and why."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from overtrick.advice.contradiction import contradiction
from overtrick.advice.lead_figures import LeadFigures
from overtrick.advice.simulation import drawn_layouts
from overtrick.arrays import DealBatch
from overtrick.core import Auction, BridgeError, Contract, Scoring, Seat, Suit
from overtrick.hands.cells import stated
from overtrick.layouts.posterior import Posterior, sample
from overtrick.layouts.reading import read
from overtrick.solver import solve_leads
from overtrick.solver.play import leads_that_take
from overtrick.systems.views import View

LAYOUTS = 100
"""Layouts of the hidden cards that a lead is judged by."""
FIRST, SOLVED, PIECE = 4, 24, 40
"""Layouts before the first figures, those solved for all tricks, and those between two looks at the figures."""

_SUITS = ("clubs", "diamonds", "hearts", "spades")
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven")


@dataclass(frozen=True, eq=False)
class LeadAdvice(LeadFigures):
    """The figures over the layouts so far, and why."""

    posterior: Posterior

    @property
    def reasons(self) -> list[str]:
        """What the auction says about the lead: lengths that the others have shown, and the suit of the card."""
        return list(_reasons(self))


def lead(
    view: View,
    layouts: int = LAYOUTS,
    *,
    solved: int = SOLVED,
    piece: int = PIECE,
    scoring: Scoring = "imps",
    seed: int = 0,
    threads: int = 0,
) -> Iterator[LeadAdvice]:
    """Advice on the opening lead, better and better; the view is the leader's, after the auction.

    So many layouts are `solved` for all tricks; in the others it is asked which cards beat the contract.
    """
    contract = require_leader(view.auction, view.seat)
    posterior = read(view, layouts, seed=seed) if view.strangers else sample(view, max(4 * layouts, 400), seed=seed)
    places, weights = drawn_layouts(posterior, layouts)
    cards = [index for index in range(51, -1, -1) if view.hand.mask >> index & 1]
    tricks, beats = np.empty((0, len(cards)), np.int8), np.empty((0, len(cards)), bool)
    played, needed = (contract.declarer, contract.strain), 14 - contract.target
    ends = sorted({FIRST, *range(solved, layouts, piece)})
    for part in np.split(places, [end for end in ends if end < len(places)]):
        deals = DealBatch(posterior.holdings[part])
        if len(beats) < solved:
            tricks = np.concatenate([tricks, solve_leads(deals, *played, threads=threads)[:, cards]])
            beats = tricks >= needed
        else:
            beats = np.concatenate([beats, leads_that_take(needed, deals, *played, threads=threads)[:, cards]])
        yield LeadAdvice(view, contract, tricks, beats, weights[: len(beats)], scoring, posterior)


def require_leader(auction: Auction, seat: Seat) -> Contract:
    """The contract; BridgeError unless the auction is over and the hand of this seat is to lead."""
    if not auction.is_over:
        raise BridgeError(f"expected a whole auction, got one with a call to come: {auction}").at(source="auction")
    contract = auction.contract
    if contract is None:
        raise BridgeError("expected an auction with a contract, got one that was passed out").at(source="auction")
    if seat is not contract.declarer.lho:
        leader = contract.declarer.lho.name.capitalize()
        raise BridgeError(f"expected the hand of {leader}, who leads, got {seat.name.capitalize()}'s").at(source="seat")
    return contract


def _reasons(advice: LeadAdvice) -> Iterator[str]:
    view, contract, suit = advice.view, advice.contract, advice.card.suit
    if wrong := contradiction(view):
        yield wrong.replace("the player to call", "the player on lead")
    dummy = contract.declarer.partner
    shown = {seat: stated(view.node.shown_by((seat - view.auction.dealer) & 3)) for seat in Seat}
    for seat, who in ((view.seat.partner, "partner"), (dummy, "dummy"), (contract.declarer, "declarer")):
        for each in reversed(Suit):
            low, high = shown[seat].lengths[each]
            if each in (suit, contract.strain.suit) and low >= 4:
                yield f"{who} has shown {_NUMBERS[min(low, 7)]} or more {_SUITS[each]}"
            elif each is suit and high <= 2:
                yield f"{who} has at most {_NUMBERS[high]} {_SUITS[each]}"
    if str(contract.doubling) and any(seat is view.seat.partner and str(call) == "X" for seat, call in view.auction):
        yield "partner has doubled"
    usual = advice.usual(suit)
    if advice.top != advice.best:
        yield f"as good as {advice.cards[advice.top].symbol}, within the error of the layouts"
    if contract.strain.suit is suit:
        yield "a trump: takes ruffs away, gives little"
    elif usual.card == advice.card:
        yield usual.why
    if text := view.table.system_of(view.seat).leads.against(contract.strain).text:
        yield f"the card: {text}"
