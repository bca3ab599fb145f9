"""`overtrick dd` and `overtrick par` as a user runs them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from command import overtrick, overtrick_process

DEAL = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"
SOUTH = {"C": 9, "D": 8, "H": 9, "S": 9, "N": 9}


def test_a_deal_on_the_command_line() -> None:
    run = overtrick_process("dd", DEAL, "--par", "--vul", "NS")
    assert run.code == 0
    assert "S     9   8   9   9   9" in run.out
    assert "par +600 (3NT N, 3NT S)" in run.out


def test_json_says_what_the_protocol_says() -> None:
    answer = json.loads(overtrick("dd", DEAL, "--json").out)
    assert answer["tricks"]["S"] == SOUTH
    assert answer["par"] == {"score": 400, "contracts": ["3NN", "3NS"]}
    assert (answer["dealer"], answer["vul"], answer["kind"]) == ("N", "None", "exact")


def test_the_protocol_answers_good_and_broken_lines_in_turn() -> None:
    """One process, line by line: the answer to each comes before the next is asked."""
    process = subprocess.Popen(
        [sys.executable, "-m", "overtrick", "dd", "-", "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin is not None
    assert process.stdout is not None

    def ask(line: str) -> dict[str, object]:
        process.stdin.write(line.encode() + b"\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
        answer: dict[str, object] = json.loads(process.stdout.readline())  # type: ignore[union-attr]
        return answer

    good = json.dumps({"id": 1, "deal": DEAL, "dealer": "E", "vul": "All"})
    first = ask(good)
    assert first["id"] == 1
    assert first["par"] == {"score": 600, "contracts": ["3NN", "3NS"]}
    assert ask("{rubbish") == {"error": {"message": _anything(), "where": "column 2"}}
    assert ask(good) == first
    assert ask('{"id": [2]}') == {
        "id": [2],
        "error": {"message": "expected a text in 'deal', got nothing", "where": "deal"},
    }
    assert ask(good.replace("QJT", "QJ2"))["error"] == {"message": "held by two players: C2", "where": "deal, column 3"}
    assert ask("[1, 2]")["error"] == {"message": "expected a JSON object", "where": ""}
    assert ask('{"deal": 7}')["error"] == {"message": "expected a text in 'deal', got 7", "where": "deal"}
    assert "missing: SA SK" in str(ask(json.dumps({"deal": "N:QJT98765432.AK.. - - -"}))["error"])
    assert ask(good) == first
    process.stdin.close()
    assert process.wait(120) == 0
    process.stdout.close()


class _anything:  # noqa: N801
    def __eq__(self, other: object) -> bool:
        return isinstance(other, str)


def test_a_damaged_board_costs_that_board_alone(tmp_path: Path) -> None:
    path = tmp_path / "three.pbn"
    damaged = DEAL.replace("QJT", "QJ")
    games = [f'[Board "{n}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n' for n, deal in
             enumerate((DEAL, damaged, DEAL), 1)]  # fmt: skip
    path.write_text("\n".join(games))
    run = overtrick("dd", str(path), "--json")
    assert run.code == 1
    assert [json.loads(line)["board"] for line in run.out.splitlines()] == [1, 3]
    assert "missing: CT" in run.err


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("nothing-here.pbn", "there is no file 'nothing-here.pbn'"),
        ("N:AKQ.JT9.876.5432 - -", "expected four hands, got 3"),
        ("N:AKQJ.JT9.876.5432 - - -", "expected at most 13 cards"),
        ("N:AKQ.JT9.876.543Z - - -", "line 1, column 18: expected cards"),
    ],
)
def test_mistakes_end_in_one_line_and_exit_code_2(source: str, says: str) -> None:
    run = overtrick("dd", source)
    assert (run.code, run.out) == (2, "")
    assert says in run.err
    assert len(run.err.splitlines()) == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"\0\1\2\3" * 100, b"\xff\xfe" + "rubbish".encode("utf-16-le"), b"\xe9\xe8 latin", b"[Deal ", b"md|3|"],
)
def test_rubbish_on_standard_input_is_refused_without_a_traceback(data: bytes) -> None:
    run = overtrick("dd", "-", stdin=data)
    assert run.code == 2
    assert "overtrick: " in run.err


def test_par_for_the_dealer_and_for_either_side() -> None:
    run = overtrick("par", DEAL, "--vul", "All", "--json")
    answer = json.loads(run.out)
    assert answer["par"]["score"] == 600
    assert set(answer["sides"]) == {"NS", "EW"}
    assert "par +400 (3NT N, 3NT S)" in overtrick("par", DEAL).out


def test_solved_boards_as_pbn_come_back_with_their_tables(tmp_path: Path) -> None:
    path = tmp_path / "solved.pbn"
    assert overtrick("dd", DEAL, "--pbn", "-o", str(path)).code == 0
    assert "DoubleDummyTricks" in path.read_text()
    assert json.loads(overtrick("dd", str(path), "--json").out)["tricks"]["S"] == SOUTH
