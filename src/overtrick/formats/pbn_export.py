"""PBN 2.1 in the strict form meant for other programs (`% EXPORT`)."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from overtrick.core import PASS, BridgeError, Call, Contract, DDTable, Note, Record, Result, Seat, Strain, tricks_of
from overtrick.formats.pbn_games import MANDATORY_TAGS, tag_pair
from overtrick.formats.pbn_sections import ALERT, TRICKS_DECLARERS, TRICKS_STRAINS
from overtrick.storage import write_text

_HEADER = "% PBN 2.1\n% EXPORT\n"
_RESULT_TABLE = r"Declarer;Denomination\2R;Result\2R"


def dumps(records: Iterable[Record]) -> str:
    """The records as a PBN text."""
    return _HEADER + "".join(f"\n{_game(record)}" for record in records)


def dump(records: Iterable[Record], path: Path | str) -> None:
    """Write the records to a PBN file in UTF-8 (packed when its name ends in `.gz`)."""
    write_text(dumps(records), path)


def _game(record: Record) -> str:
    known = _known_values(record)
    lines = [tag_pair(name, known.get(name, "?")) for name in MANDATORY_TAGS]
    lines += [*_auction(record), *_play(record)]
    for name, value in record.tags.items():
        if name not in (*MANDATORY_TAGS, "Auction", "Play"):
            lines += _section(name, value)
    if record.table is not None:
        if "DoubleDummyTricks" not in record.tags:
            lines.append(tag_pair("DoubleDummyTricks", _hex_digits(record.table)))
        if "OptimumResultTable" not in record.tags:
            lines += [tag_pair("OptimumResultTable", _RESULT_TABLE), *_result_rows(record.table)]
    return "\n".join(lines) + "\n"


def _known_values(record: Record) -> dict[str, str]:
    """The values of the mandatory tags, from the record and, where that is silent, from its tags."""
    board = record.board
    values = {name: record.tags[name] for name in MANDATORY_TAGS if name in record.tags}
    values |= {seat.name.title(): name for seat, name in record.players.items()}
    values |= {
        "Dealer": str(board.dealer),
        "Vulnerable": str(board.vulnerability),
        "Deal": board.deal.text(board.dealer),
    }
    if board.number is not None:
        values["Board"] = str(board.number)
    result = _result(record)
    if result is not None and result.contract is None:
        values |= {"Declarer": "", "Contract": "Pass", "Result": ""}
    elif result is not None and result.contract is not None:
        contract, declarer = result.contract, str(result.contract.declarer)
        irregular = values.get("Declarer") == f"^{declarer}"
        values["Declarer"] = f"^{declarer}" if irregular else declarer
        values["Contract"] = f"{_call(contract.bid)}{contract.doubling}"
        values["Result"] = "?" if result.tricks is None else str(result.tricks)
    return values


def _result(record: Record) -> Result | None:
    """How the board ended, so far as the record or its finished auction tells."""
    if record.result is None and record.auction is not None and record.auction.is_over:
        return Result(record.auction.contract)
    return record.result


def _auction(record: Record) -> Iterator[str]:
    """The auction, four calls to a line, and its notes."""
    if record.auction is None:
        if "Auction" in record.tags:
            yield from _section("Auction", record.tags["Auction"])
        return
    numbers: dict[str, int] = {}
    words = []
    for index, call in enumerate(record.auction.calls):
        text = _note(record.notes.get(index, Note()))
        words.append(_call(call) + (f" ={numbers.setdefault(text, len(numbers) + 1)}=" if text else ""))
    if not record.auction.is_over:
        words.append("+")
    yield tag_pair("Auction", str(record.auction.dealer))
    yield from (" ".join(words[start : start + 4]) for start in range(0, len(words), 4))
    yield from (tag_pair("Note", f"{number}:{text}") for text, number in numbers.items())


def _note(note: Note) -> str:
    """What a note tag says of a call. PBN has no mark for an alert, so the note begins with the word."""
    text = " ".join(note.text.split())
    if note.alerted:
        return f"{ALERT}: {text}" if text else ALERT
    return text


def _call(call: Call) -> str:
    return "Pass" if call == PASS else str(call).replace("N", "NT")


def _play(record: Record) -> Iterator[str]:
    """The tricks, one to a line, in columns from the opening leader on."""
    if "Play" in record.tags:
        yield from _section("Play", record.tags["Play"])
    elif record.play:
        result = _result(record)
        if result is None or result.contract is None:
            raise BridgeError(f"expected a contract with the play of board {record.board.number}, got none")
        yield from _trick_rows(record, result.contract)
        if len(record.play) < 52:
            yield "+" if result.tricks is None else "*"


def _trick_rows(record: Record, contract: Contract) -> Iterator[str]:
    leader = contract.declarer.lho
    columns = [leader.after(turn) for turn in range(4)]
    yield tag_pair("Play", str(leader))
    for trick in tricks_of(record.play, leader, contract.strain):
        yield " ".join(str(trick.card_of(seat) or "-").ljust(2) for seat in columns).rstrip()


def _hex_digits(table: DDTable) -> str:
    return "".join(f"{table[seat, strain]:x}" for seat in TRICKS_DECLARERS for strain in TRICKS_STRAINS)


def _result_rows(table: DDTable) -> Iterator[str]:
    for seat in TRICKS_DECLARERS:
        for strain in TRICKS_STRAINS:
            yield _result_row(seat, strain, table[seat, strain])


def _result_row(seat: Seat, strain: Strain, result: int) -> str:
    name = "NT" if strain is Strain.NOTRUMP else str(strain)
    return f"{seat} {name:>2} {result:>2}"


def _section(name: str, text: str) -> Iterator[str]:
    """A tag kept as text: its value, then its rows."""
    value, *rows = text.split("\n")
    yield tag_pair(re.sub(r"\W", "_", name) or "_", value)
    yield from (row for row in rows if row.strip())
