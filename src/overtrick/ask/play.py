"""A person against the machine: South's calls on a board, the other three by the machine, and the other room.

The deal follows from the seed, in a way of its own, and is told when the auction is over. Until then answers have
South's hand and the calls, and no other question tells more.
"""

import secrets
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from overtrick.arrays import DealBatch
from overtrick.ask.position import Seed, SystemsQuestion
from overtrick.ask.wire import Text, Whole
from overtrick.core import Auction, Board, BridgeError, Call, Deal, Hand, Position, Record, Result, Seat
from overtrick.core.comparing import imps
from overtrick.matches.playing import PlayerName
from overtrick.matches.rooms import Pair, bid_board
from overtrick.solver import SolverError, solve_contracts
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import IMPROVED, TRUE_TO_CARD
from overtrick.tricks.estimators import four_hands

BOARDS = 8
"""Of a match."""
ME = Seat.SOUTH
_STREAM = 2022
"""Keeps the deals apart from those of other questions with the same seed."""
_KINDS = {"card": ("card", TRUE_TO_CARD), "network": ("net", TRUE_TO_CARD), "improved": ("net", IMPROVED)}
Strength = Literal["card", "network", "improved"]


@dataclass(frozen=True, kw_only=True)
class PlayQuestion(SystemsQuestion):
    """South's calls so far on one of eight boards; `system` is North-South's. The answer has the seed to go on with."""

    seed: Seed | None = None
    board: Annotated[int, Whole(1, BOARDS)] = 1
    calls: Annotated[str, Text(400, example="1N 3N")] = ""
    """South's alone: the others call the same way again."""
    strength: Strength = "improved"
    """Who calls at the other seats: the card, the network true to it, or the one that wins more."""


@dataclass(frozen=True, kw_only=True)
class PlayAnswer:
    """The board as South sees it, up to South's next turn; at the end all of it, and the other room."""

    board: Record
    seed: int
    is_over: bool
    other: Record | None = None
    """The same board where all four seats were the machine's."""
    imps: int | None = None
    """Won by South's side against the other room, with double-dummy tricks in both, estimated without a solver."""
    points: int | None = None
    """By how many points South's side did better: the sign is what counts at matchpoints."""
    kind: Literal["rule", "learned"]


def answer(question: PlayQuestion) -> PlayAnswer:
    """Go on to South's next turn, or to the end."""
    seed = secrets.randbits(32) if question.seed is None else question.seed
    board = BoardBatch.random(BOARDS, seed, _STREAM)[question.board - 1]
    players = _players(question)
    auction = _auction(question.calls, board, players)
    kind: Literal["rule", "learned"] = "rule" if question.strength == "card" else "learned"
    if not auction.is_over:
        own = replace(board, deal=Deal.of([board.deal[ME], *[Hand()] * 3], ME))
        return PlayAnswer(board=Record(own, auction), seed=seed, is_over=False, kind=kind)
    mine, other = (_record(board, each) for each in (auction, bid_board(players, board)))
    more = _score(mine) - _score(other)
    return PlayAnswer(board=mine, seed=seed, is_over=True, other=other, imps=imps(more), points=more, kind=kind)


def _players(question: PlayQuestion) -> Pair:
    ours, theirs = question.names()
    question.table()  # says which of the two cannot be read
    kind, network = _KINDS[question.strength]
    return PlayerName(kind, ours, network).player(theirs), PlayerName(kind, theirs, network).player(ours)


def _auction(text: str, board: Board, players: Pair) -> Auction:
    """The auction with these calls of South's, up to the next one that is to come."""
    auction, mine = Auction(board.dealer), text.split()
    while not auction.is_over:
        if auction.turn is not ME:
            hand = board.deal[auction.turn]
            call = players[auction.turn & 1].call(Position(hand, auction, board.vulnerability))
        elif mine:
            call = _legal(mine.pop(0), auction)
        else:
            break
        auction = auction.after(call)
    if mine:
        raise BridgeError(f"expected no call after the end of the auction, got {mine[0]!r}").at(source="calls")
    return auction


def _legal(text: str, auction: Auction) -> Call:
    try:
        call = Call.parse(text)
        auction.after(call)
    except BridgeError as error:
        raise error.at(source="calls") from None
    return call


def _record(board: Board, auction: Auction) -> Record:
    """The board with its result, by double-dummy tricks."""
    contract = auction.contract
    if contract is None:
        return Record(board, auction, result=Result(None, None))
    deals, declarer, strain = DealBatch.stack([board.deal]), contract.declarer, contract.strain
    try:
        tricks = int(solve_contracts(deals, [declarer], [strain], threads=1)[0])
    except SolverError:  # there is none on this computer
        tricks = int(four_hands().tricks(deals)[0, declarer, strain])
    return Record(board, auction, result=Result(contract, tricks))


def _score(record: Record) -> int:
    """North-South's."""
    assert record.result is not None
    return record.result.score(record.board.vulnerability) or 0
