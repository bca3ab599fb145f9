"""`overtrick dd` and `overtrick par`: exact double dummy."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Annotated, Any

import typer

from overtrick.arrays import DealBatch
from overtrick.ask.dd import answer_dd, par_dict
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
    progress_bar,
    written_to,
)
from overtrick.core import Board, DDTable, Record, Side
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
        answer_lines(lambda asked: answer_dd(asked, jobs))
        return
    boards = Boards(source)
    chosen = (with_conditions(record, dealer, vul) for record in boards.complete())
    with written_to(output) as out:
        if pbn:
            files.write_records(solved(chosen, jobs, scheduler), out, "pbn")
        else:
            for record in solved(chosen, jobs, scheduler):
                print(_as_json(record) if as_json else _as_text(record, show_par), file=out, flush=True)
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
        board, table = record.board, _table(record)
        if as_json:
            sides = {str(side): par_dict(table.par(board.vulnerability, side)) for side in Side}
            whole = par_dict(table.par(board.vulnerability, board.dealer))
            print(json.dumps({**_conditions_dict(board), "par": whole, "sides": sides}), flush=True)
        else:
            print(f"{_title(board)}  par {table.par(board.vulnerability, board.dealer)}", flush=True)
            for side in Side:
                print(f"  {side} first: {table.par(board.vulnerability, side)}")
    boards.finish()


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


def _conditions_dict(board: Board) -> dict[str, Any]:
    number = {} if board.number is None else {"board": board.number}
    return number | {"deal": str(board.deal), "dealer": str(board.dealer), "vul": str(board.vulnerability)}


def _as_json(record: Record) -> str:
    board, table = record.board, _table(record)
    answer = {
        "tricks": table.as_dict(),
        "par": par_dict(table.par(board.vulnerability, board.dealer)),
        "kind": "exact",
    }
    return json.dumps(_conditions_dict(board) | answer)


def _title(board: Board) -> str:
    number = f"Board {board.number}  " if board.number else ""
    return f"{number}dealer {board.dealer}  vul {board.vulnerability}  {board.deal}"


def _as_text(record: Record, show_par: bool) -> str:
    board, table = record.board, _table(record)
    text = f"{_title(board)}\n{table}\n"
    return text + f"par {table.par(board.vulnerability, board.dealer)}\n" if show_par else text
