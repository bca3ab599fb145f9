"""LIN, the format of Bridge Base Online: single boards and whole Vugraph matches.

There is no document for it; what is read here is what files contain. A board is a run of `key|value|`:
`md` the deal, `sv` the vulnerability, `mb` a call, `an` its explanation, `pc` a card, `mc` a claim.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from overtrick.core import (
    PASS,
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
    Result,
    Seat,
    Vulnerability,
    board_dealer,
    board_vulnerability,
)
from overtrick.formats.lin_stream import KNOWN_KEYS, LinField, LinMatch, in_signs, split_boards, tokens
from overtrick.formats.lin_writing import write_records
from overtrick.formats.reading import LONGEST_SHARED, Outcome, collect, quoted, read_lines, said_more
from overtrick.formats.results import derived_result
from overtrick.storage import write_text

CALL = re.compile(r"([1-7]\s?(?:NT|[CDHSN♣♦♥♠])|XX|REDBL|RDBL|RD|R|DBL|X|D|PASS|P|-)([!*]*)[\s,]*", re.IGNORECASE)
_CARD = re.compile(r"([CDHS♣♦♥♠]\s?(?:10|[2-9TJQKA]))[\s,]*", re.IGNORECASE)
_SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)


def read(lines: Iterable[str], source: str | None = None) -> Iterator[Outcome]:
    """The boards of a LIN text, one by one; a damaged board gives an error in its place."""
    for match, board in split_boards(tokens(lines)):
        try:
            yield _LinTable(match, board).record()
        except BridgeError as error:
            yield error.at(source=source)


def loads(text: str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The boards of a LIN text. Errors go to `errors`; without that list the first one is raised."""
    return collect(read(text.splitlines()), errors)


