"""What every file reader shares: bytes to lines of text, and errors collected board by board."""

import gzip
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from overtrick.core import BridgeError, Note, ParseError, Record

Outcome = Record | BridgeError
"""What a streaming reader yields for each board: the record, or what was wrong with it."""

LONGEST_NOTE = 5_000
"""Characters that may be said about one call."""
LONGEST_SHARED = 10_000
"""Characters that boards may take over from the head of a match, or from the board before."""
_UTF8_MARK = b"\xef\xbb\xbf"
_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_lines(path: Path | str) -> Iterator[str]:
    """The lines of a text file, without their ends, read as they are needed; `.gz` is unpacked on the way."""
    with open_binary(path) as file:
        yield from decode_lines(unbroken(file, str(path)), str(path))


def read_text(path: Path | str) -> str | None:
    """A whole file in UTF-8, which is quicker than its lines; None when it is anything else, or cannot be read."""
    try:
        with open_binary(path) as file:
            data = file.read().removeprefix(_UTF8_MARK)
        return None if b"\0" in data else data.decode()
    except (BridgeError, OSError, EOFError, zlib.error, UnicodeDecodeError):
        return None


def unbroken(file: Iterable[bytes], source: str) -> Iterator[bytes]:
    """The same lines of bytes; BridgeError where the file cannot be read on, as in a damaged `.gz`."""
    try:
        yield from file
    except (OSError, EOFError, zlib.error) as error:
        raise BridgeError(f"cannot read {source} to its end: {error}") from None


def open_binary(path: Path | str) -> IO[bytes]:
    """A file to read bytes from, unpacked when its name ends in `.gz`; BridgeError when it cannot be opened."""
    try:
        return gzip.open(path, "rb") if str(path).endswith(".gz") else open(path, "rb")  # type: ignore[return-value]
    except OSError as error:
        raise BridgeError(f"cannot read {path}: {error.strerror or error}") from None
    except ValueError:  # a zero byte in the name
        raise BridgeError(f"expected the name of a file, got {str(path)!r}") from None


def decode_lines(file: Iterable[bytes], source: str | None = None) -> Iterator[str]:
    """Text lines from lines of bytes in UTF-8, UTF-16 with its mark, or else Latin-1 (which old files are in)."""
    lines = iter(file)
    first = next(lines, b"")
    if first.startswith(_UTF16_MARKS):
        text = (first + b"".join(lines)).decode("utf-16", errors="replace")
        yield from text.splitlines()
        return
    for number, line in enumerate(chain([first.removeprefix(_UTF8_MARK)], lines), 1):
        if number == 1 and b"\0" in line:  # further down it is damage, which costs just the board it is in
            raise ParseError("expected text, got binary data", source=source, line=number)
        try:
            yield line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            yield line.decode("latin-1").rstrip("\r\n")


def collect(outcomes: Iterable[Outcome], errors: list[BridgeError] | None = None) -> list[Record]:
    """The records among the outcomes. Errors go to `errors`; without that list the first one is raised."""
    records = []
    try:
        for outcome in outcomes:
            if isinstance(outcome, Record):
                records.append(outcome)
            elif errors is None:
                raise outcome
            else:
                errors.append(outcome)
    except BridgeError as error:  # the file itself broke off
        if errors is None:
            raise
        errors.append(error)
    return records


def require_one_dealer(record: Record) -> None:
    """BridgeError when the auction starts with another player than the board's dealer."""
    if record.auction is not None and record.auction.dealer != record.board.dealer:
        raise BridgeError(
            f"expected the auction to start with the dealer, {record.board.dealer}, got {record.auction.dealer}"
        )


def said_more(note: Note, text: str, between: str = " ", *, alerted: bool = False) -> Note:
    """The note with more said about the same call."""
    words = between.join(part for part in (note.text, text) if part)
    if len(words) > LONGEST_NOTE:
        raise ParseError(f"expected at most {LONGEST_NOTE:,} characters about a call, got more", column=1)
    return Note(words, note.alerted or alerted)


def quoted(text: str) -> str:
    """A text as error messages show it: in quotes, and not more of it than fits a line."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
