"""Portable Bridge Notation 2.1: liberal reading, strict writing.

A record has no place for all that a file may say: rare things (a play with gaps, an irregular auction,
a contract without declarer) stay in `record.tags` under their PBN names, rows and notes below the value,
and are written back from there. Comments `{…}` and `;…` are not kept.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TypeVar

from overtrick.core import (
    Auction,
    Board,
    BridgeError,
    Call,
    Card,
    Contract,
    DDTable,
    Deal,
    Doubling,
    Hand,
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
from overtrick.formats.pbn_export import dump, dumps
from overtrick.formats.pbn_games import UNKNOWN, Block, Game, games, line_paragraphs, tag_pair, text_paragraphs
from overtrick.formats.pbn_sections import read_auction, read_play, read_result_table, read_tricks
from overtrick.formats.reading import Outcome, collect, quoted, read_lines, read_text

__all__ = ["dump", "dumps", "load", "loads", "read"]

T = TypeVar("T")
_NO_DEAL = "expected a Deal tag, the game has none"
_PASSED_OUT = ("PASS", "P", "AP", "ALL PASS", "PASSED OUT", "PO")
_CONTRACT = re.compile(r"([1-7])\s*(NT|N|[CDHS♣♦♥♠])\s*(XX?|)\s*(?:BY)?\s*([NESW]?)")
_NO_LEVEL = re.compile(r"[-0]?|0?\s*(?:NT|N|[CDHS♣♦♥♠])\s*(?:XX?|)", re.IGNORECASE)
_RESULT = re.compile(
    r"\^?(?:(?P<tricks>\d\d?)|(?P<beyond>=|[+-]\d\d?)|(?P<side>NS|EW)\s*(?P<won>\d\d?)(?:\s+(?:NS|EW)\s*\d\d?)?)"
)
_PLAYER_TAGS = {"West": Seat.WEST, "North": Seat.NORTH, "East": Seat.EAST, "South": Seat.SOUTH}
_OPEN_TAGS = ("Event", "Site", "Date", "Scoring")
_SEATS = {str(seat): seat for seat in Seat}
_TRICKS = {str(tricks): tricks for tricks in range(14)}
_CONTRACTS = {
    f"{level}{'NT' if strain is Strain.NOTRUMP else strain}{doubling}{seat}": Contract(level, strain, seat, doubling)
    for level in range(1, 8)
    for strain in Strain
    for doubling in Doubling
    for seat in Seat
}
_VULNERABILITIES = {str(vulnerability): vulnerability for vulnerability in Vulnerability}


def load(path: Path | str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The records of a file (`.gz` too). Damaged boards go to `errors`; without that list the first one is raised.

    For files too large to hold, `read(read_lines(path))` gives one record after the other.
    """
    text = read_text(path)
    if text is None:
        return collect(read(read_lines(path), str(path)), errors)
    return collect(_outcomes(text_paragraphs(text), str(path)), errors)


def loads(text: str, *, errors: list[BridgeError] | None = None) -> list[Record]:
    """The records of a text; `errors` as in `load`."""
    return collect(_outcomes(text_paragraphs(text.removeprefix("\ufeff"))), errors)


def read(lines: Iterable[str], source: str | None = None) -> Iterator[Outcome]:
    """The records of a file as its lines come in; a damaged board gives its error in their place."""
    return _outcomes(line_paragraphs(lines), source)


def _outcomes(paragraphs: Iterable[Block], source: str | None = None) -> Iterator[Outcome]:
    previous: Game | None = None
    stray: BridgeError | None = None
    without_deal: list[BridgeError] = []
    try:
        for game in games(paragraphs):
            if not game.values:
                stray = stray or game.error
                continue
            if stray is not None:
                yield stray.at(source=source)
                stray = None
            if "#" in game.values.values():
                game.inherit(previous)
            previous = game
            if _is_board(game):
                yield _outcome(game, source)
            else:
                without_deal.append(game.block.blame_tag(ParseError(_NO_DEAL), "Deal"))
    except BridgeError as error:  # the lines themselves broke off
        yield error.at(source=source)
    if without_deal:
        more = f" ({len(without_deal):,} such games)" if len(without_deal) > 1 else ""
        yield ParseError(f"{_NO_DEAL}{more}", line=without_deal[0].where.line, column=1, source=source)
    if stray is not None and previous is None:  # after the last game there may be text, such as statistics
        yield stray.at(source=source)


