"""`overtrick match`, as a user runs it."""

import json
import shlex
import sys
from pathlib import Path

import pytest

from command import overtrick
from overtrick.formats import pbn
from systems.tables import card_files


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return card_files(tmp_path_factory.mktemp("cards"))


def test_a_match_prints_a_table_json_and_swings(cards: tuple[str, str], tmp_path: Path) -> None:
    swings = tmp_path / "swings.pbn"
    words = ("match", *cards, "-n", "60", "--seed", "5", "--most", "2", "-j", "1")
    text = overtrick(*words, "--swings", str(swings))
    assert (text.code, text.err) == (0, "")
    assert len(pbn.load(swings)) == 4
    found = json.loads(overtrick(*words, "--json").out)
    assert found["won"] + found["tied"] + found["lost"] == found["boards"] == 60
    assert f"{found['imps_per_board']:+.3f} ± {found['standard_error']:.3f} IMPs a board" in text.out
    assert abs(found["swings"][0]["imps"]) >= abs(found["swings"][1]["imps"]) > 0


def test_a_card_with_simulation_can_be_seated(cards: tuple[str, str]) -> None:
    run = overtrick("match", f"cardsim:{cards[0]}", cards[0], "-n", "2", "--seed", "3", "-j", "1", "--json")
    assert (run.code, run.err) == (0, "")
    assert json.loads(run.out)["cards"] == [f"cardsim:{cards[0]}", cards[0]]


def test_a_program_that_plays_a_card_plays_as_the_card_does(cards: tuple[str, str]) -> None:
    program = f"ext:{shlex.quote(sys.executable)} -m overtrick bid - --json --system {shlex.quote(cards[1])}"
    words = ("-n", "10", "--seed", "5", "-j", "1", "--json")
    run = overtrick("match", cards[0], program, *words, "--outside-card", cards[1])
    assert (run.code, run.err) == (0, "")
    with_program, with_card = json.loads(run.out), json.loads(overtrick("match", *cards, *words).out)
    assert with_program.pop("cards") == [cards[0], program]
    assert with_card.pop("cards") == list(cards)
    assert with_program == with_card


def test_a_program_that_fails_ends_the_match_with_what_was_played(cards: tuple[str, str]) -> None:
    run = overtrick("match", cards[0], "ext:cat", "-n", "10", "--json")
    assert run.code == 2
    assert json.loads(run.out)["boards"] == 0
    assert run.err.startswith("overtrick: the match ended after 0 of 10 boards: ext:cat answered")
    assert run.err.count("\n") == 1


def test_unknown_players_end_in_one_line(cards: tuple[str, str]) -> None:
    for words in (("sayd", cards[0]), (cards[0], "net:sayd"), (cards[0], "sim:")):
        run = overtrick("match", *words)
        assert run.code == 2, words
        assert run.err.startswith("overtrick: expected"), words
        assert run.err.count("\n") == 1
