"""`overtrick match`, `seat`, `system audit`, `compare` and `worth`: players and cards on random deals."""

from pathlib import Path
from typing import Annotated

import typer

import overtrick.ask.match  # noqa: F401  which says how a match is written as JSON
from overtrick.ask.rendering.findings import audit_text, match_text, played_text
from overtrick.ask.rendering.worth import worth_page, worth_text
from overtrick.cli.console import (
    CARD,
    CardName,
    Jobs,
    Json,
    Output,
    ScoringOption,
    TheirSystem,
    card_names,
    chosen,
    print_answer,
    print_json,
    progress_bar,
    writable,
    written_to,
)
from overtrick.core import BridgeError, Scoring, Seat
from overtrick.doctor.worth import chosen_blocks
from overtrick.doctor.worth import worth as worth_of
from overtrick.formats import files, jsonl
from overtrick.matches.playing import DEFAULT, OUTSIDE, PlayerName, compare_systems, play_match, records_of_swings
from overtrick.matches.swings import swing_records
from overtrick.matches.table_manager import WAIT, Connection, SeatedPlayer
from overtrick.players.card_play import LAYOUTS, CardPlayer
from overtrick.players.outside import SECONDS
from overtrick.systems.system import System
from overtrick.systems.tools.audit import audit as audit_card

_PLAYER = "A card (sayc, 2/1, acol, a .yaml file), net:, advice: or sim:CARD[@NETWORK], cardsim:CARD or ext:COMMAND."

Count = Annotated[int, typer.Option("--count", "-n", min=1, help="How many random deals.")]
Seed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same deals.")]


