"""`overtrick bid` and `overtrick explain`: which call, why, and what every call means."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from overtrick.ask.system_answers import explain_answer
from overtrick.ask.system_questions import answer_bid, answer_explain, said_by
from overtrick.cli.console import (
    STDIN,
    Boards,
    Dealer,
    Json,
    Output,
    Vul,
    answer_lines_by,
    is_file,
    written_to,
)
from overtrick.cli.solving import with_conditions
from overtrick.cli.text.meanings import explanation_text, meaning_text
from overtrick.core import Auction, Board, BridgeError, Record, Seat
from overtrick.formats import files
from overtrick.systems.table import Table
from overtrick.systems.tools.annotate import annotated, notes_of

SystemOption = Annotated[str, typer.Option("--system", "-s", help="sayc, 2/1, acol or a card's file.")]
TheirSystem = Annotated[
    str | None, typer.Option("--their-system", help="The opponents' card; the same unless it is given.")
]


def bid(
    source: Annotated[
        str, typer.Argument(metavar="HAND|SOURCE", help="A hand; or boards: a deal, a link, a file; or - for stdin.")
    ],
    auction: Annotated[str, typer.Option("--auction", "-a", help="The calls so far, from the dealer on.")] = "",
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
    ] = "bidding",
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Say which call a hand makes, by which rule and why; or bid every board of SOURCE to the end, as PBN with notes.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …}
    a line in, one answer a line out. The hand is that of the player whose turn it is, and `system` is his side's;
    for boards it is North-South's.
    """
    if source == STDIN and as_json:
        answer = _answering(net, simulate, with_others=False)
        given = {"system": system, "their_system": their_system, "network": network}
        answer_lines_by(lambda asked: answer(given | asked))
    elif source == STDIN or is_file(source) or any(sign in source for sign in ":|="):
        boards = Boards(source)
        chosen = (with_conditions(record, dealer, vul) for record in boards.complete())
        pair = system, their_system or system
        _write(_bid_boards(chosen, pair, _bidding(net, simulate, network)), pair, output, as_json)
        boards.finish()
    else:
        asked = {"hand": source, "auction": auction, "dealer": dealer or "N", "vul": vul or "None", "system": system}
        found = _answering(net, simulate)(asked | {"their_system": their_system, "network": network})
        with written_to(output) as out:
            print(json.dumps(found, ensure_ascii=False) if as_json else _text_of(found), file=out)
            if explain and not as_json:
                print(explanation_text(answer_explain(asked | {"their_system": their_system})), file=out)


def explain(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A BBO link, a file (PBN, LIN, …), or - for stdin.")],
    dealer: Dealer = None,
    vul: Vul = None,
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Say what every call of every board in SOURCE means: PBN with notes out, or JSON lines.

    With - and --json: one object {"dealer": …, "vul": …, "auction": …, "system": …, "their_system": …} a line in,
    one answer a line out. `system` is North-South's.
    """
    if source == STDIN and as_json:
        answer_lines_by(lambda asked: answer_explain({"system": system, "their_system": their_system} | asked))
        return
    boards = Boards(source)
    chosen = (with_conditions(record, dealer, vul) for record in boards)
    pair = system, their_system or system
    _write(_explain_boards(chosen, boards, pair), pair, output, as_json)
    boards.finish()


# Answers


def _answering(net: bool, simulate: bool, *, with_others: bool = True) -> Callable[[dict[str, Any]], dict[str, Any]]:
    """How a question for a call is answered: by the card, by the network, or by simulation."""
    if not (net or simulate):
        return partial(answer_bid, with_others=with_others)
    from overtrick.ask.bidding_questions import answer_advise, answer_policy

    return answer_advise if simulate else answer_policy


def _bidding(net: bool, simulate: bool, network: str) -> Callable[[Board, tuple[str, str]], Auction]:
    """How a board is bid to the end."""
    if not (net or simulate):
        return _bid_board
    return partial(_bid_by_players, kind="sim" if simulate else "net", network=network)


# Boards


def _bid_board(board: Board, pair: tuple[str, str]) -> Auction:
    return Table.of(*pair).bid_deal(board.deal, board.dealer, board.vulnerability)


def _bid_by_players(board: Board, pair: tuple[str, str], *, kind: str, network: str) -> Auction:
    from overtrick.matches.playing import PlayerName, pair_of
    from overtrick.matches.rooms import bid_board

    north_south, east_west = (PlayerName(kind, system, network) for system in pair)
    return bid_board(pair_of(north_south, east_west), board)


def _bid_boards(
    records: Iterator[Record], pair: tuple[str, str], bidding: Callable[[Board, tuple[str, str]], Auction]
) -> Iterator[Record]:
    """The boards with the auctions of these cards in place of what happened at a table."""
    for record in records:
        table, board = Table.of(*pair), record.board
        auction = bidding(board, pair)
        players = {seat: table.system_of(seat).name for seat in Seat}
        notes = notes_of(table.tree, auction, board.vulnerability)
        yield Record(board, auction, notes, players=players, table=record.table)


def _explain_boards(records: Iterator[Record], boards: Boards, pair: tuple[str, str]) -> Iterator[Record]:
    """The boards with a note to every call; what the players said about it themselves stays beside."""
    for record in records:
        if record.auction is None:
            number = record.board.number
            error = BridgeError("expected an auction to explain, got none")
            boards.leave_out(error.at(source=f"board {number}" if number else boards.source))
            continue
        yield annotated(record, Table.of(*pair).tree)


def _write(records: Iterator[Record], pair: tuple[str, str], output: Path | None, as_json: bool) -> None:
    with written_to(output) as out:
        if not as_json:
            files.write_records(records, out, "pbn")
            return
        for record in records:
            print(json.dumps(_board_dict(record, pair), ensure_ascii=False), file=out, flush=True)


def _board_dict(record: Record, pair: tuple[str, str]) -> dict[str, Any]:
    board, auction = record.board, record.auction
    assert auction is not None
    about: dict[str, Any] = {} if board.number is None else {"board": board.number}
    about |= {"deal": str(board.deal), "dealer": str(board.dealer), "vul": str(board.vulnerability)}
    about |= {"auction": str(auction), "contract": None if auction.contract is None else str(auction.contract)}
    table = Table.of(*pair)
    return about | explain_answer(table, auction, board.vulnerability) | said_by(table)


def _text_of(answer: dict[str, Any]) -> str:
    if "candidates" not in answer:
        return _bid_text(answer)
    from overtrick.cli.text.hidden_hands import advice_text

    return advice_text(answer)


def _bid_text(answer: dict[str, Any]) -> str:
    place = f" ({answer['source']})" if answer["source"] else ""
    lines = [f"{answer['call']}   {answer['rule'] or 'no rule of the system'}{place}"]
    if "probabilities" in answer:
        likely = list(answer["probabilities"].items())[:5]
        lines.append("network " + ", ".join(f"{call} {chance:.1%}" for call, chance in likely))
    lines.append(f"shows   {meaning_text(answer['meaning'])}")
    for number, part in enumerate(answer["requires"]):
        yours = f"  (yours: {part['yours']})" if part["yours"] else ""
        lines.append(f"{'why' if not number else '':8}{part['text']}{yours}")
    for number, line in enumerate(answer.get("passed_over", [])):
        fails = "; ".join(f"{part['text']} (yours: {part['yours'] or 'no'})" for part in line["fails"])
        lines.append(f"{'not' if not number else '':8}{line['call']} {line['rule']}: needs {fails}")
    return "\n".join(lines)
