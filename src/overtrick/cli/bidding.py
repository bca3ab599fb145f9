"""`overtrick bid` and `overtrick explain`: which call, why, and what every call means."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

from overtrick.cli.console import (
    STDIN,
    Boards,
    Dealer,
    Json,
    Output,
    Vul,
    answer_lines,
    is_file,
    parse_field,
    text_field,
    written_to,
)
from overtrick.cli.meanings import explanation_text, meaning_text
from overtrick.cli.solving import with_conditions
from overtrick.core import Auction, BridgeError, Hand, Note, Position, Record, Seat, Side, Vulnerability
from overtrick.formats import files
from overtrick.systems.answers import bid_answer, explain_answer
from overtrick.systems.bidding import bid_deal
from overtrick.systems.describing import note
from overtrick.systems.meaning import explain as explained
from overtrick.systems.nodes import Tree
from overtrick.systems.trees import Trees, fingerprint

TREES = Trees()

System = Annotated[str, typer.Option("--system", "-s", help="sayc, 2/1, acol or a card's file.")]
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
    system: System = "sayc",
    their_system: TheirSystem = None,
    explain: Annotated[bool, typer.Option("--explain", help="Add what the calls so far have shown.")] = False,
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Say which call a hand makes, by which rule and why; or bid every board of SOURCE to the end, as PBN with notes.

    With - and --json: one object {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …}
    a line in, one answer a line out. The hand is that of the player whose turn it is, and `system` is his side's;
    for boards it is North-South's.
    """
    if source == STDIN and as_json:
        answer_lines(lambda asked: answer_bid({"system": system, "their_system": their_system} | asked))
    elif source == STDIN or is_file(source) or any(sign in source for sign in ":|="):
        boards = Boards(source)
        chosen = (with_conditions(record, dealer, vul) for record in boards.complete())
        pair = system, their_system or system
        _write(_bid_boards(chosen, pair), pair, output, as_json)
        boards.finish()
    else:
        asked = {"hand": source, "auction": auction, "dealer": dealer or "N", "vul": vul or "None", "system": system}
        answer = answer_bid(asked | {"their_system": their_system}, with_others=True)
        with written_to(output) as out:
            print(json.dumps(answer, ensure_ascii=False) if as_json else _bid_text(answer), file=out)
            if explain and not as_json:
                print(explanation_text(answer_explain(asked | {"their_system": their_system})), file=out)


def explain(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A BBO link, a file (PBN, LIN, …), or - for stdin.")],
    dealer: Dealer = None,
    vul: Vul = None,
    system: System = "sayc",
    their_system: TheirSystem = None,
    as_json: Json = False,
    output: Output = None,
) -> None:
    """Say what every call of every board in SOURCE means: PBN with notes out, or JSON lines.

    With - and --json: one object {"dealer": …, "vul": …, "auction": …, "system": …, "their_system": …} a line in,
    one answer a line out. `system` is North-South's.
    """
    if source == STDIN and as_json:
        answer_lines(lambda asked: answer_explain({"system": system, "their_system": their_system} | asked))
        return
    boards = Boards(source)
    chosen = (with_conditions(record, dealer, vul) for record in boards)
    pair = system, their_system or system
    _write(_explain_boards(chosen, boards, pair), pair, output, as_json)
    boards.finish()


# Answers


def answer_bid(asked: dict[str, Any], *, with_others: bool = False) -> dict[str, Any]:
    """The answer to a question for a call."""
    hand = _hand(asked)
    auction, vulnerability = _table(asked)
    ours, theirs = _systems(asked)
    pair = (ours, theirs) if auction.turn.side is Side.NORTH_SOUTH else (theirs, ours)
    answer = bid_answer(TREES.of(*pair), Position(hand, auction, vulnerability), with_others=with_others)
    cards = TREES.cards(*pair)
    return answer | {"system": cards[auction.turn.side].name, "system_hash": fingerprint(cards[auction.turn.side])}


def answer_explain(asked: dict[str, Any], *, with_available: bool = False) -> dict[str, Any]:
    """The answer to a question for the meanings of an auction."""
    auction, vulnerability = _table(asked)
    pair = _systems(asked)
    answer = explain_answer(TREES.of(*pair), auction, vulnerability, with_available=with_available)
    return answer | _said_by(pair)


def _said_by(pair: tuple[str, str]) -> dict[str, Any]:
    ours, theirs = TREES.cards(*pair)
    return {"system": ours.name, "their_system": theirs.name, "system_hash": fingerprint(ours)}


def _hand(asked: dict[str, Any]) -> Hand:
    hand: Hand = parse_field("hand", text_field(asked, "hand"), Hand.parse)
    if not hand.is_complete:
        raise BridgeError(f"expected a hand of 13 cards, got {len(hand)}: {hand}").at(source="hand")
    return hand


def _table(asked: dict[str, Any]) -> tuple[Auction, Vulnerability]:
    dealer = parse_field("dealer", text_field(asked, "dealer", "N"), Seat.parse)
    auction = parse_field("auction", text_field(asked, "auction", ""), lambda text: Auction.parse(text, dealer))
    return auction, parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)


def _systems(asked: dict[str, Any]) -> tuple[str, str]:
    system = text_field(asked, "system", "sayc")
    return system, system if asked.get("their_system") is None else text_field(asked, "their_system")


# Boards


def _bid_boards(records: Iterator[Record], pair: tuple[str, str]) -> Iterator[Record]:
    """The boards with the auctions of these cards in place of what happened at a table."""
    for record in records:
        tree, board = TREES.of(*pair), record.board
        auction = bid_deal(tree, board.deal, board.dealer, board.vulnerability)
        players = {seat: TREES.cards(*pair)[seat.side].name for seat in Seat}
        notes = _notes(tree, auction, board.vulnerability)
        yield Record(board, auction, notes, players=players, table=record.table)


def _explain_boards(records: Iterator[Record], boards: Boards, pair: tuple[str, str]) -> Iterator[Record]:
    """The boards with a note to every call; what the players said about it themselves stays beside."""
    for record in records:
        if record.auction is None:
            number = record.board.number
            error = BridgeError("expected an auction to explain, got none")
            boards.leave_out(error.at(source=f"board {number}" if number else boards.source))
            continue
        notes = _notes(TREES.of(*pair), record.auction, record.board.vulnerability)
        for index, said in record.notes.items():
            ours = notes.get(index, Note())
            text = f"{ours.text} [at the table: {said.text}]" if said.text else ours.text
            notes[index] = Note(text, said.alerted or ours.alerted)
        yield replace(record, notes=notes)


def _notes(tree: Tree, auction: Auction, vulnerability: Vulnerability) -> dict[int, Note]:
    return {index: note(each) for index, each in enumerate(explained(tree, auction, vulnerability))}


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
    return about | explain_answer(TREES.of(*pair), auction, board.vulnerability) | _said_by(pair)


def _bid_text(answer: dict[str, Any]) -> str:
    place = f" ({answer['source']})" if answer["source"] else ""
    lines = [f"{answer['call']}   {answer['rule']}{place}", f"shows   {meaning_text(answer['meaning'])}"]
    for number, part in enumerate(answer["requires"]):
        yours = f"  (yours: {part['yours']})" if part["yours"] else ""
        lines.append(f"{'why' if not number else '':8}{part['text']}{yours}")
    for number, line in enumerate(answer.get("passed_over", [])):
        fails = "; ".join(f"{part['text']} (yours: {part['yours'] or 'no'})" for part in line["fails"])
        lines.append(f"{'not' if not number else '':8}{line['call']} {line['rule']}: needs {fails}")
    return "\n".join(lines)
