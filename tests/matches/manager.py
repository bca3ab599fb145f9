"""A table manager of the Blue Chip protocol, written from its description alone: strict about every word it hears.

Seats that nobody connects for are played by the manager itself, at random but legally.
"""

import random
import socket
from collections.abc import Iterable
from typing import IO

from overtrick.core import Auction, Board, Call, Card, Contract, Deal, Result, Seat, Suit, check_play, tricks_of

_VULNERABLE = ("Neither", "N/S", "E/W", "Both")
_RANKS = "23456789TJQKA"


def cards_text(deal: Deal, seat: Seat) -> str:
    """`S A K 4. H -. D 6 5. C Q J T.`"""
    parts = []
    for suit in reversed(Suit):
        ranks = sorted(deal[seat].ranks(suit), reverse=True)
        parts.append(f"{suit} {' '.join(_RANKS[rank] for rank in ranks) or '-'}.")
    return " ".join(parts)


class Manager:
    """Listens on a free port; `results` has what happened."""

    def __init__(self, seed: int = 0) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(120)
        self.port: int = self._server.getsockname()[1]
        self.results: list[Result] = []
        self._clients: dict[Seat, IO[str]] = {}
        self._rng = random.Random(seed)

    def session(self, clients: int, boards: Iterable[Board]) -> None:
        """Seat that many clients and play the boards."""
        try:
            for _ in range(clients):
                self._seat()
            self._all_ready("ready for teams")
            self._broadcast('Teams : N/S : "us". E/W : "them"')
            self._all_ready("ready to start")
            for board in boards:
                self.board(board)
                self._broadcast(
                    "Timing - N/S : this board  00:01,  total  0:00:01.  E/W : this board  00:01,  total  0:00:01."
                )
            self._broadcast("End of session")
        finally:
            for stream in self._clients.values():
                stream.close()
            self._server.close()

    def _seat(self) -> None:
        connection, _ = self._server.accept()
        connection.settimeout(120)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        stream = connection.makefile("rw", encoding="ascii", newline="\r\n")
        connection.close()  # the stream has it
        line = stream.readline().strip()
        start, _, rest = line.partition('"')
        team, _, rest = rest.partition('" as ')
        name, _, rest = rest.partition(" ")
        assert (start, rest) == ("Connecting ", "using protocol version 18"), line
        seat = Seat.parse(name)
        assert seat not in self._clients
        self._clients[seat] = stream
        self._send(seat, f'{name} ("{team}") seated')

    def board(self, board: Board) -> None:
        """One board: the deal, the auction and the play."""
        self._broadcast("Start of board")
        self._all_ready("ready for deal")
        vulnerable = _VULNERABLE[board.vulnerability]
        self._broadcast(f"Board number {board.number}. Dealer {_name(board.dealer)}. {vulnerable} vulnerable.")
        self._all_ready("ready for cards")
        for seat in self._clients:
            self._send(seat, f"{_name(seat)}'s cards : {cards_text(board.deal, seat)}")
        auction = Auction(board.dealer)
        while not auction.is_over:
            auction = auction.after(self._call(auction))
        contract = auction.contract
        self.results.append(Result(None, None) if contract is None else self._play(board.deal, contract))

    def _call(self, auction: Auction) -> Call:
        turn = auction.turn
        for seat in self._others(turn):
            self._hear(seat, f"ready for {_name(turn)}'s bid")
        if turn in self._clients:
            line = self._clients[turn].readline().strip()
        else:
            line = f"{_name(turn)} {self._random_call(auction)}"
        who, word, *bid = line.split(" ")
        assert who == _name(turn), line
        for seat in self._others(turn):
            self._send(seat, line + " Alert. something artificial" * self._rng.randint(0, 1))
        words = {"passes": "P", "doubles": "X", "redoubles": "XX"}
        return Call.parse(words[word] if not bid else bid[0])

    def _random_call(self, auction: Auction) -> str:
        legal = auction.legal_calls()
        call = legal[0] if self._rng.random() < 0.6 else self._rng.choice(legal[:5])
        text = str(call) + "T" * str(call).endswith("N")
        return {"P": "passes", "X": "doubles", "XX": "redoubles"}.get(text, f"bids {text}")

    def _play(self, deal: Deal, contract: Contract) -> Result:
        declarer, dummy, played = contract.declarer, contract.declarer.partner, list[Card]()
        turn = declarer.lho
        for number in range(52):
            controller = declarer if turn == dummy else turn
            if number % 4 == 0 and controller in self._clients:
                self._send(controller, "Dummy to lead" if turn == dummy else f"{_name(turn)} to lead")
            for seat in self._others(controller):
                whose = "dummy" if seat == turn == dummy else _name(turn)
                self._hear(seat, f"ready for {whose}'s card to trick {number // 4 + 1}")
            played.append(self._card(deal, turn, controller, played))
            check_play(deal, played, declarer.lho, contract.strain)
            for seat in self._others(controller):
                self._send(seat, f"{_name(turn)} plays {str(played[-1])[::-1]}")
            if number == 0:
                for seat in self._others(dummy):
                    self._hear(seat, "ready for dummy")
                    self._send(seat, f"Dummy's cards : {cards_text(deal, dummy)}")
            *_, trick = tricks_of(played, declarer.lho, contract.strain)
            turn = trick.winner(contract.strain) if trick.is_complete else turn.lho
        tricks = list(tricks_of(played, declarer.lho, contract.strain))
        return Result(contract, sum(trick.winner(contract.strain).side == contract.side for trick in tricks))

    def _card(self, deal: Deal, turn: Seat, controller: Seat, played: list[Card]) -> Card:
        if controller in self._clients:
            who, word, card = self._clients[controller].readline().strip().split(" ")
            assert (who, word) == (_name(turn), "plays"), (who, word)
            return Card.parse(card)
        left = [card for card in deal[turn] if card not in played]
        led = played[-(len(played) % 4)] if len(played) % 4 else None
        return self._rng.choice([card for card in left if led and card.suit == led.suit] or left)

    def _others(self, seat: Seat) -> list[Seat]:
        return [other for other in self._clients if other != seat]

    def _all_ready(self, words: str) -> None:
        for seat in self._clients:
            self._hear(seat, words)

    def _hear(self, seat: Seat, words: str) -> None:
        line = self._clients[seat].readline()
        assert line == f"{_name(seat)} {words}\r\n", (line, words)

    def _send(self, seat: Seat, line: str) -> None:
        self._clients[seat].write(line + "\r\n")
        self._clients[seat].flush()

    def _broadcast(self, line: str) -> None:
        for seat in self._clients:
            self._send(seat, line)


def _name(seat: Seat) -> str:
    return seat.name.title()
