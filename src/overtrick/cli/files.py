"""`overtrick deal`, `overtrick convert` and `overtrick show`: boards dealt, in other formats, and drawn."""

import secrets
import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from overtrick.arrays import DealBatch
from overtrick.cli.console import (
    Boards,
    Dealer,
    Jobs,
    Output,
    Source,
    Vul,
    complain,
    progress_bar,
    watched,
    with_conditions,
    writable,
    written_to,
)
from overtrick.cli.tricks import solved
from overtrick.core import BridgeError, ParseError, Record, Seat, Strain, drawing
from overtrick.dealing import Dealt, Print, Script, generate
from overtrick.formats import files
from overtrick.formats.reading import read_lines
from overtrick.solver import solve_contracts

_FORMATS = {"printpbn": "pbn", "printall": "text", "printcompact": "deals", "printoneline": "deals"}


def deal(
    count: Annotated[int | None, typer.Option("--count", "-n", min=0, help="How many deals; default 1.")] = None,
    condition: Annotated[
        str | None, typer.Option("--condition", "-c", help="In the dealer language: hcp(south)>=15 && …")
    ] = None,
    script: Annotated[
        Path | None, typer.Option("--script", "-f", help="A dealer script: predeal, condition, produce, action …")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed gives the same deals.")] = None,
    tries: Annotated[int | None, typer.Option("--tries", min=1, help="Give up after so many deals tried.")] = None,
    pbn: Annotated[bool, typer.Option("--pbn", help="Print PBN.")] = False,
    lin: Annotated[bool, typer.Option("--lin", help="Print LIN.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one board a line.")] = False,
    report: Annotated[bool, typer.Option("--report", help="Say on stderr how the deals were found.")] = False,
    output: Output = None,
) -> None:
    """Deal hands: random ones, or those that meet a condition.

    Prints one deal a line unless told otherwise. Boards are numbered from 1, dealer and vulnerability with them.
    """
    chosen = _script(condition, script)
    wanted = count if count is not None else chosen.produce or 1
    seed = seed if seed is not None else secrets.randbits(32)
    with progress_bar("dealing", wanted) as advance:
        shown = [0]

        def heard(accepted: int, tried: int) -> None:
            advance(accepted - shown[0])
            shown[0] = accepted

        dealt = generate(chosen, wanted, np.random.default_rng(seed), tries=tries, solve=_solve, progress=heard)
    form = "pbn" if pbn else "lin" if lin else "json" if as_json else _format(chosen, output)
    with written_to(output) as out:
        files.write_records(_records(dealt.deals, chosen, seed), out, form)
    _say(dealt, report or script is not None, seed)


def _script(condition: str | None, script: Path | None) -> Script:
    if condition is not None and script is not None:
        raise BridgeError("expected a condition or a script, got both")
    if script is not None:
        return Script.parse("\n".join(read_lines(script)), source=str(script))
    try:
        return Script.parse(condition or "")
    except ParseError as error:
        raise error.at(source="--condition") from None


def _format(script: Script, output: Path | None) -> str:
    if output is not None:
        return files.format_of(output)
    kinds = [_FORMATS.get(action.kind, "deals") for action in script.actions if isinstance(action, Print)]
    return kinds[0] if kinds and kinds[0] != "text" else "deals"


def _records(deals: DealBatch, script: Script, seed: int) -> Iterator[Record]:
    for number, each in enumerate(deals, 1):
        yield Record(script.board(number, each), tags={"Generator": f"overtrick deal --seed {seed}"})


def _solve(deals: DealBatch, declarer: Seat, strain: Strain) -> NDArray[np.uint8]:
    return solve_contracts(deals, [declarer] * len(deals), [strain] * len(deals))


def _say(dealt: Dealt, report: bool, seed: int) -> None:
    """The account of the search; always when deals are missing."""
    if not dealt.report.is_complete:
        complain(f"found {dealt.report.accepted:,} of {dealt.report.wanted:,} deals in {dealt.report.tried:,} tries")
    if report:
        print(f"seed {seed}\n{dealt.report}", file=sys.stderr)
    elif sys.stderr.isatty() and dealt.report.conjuncts:
        print(str(dealt.report).splitlines()[0], file=sys.stderr)
    if not dealt.report.is_complete:
        raise typer.Exit(1)


# Files

_PAGE_HEAD = """<!doctype html><meta charset="utf-8"><title>Overtrick</title>
<style>
section{margin:1rem;font:15px system-ui,sans-serif;break-inside:avoid}
</style>"""

Solve = Annotated[bool, typer.Option("--dd", help="Add exact double-dummy tables.")]


def convert(
    source: Source,
    target: Annotated[
        Path | None, typer.Argument(metavar="[TARGET]", callback=writable, help="The file to write; default stdout.")
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
        files.write_records(records if dd else watched(records, "converting", target), out, form)
    boards.finish()


def show(
    source: Source,
    dd: Solve = False,
    dealer: Dealer = None,
    vul: Vul = None,
    html: Annotated[bool, typer.Option("--html", help="Write a web page instead of text.")] = False,
    svg: Annotated[bool, typer.Option("--svg", help="Write one picture of the deals instead of text.")] = False,
    output: Output = None,
    jobs: Jobs = 0,
) -> None:
    """Draw every board in SOURCE: hands, auction, result, and with --dd what the deal yields."""
    boards = Boards(source)
    chosen = (with_conditions(record, dealer, vul) for record in (boards.complete() if dd else boards))
    records = solved(chosen, jobs) if dd else watched(chosen, "drawing", output)
    with written_to(output) as out:
        if svg:
            print(drawing.boards_svg(record.board for record in records), file=out)
        elif html:
            print(_PAGE_HEAD, file=out)
            for record in records:
                print(drawing.record_html(record), file=out)
        else:
            for record in records:
                print(record, end="\n\n", file=out, flush=True)
    boards.finish()
