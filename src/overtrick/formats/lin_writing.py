"""Writing LIN: the head of a match, and boards as BBO writes them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from overtrick.core import Contract, Record, Result, Seat, Suit
from overtrick.core.hands import HOLDING_TEXTS, Hand
from overtrick.formats.lin_stream import KNOWN_KEYS, MATCH_LISTS, MATCH_TAGS, SCORINGS, in_letters
from overtrick.formats.reading import require_one_dealer
from overtrick.formats.results import derived_result

_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
_ROOMS = {"Open": "o", "Closed": "c"}
_LONGEST_MATCH = 200  # boards; sparser numbers would make `rs` a row of commas
_KEPT_KEYS = ("st", "sa", "mn", "rs")

_Head = tuple[str, ...]


def write_records(records: Iterable[Record]) -> str:
    """The boards as LIN text, those of one match under its head."""
    lines: list[str] = []
    for head, group in groupby(records, _head):
        boards = list(group)
        if any(head):
            lines += _match(head, boards)
        else:
            lines += ["vg|,,,,,,,,|"] if lines else []  # what follows is no longer of the match before
            lines += map(board_line, boards)
    return "".join(f"{line}\n" for line in lines)


def board_line(record: Record) -> str:
    """One board on one line, as in a hand viewer link."""
    names = f"pn|{_names(record)}|" if record.players else ""
    return names + "".join(_board(record, told=None))


def _head(record: Record) -> _Head:
    """What the head of a match says about this board; records with equal heads are written under one."""
    tags = (*MATCH_TAGS, *(f"LIN_{key}" for key in MATCH_LISTS))
    room = "yes" if record.tags.get("Room") in _ROOMS else ""
    return (*(clean(record.tags.get(tag, "")) for tag in tags), room)


def _match(head: _Head, records: Sequence[Record]) -> Iterator[str]:
    """The lines of a match: head, then every board, a line for each trick."""
    numbers = sorted(record.board.number for record in records if record.board.number)
    results = _results(records, numbers)
    event, stage, scoring, *teams = (part.replace(",", " ") for part in head[: len(MATCH_TAGS)])
    scoring = {word: letter for letter, word in SCORINGS.items()}.get(scoring, scoring)
    first, last = (str(numbers[0]), str(numbers[-1])) if numbers else ("", "")
    yield f"vg|{','.join((event, stage, scoring, first, last, *teams))}|"
    yield f"rs|{','.join(results.values())}|"
    yield from (f"{key}|{value}|" for key, value in zip(MATCH_LISTS, head[len(MATCH_TAGS) :], strict=False) if value)
    rooms = [next((_names(record) for record in records if _room(record) == room), ",,,") for room in "oc"]
    yield f"pn|{','.join(rooms)}|pg||"
    for record in records:
        place = (record.board.number or 0, _room(record))
        names = _names(record)
        start = f"qx|{place[1]}{place[0] or ''}|" if record.tags.get("Room") in _ROOMS else f"pn|{names}|"
        if start.startswith("qx") and names != rooms["oc".index(place[1])]:
            start += f"pn|{names}|"
        lines = list(_board(record, told=results.get(place)))
        yield start + lines[0]
        yield from lines[1:]


def _results(records: Sequence[Record], numbers: Sequence[int]) -> dict[tuple[int, str], str]:
    """What `rs` lists: for each board from first to last, the open room's result, then the closed room's."""
    if not numbers or numbers[-1] - numbers[0] >= _LONGEST_MATCH:
        return {}
    results = {(number, room): "" for number in range(numbers[0], numbers[-1] + 1) for room in "oc"}
    for record in records:
        if record.board.number and record.result is not None:
            results[record.board.number, _room(record)] = _result(record.result)
    return results


def _room(record: Record) -> str:
    return _ROOMS.get(record.tags.get("Room", ""), "o")


def _board(record: Record, told: str | None) -> Iterator[str]:
    """The lines of one board; `told` is the result its reader knows already from the head."""
    require_one_dealer(record)
    board = record.board
    hands = ",".join(_hand(board.deal[seat]) for seat in _SEATS)
    title = _title(record)
    claim, result = _claim_and_result(record, told)
    yield (
        f"st||md|{_SEATS.index(board.dealer) + 1}{hands}|{result}"
        + (f"rh||ah|{title}|" if title else "")
        + f"sv|{'oneb'[board.vulnerability]}|"
        + "".join(_extras(record))
        + "".join(_calls(record))
        + "pg||"
    )
    for start in range(0, len(record.play), 4):
        yield "".join(f"pc|{card}|" for card in record.play[start : start + 4]) + "pg||"
    comments = [f"nt|{clean(line)}|" for line in record.tags.get("Comment", "").splitlines() if line.strip()]
    if claim or comments:
        yield claim + "".join(comments) + "pg||"


def _hand(hand: Hand) -> str:
    return "".join(f"{suit}{HOLDING_TEXTS[hand.holding(suit)]}" for suit in reversed(Suit)) if hand.mask else ""


def _title(record: Record) -> str:
    """The board's number, in the words it came with if they still hold."""
    title = clean(record.tags.get("LIN_ah", ""))
    found = re.search("[0-9]{1,6}", title)
    number = record.board.number
    if title and (int(found[0]) if found else 0) == (number or 0):
        return title
    return f"Board {number}" if number else ""


def _extras(record: Record) -> Iterator[str]:
    """The keys that a reader only kept."""
    for tag, value in record.tags.items():
        key = tag.removeprefix("LIN_")
        if re.fullmatch("LIN_[a-z][a-z0-9]", tag) and (key not in KNOWN_KEYS or key in _KEPT_KEYS):
            yield from (f"{key}|{clean(line)}|" for line in value.splitlines() if line.strip())


def _calls(record: Record) -> Iterator[str]:
    for index, (_, call) in enumerate(record.auction or ()):
        note = record.notes.get(index)
        word = {"P": "p", "X": "d", "XX": "r"}.get(str(call), str(call))
        yield f"mb|{word}{'!' if note and note.alerted else ''}|"
        if note and clean(note.text):
            yield f"an|{in_letters(clean(note.text))}|"


def _claim_and_result(record: Record, told: str | None) -> tuple[str, str]:
    """`mc` or `rs`, where the result does not follow from auction and play or the head of the match."""
    result, auction = record.result, record.auction
    derived = derived_result(record.board.deal, auction, record.play, None)
    if result is None or result == derived:
        return "", ""
    if result.tricks is not None and auction is not None and result.contract == auction.contract:
        return f"mc|{result.tricks}|", ""
    return "", "" if derived is None and told == _result(result) else f"rs|{_result(result)}|"


def _result(result: Result) -> str:
    """A result as `rs` has it: the doubling comes after the declarer, in small letters."""
    if result.contract is None:
        return "PASS"
    plain = Contract(result.contract.level, result.contract.strain, result.contract.declarer)
    doubling = str(result.contract.doubling).lower()
    return f"{plain}{doubling}{str(result).removeprefix(str(result.contract))}"


def _names(record: Record) -> str:
    return ",".join(" ".join(clean(record.players.get(seat, "")).replace(",", " ").split()) for seat in _SEATS)


def clean(text: str) -> str:
    """A text without what would end it: bars and line ends."""
    return "".join(char if char.isprintable() else " " for char in text.replace("|", "/")).strip()
