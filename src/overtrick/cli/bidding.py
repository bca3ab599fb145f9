"""`overtrick bid`, `explain`, `advise` and `posterior`: which call, why, what calls mean, what the others may hold."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from overtrick.ask import QUESTIONS
from overtrick.ask.explain import BoardExplainAnswer, ExplainQuestion
from overtrick.ask.explain import answer as answer_explain
from overtrick.ask.position import FEWEST_LAYOUTS, MOST_LAYOUTS
from overtrick.ask.wire import JsonObject, from_json
from overtrick.cli.console import (
    STDIN,
    Boards,
    Dealer,
    DealerOption,
    Json,
    Output,
    RegulationOption,
    ScoringOption,
    SystemOption,
    TheirSystem,
    Vul,
    VulOption,
    answer_lines,
    chosen,
    is_boards,
    print_answer,
    print_json,
    progress_bar,
    watched,
    with_conditions,
    writable,
    written_to,
)
from overtrick.core import Auction, Board, BridgeError, IllegalCall, Record, Scoring, Seat
from overtrick.formats import files
from overtrick.systems.engine.alerting import Regulation
from overtrick.systems.table import Table
from overtrick.systems.tools.annotate import annotated, notes_of

Calls = Annotated[str, typer.Option("--auction", "-a", help="The calls so far, from the dealer on.")]
LayoutsOption = Annotated[
    int, typer.Option("--layouts", "-n", min=FEWEST_LAYOUTS, max=MOST_LAYOUTS, help="Layouts of the hidden cards.")
]
LayoutSeed = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same layouts.")]
HandOrLines = Annotated[str, typer.Argument(metavar="HAND|-", help="A hand of 13 cards; or - with --json for stdin.")]


def bid(
    source: Annotated[
        str, typer.Argument(metavar="HAND|SOURCE", help="A hand; or boards: a deal, a link, a file; or - for stdin.")
    ],
    auction: Calls = "",
    dealer: Dealer = None,
    vul: Vul = None,
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    explain: Annotated[bool, typer.Option("--explain", help="Add what the calls so far have shown.")] = False,
    net: Annotated[bool, typer.Option("--net", help="The bidding network's call, with its chances.")] = False,
    simulate: Annotated[
        bool, typer.Option("--simulate", help="The call that simulation advises, with expected IMPs.")
    ] = False,
    network: Annotated[
        str,
        typer.Option(
            "--network", help="For --net and --simulate: bidding, true to its cards, or improved, which wins more."
        ),
    ] = "improved",
    scoring: ScoringOption = "imps",
    regulation: RegulationOption = "acbl",
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Say which call a hand makes, by which rule and why; or bid every board of SOURCE to the end, as PBN with notes.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …}
    a line in, one answer a line out. The hand is that of the player whose turn it is, and `system` is his side's;
    for boards it is North-South's.
    """
    kind = "advise" if simulate else "policy" if net else "bid"
    decided_by, told_by = chosen(Scoring, scoring, "scoring"), chosen(Regulation, regulation, "regulation")
    given = {"system": system, "their_system": their_system, "network": network}
    given |= {"advise": {"scoring": decided_by}, "bid": {"regulation": told_by}}.get(kind, {})
    if source == STDIN and as_json:
        answer_lines(kind, given)
    elif is_boards(source):
        boards = Boards(source)
        records = (with_conditions(record, dealer, vul) for record in boards.complete())
        pair = system, their_system or system
        bidden = _bid_boards(records, pair, _bidding(net, simulate, network, decided_by), told_by)
        _write(watched(bidden, "bidding", output), pair, told_by, output, as_json)
        boards.finish()
    else:
        asked = given | {"auction": auction, "dealer": dealer or "N", "vul": vul or "None"}
        question = QUESTIONS[kind].read(asked | {"hand": source, "passed_over": True})
        with written_to(output) as out:
            print_answer(_answered(kind, question), as_json, file=out)
            if explain and not as_json:
                print(answer_explain(from_json(ExplainQuestion, asked | {"regulation": told_by})), file=out)


