"""Exact double dummy: the table of a deal with par, and the cards of a play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from overtrick.arrays import DealBatch
from overtrick.ask.wire import FLAT, CompleteDeal, Question, Text
from overtrick.core import (
    Board,
    BridgeError,
    Card,
    Contract,
    DDTable,
    Par,
    Seat,
    Side,
    Strain,
    Trick,
    Vulnerability,
    check_play,
    tricks_of,
)
from overtrick.solver import analyse_play, solve_cards, solve_tables


@dataclass(frozen=True, kw_only=True)
class DDQuestion(Question):
    """How many tricks does each declarer take in each strain with best play, and what is par?"""

    deal: CompleteDeal
    dealer: Seat = Seat.NORTH
    vulnerability: Vulnerability = Vulnerability.NONE


@dataclass(frozen=True, kw_only=True)
class DDAnswer:
    """Tricks by declarer and strain, and par from North-South's side."""

    tricks: DDTable
    par: Par
    kind: Literal["exact"] = "exact"


@dataclass(frozen=True, kw_only=True)
class BoardDDAnswer:
    """The same of a board in a file."""

    board: Annotated[Board, FLAT]
    answer: Annotated[DDAnswer, FLAT]


@dataclass(frozen=True, kw_only=True)
class ParAnswer:
    """Par of a board: for its dealer, and for either side speaking first."""

    board: Annotated[Board, FLAT]
    par: Par
    sides: Mapping[Side, Par]

    @classmethod
    def of(cls, board: Board, table: DDTable) -> "ParAnswer":
        """Par, given the tricks."""
        sides = {side: table.par(board.vulnerability, side) for side in Side}
        return cls(board=board, par=table.par(board.vulnerability, board.dealer), sides=sides)


def answer(question: DDQuestion, *, threads: int = 1) -> DDAnswer:
    """The table of one deal; 0 threads for all cores."""
    return answer_many([question], threads=threads)[0]


def answer_many(questions: Sequence[DDQuestion], *, threads: int = 1) -> list[DDAnswer]:
    """The tables of many deals, solved in one go."""
    tricks = solve_tables(DealBatch.stack(question.deal for question in questions), threads=threads)
    tables = [DDTable.of(rows) for rows in tricks.tolist()]
    return [
        DDAnswer(tricks=table, par=table.par(question.vulnerability, question.dealer))
        for question, table in zip(questions, tables, strict=True)
    ]


@dataclass(frozen=True, kw_only=True)
class CardsQuestion(Question):
    """Which cards keep the tricks? `played` are all cards so far, the opening lead first."""

    deal: CompleteDeal
    contract: Contract
    played: Annotated[tuple[Card, ...], Text(3, items=52, example="SA")] = ()


class CardLeaves(NamedTuple):
    """A card that may be played now, and the tricks that declarer then takes in all with best play."""

    card: Card
    tricks: int


@dataclass(frozen=True, kw_only=True)
class CardsAnswer:
    """The cards of the player to move, the best first, and what the play so far has cost."""

    turn: Seat | None
    """None when all cards are played."""
    cards: tuple[CardLeaves, ...]
    tricks: tuple[int, ...]
    """Declarer's with best play: before the lead, and after every card so far."""
    won: int
    """Declarer's tricks so far."""
    kind: Literal["exact"] = "exact"


def answer_cards(question: CardsQuestion) -> CardsAnswer:
    """The tricks of every card that may be played."""
    deal, contract, played = question.deal, question.contract, question.played
    leader, strain = contract.declarer.lho, contract.strain
    try:
        check_play(deal, played, leader, strain)
    except BridgeError as error:
        raise error.at(source="played") from None
    tricks = list(tricks_of(played, leader, strain))
    winners = [trick.winner(strain) for trick in tricks if trick.is_complete]
    won = sum(winner.side is contract.side for winner in winners)
    turn = _next_to_play(tricks, leader, strain)
    to_come = 13 - len(winners)
    is_ours = turn is not None and turn.side is contract.side
    leaves = [
        CardLeaves(each.card, won + (each.tricks if is_ours else to_come - each.tricks))
        for each in solve_cards(deal, strain, leader, played, threads=1)
    ]
    return CardsAnswer(
        turn=turn, cards=tuple(leaves), tricks=tuple(analyse_play(deal, contract, played, threads=1)), won=won
    )


def _next_to_play(tricks: Sequence[Trick], leader: Seat, strain: Strain) -> Seat | None:
    """Who plays the next card; None after thirteen tricks."""
    if not tricks:
        return leader
    last = tricks[-1]
    if not last.is_complete:
        return last.leader.after(len(last.cards))
    return None if len(tricks) == 13 else last.winner(strain)
