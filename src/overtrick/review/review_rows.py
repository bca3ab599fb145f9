"""Reviews of boards as lines of JSON, from which a run that was killed goes on."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import Any

from overtrick.advice.grades import Grade
from overtrick.advice.simulation import Estimate
from overtrick.core import Call, Card, DDTable, Record, Seat
from overtrick.review.board_review import BoardReview, ReviewSettings
from overtrick.review.call_review import CallReview
from overtrick.review.play_review import GivenTrick, LeadReview, PlayReview


def settings_of(asked: Sequence[tuple[Record, ReviewSettings]]) -> dict[str, Any]:
    """What the rows of a file depend on: the boards, and how they are looked at; only their systems may differ."""
    boards = "\n".join(f"{record!r} {record.board.deal} {record.play}" for record, _ in asked)
    systems = [settings.systems for _, settings in asked]
    return asdict(asked[0][1]) | {"systems": systems, "boards": hashlib.sha256(boards.encode()).hexdigest()[:16]}


def to_row(board: BoardReview) -> bytes:
    """A review as a line."""
    assert board.record.table is not None
    tables = {"table": board.record.table.tricks, "table_trouble": board.table_trouble, "systems": board.systems}
    values = tables | {"calls": board.calls, "play": board.play}
    return json.dumps(values, default=_plain).encode() + b"\n"


def _plain(value: Any) -> Any:
    if isinstance(value, CallReview | LeadReview | GivenTrick | PlayReview | Estimate):
        return {field.name: getattr(value, field.name) for field in fields(value)}
    return str(value)


def from_row(row: bytes, record: Record) -> BoardReview:
    """The review of a record that was written as this line."""
    values = json.loads(row)
    play = values["play"]
    read = PlayReview(
        play["lead"] and LeadReview(**_read(play["lead"], Card)),
        tuple(GivenTrick(**_read(given, Card)) for given in play["given"]),
        play["trouble"],
    )
    calls = tuple(CallReview(**_read(call, Call)) for call in values["calls"])
    solved = replace(record, table=DDTable.of(values["table"]))
    ns, ew = values["systems"]
    return BoardReview(solved, calls, read, values["table_trouble"], (ns, ew))


def _read(values: Mapping[str, Any], kind: type[Call] | type[Card]) -> dict[str, Any]:
    """The fields of a review, read back."""
    readers: dict[str, Any] = {
        "seat": Seat,
        "call": kind.parse,
        "card": kind.parse,
        "better": kind.parse,
        "grade": lambda parts: Grade(*parts),
        "lost": lambda parts: parts and Estimate(**parts),
    }
    return {name: readers[name](value) if name in readers else value for name, value in values.items()}