def explain(
    source: Annotated[
        str,
        typer.Argument(
            metavar="AUCTION|SOURCE", help="Calls, as '1N P 2H'; or boards: a link, a file; or - for stdin."
        ),
    ],
    dealer: Dealer = None,
    vul: Vul = None,
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    regulation: RegulationOption = "acbl",
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Say what every call of an auction means, or of every board in SOURCE: drawn with notes; with -o as PBN.

    With - and --json: one object {"dealer": …, "vul": …, "auction": …, "system": …, "their_system": …} a line in,
    one answer a line out. `system` is North-South's.
    """
    told_by = chosen(Regulation, regulation, "regulation")
    if source == STDIN and as_json:
        answer_lines("explain", {"system": system, "their_system": their_system, "regulation": told_by})
        return
    if not is_boards(source) and _is_auction(source):
        asked = {"auction": source, "dealer": dealer or "N", "vul": vul or "None", "available": True}
        asked |= {"system": system, "their_system": their_system, "regulation": told_by}
        question = from_json(ExplainQuestion, asked)
        with written_to(output) as out:
            print_answer(answer_explain(question), as_json, file=out)
        return
    boards = Boards(source)
    records = (with_conditions(record, dealer, vul) for record in boards.called())
    pair = system, their_system or system
    explained = watched((annotated(record, Table.of(*pair).tree, told_by) for record in records), "explaining", output)
    if output is None and not as_json:
        for record in explained:
            print(record, end="\n\n", flush=True)
    else:
        _write(explained, pair, told_by, output, as_json)
    boards.finish()


def advise(
    source: HandOrLines,
    auction: Calls = "",
    dealer: DealerOption = "N",
    vul: VulOption = "None",
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    call: Annotated[str | None, typer.Option("--call", help="The call that was made: it gets a grade.")] = None,
    layouts: LayoutsOption = 400,
    seed: LayoutSeed = 0,
    scoring: ScoringOption = "imps",
    as_json: Json = False,
) -> None:
    """Say which call to make and why: the system's rule, the network, and a simulation side by side.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …,
    "made": …, "layouts": …, "seed": …, "scoring": …} a line in, one answer a line out.
    """
    given = {"system": system, "their_system": their_system, "layouts": layouts, "seed": seed}
    given |= {"scoring": chosen(Scoring, scoring, "scoring")}
    table = {"hand": source, "auction": auction, "dealer": dealer, "vul": vul, "made": call}
    _answer("advise", source, given, table, as_json)


def posterior(
    source: HandOrLines,
    auction: Calls = "",
    dealer: DealerOption = "N",
    vul: VulOption = "None",
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    seat: Annotated[
        str | None, typer.Option("--seat", help="Whose hand it is, if not that of the next to call.")
    ] = None,
    holds: Annotated[
        list[str] | None, typer.Option("--with", help="A card somebody holds, such as partner:SA or W:HK,HQ.")
    ] = None,
    lacks: Annotated[list[str] | None, typer.Option("--without", help="A card somebody does not hold.")] = None,
    layouts: LayoutsOption = 400,
    seed: LayoutSeed = 0,
    svg: Annotated[Path | None, typer.Option("--svg", callback=writable, help="Write a picture here.")] = None,
    as_json: Json = False,
) -> None:
    """Say what left-hand opponent, partner and right-hand opponent may hold, given a hand and the auction.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …,
    "seat": …, "with": [...], "without": [...], "layouts": …, "seed": …} a line in, one answer a line out.
    """
    given = {"system": system, "their_system": their_system, "layouts": layouts, "seed": seed}
    table: JsonObject = {"hand": source, "auction": auction, "dealer": dealer, "vul": vul, "seat": seat}
    table |= {"with": holds or [], "without": lacks or []}
    if svg is None or source == STDIN:
        _answer("posterior", source, given, table, as_json)
        return
    from overtrick.ask.rendering.hidden_hands_svg import posterior_svg

    with written_to(svg) as out:
        out.write(posterior_svg(_answered("posterior", QUESTIONS["posterior"].read(given | table))) + "\n")


# Answers


def _is_auction(text: str) -> bool:
    """Whether a text is calls; IllegalCall for calls that the laws do not allow."""
    try:
        return len(Auction.parse(text)) > 0
    except IllegalCall as error:
        raise error.at(source="auction") from None
    except BridgeError:
        return False


def _answered(kind: str, question: Any) -> Any:
    """The answer, with a progress bar over the layouts where there are any."""
    layouts = 0
    with progress_bar("simulating", getattr(question, "layouts", None)) as advance:
        for answer in QUESTIONS[kind].stages(question):
            done = getattr(answer, "layouts", None) or 0
            advance(done - layouts)
            layouts = done
    return answer


def _answer(kind: str, source: str, given: JsonObject, table: JsonObject, as_json: bool) -> None:
    """One answer as text or JSON, or answers to the lines of standard input."""
    if source != STDIN:
        print_answer(_answered(kind, QUESTIONS[kind].read(given | table)), as_json)
    elif as_json:
        answer_lines(kind, given)
    else:
        raise BridgeError("expected --json with -: one question a line")


def _bidding(net: bool, simulate: bool, network: str, scoring: Scoring) -> Callable[[Board, tuple[str, str]], Auction]:
    """How a board is bid to the end."""
    if not (net or simulate):
        return _bid_board
    return partial(_bid_by_players, kind="advice" if simulate else "net", network=network, scoring=scoring)


# Boards


def _bid_board(board: Board, pair: tuple[str, str]) -> Auction:
    return Table.of(*pair).bid_deal(board.deal, board.dealer, board.vulnerability)


def _bid_by_players(board: Board, pair: tuple[str, str], *, kind: str, network: str, scoring: Scoring) -> Auction:
    from overtrick.matches.playing import PlayerName, pair_of
    from overtrick.matches.rooms import bid_board

    north_south, east_west = (PlayerName(kind, system, network) for system in pair)
    return bid_board(pair_of(north_south, east_west, scoring=scoring), board)


def _bid_boards(
    records: Iterator[Record],
    pair: tuple[str, str],
    bidding: Callable[[Board, tuple[str, str]], Auction],
    regulation: Regulation,
) -> Iterator[Record]:
    """The boards with the auctions of these cards in place of what happened at a table."""
    for record in records:
        table, board = Table.of(*pair), record.board
        auction = bidding(board, pair)
        players = {seat: table.system_of(seat).name for seat in Seat}
        notes = notes_of(table.tree, auction, board.vulnerability, regulation)
        yield Record(board, auction, notes, players=players, table=record.table)


def _write(
    records: Iterator[Record], pair: tuple[str, str], regulation: Regulation, output: Path | None, as_json: bool
) -> None:
    with written_to(output) as out:
        if not as_json:
            files.write_records(records, out, "pbn")
            return
        for record in records:
            print_json(BoardExplainAnswer.of(record, Table.of(*pair), regulation), out)
