"""An outside program bids at the table; one that fails ends with its name and last words."""

import shlex
import sys
from pathlib import Path

import pytest

from overtrick.core import Auction, BridgeError, Hand, Position, Vulnerability
from overtrick.matches.playing import play_match
from overtrick.players.outside import OutsideError, OutsideProgram
from overtrick.players.player import TurnBatch
from systems.tables import card_files

PROGRAM = f"{shlex.quote(sys.executable)} -S {shlex.quote(str(Path(__file__).parent / 'program.py'))}"
STRONG, WEAK = Hand("AK32.AK2.432.432"), Hand("5432.432.432.K32")
TURNS = TurnBatch.of(*[Position(hand, Auction(), Vulnerability.NONE) for hand in (STRONG, WEAK)])


@pytest.mark.parametrize("mode", ["well", "no-id", "backwards"])
def test_the_answers_of_a_batch_find_their_tables(mode: str) -> None:
    with OutsideProgram(f"{PROGRAM} {mode}") as program:
        for _ in range(2):
            assert program.calls(TURNS).tolist() == [7, 0]


@pytest.fixture(scope="module")
def card(tmp_path_factory: pytest.TempPathFactory) -> str:
    return card_files(tmp_path_factory.mktemp("cards"))[0]


def test_fifty_boards_against_a_program(card: str) -> None:
    match = play_match(card, f"ext:{PROGRAM} well", 50, seed=3)
    assert (match.boards, match.stopped) == (50, None)
    assert match.names == (card, f"ext:{PROGRAM} well")
    assert match.contracts[1].total() > 5


@pytest.mark.parametrize(
    ("mode", "said"),
    [
        ("dies", "ended before it had answered (exit code 1); its last words: hello from dies; out of cards"),
        ("nonsense", "answered '{]', where a JSON object was expected"),
        ("illegal", "made the illegal call XX after "),
        ("strange", '"call": "8S"'),
        ("number", '"call": 7'),
        ("refuses", "no idea"),
        ("stranger", "answered with the id '1000000000', which was not asked"),
    ],
)
def test_a_program_that_fails_stops_the_match_after_the_boards_before(card: str, mode: str, said: str) -> None:
    match = play_match(f"ext:{PROGRAM} {mode}", card, 50, seed=3)
    assert match.boards == 25
    assert match.stopped is not None
    assert match.stopped.startswith(f"ext:{PROGRAM} {mode} ")
    assert said in match.stopped
    assert f"its last words: hello from {mode}" in match.stopped


def test_a_program_that_hangs_is_ended() -> None:
    with OutsideProgram(f"{PROGRAM} hangs") as program:
        for _ in range(150):
            program.calls(TURNS)
        program.seconds = 0.1
        with pytest.raises(OutsideError, match=r"gave no answer within 0\.1 seconds; its last words: hello from hangs"):
            program.calls(TURNS)


def test_a_program_that_cannot_be_started_is_an_error() -> None:
    for command in ("/no/such/program", "", "'"):
        with pytest.raises(BridgeError, match="expected a command that can be started after ext:, got"):
            OutsideProgram(command)


def test_a_program_that_ends_at_once_says_so() -> None:
    with (
        OutsideProgram(f"{shlex.quote(sys.executable)} -S -c 1") as program,
        pytest.raises(OutsideError, match="ended"),
    ):
        program.calls(TURNS)
