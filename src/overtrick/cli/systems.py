"""`overtrick system …`: a convention card checked, shown, explained, exported, and inferred from boards."""

import json
from pathlib import Path
from typing import Annotated, ClassVar, NoReturn

import typer

from overtrick.ask.explain import ExplainQuestion
from overtrick.ask.explain import answer as answer_explain
from overtrick.ask.rendering.inference import inference_text
from overtrick.ask.systems import CardFindings, TreeQuestion, counts_by_level
from overtrick.ask.wire import from_json
from overtrick.cli.app import Commands
from overtrick.cli.console import (
    Boards,
    CardName,
    Dealer,
    Json,
    Output,
    RegulationOption,
    SystemOption,
    TheirSystem,
    Vul,
    complain,
    print_answer,
    print_json,
    progress_bar,
    writable,
    written_to,
)
from overtrick.core import BridgeError, drawing
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.system import NAMES, System, SystemErrors
from overtrick.systems.tools.booklet import Booklet, markdown, web_page
from overtrick.systems.tools.check import ERROR, INFO, LEVELS, WARNING, Finding, lint
from overtrick.systems.tools.export import bboalert, notes
from overtrick.systems.tools.infer import infer_cards
from overtrick.systems.tools.schema import system_schema
from overtrick.systems.tools.unknown import unknown
from overtrick.systems.tools.unused import unused

COMMANDS = {
    "check": "systems:check",
    "show": "systems:show",
    "explain": "systems:explain",
    "export": "systems:export",
    "schema": "systems:schema",
    "infer": "systems:infer",
    "compare": "matches:compare",
    "audit": "matches:audit",
    "worth": "matches:worth",
    "doctor": "doctor:doctor",
}
"""Each command with the module that has it and its name there, as in app.py."""

_FORMS = {"markdown": notes, "bboalert": bboalert}
_WORDS = ("errors", "warnings", "remarks")

Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same examples.")]


class _SystemCommands(Commands):
    places: ClassVar = COMMANDS


system = typer.Typer(
    cls=_SystemCommands,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@system.callback()
def _system() -> None:
    """Check, show, explain, compare and export convention cards."""


def check(
    card: CardName,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Add overlaps and rules that did not come up."),
    ] = False,
    every_file: Annotated[bool, typer.Option("--all", help="Add what is found in shipped layers and blocks.")] = False,
    deals: Annotated[int, typer.Option("--deals", "-n", min=1, help="Deals to bid in search of examples.")] = 400,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Look a card over: what cannot be read, calls with two meanings, rules that never come up, missing replies.

    The card's own files come first; errors of shipped ones follow, their warnings with --all.
    Ends with 2 when the card cannot be read, with 1 when something in it is wrong, with 0 when there are only
    warnings.
    """
    try:
        loaded = System.load(card)
    except SystemErrors as errors:
        _refuse(errors, as_json)
    with uncollected(), progress_bar("bidding deals in search of examples"):
        findings = [*lint(loaded, deals=deals, seed=seed, overlaps=verbose), *unused(card, loaded), *unknown(loaded)]
    own = [finding for finding in findings if _is_own(finding, card)]
    others = [finding for finding in findings if finding not in own and (every_file or finding.level == ERROR)]
    shown = [finding for finding in (*own, *others) if verbose or finding.level != INFO]
    if as_json:
        print_json(CardFindings(loaded.name, counts_by_level(findings), shown))
    else:
        _print_findings(loaded, findings, shown)
    if any(finding.level == ERROR for finding in findings):
        raise typer.Exit(1)


def _is_own(finding: Finding, card: str) -> bool:
    """Whether a finding is about the card's own file, or about a layer or block beside it."""
    name, shipped = finding.where.rpartition(":")[0], NAMES.get(card.strip().lower())
    if shipped is not None:
        return name == f"{shipped}.yaml"
    beside = Path(card).parent
    return name == Path(card).name or any((folder / name).is_file() for folder in (beside, beside / "blocks"))


def _refuse(errors: SystemErrors, as_json: bool) -> NoReturn:
    """Every mistake of a card that cannot be read."""
    if as_json:
        print_json({"errors": [{"message": error.message, "where": str(error.where)} for error in errors.errors]})
    for error in errors.errors:
        complain(error)
    raise typer.Exit(2)


def _print_findings(card: System, findings: list[Finding], shown: list[Finding]) -> None:
    for finding in shown:
        print(finding)
        if finding.auction:
            print(f"    after {finding.auction}")
        for hand in finding.hands:
            print(f"    {drawing.hand_text(hand)}")
    hidden = counts_by_level([finding for finding in findings if finding not in shown])
    by_level = {**counts_by_level(findings), WARNING: counts_by_level(shown)[WARNING]}
    counts = [f"{by_level[level]} {word}" for level, word in zip(LEVELS, _WORDS, strict=True)]
    hints = ["--verbose shows the remarks"] * bool(hidden[INFO])
    hints += [f"--all {hidden[WARNING]} warnings about shipped files"] * bool(hidden[WARNING])
    hint = f" ({', '.join(hints)})" if hints else ""
    print(f"{card.name}: {len(card.rules):,} rules, {', '.join(counts)}{hint}")


def show(
    card: CardName,
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=8, help="Rounds of our side's calls.")] = 2,
    after: Annotated[str | None, typer.Option("--after", "-a", help="Only what follows this auction.")] = None,
    deals: Annotated[int, typer.Option("--deals", "-n", min=100, help="Deals the shares are counted on.")] = 10_000,
    seed: Seed = 0,
    html: Annotated[bool, typer.Option("--html", help="Write a web page instead of Markdown.")] = False,
    output: Output = None,
) -> None:
    """Print a card as a booklet: every call with how often it comes, what it shows, and a hand that makes it."""
    loaded = System.load(card)
    start = None if after is None else from_json(TreeQuestion, {"after": after}).after
    with progress_bar("bidding deals"):
        sections = Booklet(loaded, deals=deals, seed=seed).sections(depth, start)
        text = web_page(loaded, sections) if html else markdown(loaded, sections)
    with written_to(output) as out:
        print(text, file=out)


