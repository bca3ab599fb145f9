"""A seat at a table manager that speaks the Blue Chip Bridge protocol, version 18, as WBridge5, Jack and others do.

The manager deals, relays calls and cards, and says who leads; each of four programs says what it is ready for.
"""

import re
import socket
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NoReturn

from overtrick.core import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Auction,
    Board,
    BridgeError,
    Call,
    Card,
    Contract,
    Deal,
    Hand,
    Position,
    Record,
    Result,
    Seat,
    Side,
    Vulnerability,
    tricks_of,
)
from overtrick.core.errors import shown
from overtrick.hands.cells import CellSet
from overtrick.players.card_play import CardPlayer, PlayView
from overtrick.players.player import Player
from overtrick.systems.table import Table

VERSION = 18
WAIT = 600.0
"""Seconds without a word from the manager after which it is given up; other programs may think for minutes."""
NUDGE = 10.0
"""Seconds after a board in which the next one should begin; some managers want to hear `ready to start` again."""

LONGEST_LINE = 10_000
"""Bytes; those of the protocol have some hundred."""

_WORDS = {PASS: "passes", DOUBLE: "doubles", REDOUBLE: "redoubles"}
_CALLS = {word: call for call, word in _WORDS.items()}
_BOARD = re.compile(r"board number (\d+)\. *dealer (\w+)\. *(neither|n/s|e/w|both) vulnerable", re.IGNORECASE)
_CARDS = re.compile(r"(\w+)'s cards *:((?: *[SHDC](?:[ 2-9TJQKA-]|10)*\.){4})", re.IGNORECASE)
_CALL = re.compile(r"(\w+) (?:(passes|doubles|redoubles)|bids +([1-7] *(?:NT|[CDHSN])))\b", re.IGNORECASE)
_PLAY = re.compile(r"(\w+) plays +(\w+)", re.IGNORECASE)
_START, _END = "start of board", "end of session"


class _NewBoard(Exception):
    """The manager has begun another board in the middle of one."""


class _SessionOver(Exception):
    """The manager has ended the session in the middle of a board."""


class Connection:
    """Lines to and from the manager."""

    def __init__(self, host: str, port: int, wait: float = WAIT) -> None:
        self.address, self._wait = f"{host}:{port}", wait
        try:
            self._socket = socket.create_connection((host, port), wait)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # short lines should not wait
        except OSError as error:
            raise BridgeError(f"cannot reach a table manager at {self.address}: {error}") from None
        self._rest = b""

    def close(self) -> None:
        self._socket.close()

    def send(self, text: str) -> None:
        try:
            self._socket.sendall(f"{text}\r\n".encode("ascii", "replace"))
        except OSError as error:
            raise BridgeError(f"the table manager at {self.address} is gone: {error}") from None

    def receive(self, wait: float | None = None) -> str | None:
        """The next line that is not empty; None where a shorter wait is given and nothing came in that time."""
        line = ""
        while not line:
            while b"\n" not in self._rest:
                more = self._more(wait)
                if more is None:
                    return None
                self._rest += more
            text, _, self._rest = self._rest.partition(b"\n")
            line = text.decode("ascii", "replace").strip()
        return line

    def _more(self, wait: float | None) -> bytes | None:
        if len(self._rest) > LONGEST_LINE:
            raise BridgeError(f"expected lines from the table manager at {self.address}, got {len(self._rest):,} bytes")
        try:
            self._socket.settimeout(self._wait if wait is None else wait)
            more = self._socket.recv(4096)
        except TimeoutError:
            if wait is not None:
                return None
            raise BridgeError(f"no word from the table manager at {self.address} for {self._wait:g} s") from None
        except OSError as error:
            raise BridgeError(f"the table manager at {self.address} is gone: {error}") from None
        if not more:
            raise BridgeError(f"the table manager at {self.address} closed the connection")
        return more