def _is_board(game: Game) -> bool:
    """Whether a game has a deal or an auction; lists of results and the like are none."""
    return "Deal" in game.values or "Auction" in game.rows or game.error is not None


def _outcome(game: Game, source: str | None) -> Outcome:
    if game.error is not None:
        return game.error.at(source=source)
    try:
        return _GameReader(game).record()
    except BridgeError as error:
        return error.at(source=source)


class _GameReader:
    """Makes a record of one game. `tags` starts with every value and loses those that find a place in the record."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.tags = dict(game.values)

    def record(self) -> Record:
        deal = self._deal()
        number = self._number()
        dealer = self._dealer(number)
        vulnerability = self._vulnerability(number)
        auction, notes = self._auction(dealer)
        result = self._result(auction)
        return Record(
            board=Board(deal, dealer, vulnerability, number),
            auction=auction,
            notes=notes,
            result=result,
            play=self._play(result) if "Play" in self.tags else (),
            players=self._players(),
            table=self._table(),
            tags=self._other_tags(),
        )

    def _take(self, name: str) -> str:
        """The value of a tag, which with this leaves `tags`; empty when it is unknown."""
        value = self.tags.pop(name, "")
        return "" if value == "?" else value

    def _parsed(self, name: str, parse: Callable[[str], T], text: str) -> T:
        """The parsed text of a tag; an error gets the tag's place in the file."""
        try:
            return parse(text)
        except BridgeError as error:
            raise self.game.block.blame_tag(error, name) from None

    def _deal(self) -> Deal:
        text = self._take("Deal")
        return self._parsed("Deal", Deal.parse, text) if text else Deal((Hand(), Hand(), Hand(), Hand()))

    def _number(self) -> int | None:
        text = self.tags.get("Board", "?")
        if text.isdecimal() and text.isascii() and len(text) < 10:
            del self.tags["Board"]
            return int(text)
        if text in UNKNOWN:
            self.tags.pop("Board", None)
        return None

    def _dealer(self, number: int | None) -> Seat:
        for name, text in (("Dealer", self._take("Dealer")), ("Auction", self.tags.get("Auction", ""))):
            if text not in UNKNOWN:
                return self._parsed(name, _seat, text)
        return board_dealer(number) if number else Seat.NORTH

    def _vulnerability(self, number: int | None) -> Vulnerability:
        text = self._take("Vulnerable")
        if text:
            known = _VULNERABILITIES.get(text)
            return self._parsed("Vulnerable", Vulnerability.parse, text) if known is None else known
        return board_vulnerability(number) if number else Vulnerability.NONE

    def _players(self) -> dict[Seat, str]:
        players = {}
        for name, seat in _PLAYER_TAGS.items():
            text = self.tags.pop(name, "?")
            if text != "?":
                players[seat] = text
        return players

    def _auction(self, dealer: Seat) -> tuple[Auction | None, dict[int, Note]]:
        if "Auction" not in self.tags:
            return None, {}
        rows = self.game.rows.get("Auction")
        if rows is None:
            del self.tags["Auction"]
            return None, {}
        first = self.tags["Auction"]
        if first not in UNKNOWN:
            dealer = self._parsed("Auction", _seat, first)
        auction, notes = read_auction(dealer, rows, self.game.notes.get("Auction", {}))
        if auction is not None:
            del self.tags["Auction"]
        return auction, notes

    def _result(self, auction: Auction | None) -> Result | None:
        """How the board ended; what the tags leave open comes from a finished auction."""
        text = self.tags.get("Contract", "")
        declarer = self.tags.get("Declarer", "")
        known = _CONTRACTS.get(text + declarer)
        if known is not None:
            return self._finished(known)
        if text.upper() in _PASSED_OUT:
            return self._finished(None)
        is_over = auction is not None and auction.is_over
        bid_out = auction.contract if auction is not None and is_over else None
        is_open = text in UNKNOWN or _NO_LEVEL.fullmatch(text.strip()) is not None
        contract = bid_out if is_open else self._contract(text, declarer, bid_out)
        if contract is not None or (is_open and is_over):
            return self._finished(contract)
        for name in ("Declarer", "Contract", "Result"):  # what is known of them stays in `tags`
            if self.tags.get(name) in UNKNOWN:
                del self.tags[name]
        return None

    def _contract(self, text: str, declarer: str, bid_out: Contract | None) -> Contract | None:
        """The contract of the tags, if need be with the declarer of the auction that ended in it."""
        if declarer not in UNKNOWN:
            seat = self._parsed("Declarer", _seat, declarer)
            return self._parsed("Contract", lambda word: _contract_by(word, seat), text)
        parts = self._parsed("Contract", _contract_parts, text)
        return bid_out if bid_out is not None and (bid_out.bid, bid_out.doubling) == parts else None

    def _finished(self, contract: Contract | None) -> Result:
        """The result with that contract; an irregular declarer stays in `tags` beside it."""
        self.tags.pop("Contract", None)
        if not self.tags.get("Declarer", "").startswith("^"):
            self.tags.pop("Declarer", None)
        text = self._take("Result")
        if contract is None or not text:
            return Result(contract)
        if text in _TRICKS:
            return Result(contract, _TRICKS[text])
        return Result(contract, self._parsed("Result", lambda words: _tricks(words, contract), text))

    def _play(self, result: Result | None) -> tuple[Card, ...]:
        """The cards in order. What cannot be put in order, or says more than the cards, stays in `tags`."""
        rows = self.game.rows.get("Play")
        contract = result.contract if result is not None else None
        leader = self.tags["Play"]
        if rows is None:
            del self.tags["Play"]
        elif contract is not None and (leader in UNKNOWN or leader.upper() == str(contract.declarer.lho)):
            play = read_play(rows, contract.strain)
            if play.is_all:
                del self.tags["Play"]
            return play.cards
        return ()

    def _table(self) -> DDTable | None:
        """The double-dummy tricks from either tag; one that is incomplete or contradicts the other stays in `tags`."""
        table = None
        if "DoubleDummyTricks" in self.tags:
            table = self._parsed("DoubleDummyTricks", read_tricks, self.tags["DoubleDummyTricks"].strip())
            if table is not None:
                del self.tags["DoubleDummyTricks"]
        if "OptimumResultTable" in self.tags:
            rows = self.game.rows.get("OptimumResultTable")
            listed = read_result_table(self.tags["OptimumResultTable"], "" if rows is None else rows.text)
            if listed is not None and table in (None, listed):
                table = listed
                del self.tags["OptimumResultTable"]
        return table

    def _other_tags(self) -> dict[str, str]:
        """What is left, each with its rows and notes below the value."""
        for name in _OPEN_TAGS:
            if self.tags.get(name) == "?":
                del self.tags[name]
        for name, rows in self.game.rows.items():
            if name in self.tags:
                notes = [tag_pair("Note", f"{number}:{text}") for number, text in self.game.notes.get(name, {}).items()]
                lines = [line.rstrip() for line in rows.text.split("\n") if line.strip()]
                self.tags[name] = "\n".join([self.tags[name], *lines, *notes])
        return dict(self.tags.items())  # a new one, since those taken out would go on filling memory


