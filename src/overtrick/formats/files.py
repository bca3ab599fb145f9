"""One door to all formats: files and pasted text in, whatever they are written in; records out."""

import gzip
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import IO, Any, TypeAlias

from overtrick.core import Board, BridgeError, Deal, ParseError, Record
from overtrick.formats.reading import Outcome, decode_lines, open_binary, quoted, unbroken
from overtrick.storage import write_text

FORMATS = {
    "pbn": (".pbn",),
    "lin": (".lin",),
    "gib": (".gib",),
    "json": (".json", ".jsonl", ".ndjson"),
    "bbo": (".url", ".bbo"),
    "deals": (".deals",),
}
"""The formats by name, each with how its files end. `gib` is the text of the Ginsberg library or its binary form,
`bbo` hand viewer links, `deals` lines such as `N:AKQ.JT9.876.5432 … … …`."""

Bytes: TypeAlias = "io.BufferedReader[Any]"
"""A file of bytes with a look ahead."""

_MODULES = {"json": "jsonl"}
_HAND = r"(?:[2-9TJQKA]*\.){3}[2-9TJQKA]*"
_SIGNS = {
    "json": re.compile(r'\s*(?:\{\s*(?:"|\}|$)|\[\s*(?:[\[{\]]|$))'),
    "pbn": re.compile(r"\s*(?:%(?![0-9A-F]{2})|;|\[\s*\w+\s*\")", re.IGNORECASE),
    "bbo": re.compile(
        r"\s*(?:<?https?:|\S*handviewer|\w+=\S|[a-z][a-z0-9]%7c|[^|]*href=.https?:[^\s|]*handviewer)", re.IGNORECASE
    ),
    "gib": re.compile(rf"\s*{_HAND}(?: {_HAND}){{3}}\s*:", re.IGNORECASE),
    "deals": re.compile(r"\s*[NESW]\s*:\s*\S", re.IGNORECASE),
    "lin": re.compile(r"\s*[a-z][a-z0-9]\|", re.IGNORECASE),
}
_HEAD = 100  # lines looked at before giving up


def read_records(path: Path | str | IO[bytes], source: str | None = None) -> Iterator[Outcome]:
    """The records of a file or a stream of bytes, one by one, an error in place of a damaged one.

    The format is told by the content, the file's name is only a hint; `.gz` is unpacked.
    """
    name = source or (str(path) if isinstance(path, Path | str) else None)
    with ExitStack() as stack:
        try:
            file = _opened(path, stack)
            yield from _read_bytes(file, name, _hint(path) if isinstance(path, Path | str) else None)
        except BridgeError as error:
            yield error


def parse_records(text: str) -> Iterator[Outcome]:
    """The records of a pasted text, in any of the formats."""
    try:
        yield from _read_text(iter(text.lstrip("\ufeff").splitlines()), None, None)
    except BridgeError as error:
        yield error


def write_records(records: Iterable[Record], target: Path | str | IO[str], format: str | None = None) -> None:
    """Write records in that format, by default the one that the file's name ends in."""
    if format is None:
        if not isinstance(target, Path | str):
            raise BridgeError(f"expected a format ({known_formats()}), got none")
        format = format_of(target)
    if format not in FORMATS:
        raise BridgeError(f"expected a format ({known_formats()}), got {quoted(format)}")
    text = _write_deals(records) if format == "deals" else _module(format).dumps(records)
    if isinstance(target, Path | str):
        write_text(text, target)
    else:
        target.write(text)


def format_of(path: Path | str) -> str:
    """The format that a file's name tells: `pbn`, `lin`, `gib`, `json`, `bbo` or `deals`."""
    format = _hint(path)
    if format is None:
        endings = ", ".join(chain(*FORMATS.values()))
        raise BridgeError(f"expected a file name that ends in one of {endings}, got {quoted(str(path))}")
    return format


def known_formats() -> str:
    """The names of all formats, for people."""
    return ", ".join(FORMATS)


def _hint(path: Path | str) -> str | None:
    name = str(path).lower().removesuffix(".gz")
    return next((format for format, endings in FORMATS.items() if name.endswith(endings)), None)


def _module(format: str) -> Any:
    """The module that reads and writes a format, imported when first needed."""
    return import_module(f"overtrick.formats.{_MODULES.get(format, format)}")


def _opened(path: Path | str | IO[bytes], stack: ExitStack) -> Bytes:
    """Bytes to read with a look ahead, unpacked where they start as gzip does; `stack` closes what was opened."""
    file = stack.enter_context(open_binary(path)) if isinstance(path, Path | str) else path
    if isinstance(file, gzip.GzipFile):
        return io.BufferedReader(file)
    if not isinstance(file, io.BufferedReader):
        file = io.BufferedReader(io.BytesIO(file.read()))
    if file.peek(2)[:2] != b"\x1f\x8b":
        return file
    return io.BufferedReader(stack.enter_context(gzip.GzipFile(fileobj=file)))


def _read_bytes(file: Bytes, source: str | None, hint: str | None) -> Iterator[Outcome]:
    try:
        head = file.peek(26)
    except (OSError, EOFError, zlib.error) as error:
        raise BridgeError(f"cannot read {source or 'the input'}: {error}") from None
    lines = unbroken(file, source or "the input")
    gib = _module("gib")
    if gib.is_binary(head):
        yield from gib.read_binary(lines, source)
    else:
        yield from _read_text(decode_lines(lines, source), source, hint)


def _read_text(lines: Iterator[str], source: str | None, hint: str | None) -> Iterator[Outcome]:
    """The records of a text whose first line, else the hint, else a later line tells the format."""
    head: list[str] = []
    format = None
    for line in lines:
        head.append(line)
        if line.strip():
            format = _format_of_line(line) or hint
        if format or len(head) == _HEAD:
            break
    if format is None:
        raise _unknown(head, source)
    read = _read_deals if format == "deals" else _module(format).read
    outcome = None
    for outcome in read(chain(head, lines), source):
        yield outcome
    if outcome is None:
        yield ParseError(f"expected boards in this {format}, got none", source=source)


def _format_of_line(line: str) -> str | None:
    return next((format for format, sign in _SIGNS.items() if sign.match(line)), None)


def _unknown(head: list[str], source: str | None) -> BridgeError:
    for number, line in enumerate(head, 1):
        if line.strip():
            message = f"expected one of the formats {known_formats()}, got {quoted(line.strip())}"
            return ParseError(message, source=source, line=number, column=1)
    return ParseError(f"expected one of the formats {known_formats()}, got nothing", source=source)


def _read_deals(lines: Iterable[str], source: str | None) -> Iterator[Outcome]:
    """Deals in PBN's form, one a line; `#` starts a comment."""
    for number, line in enumerate(lines, 1):
        text = line.partition("#")[0]
        if text.strip():
            try:
                yield Record(Board(Deal.parse(text)))
            except BridgeError as error:
                yield error.at(source=source, line=number)


def _write_deals(records: Iterable[Record]) -> str:
    return "".join(f"{record.board.deal}\n" for record in records)