def load(path: Path | str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The boards of a LIN file."""
    return collect(read(read_lines(path), str(path)), errors)


def dumps(records: Iterable[Record]) -> str:
    """LIN text: boards with a room or an event as a match under one head, others on a line each."""
    return write_records(records)


def dump(records: Iterable[Record], path: Path | str) -> None:
    """Write a LIN file."""
    write_text(dumps(records), path)


class _LinTable:
    """What the tokens of one board have said so far."""

    def __init__(self, match: LinMatch, board: list[LinField]) -> None:
        self.match = match
        self.deal: Deal | None = None
        self.dealer: Seat | None = None
        self.number: int | None = None
        self.vulnerability: Vulnerability | None = None
        self.calls: list[tuple[Call, LinField, int]] = []
        self.notes: dict[int, Note] = {}
        self.play: list[Card] = []
        self.claim: int | None = None
        self.own_result = ""
        self.names: list[str] | None = None
        self.tags = dict(match.tags)
        self.lines: dict[str, list[str]] = {}  # by tag, what comes line by line
        if sum(map(len, self.tags.values())) > LONGEST_SHARED:
            raise ParseError(f"expected at most {LONGEST_SHARED:,} characters in the head of a match", line=1)
        self.last = board[-1]
        for token in board:
            try:
                self._take(token)
            except BridgeError as error:
                raise error.at(line=token.line, shift=token.column - 1) from None

    def _take(self, token: LinField) -> None:
        if not token.key:
            raise ParseError(f"expected LIN (key|value|…), got {quoted(token.value)}", column=1)
        known = getattr(self, f"_take_{token.key}", None)
        if known is not None:
            known(token)
        elif token.key not in KNOWN_KEYS or token.key in ("st", "sa", "mn"):
            self._keep(f"LIN_{token.key}", token.value)

    def _keep(self, tag: str, value: str) -> None:
        """Keep a value under that tag, a line for each time it comes."""
        self.lines.setdefault(tag, []).extend(filter(None, map(str.strip, value.splitlines())))

    def _take_qx(self, token: LinField) -> None:
        place = re.match(r"\s*([oc]?)\s*([0-9]{0,6})", token.value, re.IGNORECASE)
        assert place is not None
        if place[1]:
            self.tags["Room"] = "Open" if place[1] in "oO" else "Closed"
        self.number = self.number or int(place[2] or 0) or None

    def _take_ah(self, token: LinField) -> None:
        title = " ".join(token.value.split())
        self.number = number_in(title) or self.number
        if title and title != f"Board {self.number}":
            self.tags["LIN_ah"] = title

    def _take_md(self, token: LinField) -> None:
        self.dealer, self.deal = _read_deal(token.value)

    def _take_sv(self, token: LinField) -> None:
        if token.value.strip():
            self.vulnerability = Vulnerability.parse(token.value)

    def _take_pn(self, token: LinField) -> None:
        self.names = token.value.split(",")

    def _take_mb(self, token: LinField) -> None:
        for found in scan(CALL, token.value, "a call (p, d, r or 1C to 7N)"):
            if found[2]:
                self.notes[len(self.calls)] = Note("", alerted=True)
            self.calls.append((Call.parse(found[1]), token, found.start()))

    def _take_an(self, token: LinField) -> None:
        """An explanation of the call before; a lone `!` alerts it."""
        if self.calls:
            index = len(self.calls) - 1
            alerted = token.value.strip() == "!"
            words = "" if alerted else in_signs(" ".join(token.value.split("\n")).strip())
            note = said_more(self.notes.get(index, Note()), words, alerted=alerted)
            if note != Note():
                self.notes[index] = note

    def _take_pc(self, token: LinField) -> None:
        for card, column in read_cards(token.value):
            if card in self.play:
                raise ParseError(f"{card} is played twice", column=column)
            self.play.append(card)

    def _take_mc(self, token: LinField) -> None:
        claim = re.fullmatch(r"\s*([0-9]|1[0-3])\s*", token.value)
        if claim is None and token.value.strip():
            raise ParseError(f"expected declarer's tricks, 0 to 13, got {quoted(token.value)}", column=1)
        self.claim = int(claim[1]) if claim else None

    def _take_rs(self, token: LinField) -> None:
        self.own_result = token.value.strip()

    def _take_nt(self, token: LinField) -> None:
        self._keep("Comment", token.value)

    def record(self) -> Record:
        """The board and what happened on it."""
        if self.deal is None:
            name = f"board {self.number}" if self.number else "the board"
            raise ParseError(f"expected md|…| (the deal) in {name}, got none", line=self.last.line)
        for tag, lines in self.lines.items():
            if lines:
                self.tags[tag] = "\n".join([*filter(None, [self.tags.get(tag)]), *lines])
        board = Board(self.deal, *self._conditions(), self.number)
        auction = self._auction(board.dealer)
        return Record(
            board,
            auction,
            {index: note for index, note in self.notes.items() if auction and index < len(auction)},
            self._result(auction),
            tuple(self.play),
            self._players(),
            tags=self.tags,
        )

    def _conditions(self) -> tuple[Seat, Vulnerability]:
        """Dealer and vulnerability, by the board's number where the file is silent."""
        dealer, vulnerability = self.dealer, self.vulnerability
        if dealer is None:
            dealer = board_dealer(self.number) if self.number else Seat.NORTH
        if vulnerability is None:
            vulnerability = board_vulnerability(self.number) if self.number else Vulnerability.NONE
        return dealer, vulnerability

    def _auction(self, dealer: Seat) -> Auction | None:
        """The auction; passes after its end, which operators often add, are left out, and those that are missing before
        the play are added.
        """
        if not self.calls:
            return None
        auction = Auction(dealer)
        for call, token, start in self.calls:
            if auction.is_over and call == PASS:
                continue
            try:
                auction = auction.after(call)
            except BridgeError as error:
                raise error.at(line=token.line, shift=token.column - 1 + start) from None
        while (self.play or self.claim is not None) and auction.contract and not auction.is_over:
            auction = auction.after(PASS)
        return auction

    def _result(self, auction: Auction | None) -> Result | None:
        """The board's own `rs`, else what auction, claim and play give, else what the head of the match has."""
        assert self.deal is not None
        return (
            self._read_result(self.own_result)
            or derived_result(self.deal, auction, self.play, self.claim)
            or self._read_result(self.match.result(self.number, closed=self.tags.get("Room") == "Closed"))
        )

    def _read_result(self, text: str) -> Result | None:
        """A result of `rs`; one that cannot be understood is kept as a tag."""
        try:
            return Result.parse(text) if text else None
        except BridgeError:
            self.tags["LIN_rs"] = text
            return None

    def _players(self) -> dict[Seat, str]:
        names = self.match.names if self.names is None else self.names
        if len(names) > 4 and self.tags.get("Room") == "Closed":
            names = names[4:]
        return {seat: " ".join(name.split()) for seat, name in zip(_SEATS, names, strict=False) if name.strip()}


def number_in(title: str) -> int | None:
    """The board's number in a title such as `Board 7`."""
    found = re.search("[0-9]{1,6}", title)
    return int(found[0]) or None if found else None


def scan(pattern: re.Pattern[str], text: str, what: str) -> Iterator[re.Match[str]]:
    """The matches of a pattern that together must cover the text, blanks at its start aside."""
    start = len(text) - len(text.lstrip(" \t\r\n,"))
    while start < len(text):
        found = pattern.match(text, start)
        if found is None:
            raise ParseError(f"expected {what}, got {quoted(text[start:])}", column=start + 1)
        yield found
        start = found.end()


def read_cards(text: str) -> Iterator[tuple[Card, int]]:
    """Cards such as `SA` or `d10`, one after the other, each with its column."""
    for found in scan(_CARD, text, "a card such as SA or HT"):
        yield Card.parse("".join(found[1].split())), found.start() + 1


def _read_deal(text: str) -> tuple[Seat | None, Deal]:
    """The value of `md`: the dealer's digit (1 = South, then clockwise), hands from South on, the last inferred."""
    digit = re.match(r"\s*([0-4]?)", text)
    assert digit is not None
    words = text[digit.end() :].split(",")
    if len(words) > 4 and not "".join(words[4:]).strip():
        words = words[:4]
    hands, shift = [], digit.end()
    for word in words:
        try:
            hands.append(Hand.parse(word) if word.strip() else Hand())
        except BridgeError as error:
            raise error.at(shift=shift) from None
        shift += len(word) + 1
    if len(hands) > 4 or not any(map(len, hands)):
        raise ParseError(f"expected three or four hands from South on, got {quoted(text)}", column=1)
    dealer = _SEATS[int(digit[1]) - 1] if digit[1] not in ("", "0") else None
    return dealer, Deal.of([*hands, *[Hand()] * (4 - len(hands))], Seat.SOUTH)
