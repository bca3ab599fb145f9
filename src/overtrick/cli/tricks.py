"""`overtrick dd`, `overtrick par` and `overtrick tricks`: tricks solved exactly, and as the network estimates them."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Annotated, Any, ClassVar

import typer

from overtrick.arrays import DealBatch, Floats
from overtrick.ask.dd import BoardDDAnswer, DDAnswer, ParAnswer, answer
from overtrick.ask.tricks import TricksQuestion, estimated
from overtrick.cli.app import Commands
from overtrick.cli.console import (
    STDIN,
    Boards,
    Dealer,
    Jobs,
    Json,
    Output,
    Scheduler,
    Source,
    Vul,
    answer_lines,
    print_answer,
    print_json,
    progress_bar,
    watched,
    with_conditions,
    written_to,
)
from overtrick.core import Board, DDTable, Record, Seat, Strain
from overtrick.formats import files
from overtrick.nets.backend import use_backend
from overtrick.solver import solve_tables, solve_tables_on
from overtrick.tricks.estimators import four_hands

_CHUNK = 32  # deals solved before the first of them is printed


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
                print_answer(_answer(record), as_json, partial(_as_text, show_par=show_par), out)
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
        print_answer(ParAnswer.of(record.board, _table(record)), as_json, _par_text)
    boards.finish()


def _par_text(answer: ParAnswer) -> str:
    sides = "".join(f"\n  {side} first: {par}" for side, par in answer.sides.items())
    return f"{_title(answer.board)}  par {answer.par}{sides}"


def solved(records: Iterable[Record], jobs: int = 0, scheduler: str | None = None) -> Iterator[Record]:
    """The records with their double-dummy tables; those that bring one keep it."""
    waiting = iter(records)
    while chunk := list(islice(waiting, _CHUNK)):
        unsolved = [record for record in chunk if record.table is None]
        deals = DealBatch.stack([record.board.deal for record in unsolved])
        with progress_bar("solving", len(unsolved)) as advance:
            if scheduler is None:
                tricks = solve_tables(deals, threads=jobs, chunk=8, progress=advance)
            else:
                tricks = solve_tables_on(scheduler, deals, progress=advance)
        tables = iter(map(DDTable.of, tricks.tolist()))
        for record in chunk:
            yield record if record.table is not None else replace(record, table=next(tables))


def _table(record: Record) -> DDTable:
    assert record.table is not None
    return record.table


def _answer(record: Record) -> BoardDDAnswer:
    board, table = record.board, _table(record)
    answer_of_board = DDAnswer(tricks=table, par=table.par(board.vulnerability, board.dealer))
    return BoardDDAnswer(board=board, answer=answer_of_board)


def _title(board: Board) -> str:
    number = f"Board {board.number}  " if board.number else ""
    return f"{number}dealer {board.dealer}  vul {board.vulnerability}  {board.deal}"


def _as_text(solved: BoardDDAnswer, show_par: bool) -> str:
    text = f"{_title(solved.board)}\n{solved.answer.tricks}\n"
    return f"{text}par {solved.answer.par}\n" if show_par else text


# Estimates

_ESTIMATED = 512  # deals that the network looks at together
Backend = Annotated[str, typer.Option("--backend", help="numpy, or jax where that is installed.")]


class _EstimateByDefault(Commands):
    """`overtrick tricks SOURCE` without a further command word estimates."""

    places: ClassVar = {"estimate": "tricks:estimate", "paper": "research.papers:tricks_paper"}

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.places, "-h", "--help"):
            args = ["estimate", *args]
        return super().parse_args(ctx, args)


tricks = typer.Typer(
    cls=_EstimateByDefault,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@tricks.callback()
def _tricks() -> None:
    """Estimate double-dummy tricks of the deals in SOURCE (a file, a deal, or -); or: tricks paper."""


def estimate(
    source: Source,
    exact: Annotated[bool, typer.Option("--exact", help="Solve too, and put the exact tricks beside.")] = False,
    probabilities: Annotated[
        bool, typer.Option("--probabilities", help="Add the chance of each number of tricks.")
    ] = False,
    as_json: Json = False,
    backend: Backend = "numpy",
    output: Output = None,
    jobs: Jobs = 0,
) -> None:
    """Estimate the double-dummy table of every deal in SOURCE: the most likely tricks, and how sure that is.

    With - and --json: one object {"deal": …, "probabilities": true} a line in, one answer a line out.
    """
    if source == STDIN and as_json:
        use_backend(backend)
        answer_lines("tricks")
        return
    use_backend(backend)
    boards = Boards(source)
    records: Iterable[Record] = solved(boards.complete(), jobs) if exact else boards.complete()
    with written_to(output) as out:
        for record, estimate in watched(_estimated(records), "estimating", output):
            if as_json:
                question = TricksQuestion(deal=record.board.deal, probabilities=probabilities)
                print_json(estimated(question, estimate), file=out)
            else:
                print(_estimate_text(record, estimate, exact), file=out)
    boards.finish()


def _estimated(records: Iterable[Record]) -> Iterator[tuple[Record, Floats]]:
    """Each record with its probabilities, a chunk at a time."""
    waiting = iter(records)
    while chunk := list(islice(waiting, _ESTIMATED)):
        estimate = four_hands().probabilities(DealBatch.stack(record.board.deal for record in chunk))
        yield from zip(chunk, estimate, strict=True)


def _estimate_text(record: Record, estimate: Floats, exact: bool) -> str:
    lines = [str(record.board.deal), "".join(f"{strain.symbol:>14}" for strain in Strain)]
    for seat in Seat:
        cells = []
        for strain in Strain:
            likely = int(estimate[seat, strain].argmax())
            beside = f" [{record.table[seat, strain]}]" if exact and record.table is not None else ""
            cells.append(f"{likely} ({estimate[seat, strain, likely]:.0%}){beside}")
        lines.append(f"{seat}  " + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines) + "\n"
