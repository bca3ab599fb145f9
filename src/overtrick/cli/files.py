"""`overtrick convert` and `overtrick show`: files in one form, out in another."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from overtrick.cli.console import Boards, Dealer, Jobs, Output, Source, Vul, written_to
from overtrick.cli.solving import solved, with_conditions
from overtrick.core import Record, drawing
from overtrick.formats import files

Solve = Annotated[bool, typer.Option("--dd", help="Add exact double-dummy tables.")]


def register(app: typer.Typer) -> None:
    app.command()(convert)
    app.command()(show)


def convert(
    source: Source,
    target: Annotated[Path | None, typer.Argument(metavar="[TARGET]", help="The file to write.")] = None,
    to: Annotated[str | None, typer.Option("--to", help="pbn, lin, json, gib or deals; told by TARGET's name.")] = None,
    dd: Solve = False,
    notes: Annotated[bool, typer.Option("--notes/--no-notes", help="Keep alerts and explanations.")] = True,
    jobs: Jobs = 0,
) -> None:
    """Convert SOURCE to another format, and say what could not be read."""
    form = to or (files.format_of(target) if target else "pbn")
    boards = Boards(source)
    records = solved(boards.complete(), jobs) if dd else iter(boards)
    if not notes:
        records = (replace(record, notes={}) for record in records)
    with written_to(target) as write:
        files.write_records(records, write, form)
    boards.finish()


def show(
    source: Source,
    dd: Solve = False,
    dealer: Dealer = None,
    vul: Vul = None,
    html: Annotated[bool, typer.Option("--html", help="Write a web page instead of text.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Write pictures instead of text.")] = False,
    output: Output = None,
    jobs: Jobs = 0,
) -> None:
    """Draw every board in SOURCE: hands, auction, result, and with --dd what the deal yields."""
    boards = Boards(source)
    records = (with_conditions(record, dealer, vul) for record in boards)
    draw = drawing.record_svg if svg else drawing.record_html if html else _text
    with written_to(output) as write:
        for record in solved(records, jobs) if dd else records:
            write(draw(record) + "\n")
    boards.finish()
