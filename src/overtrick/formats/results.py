"""The result that auction, play and claim leave no doubt about."""

from collections.abc import Sequence

from overtrick.core import Auction, Card, Contract, Deal, Result, tricks_of


def derived_result(deal: Deal, auction: Auction | None, play: Sequence[Card], claim: int | None) -> Result | None:
    """The contract reached with declarer's tricks, as claimed or counted from a complete play; None if unknown."""
    if auction is None:
        return None
    contract = auction.contract
    if contract is None:
        return Result(None) if auction.is_over else None
    taken = counted_tricks(deal, contract, play) if claim is None else claim
    return None if taken is None else Result(contract, taken)


def counted_tricks(deal: Deal, contract: Contract, play: Sequence[Card]) -> int | None:
    """Declarer's tricks in a play of all 52 cards; None when cards are missing or not played by their holder."""
    if len(play) != 52:
        return None
    taken = 0
    for trick in tricks_of(play, contract.declarer.lho, contract.strain):
        if any(card not in deal[trick.leader.after(turn)] for turn, card in enumerate(trick.cards)):
            return None
        taken += trick.winner(contract.strain).side == contract.side
    return taken
