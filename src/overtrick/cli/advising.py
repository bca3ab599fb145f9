"""`overtrick advise` and `overtrick posterior`: which call and why, and what the hidden hands may be."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from overtrick.ask.bidding_questions import FEWEST, MOST, answer_advise, answer_posterior, posterior_of
from overtrick.cli.bidding import SystemOption, TheirSystem
from overtrick.cli.console import STDIN, Json, answer_lines_by, written_to
from overtrick.cli.text.hidden_hands import advice_text, posterior_text
from overtrick.core import BridgeError
from overtrick.layouts.drawing import posterior_svg

Calls = Annotated[str, typer.Option("--auction", "-a", help="The calls so far, from the dealer on.")]
Dealer = Annotated[str, typer.Option("--dealer", help="N, E, S or W.")]
Vul = Annotated[str, typer.Option("--vul", help="None, NS, EW or All.")]
Layouts = Annotated[int, typer.Option("--layouts", "-n", min=FEWEST, max=MOST, help="Layouts of the hidden cards.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same layouts.")]
HandOrLines = Annotated[str, typer.Argument(metavar="HAND|-", help="A hand of 13 cards; or - with --json for stdin.")]


def advise(
    source: HandOrLines,
    auction: Calls = "",
    dealer: Dealer = "N",
    vul: Vul = "None",
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    call: Annotated[str | None, typer.Option("--call", help="The call that was made: it gets a grade.")] = None,
    layouts: Layouts = 400,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Say which call to make and why: the system's rule, the network, and a simulation side by side.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …,
    "made": …, "layouts": …, "seed": …} a line in, one answer a line out.
    """
    options = {"system": system, "their_system": their_system, "layouts": layouts, "seed": seed}
    table = {"hand": source, "auction": auction, "dealer": dealer, "vul": vul, "made": call}
    _answer(source, as_json, table, options, answer_advise, advice_text)


def posterior(
    source: HandOrLines,
    auction: Calls = "",
    dealer: Dealer = "N",
    vul: Vul = "None",
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    seat: Annotated[
        str | None, typer.Option("--seat", help="Whose hand it is, if not that of the next to call.")
    ] = None,
    holds: Annotated[
        list[str] | None, typer.Option("--with", help="A card somebody holds, such as partner:SA or W:HK,HQ.")
    ] = None,
    lacks: Annotated[list[str] | None, typer.Option("--without", help="A card somebody does not hold.")] = None,
    layouts: Layouts = 400,
    seed: Seed = 0,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture here.")] = None,
    as_json: Json = False,
) -> None:
    """Say what left-hand opponent, partner and right-hand opponent may hold, given a hand and the auction.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …,
    "seat": …, "with": [...], "without": [...], "layouts": …, "seed": …} a line in, one answer a line out.
    """
    options = {"system": system, "their_system": their_system, "layouts": layouts, "seed": seed}
    table: dict[str, Any] = {"hand": source, "auction": auction, "dealer": dealer, "vul": vul, "seat": seat}
    table |= {"with": holds or [], "without": lacks or []}
    if svg is not None and source != STDIN:
        with written_to(svg) as out:
            out.write(posterior_svg(posterior_of(table | options)) + "\n")
    else:
        _answer(source, as_json, table, options, answer_posterior, posterior_text)


def _answer(
    source: str,
    as_json: bool,
    table: dict[str, Any],
    options: dict[str, Any],
    answer: Callable[[dict[str, Any]], dict[str, Any]],
    text: Callable[[dict[str, Any]], str],
) -> None:
    """One answer as text or JSON, or answers to the lines of standard input."""
    if source == STDIN:
        if not as_json:
            raise BridgeError("expected --json with -: one question a line")
        answer_lines_by(lambda asked: answer(options | asked))
    else:
        found = answer(table | options)
        print(json.dumps(found, ensure_ascii=False) if as_json else text(found))