def explain(
    auction: Annotated[str, typer.Argument(metavar="AUCTION", help="Such as '1N P 2C P'.")],
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    dealer: Dealer = None,
    vul: Vul = None,
    regulation: RegulationOption = "acbl",
    as_json: Json = False,
) -> None:
    """Say what every call of an auction means, what each seat has shown, and which calls may come next.

    `--system` is North-South's card, `--their-system` East-West's.
    """
    asked = {"auction": auction, "dealer": dealer or "N", "vul": vul or "None", "available": True}
    asked |= {"system": system, "their_system": their_system, "regulation": regulation.lower()}
    print_answer(answer_explain(from_json(ExplainQuestion, asked)), as_json)


def export(
    card: CardName,
    to: Annotated[str, typer.Option("--to", help=f"{' or '.join(_FORMS)}.")] = "markdown",
    depth: Annotated[int, typer.Option("--depth", "-d", min=1, max=8, help="Rounds of our side's calls.")] = 3,
    output: Output = None,
) -> None:
    """Write a card for BBOalert (explanations on Bridge Base Online), or as notes in Markdown."""
    if to not in _FORMS:
        raise BridgeError(f"expected {' or '.join(_FORMS)} after --to, got {to!r}")
    loaded = System.load(card)
    with progress_bar("writing the card"):
        text = _FORMS[to](loaded, depth)
    with written_to(output) as out:
        out.write(text)


def schema(output: Output = None) -> None:
    """Print the JSON Schema of the system language, for editors that complete and check a card as it is written."""
    with written_to(output) as out:
        print(json.dumps(system_schema(), indent=1, ensure_ascii=False), file=out)


def infer(
    sources: Annotated[
        list[str],
        typer.Argument(metavar="FILES", help="Boards with hands and auctions: PBN, LIN or JSON lines, links, or -."),
    ],
    least: Annotated[int, typer.Option("--least", min=1, help="Leave out pairs with fewer boards.")] = 20,
    player: Annotated[
        str | None, typer.Option("--player", help="Only the pair of this player, or N, E, S or W without names.")
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", callback=writable, help="Write the card of the pair with most boards here."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which card players seem to play, from boards they bid: notrump ranges, styles, conventions.

    Every call is asked for again from cards that play each option; the boards that speak for and against are named,
    and where partners disagree. What no board tells is as in the nearest shipped card, and listed as such.
    """
    boards = [Boards(source) for source in sources]
    records = [record for each in boards for record in each if record.auction is not None]
    with progress_bar("asking cards for the calls that were made") as advance:
        found = infer_cards(records, least, player, advance)
    found.sort(key=lambda pair: -pair.boards)
    if output is not None:
        with written_to(output) as out:
            out.write(found[0].card)
    for place, pair in enumerate(found):
        if as_json:
            print_json(pair)
        else:
            print("\n" * bool(place) + inference_text(pair))
    for each in boards:
        each.finish()
