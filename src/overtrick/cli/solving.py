"""`overtrick dd` and `overtrick par`: exact double dummy."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Annotated

import typer

from overtrick.arrays import DealBatch
from overtrick.ask.dd import BoardDDAnswer, DDAnswer, ParAnswer, answer
from overtrick.cli.console import (
    STDIN,
    Boards,
    Dealer,
    Jobs,
    Json,
    Output,
    Source,
    Vul,
    answer_lines,
    chosen_dealer,
    chosen_vulnerability,
    print_answer,
    progress_bar,
    written_to,
)
from overtrick.core import Board, DDTable, Record
from overtrick.formats import files
from overtrick.solver import solve_tables, solve_tables_on

_CHUNK = 32  # deals between two looks at the progress bar

Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Solve on the Dask cluster at this address.")
]


def dd(
    source: Source,
    show_par: Annotated[bool, typer.Option("--par", help="Add par and the contracts that reach it.")] = False,
    dealer: Dealer = None,
    vul: Vul = None,
    as_json: Json = False,
    pbn: Annotated[bool, typer.Option("--pbn", help="Print PBN with the double-dummy tags.")] = False,
    output: Output = None,
    jobs: Jobs = 0,
    scheduler: Scheduler = None,
) -> None:
    """Print the double-dummy table of every deal in SOURCE.

    With - and --json: one object {"deal": …, "dealer": …, "vul": …} a line in, one answer a line out.
    """
    if source == STDIN and as_json:
        answer_lines("dd", answer=partial(answer, threads=jobs))
        return
    boards = Boards(source)
    chosen = (with_conditions(record, dealer, vul) for record in boards.complete())
    with written_to(output) as out:
        if pbn:
            files.write_records(solved(chosen, jobs, scheduler), out, "pbn")
        else:
            for record in solved(chosen, jobs, scheduler):
                print_answer(_answer(record), partial(_as_text, show_par=show_par), as_json, file=out)
    boards.finish()


def par(
    source: Source,
    dealer: Dealer = None,
    vul: Vul = None,
    as_json: Json = False,
    jobs: Jobs = 0,
) -> None:
    """Print par for every deal in SOURCE: for the dealer, and for either side speaking first."""
    boards = Boards(source)
    for record in solved((with_conditions(record, dealer, vul) for record in boards.complete()), jobs):
        print_answer(ParAnswer.of(record.board, _table(record)), _par_text, as_json)
    boards.finish()


def _par_text(answer: ParAnswer) -> str:
    sides = "".join(f"\n  {side} first: {par}" for side, par in answer.sides.items())
    return f"{_title(answer.board)}  par {answer.par}{sides}"


def solved(records: Iterable[Record], jobs: int = 0, scheduler: str | None = None) -> Iterator[Record]:
    """The records with their double-dummy tables; those that bring one keep it."""
    waiting = iter(records)
    with progress_bar("solving", None) as advance:
        while chunk := list(islice(waiting, _CHUNK)):
            unsolved = [record for record in chunk if record.table is None]
            deals = DealBatch.stack([record.board.deal for record in unsolved])
            if scheduler is None:
                tricks = solve_tables(deals, threads=jobs, chunk=8, progress=advance)
            else:
                tricks = solve_tables_on(scheduler, deals, progress=advance)
            tables = iter(map(DDTable.of, tricks.tolist()))
            for record in chunk:
                yield record if record.table is not None else replace(record, table=next(tables))


def with_conditions(record: Record, dealer: str | None, vul: str | None) -> Record:
    """The record with another dealer or vulnerability, where one is given."""
    board = record.board
    changed = replace(
        board,
        dealer=chosen_dealer(dealer, board.dealer),
        vulnerability=chosen_vulnerability(vul, board.vulnerability),
    )
    return record if changed == board else replace(record, board=changed)


def _table(record: Record) -> DDTable:
    assert record.table is not None
    return record.table


def _answer(record: Record) -> BoardDDAnswer:
    board, table = record.board, _table(record)
    found = DDAnswer(tricks=table, par=table.par(board.vulnerability, board.dealer))
    return BoardDDAnswer(board=board, answer=found)


def _title(board: Board) -> str:
    number = f"Board {board.number}  " if board.number else ""
    return f"{number}dealer {board.dealer}  vul {board.vulnerability}  {board.deal}"


def _as_text(solved: BoardDDAnswer, show_par: bool) -> str:
    text = f"{_title(solved.board)}\n{solved.answer.tricks}\n"
    return f"{text}par {solved.answer.par}\n" if show_par else text