def _seat(text: str) -> Seat:
    """A player; `^` before the letter says that something was irregular about it."""
    seat = _SEATS.get(text)
    return Seat.parse(text.removeprefix("^")) if seat is None else seat


def _contract_parts(text: str) -> tuple[Call, Doubling]:
    """Bid and doubling of a contract that does not say who declares."""
    contract = _contract_by(text, Seat.NORTH)
    return contract.bid, contract.doubling


def _contract_by(text: str, declarer: Seat) -> Contract:
    match = _CONTRACT.fullmatch(text.strip().upper())
    if match is None:
        raise ParseError(f"expected a contract such as 4SX, 3NT or Pass, got {quoted(text)}", column=1)
    return Contract.parse(f"{match[1]}{match[2]}{match[3]}{declarer}")


def _tricks(text: str, contract: Contract) -> int:
    """Declarer's tricks, given as such, as those of a side, or against the contract."""
    match = _RESULT.fullmatch(text.strip().upper())
    beyond = match and match["beyond"]
    if beyond:
        tricks = contract.target + int(beyond.replace("=", "0"))
    else:
        tricks = 99 if match is None else int(match["tricks"] or match["won"])
    if match is None or not 0 <= tricks <= 13:
        raise ParseError(f"expected 0 to 13 tricks for declarer, such as 9 or EW 9, got {quoted(text)}", column=1)
    return 13 - tricks if match["side"] not in (None, str(contract.side)) else tricks
