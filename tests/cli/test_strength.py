"""`overtrick eval` and `overtrick strength` as a user runs them."""

import json
from pathlib import Path

import numpy as np

from command import overtrick, overtrick_process
from overtrick.arrays import random_deals
from overtrick.strength.counts import load_count
from overtrick.strength.pairs import SolvedPairs

HAND = "AKJ94.Q3.KT5.A72"


def test_one_hand_side_by_side() -> None:
    run = overtrick_process("eval", HAND)
    assert run.code == 0
    assert "hcp                           17" in run.out
    assert "kaplan-rubens" in run.out


def test_two_hands_together() -> None:
    answer = json.loads(overtrick("eval", HAND, "--partner", "Q732.AJ5.A4.K863", "--json").out)
    assert answer["trump"] == "S"
    assert answer["evaluators"]["hcp"] == 17
    assert answer["says"]["losers"].startswith("missing A, K, Q")
    assert answer["partner_evaluators"]["hcp"] == 14
    assert answer["together"]["overtrick"]["strength"] == 42
    assert answer["together"]["overtrick"]["tricks"] == 13


def test_a_count_of_your_own_looks_at_their_suit(tmp_path: Path) -> None:
    toml = tmp_path / "mine.toml"
    toml.write_text(
        'name = "mine"\nformula = "TL + cS"\n[numbers]\n"each trump" = 1\n"trumps not counted" = 0\n'
        "void = 5\nsingleton = 3\ndoubleton = 1\n[tricks]\nleast = 7\none_more_from = [9.5]\n"
    )
    words = ("eval", HAND, "--partner", "Q732.AJ5.A4.K863", "--count", str(toml), "--json")
    answer = json.loads(overtrick(*words, "--their-suit", "H").out)
    assert answer["evaluators"]["mine"] == 5 + 1  # five trumps and a doubleton heart
    assert answer["together"]["mine"] == {"strength": 10, "tricks": 8}
    assert json.loads(overtrick(*words, "--their-suit", "D").out)["together"]["mine"]["strength"] == 10
    assert "expected the suit an opponent bid for the count mine" in overtrick(*words).err
    line = json.dumps({"hand": HAND, "trump": "S", "their_suit": "H"})
    out = overtrick("eval", "-", "--json", "--count", str(toml), stdin=line).out
    assert json.loads(out)["evaluators"]["mine"] == 6
    assert "mine" not in json.loads(overtrick("eval", "-", "--json", stdin=line).out)["evaluators"]


def test_the_protocol_answers_line_by_line() -> None:
    lines = [{"id": 1, "hand": HAND}, {"id": 2, "hand": "AKQ"}, {"id": 3, "hand": HAND, "trump": "Z"}]
    sent = "\n".join([json.dumps(lines[0]), "{", *map(json.dumps, lines[1:]), json.dumps(lines[0])])
    answers = [json.loads(line) for line in overtrick("eval", "-", "--json", stdin=sent).out.splitlines()]
    assert answers[0]["evaluators"]["hcp"] == 17
    assert "error" in answers[1]
    assert answers[2]["error"]["where"].startswith("hand")
    assert answers[3] == {"id": 3, "error": {"message": "expected a strain (C, D, H, S or N), got 'Z'",
                                             "where": "trump, column 1"}}  # fmt: skip
    assert answers[4] == answers[0]


def test_mistakes_are_one_line() -> None:
    for words, says in (
        (("eval", "AKQ.JT9.876.543"), "expected a hand of 13 cards, got 12"),
        (("eval", HAND, "--partner", HAND), "without a card in common, both have"),
        (("strength", "fit", "H + NLL", "--pairs", "x"), "expected a formula such as"),
        (("strength", "fit", "H", "--pairs", "missing.npz"), "missing.npz"),
        (("strength", "bench", "missing.pbn"), "there is no file"),
    ):
        run = overtrick(*words)
        assert run.code == 2
        assert says in run.err


def test_pairs_are_made_and_compared_and_too_few_are_not_fitted(tmp_path: Path) -> None:
    path = tmp_path / "pairs.npz"
    run = overtrick("strength", "pairs", "-n", "60", "--layouts", "1", "-o", str(path), "--seed", "5")
    assert run.code == 0, run.err
    fitted = overtrick("strength", "fit", "H", "--pairs", str(path), "--method", "lsq")
    assert fitted.code == 2
    assert "expected at least 50 pairs to fit the 5 parameters of H" in fitted.err
    rows = [json.loads(line) for line in overtrick("strength", "bench", str(path), "--json").out.splitlines()]
    assert rows[0]["r"] >= rows[-1]["r"]
    assert rows[0]["interval"][0] <= rows[0]["r"] <= rows[0]["interval"][1]
    assert {"hcp", "overtrick", "losers"} <= {row["name"] for row in rows}


def test_a_fit_is_a_count_that_loads(tmp_path: Path) -> None:
    rng = np.random.default_rng(1)
    holdings = random_deals(1000, rng).holdings[:, [0, 2]]
    aces = np.bitwise_count(holdings >> 12).sum(axis=(1, 2))
    tricks = np.repeat((8 + aces)[:, np.newaxis], 10, axis=1).reshape(-1, 2, 5).astype(np.float32)
    path, toml = tmp_path / "pairs.npz", tmp_path / "mine.toml"
    SolvedPairs(holdings, tricks, layouts=1).save(path)
    run = overtrick("strength", "fit", "H", "--pairs", str(path), "--round", "0.5", "--name", "mine", "-o", str(toml))
    assert run.code == 0, run.err
    assert load_count(str(toml)).parameters == (4, 0, 0, 0, 0)  # only aces take tricks in this world


def test_deals_of_a_file_are_compared(tmp_path: Path) -> None:
    path = tmp_path / "deals.pbn"
    overtrick("deal", "-n", "12", "--seed", "2", "-o", str(path))
    run = overtrick("strength", "bench", str(path))
    assert run.code == 0
    assert "24 pairs of hands" in run.out


def test_the_formulas_are_listed() -> None:
    assert "shortness of the shorter hand" in overtrick("strength", "fit", "--list").out
