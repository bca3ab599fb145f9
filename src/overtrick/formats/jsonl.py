"""Records as JSON, one object a line.

`{"version": 1, "board": 7, "dealer": "S", "vul": "All", "deal": "N:… … … …", "auction": "1N P 3N P P P",
"notes": {"0": {"text": "15-17", "alerted": true}}, "result": "3NS=", "play": ["S4", …], "players": {"N": …},
"tricks": {"N": {"C": 7, …}, …}, "tags": {…}}`; what is not known is left out, only the deal must be there.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from overtrick.core import (
    Auction,
    Board,
    BridgeError,
    Card,
    DDTable,
    Deal,
    Note,
    ParseError,
    Record,
    Result,
    Seat,
    Strain,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)
from overtrick.formats.reading import Outcome, collect, quoted, read_lines, require_one_dealer
from overtrick.storage import write_text

VERSION = 1

_LINE_ENDS = {ord(char): f"\\u{ord(char):04x}" for char in "\x85\u2028\u2029"}  # to readers of Unicode lines

Value = TypeVar("Value")
_WORDS = {str: "a text", int: "a whole number", bool: "true or false", list: "a list", dict: "an object"}


def to_dict(record: Record) -> dict[str, Any]:
    """The record as plain values for JSON."""
    require_one_dealer(record)
    board = record.board
    fields: dict[str, Any] = {"version": VERSION, "board": board.number, "dealer": str(board.dealer)}
    fields |= {"vul": str(board.vulnerability), "deal": str(board.deal)}
    fields["auction"] = None if record.auction is None else str(record.auction)
    fields["notes"] = {str(index): _note(note) for index, note in record.notes.items()} or None
    fields["result"] = None if record.result is None else str(record.result)
    fields["play"] = [str(card) for card in record.play] or None
    fields["players"] = {str(seat): name for seat, name in record.players.items()} or None
    fields["tricks"] = None if record.table is None else record.table.as_dict()
    fields["tags"] = dict(record.tags) or None
    return {name: value for name, value in fields.items() if value is not None}


def _note(note: Note) -> dict[str, Any]:
    fields: dict[str, Any] = {"text": note.text} if note.text else {}
    return fields | ({"alerted": True} if note.alerted else {})


def from_dict(fields: object) -> Record:
    """The record of a JSON object; ParseError, with the field's name as its place, for anything that does not fit.

    Fields it does not know are passed over. Dealer and vulnerability follow from the board's number if not given.
    """
    known = _of_kind(fields, dict, None)
    if _get(known, "version", int, VERSION) != VERSION:
        raise ParseError(f"expected version {VERSION}, got {known['version']}", source="version")
    board = _board(known)
    calls = _get(known, "auction", str, None)
    auction = None if calls is None else _placed("auction", Auction.parse, calls, board.dealer)
    result = _get(known, "result", str, None)
    return Record(
        board,
        auction,
        _notes(known, auction),
        None if result is None else _placed("result", Result.parse, result),
        _play(known),
        {_placed("players", Seat.parse, seat): name for seat, name in _texts(known, "players").items()},
        _table(known),
        _texts(known, "tags"),
    )


def read(lines: Iterable[str], source: str | None = None) -> Iterator[Outcome]:
    """The records of JSON lines; a JSON array, or one object spread over lines, is accepted as well."""
    rest = iter(lines)
    head: list[str] = []
    for line in rest:
        head.append(line)
        if line.strip():
            break
    start = head[-1].strip() if head else ""
    if start.startswith("[") or (start.startswith("{") and not _is_json(start)):
        head += rest
        whole = "\n".join(head)
        if start.startswith("[") or _is_json(whole):
            yield from _read_whole(whole, source)
            return
    for number, line in enumerate(chain(head, rest), 1):
        if line.strip():
            yield _outcome(_from_text, line, source, number)


def loads(text: str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The records of a JSON text. Errors go to `errors`; without that list the first one is raised."""
    return collect(read(text.split("\n")), errors)