def audit(
    card: CardName,
    count: Count = 10_000,
    seed: Seed = 1,
    against: Annotated[
        str | None, typer.Option("--against", metavar="CARD", help="East-West's card; the same one if not given.")
    ] = None,
    rules: Annotated[int, typer.Option("--rules", min=0, help="How many rules of each list to print.")] = 15,
    calls_only: Annotated[
        bool, typer.Option("--calls-only", help="Look at the calls alone, not at what they promise: ten times as fast.")
    ] = False,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Bid random deals with CARD and check that every hand agrees with what its calls promise.

    Ends with 1 when a hand lies where its call says none can be, a text states a number that is not true of the hand
    or of the ranges beside it, or says something else about forcing than the call does; when a call is illegal, a
    forcing bid is passed, an auction runs over 40 calls, or fewer than 99 % of the hands lie within the stated ranges.
    """
    with progress_bar("bidding and checking", count) as advance:
        report = audit_card(card, against, count, seed=seed, jobs=jobs, ranges=not calls_only, progress=advance)
    if as_json:
        print_json(report.as_dict())
    else:
        print(audit_text(report, rules))
    if not report.is_clean:
        raise typer.Exit(1)


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help=CARD, autocompletion=card_names)],
    second: Annotated[str, typer.Argument(metavar="B", help=CARD, autocompletion=card_names)],
    count: Count = 10_000,
    seed: Seed = 1,
    exact: Annotated[bool, typer.Option("--exact", help="Tricks from the solver, not from the estimator.")] = False,
    swings: Annotated[int, typer.Option("--swings", min=0, help="How many of the largest swings to list.")] = 20,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", callback=writable, help="Write the swings here, as PBN or LIN, with notes."),
    ] = None,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Play a duplicate match between the cards A and B, and list the deals on which they differ most.

    Each deal is bid twice: A sits North-South in the open room and East-West in the closed one.
    """
    form = "pbn" if output is None else files.format_of(output)
    with progress_bar("bidding both rooms", count) as advance:
        played = compare_systems(first, second, count, seed=seed, exact=exact, most=swings, jobs=jobs, progress=advance)
    try:
        if output is not None:
            with written_to(output) as out:
                files.write_records(swing_records(played, first, second), out, form)
    finally:  # what was found is printed also where the file cannot be written
        print_answer(played, as_json, match_text)


def worth(
    card: CardName,
    count: Count = 20_000,
    seed: Seed = 1,
    block: Annotated[
        list[str] | None, typer.Option("--block", metavar="NAME", help="This block alone; may be repeated.")
    ] = None,
    exact: Annotated[bool, typer.Option("--exact", help="Tricks from the solver, not from the estimator.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", callback=writable, help="Write the table and its chart as one page here.")
    ] = None,
    rows: Annotated[
        Path | None, typer.Option("--rows", callback=writable, help="Keep what is finished here; a killed run goes on.")
    ] = None,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Say what each convention block of CARD earns, beside how many lines it adds to what partners must remember.

    The card plays itself without the block, on the same deals in two rooms: IMPs and matchpoints a board with their
    errors, how often the block makes a call, and which files need it. --html draws IMPs against lines.
    """
    blocks = chosen_blocks(System.load(card), block or ())
    with progress_bar("bidding with and without", count * (len(blocks) + 1)) as advance:
        found = worth_of(card, count, seed=seed, blocks=blocks, exact=exact, rows=rows, jobs=jobs, progress=advance)
    try:
        if html is not None:
            with written_to(html) as out:
                out.write(worth_page(found))
    finally:  # what was found is printed also where the page cannot be written
        print_answer(found, as_json, worth_text)


def match(
    first: Annotated[str, typer.Argument(metavar="A", help=_PLAYER)],
    second: Annotated[str, typer.Argument(metavar="B", help=_PLAYER)],
    count: Count = 10_000,
    seed: Seed = 1,
    exact: Annotated[bool, typer.Option("--exact", help="Tricks from the solver, not from the estimator.")] = False,
    library: Annotated[
        Path | None,
        typer.Option(
            "--library", help="Solved deals (Ginsberg library), bid in their order and scored by their tricks."
        ),
    ] = None,
    swings: Annotated[
        Path | None,
        typer.Option("--swings", callback=writable, help="Write the largest swings here, as PBN or LIN, with notes."),
    ] = None,
    most: Annotated[int, typer.Option("--most", min=0, help="How many of the largest swings to keep.")] = 20,
    outside_card: Annotated[
        str,
        typer.Option("--outside-card", help="The card that a program at ext: plays, as far as the others know."),
    ] = DEFAULT,
    seconds: Annotated[
        float, typer.Option("--seconds", min=0.1, help="How long a program at ext: may take for a call.")
    ] = SECONDS,
    scoring: ScoringOption = "imps",
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Play a duplicate match between the players A and B, each deal bid in two rooms.

    A player bids by a card, by the network told that it plays a card (net:CARD), as advise says (advice:CARD), by the
    network with bold simulation (sim:CARD), or by the card with it (cardsim:CARD); --scoring says what simulation
    decides by. A sits North-South in the open room and East-West in the closed one; dealer and vulnerability follow
    from the number of the board. net:sayc@improved plays with the network that wins more than its card,
    net:sayc@FOLDER with one that `overtrick train bidding --export FOLDER` has written.

    ext:COMMAND seats any program that answers as `overtrick bid - --json` does. One that dies, hangs or makes an
    illegal call ends the match with exit code 2; the boards before are scored.
    """
    form, decided_by = "pbn" if swings is None else files.format_of(swings), chosen(Scoring, scoring, "scoring")
    with progress_bar("bidding both rooms", count) as advance:
        played = play_match(
            first,
            second,
            count,
            seed=seed,
            scoring=decided_by,
            exact=exact,
            solved=library,
            most=most,
            jobs=jobs,
            progress=advance,
            outside_system=outside_card,
            seconds=seconds,
        )
    try:
        if swings is not None:
            with written_to(swings) as out:
                files.write_records(records_of_swings(played, first, second, outside_card), out, form)
    finally:  # what was found is printed also where the file cannot be written
        print_answer(played, as_json, match_text)
    if played.stopped:
        raise BridgeError(f"the match ended after {played.boards:,} of {count:,} boards: {played.stopped}")


def seat(
    address: Annotated[
        str, typer.Option("--bluechip", metavar="HOST:PORT", help="Where a Blue Chip table manager listens.")
    ],
    place: Annotated[str, typer.Option("--seat", help="N, E, S or W.")],
    name: Annotated[
        str, typer.Option("--name", help="The name of the team; both partners give the same.")
    ] = "Overtrick",
    system: Annotated[
        str, typer.Option("--system", "-s", metavar="PLAYER", help="Who bids: a card, net:CARD[@NETWORK] or sim:CARD.")
    ] = DEFAULT,
    their_system: TheirSystem = None,
    layouts: Annotated[
        int, typer.Option("--layouts", min=0, max=200, help="Layouts a card is chosen over; 0 for simple rules.")
    ] = LAYOUTS,
    seed: Seed = 1,
    scoring: ScoringOption = "imps",
    wait: Annotated[float, typer.Option("--wait", min=1, help="Seconds without a word that end the session.")] = WAIT,
    output: Output = None,
    as_json: Json = False,
) -> None:
    """Sit Overtrick down at a table manager, where it bids and plays until the session ends.

    The manager speaks the Blue Chip Bridge protocol, version 18, as those of WBridge5, Jack and others do. One command
    is one seat. A line is printed for every board; -o FILE has them as PBN, LIN or JSON lines.
    """
    form = "pbn" if output is None else files.format_of(output)
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise BridgeError(f"expected HOST:PORT after --bluechip, got {address!r}")
    bidder = PlayerName.parse(system)
    if bidder.kind == OUTSIDE:
        raise BridgeError(f"expected a card, net:CARD or sim:CARD to bid, got {system!r}")
    theirs = their_system or bidder.system
    player = bidder.player(theirs, seed, chosen(Scoring, scoring, "scoring"))
    records = []
    connection = Connection(host.strip("[]"), int(port), wait)
    seated = SeatedPlayer(
        connection, Seat.parse(place), name, player, CardPlayer(layouts, seed), (bidder.system, theirs)
    )
    try:
        for record in seated.boards():
            records.append(record)
            if as_json:
                print_json(jsonl.to_dict(record))
            else:
                print(played_text(record), flush=True)
    finally:  # what was played is written also where the session broke off
        connection.close()
        if output is not None:
            with written_to(output) as out:
                files.write_records(records, out, form)