@dataclass
class SeatedPlayer:
    """Overtrick in one seat: who bids, who plays the cards, and the systems of both sides."""

    connection: Connection
    seat: Seat
    team: str
    bidder: Player
    cards: CardPlayer
    systems: tuple[str, str]
    """Ours and theirs."""

    def boards(self) -> Iterator[Record]:
        """Sit down and play until the session ends: every board as it was played, with the cards that were seen."""
        self._say(f'Connecting "{self.team}" as {self._name} using protocol version {VERSION}', is_whole=True)
        self._expect("seated")
        self._say("ready for teams")
        self._expect("teams")
        self._say("ready to start")
        line: str | None = self._hear()
        while (word := (line or "").lower()) != _END:
            if word == _START:
                try:
                    record = self._board()
                except _NewBoard:
                    continue
                except _SessionOver:
                    return
                yield record
                line = self._after_board()
            else:  # the timing of the board, or news for people
                line = self._hear()

    def _after_board(self) -> str | None:
        line = self.connection.receive(NUDGE)
        while line is not None and line.lower() not in (_START, _END):
            line = self.connection.receive(NUDGE)
        if line is None:
            self._say("ready to start")
        return line

    def _board(self) -> Record:
        self._say("ready for deal")
        number, dealer, vulnerable = self._match(_BOARD)
        self._say("ready for cards")
        whose, cards = self._match(_CARDS)
        board = Board(
            _deal({Seat.parse(whose): _hand(cards)}),
            Seat.parse(dealer),
            Vulnerability.parse(vulnerable.replace("/", "")),
            number=int(number),
        )
        if not board.deal[self.seat].is_complete:
            self._refuse(f"{self._name}'s cards : {cards}", "thirteen cards of our own")
        auction = Auction(board.dealer)
        while not auction.is_over:
            auction = self._next_call(board, auction)
        contract = auction.contract
        if contract is None:
            return Record(board, auction, result=Result(None, None))
        return self._play(board, auction, contract)

    def _next_call(self, board: Board, auction: Auction) -> Auction:
        turn = auction.turn
        if turn == self.seat:
            call = self.bidder.call(Position(board.deal[self.seat], auction, board.vulnerability))
            self._say(_WORDS.get(call) or f"bids {call}{'T' * str(call).endswith('N')}")
            return auction.after(call)
        self._say(f"ready for {turn.name.title()}'s bid")
        who, word, bid = self._match(_CALL)
        call = _CALLS[word.lower()] if word else Call.parse(bid)
        if Seat.parse(who) != turn or not auction.is_legal(call):
            self._refuse(f"{who} {word or bid}", f"a legal call of {turn.name.title()}")
        return auction.after(call)

    def _play(self, board: Board, auction: Auction, contract: Contract) -> Record:
        view = PlayView(self.seat, board.deal[self.seat], contract, self._shown(board, auction))
        for number in range(52):
            card = self._next_card(view, number // 4 + 1)
            dummy = view.dummy if number else self._dummy(view)
            view = PlayView(view.seat, view.hand, contract, view.shown, dummy, (*view.played, card))
        held: dict[Seat, Hand] = {}
        taken = 0
        for trick in tricks_of(view.played, contract.declarer.lho, contract.strain):
            taken += trick.winner(contract.strain).side == contract.side
            for turn, card in enumerate(trick.cards):
                seat = trick.leader.after(turn)
                held[seat] = held.get(seat, Hand()) | Hand.of([card])
        whole = Board(_deal(held), board.dealer, board.vulnerability, number=board.number)
        return Record(whole, auction, result=Result(contract, taken), play=view.played)

    def _next_card(self, view: PlayView, trick: int) -> Card:
        turn, dummy = view.turn, view.dummy_seat
        chooser = view.contract.declarer if turn == dummy else turn
        if chooser == self.seat:
            if not view.trick.cards:
                self._expect("to lead")
            card = self.cards.card(view)
            self._say(f"{turn.name.title()} plays {card.rank}{card.suit}", is_whole=True)
            return card
        whose = "dummy" if turn == dummy == self.seat else turn.name.title()
        self._say(f"ready for {whose}'s card to trick {trick}")
        who, text = self._match(_PLAY)
        if Seat.parse(who) != turn:
            self._refuse(f"{who} plays {text}", f"a card of {turn.name.title()}")
        return Card.parse(text)

    def _dummy(self, view: PlayView) -> Hand | None:
        """Dummy's cards, asked for after the opening lead."""
        if view.dummy_seat == self.seat:
            return view.hand
        self._say("ready for dummy")
        _, cards = self._match(_CARDS)
        return _hand(cards)

    def _shown(self, board: Board, auction: Auction) -> tuple[CellSet, CellSet, CellSet]:
        """What lho, partner and rho have shown in the auction."""
        pair = self.systems if self.seat.side is Side.NORTH_SOUTH else self.systems[::-1]
        node = Table.of(*pair).tree.node(auction, board.vulnerability)
        lho, partner, rho = (node.shown_by(self.seat.after(turns) - board.dealer & 3) for turns in (1, 2, 3))
        return lho, partner, rho

    @property
    def _name(self) -> str:
        return self.seat.name.title()

    def _say(self, text: str, *, is_whole: bool = False) -> None:
        self.connection.send(text if is_whole else f"{self._name} {text}")

    def _hear(self) -> str:
        line = self.connection.receive()
        assert line is not None
        return line

    def _heard(self) -> str:
        """The next line within a board."""
        line = self._hear()
        if line.lower() == _START:
            raise _NewBoard
        if line.lower() == _END:
            raise _SessionOver
        return line

    def _expect(self, words: str) -> None:
        line = self._heard()
        if words not in line.lower():
            self._refuse(line, f"a line with {words!r}")

    def _match(self, form: re.Pattern[str]) -> tuple[str, ...]:
        line = self._heard()
        if not (match := form.match(line)):
            self._refuse(line, _EXAMPLES[form])
        return tuple(group or "" for group in match.groups())

    def _refuse(self, line: str, expected: str) -> NoReturn:
        raise BridgeError(f"expected {expected} from the table manager at {self.connection.address}, got {shown(line)}")


_EXAMPLES = {
    _BOARD: "'Board number 1. Dealer North. Neither vulnerable.'",
    _CARDS: "'North's cards : S A K. H -. …'",
    _CALL: "'North bids 1C' or 'North passes'",
    _PLAY: "'North plays AS'",
}


def _deal(hands: dict[Seat, Hand]) -> Deal:
    return Deal.of([hands.get(seat, Hand()) for seat in Seat])


def _hand(text: str) -> Hand:
    """Read `S A K J 4. H -. D 6 5. C Q J T.`"""
    suits = {part.strip()[0].upper(): part.strip()[1:] for part in text.split(".") if part.strip()}
    ranks = {suit: re.sub(r"[\s-]", "", cards).replace("10", "T") for suit, cards in suits.items()}
    return Hand.parse(".".join(ranks[suit] for suit in "SHDC"))