def load(path: Path | str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The records of a JSON file."""
    return collect(read(read_lines(path), str(path)), errors)


def dumps(records: Iterable[Record]) -> str:
    """One JSON object a line."""
    return "".join(json.dumps(to_dict(record), ensure_ascii=False).translate(_LINE_ENDS) + "\n" for record in records)


def dump(records: Iterable[Record], path: Path | str) -> None:
    """Write a file of JSON lines."""
    write_text(dumps(records), path)


def _decode(text: str) -> object:
    """The value of a JSON text, or ParseError."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        line = error.lineno if "\n" in text else None
        message = f"expected JSON, got {quoted(text[error.pos :])} ({error.msg})"
        raise ParseError(message, line=line, column=error.colno) from None
    except (ValueError, RecursionError) as error:  # numbers of thousands of digits, brackets in thousands of brackets
        raise ParseError(f"expected JSON of a reasonable size ({error})", column=1) from None


def _is_json(text: str) -> bool:
    try:
        _decode(text)
    except ParseError:
        return False
    return True


def _read_whole(text: str, source: str | None) -> Iterator[Outcome]:
    """The records of one JSON value: an object, or an array of them."""
    try:
        value = _decode(text)
    except ParseError as error:
        yield error.at(source=source)
        return
    for number, item in enumerate(value if isinstance(value, list) else [value], 1):
        name = f"{source or 'array'}[{number}]" if isinstance(value, list) else source
        yield _outcome(from_dict, item, name, None)


def _from_text(text: str) -> Record:
    return from_dict(_decode(text))


def _outcome(parse: Callable[[Any], Record], value: object, source: str | None, line: int | None) -> Outcome:
    """What `parse` makes of the value: the record, or its error with file, line and field."""
    try:
        return parse(value)
    except BridgeError as error:
        field = f"{error.where.source}: " if error.where.source else ""
        return ParseError(field + error.message, source=source, line=line, column=error.where.column)


def _placed(field: str, parse: Callable[..., Value], *texts: object) -> Value:
    """What `parse` makes of the texts; its error gets the field's name as its place."""
    try:
        return parse(*texts)
    except BridgeError as error:
        raise error.at(source=field) from None


def _of_kind(value: object, kind: type[Value], field: str | None) -> Value:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        got = "nothing" if value is None else quoted(str(value))
        raise ParseError(f"expected {_WORDS[kind]}, got {got}", source=field)
    return value


def _get(fields: Mapping[str, object], name: str, kind: type[Value], otherwise: Any) -> Any:
    """A field's value, checked; `otherwise` when the field is absent or null."""
    value = fields.get(name)
    return otherwise if value is None else _of_kind(value, kind, name)


def _board(fields: Mapping[str, object]) -> Board:
    number = _get(fields, "board", int, None)
    if number is not None and number < 1:
        raise ParseError(f"expected a board number from 1 on, got {number}", source="board")
    deal = _placed("deal", Deal.parse, _of_kind(fields.get("deal"), str, "deal"))
    dealer = _get(fields, "dealer", str, None)
    vul = _get(fields, "vul", str, None)
    return Board(
        deal,
        _placed("dealer", Seat.parse, dealer) if dealer is not None else board_dealer(number or 1),
        _placed("vul", Vulnerability.parse, vul) if vul is not None else board_vulnerability(number or 1),
        number,
    )


def _notes(fields: Mapping[str, object], auction: Auction | None) -> dict[int, Note]:
    notes = {}
    for key, value in _get(fields, "notes", dict, {}).items():
        place = f"notes.{key}"
        if not re.fullmatch("[0-9]{1,3}", key) or int(key) >= len(auction or ()):
            raise ParseError(f"expected the index of a call, from 0 on, got {quoted(key)}", source="notes")
        note = {"text": value} if isinstance(value, str) else _of_kind(value, dict, place)
        text, alerted = note.get("text", ""), note.get("alerted", False)
        notes[int(key)] = Note(_of_kind(text, str, f"{place}.text"), _of_kind(alerted, bool, f"{place}.alerted"))
    return notes


def _play(fields: Mapping[str, object]) -> tuple[Card, ...]:
    cards: list[Card] = []
    for index, text in enumerate(_get(fields, "play", list, [])):
        card = _placed(f"play[{index}]", Card.parse, _of_kind(text, str, f"play[{index}]"))
        if card in cards:
            raise ParseError(f"{card} is played twice", source=f"play[{index}]")
        cards.append(card)
    return tuple(cards)


def _texts(fields: Mapping[str, object], name: str) -> dict[str, str]:
    """A field that maps names to texts."""
    return {key: _of_kind(value, str, f"{name}.{key}") for key, value in _get(fields, name, dict, {}).items()}


def _table(fields: Mapping[str, object]) -> DDTable | None:
    if fields.get("tricks") is None:
        return None
    rows = _of_kind(fields["tricks"], dict, "tricks")
    for seat in Seat:
        row = _of_kind(rows.get(str(seat)), dict, f"tricks.{seat}")
        for strain in Strain:
            _of_kind(row.get(str(strain)), int, f"tricks.{seat}.{strain}")
    return _placed("tricks", DDTable.from_dict, rows)
