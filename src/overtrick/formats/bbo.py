"""Links to the hand viewer of Bridge Base Online."""

import html
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote, unquote_to_bytes

from overtrick.core import (
    Auction,
    Board,
    BridgeError,
    Call,
    Card,
    Deal,
    Hand,
    Note,
    ParseError,
    Record,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)
from overtrick.formats import lin
from overtrick.formats.lin_stream import in_signs
from overtrick.formats.lin_writing import board_line
from overtrick.formats.reading import Outcome, collect, quoted, read_lines, said_more
from overtrick.formats.results import derived_result
from overtrick.storage import write_text

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"

_HREF = re.compile(r"""href\s*=\s*(?:"([^"]*)"|'([^']*)')""", re.IGNORECASE)
_BREAK = re.compile(r"&(?=\w+=)")
_EXPECTED = "expected a hand viewer link (…handviewer.html?lin=… or ?n=…&s=…)"


def parse(url: str) -> Record:
    """The board a link shows: `?lin=…`, `?n=…&e=…&s=…&w=…&d=…&v=…&b=…&a=…`, or a piece of LIN pasted alone."""
    text = url.strip().strip("<>\"'")
    if "&amp;" in text:
        text = html.unescape(text)
    parameters = _parameters(text)
    if "lin" in parameters:
        return _from_lin(parameters["lin"])
    if parameters.keys() & {"n", "e", "s", "w"}:
        return _from_parameters(parameters)
    for name in ("myhand", "linurl"):
        if name in parameters:
            raise BridgeError(f"the hand of this link is kept on BBO's server ({name}=…); open it and copy its LIN")
    if re.search(r"(?:^|\|)\s*(?:md|pn|qx|st)\|", decoded(text)):
        return _from_lin(decoded(text))
    instead = "; of another page save the boards as LIN or PBN, and open that file" if "://" in text else ""
    raise ParseError(f"{_EXPECTED}, got {quoted(text)}{instead}")


def link(record: Record) -> str:
    """A link that shows the record in BBO's hand viewer: all of it stands in the link, in LIN."""
    return f"{VIEWER}?bbo=y&lin={quote(board_line(record), safe='', errors='replace')}"


def read(lines: Iterable[str], source: str | None = None) -> Iterator[Outcome]:
    """The boards of links, one a line, or of all links on a web page."""
    for number, line in enumerate(lines, 1):
        for url in _links(line):
            try:
                yield parse(url)
            except BridgeError as error:
                place = f"{error.where}: " if str(error.where) else ""
                yield ParseError(f"{place}{error.message}", source=source, line=number)


def _links(line: str) -> list[str]:
    """The links of a line: it is one, or a piece of a web page that has some."""
    if re.match(r"\s*<(?!https?:)|[^|]*\shref\s*=", line, re.IGNORECASE):
        return [link for found in _HREF.findall(line) for link in found if "handviewer" in link.lower()]
    return [line] if line.strip() else []


