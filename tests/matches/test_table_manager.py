"""Overtrick at a Blue Chip table manager: whole sessions without an illegal call, a revoke or a hang."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from command import overtrick
from matches.manager import Manager
from overtrick.core import Board, BridgeError, Record, Result, Seat
from overtrick.formats import pbn
from overtrick.matches import table_manager
from overtrick.matches.playing import PlayerName
from overtrick.matches.table_manager import Connection, SeatedPlayer
from overtrick.players.card_play import CardPlayer
from overtrick.systems.engine.boards import BoardBatch
from systems.tables import card_files


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> str:
    return card_files(tmp_path_factory.mktemp("cards"))[0]


def boards_of(count: int, seed: int, first: int = 1) -> list[Board]:
    batch = BoardBatch.random(count, seed, first=first)
    return [batch[place] for place in range(count)]


@contextmanager
def seated(port: int, seat: Seat, card: str, layouts: int = 0) -> Iterator[SeatedPlayer]:
    bidder = PlayerName.parse(card).player(card)
    with closing(Connection("127.0.0.1", port, 120)) as connection:
        yield SeatedPlayer(connection, seat, "us", bidder, CardPlayer(layouts), (card, card))


class Session(threading.Thread):
    """One seat in a thread of its own; `records` has its boards."""

    def __init__(self, port: int, seat: Seat, card: str, layouts: int = 0) -> None:
        super().__init__(daemon=True)
        self._player, self.records = seated(port, seat, card, layouts), list[Record]()
        self.start()

    def run(self) -> None:
        with self._player as player:
            self.records += player.boards()


@pytest.mark.parametrize("seat", list(Seat))
def test_fifty_boards_in_four_sessions_against_random_players(seat: Seat, card: str) -> None:
    boards, manager = boards_of(13, seat, first=1 + seat), Manager(seat)
    session = Session(manager.port, seat, card)
    manager.session(1, boards)
    session.join(60)
    assert [record.result for record in session.records] == manager.results
    assert sum(result.contract is not None for result in manager.results) > 6
    for board, record in zip(boards, session.records, strict=True):
        assert (record.board.number, record.board.dealer) == (board.number, board.dealer)
        if record.play:
            assert record.board.deal == board.deal
            assert len(record.play) == 52


def test_four_seats_play_a_board_by_the_solver(card: str) -> None:
    (board,) = boards_of(1, 8)
    manager = Manager()
    sessions = [Session(manager.port, seat, card, layouts=1) for seat in Seat]
    manager.session(4, [board])
    for session in sessions:
        session.join(60)
    assert [record.result for session in sessions for record in session.records] == manager.results * 4
    assert manager.results[0].contract is not None


def test_the_command_prints_and_writes_the_boards(card: str, tmp_path: Path) -> None:
    manager = Manager(3)
    thread = threading.Thread(target=manager.session, args=(1, boards_of(2, 5)), daemon=True)
    thread.start()
    address, file = f"127.0.0.1:{manager.port}", tmp_path / "session.pbn"
    words = ("seat", "--bluechip", address, "--seat", "S", "--system", card, "--layouts", "0", "-o", str(file))
    run = overtrick(*words)
    thread.join(60)
    assert (run.code, run.err) == (0, "")
    assert run.out.count("\n") == 2
    assert [record.result for record in pbn.load(file)] == manager.results


@contextmanager
def scripted(*lines: str) -> Iterator[int]:
    """A manager that says these lines, whatever it hears, and closes."""
    server = socket.create_server(("127.0.0.1", 0))

    def say() -> None:
        connection, _ = server.accept()
        with connection:
            connection.sendall("".join(f"{line}\r\n" for line in lines).encode())
            while connection.recv(4096):
                pass

    threading.Thread(target=say, daemon=True).start()
    yield server.getsockname()[1]
    server.close()


OPENING = ('North ("us") seated', 'Teams : N/S : "us". E/W : "them"', "Start of board")
DEAL = "Board number 7. Dealer East. E/W vulnerable."
CARDS = "North's cards : S A K Q J T 9 8 7 6 5 4 3 2. H . D -. C -."


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (("Go away",), "expected a line with 'seated' from the table manager"),
        ((*OPENING, "Board 7"), "expected 'Board number 1. Dealer North. Neither vulnerable.'"),
        ((*OPENING, DEAL, "North's cards : S A. H -. D -. C -."), "expected thirteen cards of our own"),
        ((*OPENING, DEAL, CARDS, "West bids 1C"), "expected a legal call of East"),
        ((*OPENING, DEAL, CARDS, "Illegal bid"), "expected 'North bids 1C' or 'North passes'"),
        ((*OPENING, DEAL, CARDS, "East doubles"), "expected a legal call of East"),
    ],
)
def test_what_makes_no_sense_is_an_error(lines: tuple[str, ...], expected: str, card: str) -> None:
    complaint = pytest.raises(BridgeError, match=re.escape(expected))
    with scripted(*lines) as port, seated(port, Seat.NORTH, card) as player, complaint:
        list(player.boards())


def test_a_board_may_be_begun_again_and_a_session_ended(card: str, monkeypatch: pytest.MonkeyPatch) -> None:
    passed = [f"{name} passes" for name in ("East", "South", "West")]
    weak = "North's cards : S 10 9 8 7. H 5 4 3. D 4 3 2. C 4 3 2."
    lines = (*OPENING, DEAL, weak, passed[0], "Start of board", DEAL, weak, *passed, "Timing - …", "End of session")
    monkeypatch.setattr(table_manager, "NUDGE", 60)
    with scripted(*lines) as port, seated(port, Seat.NORTH, card) as player:
        (record,) = player.boards()
    assert record.result == Result(None, None)
    assert record.board.number == 7


def test_a_manager_that_is_not_there(card: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    run = overtrick("seat", "--bluechip", f"127.0.0.1:{port}", "--seat", "N", "--system", card)
    assert run.code == 2
    assert run.err.startswith(f"overtrick: cannot reach a table manager at 127.0.0.1:{port}: ")
    for address in ("localhost", "localhost:x", ":2000", "localhost:99999"):
        run = overtrick("seat", "--bluechip", address, "--seat", "N", "--system", card)
        assert (run.code, run.err) == (2, f"overtrick: expected HOST:PORT after --bluechip, got {address!r}\n")
