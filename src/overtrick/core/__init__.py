"""The game of bridge as frozen values; standard library only."""

from overtrick.core.auctions import Auction, Position
from overtrick.core.boards import Board, Note, Record, board_dealer, board_vulnerability
from overtrick.core.calls import BIDS, CALLS, DOUBLE, PASS, REDOUBLE, Call
from overtrick.core.cards import RANKS, Card, Rank, Strain, Suit
from overtrick.core.comparing import IMP_STEPS, SCORINGS, Scoring, imps, matchpoints
from overtrick.core.contracts import Contract, Doubling, Result, contract_score, penalty
from overtrick.core.deals import Deal
from overtrick.core.errors import BridgeError, IllegalCall, IllegalPlay, InvalidDeal, ParseError, Where
from overtrick.core.hands import Hand
from overtrick.core.play import Trick, check_play, tricks_of
from overtrick.core.seats import Seat, Side, Vulnerability
from overtrick.core.tables import DDTable, Par, par

__all__ = [
    "Auction",
    "BIDS",
    "Board",
    "BridgeError",
    "CALLS",
    "Call",
    "Card",
    "Contract",
    "DDTable",
    "DOUBLE",
    "Deal",
    "Doubling",
    "Hand",
    "IMP_STEPS",
    "IllegalCall",
    "IllegalPlay",
    "InvalidDeal",
    "Note",
    "PASS",
    "Par",
    "ParseError",
    "Position",
    "RANKS",
    "REDOUBLE",
    "Rank",
    "Record",
    "Result",
    "SCORINGS",
    "Scoring",
    "Seat",
    "Side",
    "Strain",
    "Suit",
    "Trick",
    "Vulnerability",
    "Where",
    "board_dealer",
    "board_vulnerability",
    "check_play",
    "contract_score",
    "imps",
    "matchpoints",
    "par",
    "penalty",
    "tricks_of",
]
