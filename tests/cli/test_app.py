"""`overtrick` itself: its help, misspelt commands, completion."""

from pathlib import Path

import pytest

from command import overtrick, overtrick_process
from overtrick.cli.app import GROUPS
from overtrick.cli.console import card_names


def test_help_names_every_command_under_what_people_do() -> None:
    run = overtrick_process("--help")
    assert run.code == 0
    for group, commands in GROUPS.items():
        assert f" {group} " in run.out
        for command in commands:
            assert f"│ {command} " in run.out
    assert overtrick("--version").out.startswith("overtrick ")


@pytest.mark.parametrize("words", [("system",), ("strength",), ("data",), ("train",)])
def test_help_names_the_commands_of_a_group(words: tuple[str, ...]) -> None:
    listed = overtrick(*words, "--help").out.partition("Commands")[2].splitlines()[1:-1]
    assert len([line for line in listed if line.startswith("│ ") and line[2].isalpha()]) >= 2


def test_alone_it_says_what_to_try_and_each_line_is_a_command() -> None:
    run = overtrick()
    assert run.code == 0
    tried = [line.split()[1] for line in run.out.splitlines() if line.startswith("  overtrick ")]
    assert len(tried) == 5
    assert set(tried) <= {name for commands in GROUPS.values() for name in commands}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bit",), "Did you mean bid?"),
        (("advice",), "Did you mean advise?"),
        (("system", "chek"), "Did you mean check or schema?"),
        (("zzz",), "no command 'zzz'."),
    ],
)
def test_a_misspelt_command(words: tuple[str, ...], said: str) -> None:
    run = overtrick(*words)
    assert run.code == 2
    assert said in run.err


def test_paragraphs_of_the_help_are_broken_by_the_terminal_alone() -> None:
    lines = [line.rstrip() for line in overtrick("match", "--help").out.splitlines()]
    start = next(number for number, line in enumerate(lines) if line.startswith(" A player bids by a card"))
    paragraph = lines[start : lines.index("", start)]
    words_after = [line.split()[0] for line in paragraph[1:]]
    for line, word in zip(paragraph, words_after, strict=False):
        assert len(line) + 1 + len(word) > 78


def test_cards_are_completed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.yaml").touch()
    assert card_names("") == ["sayc", "2/1", "two_over_one", "acol", "mine.yaml"]
    assert card_names("a") == ["acol"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("bid", "KQ52", "AJ73", "84", "K62"), "Blanks need quotes, and calls go behind -a: overtrick bid"),
        (("system", "explain", "1N", "P"), "Blanks need quotes: overtrick system explain '1N P 2H'"),
        (("chance", "AQ32.K4.KJ32.A32", "KJ54.A3.AQ4.9876"), "The hands go behind -N and -S"),
        (("help",), "overtrick --help lists them all"),
        (("explain", "1N 1H"), "auction, column 4: expected a bid higher than 1N"),
        (("deal", "5"), "A number goes behind -n: overtrick deal -n 5"),
        (("KQ52.AJ73.84.K62",), "overtrick bid HAND"),
        (("show", "match.lin"), "there is no file 'match.lin'; did you mean 'matches.lin'?"),
        (("contract", "match.pbn"), "there is no file 'match.pbn'"),
        (("bid", "match.pbn"), "there is no file 'match.pbn'"),
        (("bid", "KQ52.AJ73.84.K62", "-s", "saic"), "did you mean 'sayc'?"),
        (("lead", "KQ52.AJ73.84.K62"), "expected a whole auction with a contract, got no calls"),
        (("lead", "KQ52.AJ73.84.K62", "-a", "1N P 3N"), "got 1N P 3N with a call to come"),
        (("lead", "KQ52.AJ73.84.K62", "-a", "P P P P"), "got one that was passed out"),
        (("show", "https://www.bridgebase.com/myhands/1"), "overtrick: line 1: expected a hand viewer link"),
    ],
)
def test_what_newcomers_type_gets_a_hint(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "matches.lin").touch()
    run = overtrick(*words)
    assert (run.code, run.out) == (2, "")
    assert said in " ".join(run.err.replace("│", " ").split())


def test_hands_with_colons_and_deals_without_a_seat_are_understood() -> None:
    assert overtrick("bid", "S:AQ32 H:K4 D:KJ32 C:A32").out.startswith("1NT ")
    hands = "974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"
    assert f"N:{hands}" in overtrick("tricks", hands).out
    assert overtrick("bid", hands).out.startswith("% PBN")
    assert "five or more ♠" in overtrick("explain", "1N P 2H").out
