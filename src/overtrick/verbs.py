"""What can be done with hands, deals and auctions in one call: the verbs of the front door.

Each takes values or the texts people write for them, asks one question of `overtrick.ask`, and gives its answer.
Systems are names (`sayc`, `2/1`, `acol`) or files.
"""

from pathlib import Path

from overtrick.ask import advise as _advise
from overtrick.ask import bid as _bid
from overtrick.ask import dd as _dd
from overtrick.ask import evaluate as _evaluate
from overtrick.ask import explain as _explain
from overtrick.ask import posterior as _posterior
from overtrick.ask import tricks as _tricks
from overtrick.core import Auction, BridgeError, Call, DDTable, Deal, Hand, Record, Seat, Strain, Vulnerability
from overtrick.formats import read_records

HandText = Hand | str
AuctionText = Auction | str


def read(path: str | Path) -> list[Record]:
    """The boards of a file (PBN, LIN, …) with what happened on them; the first that is damaged is an error."""
    records = []
    for outcome in read_records(path):
        if isinstance(outcome, BridgeError):
            raise outcome
        records.append(outcome)
    return records


def solve(deal: Deal | str) -> DDTable:
    """The exact double-dummy table of a deal.

    >>> deal = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"
    >>> solve(deal)[Seat.SOUTH, Strain.NOTRUMP]
    9
    """
    return _dd.answer(_dd.DDQuestion(deal=_deal(deal))).tricks


def estimate(deal: Deal | str) -> _tricks.TricksAnswer:
    """The tricks of a deal as the network estimates them: the most likely and the expected ones."""
    return _tricks.answer(_tricks.TricksQuestion(deal=_deal(deal)))


def evaluate(
    hand: HandText, partner: HandText | None = None, *, trump: Strain | None = None
) -> _evaluate.EvaluateAnswer:
    """What a hand, or two, is worth by every count.

    >>> evaluate("AKJ94.Q3.KT5.A72").evaluators["hcp"]
    17
    """
    mate = None if partner is None else _hand(partner)
    return _evaluate.answer(_evaluate.EvaluateQuestion(hand=_hand(hand), partner=mate, trump=trump))


def bid(
    hand: HandText,
    auction: AuctionText = "",
    *,
    system: str = "sayc",
    their_system: str | None = None,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
) -> _bid.BidAnswer:
    """The call of the player whose turn it is, its rule, and what it shows.

    >>> bid("KQ8.A9762.A76.T6", "1S P").call
    Call('2H')
    """
    question = _bid.BidQuestion(
        hand=_hand(hand),
        auction=_auction(auction, dealer),
        vulnerability=vulnerability,
        system=system,
        their_system=their_system,
    )
    return _bid.answer(question)


def explain(
    auction: AuctionText,
    *,
    system: str = "sayc",
    their_system: str | None = None,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
) -> _explain.ExplainAnswer:
    """What every call of an auction means, and what each seat has shown; `system` is North-South's.

    >>> explain("1N P 2H").calls[2].meaning.artificial
    True
    """
    question = _explain.ExplainQuestion(
        auction=_auction(auction, dealer), vulnerability=vulnerability, system=system, their_system=their_system
    )
    return _explain.answer(question)


def posterior(
    hand: HandText,
    auction: AuctionText = "",
    *,
    system: str = "sayc",
    their_system: str | None = None,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
    layouts: int = 400,
    seed: int = 0,
) -> _posterior.PosteriorAnswer:
    """What the other three hands may be, given one hand and the auction."""
    question = _posterior.PosteriorQuestion(
        hand=_hand(hand),
        auction=_auction(auction, dealer),
        vulnerability=vulnerability,
        system=system,
        their_system=their_system,
        layouts=layouts,
        seed=seed,
    )
    return _posterior.answer(question)


def advise(
    hand: HandText,
    auction: AuctionText = "",
    *,
    made: Call | None = None,
    system: str = "sayc",
    their_system: str | None = None,
    dealer: Seat = Seat.NORTH,
    vulnerability: Vulnerability = Vulnerability.NONE,
    layouts: int = 400,
    seed: int = 0,
) -> _advise.AdviseAnswer:
    """Which call, why, and with what odds: system, network and simulation; `made` is a call to be graded."""
    question = _advise.AdviseQuestion(
        hand=_hand(hand),
        auction=_auction(auction, dealer),
        vulnerability=vulnerability,
        system=system,
        their_system=their_system,
        made=made,
        layouts=layouts,
        seed=seed,
    )
    return _advise.answer(question)


def _hand(hand: HandText) -> Hand:
    return hand if isinstance(hand, Hand) else Hand.parse(hand)


def _deal(deal: Deal | str) -> Deal:
    return deal if isinstance(deal, Deal) else Deal.parse(deal)


def _auction(auction: AuctionText, dealer: Seat) -> Auction:
    return auction if isinstance(auction, Auction) else Auction.parse(auction, dealer)
