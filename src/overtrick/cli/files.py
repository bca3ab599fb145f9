"""`overtrick convert` and `overtrick show`: files in one form, out in another."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from overtrick.cli.console import Boards, Dealer, Jobs, Output, Source, Vul, written_to
from overtrick.cli.solving import solved, with_conditions
from overtrick.core import Board, Record, Result, drawing
from overtrick.formats import files

_PAGE_HEAD = """<!doctype html><meta charset="utf-8"><title>Overtrick</title>
<style>
section{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start;margin:1rem;font:15px system-ui,sans-serif}
</style>"""

Solve = Annotated[bool, typer.Option("--dd", help="Add exact double-dummy tables.")]


def convert(
    source: Source,
    target: Annotated[
        Path | None, typer.Argument(metavar="[TARGET]", help="The file to write; default stdout.")
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", help=f"{files.known_formats()}; told by TARGET's name, else pbn.")
    ] = None,
    dd: Solve = False,
    notes: Annotated[bool, typer.Option("--notes/--no-notes", help="Keep alerts and explanations.")] = True,
    jobs: Jobs = 0,
) -> None:
    """Convert SOURCE to another format; what cannot be read is reported and left out."""
    form = to or (files.format_of(target) if target else "pbn")
    boards = Boards(source)
    records: Iterable[Record] = solved(boards.complete(), jobs) if dd else boards
    if not notes:
        records = (replace(record, notes={}) for record in records)
    with written_to(target) as out:
        files.write_records(records, out, form)
    boards.finish()


def show(
    source: Source,
    dd: Solve = False,
    dealer: Dealer = None,
    vul: Vul = None,
    html: Annotated[bool, typer.Option("--html", help="Write a web page instead of text.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Write the deals as pictures instead of text.")] = False,
    output: Output = None,
    jobs: Jobs = 0,
) -> None:
    """Draw every board in SOURCE: hands, auction, result, and with --dd what the deal yields."""
    boards = Boards(source)
    chosen = (with_conditions(record, dealer, vul) for record in (boards.complete() if dd else boards))
    records = solved(chosen, jobs) if dd else chosen
    with written_to(output) as out:
        if html:
            print(_PAGE_HEAD, file=out)
        for record in records:
            drawn = drawing.board_svg(record.board) if svg else _html(record) if html else _text(record)
            print(drawn, file=out, flush=True)
    boards.finish()


def _text(record: Record) -> str:
    board = record.board
    parts = [drawing.board_text(board)]
    if record.auction is not None:
        parts.append(drawing.auction_text(record.auction, record.notes, vulnerability=board.vulnerability))
    if record.result is not None:
        parts.append(_result(record.result, board))
    if record.table is not None:
        parts.append(f"{record.table}\npar {record.table.par(board.vulnerability, board.dealer)}")
    return "\n\n".join(parts) + "\n"


def _html(record: Record) -> str:
    board = record.board
    parts = [drawing.board_html(board)]
    if record.auction is not None:
        parts.append(drawing.auction_html(record.auction, record.notes, vulnerability=board.vulnerability))
    if record.table is not None:
        parts.append(drawing.table_html(record.table))
    said = [] if record.result is None else [_result(record.result, board)]
    if record.table is not None:
        said.append(f"Par {record.table.par(board.vulnerability, board.dealer)}")
    return f"<section>{''.join(parts)}<p>{'<br>'.join(said)}</p></section>"


def _result(result: Result, board: Board) -> str:
    score = result.score(board.vulnerability)
    return f"Result {result}" + ("" if score is None else f", N-S {score:+d}")