def loads(text: str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The boards of links, one a line. Errors go to `errors`; without that list the first one is raised."""
    return collect(read(text.splitlines()), errors)


def load(path: Path | str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The boards of a file of links."""
    return collect(read(read_lines(path), str(path)), errors)


def dumps(records: Iterable[Record]) -> str:
    """A link for each record, one a line."""
    return "".join(f"{link(record)}\n" for record in records)


def dump(records: Iterable[Record], path: Path | str) -> None:
    """Write a file of links."""
    write_text(dumps(records), path)


def decoded(text: str) -> str:
    """Text out of a link, in UTF-8 or else Latin-1; `+` is a blank only where blanks are not written otherwise."""
    if "%20" not in text and " " not in text and "%" in text:
        text = text.replace("+", " ")
    data = unquote_to_bytes(text.encode(errors="replace"))
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1")


def _parameters(text: str) -> dict[str, str]:
    """What stands behind the `?`, by lower-case name; the first of two equal names counts."""
    start = text.find("?") + 1 if re.match(r"[^|=]*\?", text) else 0
    found: dict[str, str] = {}
    for part in _BREAK.split(text[start:]):
        name, equals, value = part.partition("=")
        if equals and re.fullmatch(r"\w+", name):
            found.setdefault(name.lower(), decoded(value))
    return found


def _from_lin(text: str) -> Record:
    for outcome in lin.read(text.splitlines(), "lin="):
        if isinstance(outcome, BridgeError):
            raise outcome
        return outcome
    raise ParseError(f"{_EXPECTED}, got no board in {quoted(text)}", column=1)


def _from_parameters(values: dict[str, str]) -> Record:
    board = _board(values)
    if not any(map(len, board.deal)):
        raise BridgeError(f"{_EXPECTED}, got one without a card")
    auction, notes = _auction(values.get("a", ""), board.dealer)
    play = _play(values.get("p", ""))
    claim = values.get("c", "").strip()
    tricks = int(claim) if re.fullmatch("[0-9]|1[0-3]", claim) else None
    names = {seat: " ".join(values.get(f"{seat}n".lower(), "").split()) for seat in Seat}
    return Record(
        board,
        auction,
        notes,
        derived_result(board.deal, auction, play, tricks),
        play,
        {seat: name for seat, name in names.items() if name},
    )


def _board(values: dict[str, str]) -> Board:
    hands = []
    for seat in Seat:
        text = values.get(str(seat).lower(), "")
        try:
            hands.append(Hand.parse(text) if text.strip(" -") else Hand())
        except BridgeError as error:
            raise _placed(error, str(seat).lower()) from None
    number = lin.number_in(values.get("b", ""))
    dealer = board_dealer(number) if number else Seat.NORTH
    vulnerability = board_vulnerability(number) if number else Vulnerability.NONE
    try:
        dealer = Seat.parse(values["d"]) if values.get("d", "").strip() else dealer
    except BridgeError as error:
        raise _placed(error, "d") from None
    try:
        vulnerability = Vulnerability.parse(values["v"]) if values.get("v", "").strip() else vulnerability
    except BridgeError as error:
        raise _placed(error, "v") from None
    return Board(Deal.of(hands), dealer, vulnerability, number)


def _placed(error: BridgeError, name: str) -> BridgeError:
    """The error with the name of the parameter it is in."""
    return error.at(source=f"parameter {name}")


def _auction(text: str, dealer: Seat) -> tuple[Auction | None, dict[int, Note]]:
    """The calls of `a=` with what is said about them: `!` alerts a call, brackets explain it."""
    auction = Auction(dealer)
    notes: dict[int, Note] = {}
    for start, word in _auction_words(text):
        said = notes.get(len(auction) - 1, Note())
        try:
            if word.startswith("(") and auction.calls:
                notes[len(auction) - 1] = said_more(said, in_signs(word[1:-1].strip()))
            elif word == "!" and auction.calls:
                notes[len(auction) - 1] = Note(said.text, alerted=True)
            elif word[0] not in "(!":
                auction = auction.after(Call.parse(word))
        except BridgeError as error:
            raise _placed(error.at(shift=start), "a") from None
    return (auction if auction.calls else None), {index: note for index, note in notes.items() if note != Note()}


def _auction_words(text: str) -> Iterator[tuple[int, str]]:
    """Calls, `!` and explanations in brackets, each with where it starts; `{…}`, blanks and `?` are passed over."""
    start = 0
    while start < len(text):
        char = text[start]
        end = start + 1
        if char in "({":
            end = _closing(text, start)
            if char == "(":
                yield start, text[start:end]
        elif char in "!*":
            yield start, "!"
        elif char not in " \t\r\n,-?":
            call = lin.CALL.match(text, start)
            if call is None:
                message = f"expected a call (p, d, r or 1C to 7N), got {quoted(text[start:])}"
                raise ParseError(message, column=start + 1, source="parameter a")
            yield start, call[1]
            end = call.end(1)
        start = end


def _closing(text: str, start: int) -> int:
    """Where the bracket opened at `start` has been closed again, brackets inside counted."""
    opening, closing = text[start], {"(": ")", "{": "}"}[text[start]]
    depth = 0
    for place in range(start, len(text)):
        depth += (text[place] == opening) - (text[place] == closing)
        if depth == 0:
            return place + 1
    raise ParseError(f"expected {closing!r} to close {quoted(text[start:])}", column=start + 1, source="parameter a")


def _play(text: str) -> tuple[Card, ...]:
    """The cards of `p=`; comments in braces are passed over."""
    bare = re.sub(r"\{[^}]*\}?", lambda comment: " " * len(comment[0]), text)
    cards: list[Card] = []
    try:
        for card, column in lin.read_cards(bare):
            if card in cards:
                raise ParseError(f"{card} is played twice", column=column)
            cards.append(card)
    except BridgeError as error:
        raise _placed(error, "p") from None
    return tuple(cards)
