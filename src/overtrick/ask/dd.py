"""The double-dummy table of a deal, solved exactly, and par."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from overtrick.arrays import DealBatch
from overtrick.ask.wire import FLAT, CompleteDeal, Question
from overtrick.core import Board, DDTable, Par, Seat, Side, Vulnerability
from overtrick.solver import solve_tables


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
