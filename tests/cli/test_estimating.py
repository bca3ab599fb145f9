"""`overtrick tricks` and `overtrick chance` as a user runs them."""

import json
import re

from command import overtrick, overtrick_process

DEAL = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"
NORTH, SOUTH = "AQ32.K4.KJ32.A32", "KJ54.A3.AQ4.9876"


def test_estimates_stand_beside_exact_tricks() -> None:
    run = overtrick("tricks", DEAL, "--exact")
    assert run.code == 0
    assert run.out.count("%)") == 20
    assert run.out.count("[") == 20


def test_the_protocol_of_tricks() -> None:
    lines = [
        json.dumps({"id": 1, "deal": DEAL}),
        "rubbish",
        json.dumps({"id": 2, "deal": DEAL.replace("QJT", "QJ")}),
        json.dumps({"id": 3, "deal": DEAL, "probabilities": True}),
    ]
    answers = [
        json.loads(line) for line in overtrick_process("tricks", "-", "--json", stdin="\n".join(lines)).out.splitlines()
    ]
    assert set(answers[0]["tricks"]) == set("NESW")
    assert set(answers[0]["tricks"]["N"]) == set("CDHSN")
    assert abs(answers[0]["expected"]["S"]["N"] - 9) < 1
    assert "probabilities" not in answers[0]
    assert "error" in answers[1]
    assert answers[2]["id"] == 2
    assert "missing: CT" in answers[2]["error"]["message"]
    assert abs(sum(answers[3]["probabilities"]["N"]["S"]) - 1) < 0.01


def test_chances_of_two_hands() -> None:
    run = overtrick("chance", "-N", NORTH, "-S", SOUTH)
    assert run.code == 0
    assert "North declares" in run.out
    best = re.search(r"best undoubled contract (.+ by North), \+(\d+) on", run.out)
    contracts = overtrick("contract", "-N", NORTH, "-S", SOUTH, "--json")
    same = json.loads(contracts.out)["expected_scores"]["N"]
    assert best is not None
    assert int(best[2]) == round(max(max(scores) for scores in same.values()))


def test_the_protocol_of_chance() -> None:
    lines = [
        json.dumps({"id": "a", "north": NORTH, "south": SOUTH, "vul": "All"}),
        json.dumps({"id": "b", "north": NORTH, "south": NORTH}),
        json.dumps({"id": "c", "north": NORTH}),
        json.dumps({"id": "d", "north": NORTH, "south": SOUTH}),
    ]
    answers = [json.loads(line) for line in overtrick("chance", "-", "--json", stdin="\n".join(lines)).out.splitlines()]
    made = answers[0]["chances"]["N"]["S"]
    assert len(made) == 7
    assert made == sorted(made, reverse=True)
    assert 9 < answers[0]["expected_tricks"]["S"]["S"] < 13
    assert "held by two players" in answers[1]["error"]["message"]
    assert answers[2]["error"]["where"] == "south"
    assert answers[3]["chances"] == answers[0]["chances"]
    assert answers[3]["expected_scores"] != answers[0]["expected_scores"]


def test_mistakes_are_one_line() -> None:
    for words, says in (
        (("chance", "-N", NORTH), "expected two hands"),
        (("chance", "-N", NORTH, "-S", "AKQ"), "expected four suits"),
        (("tricks", "nothing.pbn"), "there is no file"),
        (("tricks", DEAL, "--backend", "abacus"), "numpy or jax"),
    ):
        run = overtrick(*words)
        assert run.code == 2
        assert says in run.err
