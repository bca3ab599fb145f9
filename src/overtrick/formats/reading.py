"""What every file reader shares: bytes to lines of text, and errors collected board by board."""

import gzip
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO

from overtrick.core import BridgeError, ParseError, Record

Outcome = Record | BridgeError
"""What a streaming reader yields for each board: the record, or what was wrong with it."""

_UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


def read_lines(path: Path | str) -> Iterator[str]:
    """The lines of a text file, without their ends, read as they are needed; `.gz` is unpacked on the way."""
    with open_binary(path) as file:
        yield from decode_lines(file, str(path))


def open_binary(path: Path | str) -> IO[bytes]:
    """A file to read bytes from, unpacked when its name ends in `.gz`; BridgeError when it cannot be opened."""
    try:
        return gzip.open(path, "rb") if str(path).endswith(".gz") else open(path, "rb")  # type: ignore[return-value]  # noqa: SIM115
    except OSError as error:
        raise BridgeError(f"cannot read {path}: {error.strerror or error}") from None


def decode_lines(file: Iterable[bytes], source: str | None = None) -> Iterator[str]:
    """Text lines from lines of bytes in UTF-8, UTF-16 with its mark, or else Latin-1 (which old files are in)."""
    lines = iter(file)
    first = next(lines, b"")
    if first.startswith(_UTF16_MARKS):
        text = (first + b"".join(lines)).decode("utf-16", errors="replace")
        yield from text.splitlines()
        return
    for number, line in enumerate(chain([first.removeprefix(b"\xef\xbb\xbf")], lines), 1):
        if b"\0" in line:
            raise ParseError("expected text, got binary data", source=source, line=number)
        try:
            yield line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            yield line.decode("latin-1").rstrip("\r\n")


def collect(outcomes: Iterable[Outcome], errors: list[BridgeError] | None = None) -> list[Record]:
    """The records among the outcomes. Errors go to `errors`; without that list the first one is raised."""
    records = []
    for outcome in outcomes:
        if isinstance(outcome, Record):
            records.append(outcome)
        elif errors is None:
            raise outcome
        else:
            errors.append(outcome)
    return records
