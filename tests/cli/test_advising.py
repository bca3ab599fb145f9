"""`overtrick advise`, `overtrick posterior` and `overtrick bid --net` as a user, or another program, runs them."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from command import overtrick, overtrick_process

HAND = "KQ84.A97.A762.T6"
SPADES = "AKJT985.6.A76.84"


def test_advice_as_text() -> None:
    run = overtrick("advise", SPADES, "-a", "1D 1H 1S 4H P P", "--call", "P", "--layouts", "40")
    assert run.code == 0
    first, verdict, *_ = run.out.splitlines()
    assert first.startswith("4♠ ")
    assert verdict.startswith("South bids 4♠.")
    assert "made Pass: " in run.out
    assert "effective" in run.out.splitlines()[-1]


def test_the_scoring_decides_and_a_hand_that_denies_its_calls_is_told_so_first() -> None:
    words = ("advise", "AQ32.K4.KJ32.A32", "-a", "1S P 2C P", "--call", "2D", "--layouts", "40")
    run = overtrick(*words, "--scoring", "matchpoints")
    assert run.code == 0
    assert run.out.startswith("Your 1♠ promised")
    assert ", by the " in next(line for line in run.out.splitlines() if line.startswith("made 2♦: "))
    assert json.loads(overtrick(*words, "--json", "--scoring", "points").out)["scoring"] == "points"
    refused = overtrick("advise", HAND, "--scoring", "MP")
    assert refused.code == 2
    assert "expected imps, matchpoints or points" in refused.err


def test_the_posterior_as_text_and_picture(tmp_path: Path) -> None:
    picture = tmp_path / "hidden.svg"
    words = ("posterior", HAND, "-a", "1N P", "--layouts", "40", "--with", "lho:HQ")
    run = overtrick_process(*words)
    assert run.code == 0
    assert run.out.startswith("Left-hand opponent")
    left, partner, _, _ = run.out.split("\n\n")
    hearts = next(line for line in left.splitlines() if line.startswith("  ♥"))
    assert hearts.split("|")[1].split()[:3] == ["-", hearts.split("|")[1].split()[1], "100"]
    assert "15-17" in partner.splitlines()[0] or "15-16" in partner.splitlines()[0]
    assert overtrick(*words, "--svg", str(picture)).code == 0
    drawn = ElementTree.parse(picture).getroot()
    assert sum(each.tag.endswith("rect") for each in drawn.iter()) >= 3 * 52


def test_the_protocols_of_the_network() -> None:
    lines = [
        json.dumps({"id": 1, "hand": HAND, "auction": "1N P", "layouts": 30}),
        "rubbish",
        json.dumps({"id": 3, "hand": HAND[:-1], "auction": "1N P"}),
        json.dumps({"id": 4, "hand": HAND, "auction": "1N 1C"}),
        json.dumps({"id": 5, "hand": HAND, "auction": "1N P", "layouts": "many"}),
    ]
    for words in (("posterior",), ("advise",), ("bid", "--simulate")):
        run = overtrick(words[0], "-", "--json", *words[1:], stdin="\n".join(lines))
        found, rubbish, short, illegal, many = (json.loads(line) for line in run.out.splitlines())
        assert found["id"] == 1
        assert {"support", "effective_samples", "model", "system_hash", "seed", "kind"} <= found.keys()
        assert "error" in rubbish
        assert short["error"]["where"] == "hand"
        assert "higher than 1N" in illegal["error"]["message"]
        assert many["error"]["where"] == "layouts"
    assert {"probabilities", "expected_imps", "call", "rule", "meaning"} <= found.keys()
    run = overtrick("bid", "-", "--json", "--net", stdin="\n".join(lines[:4]))
    found, _, short, _ = (json.loads(line) for line in run.out.splitlines())
    assert found["call"] == next(iter(found["probabilities"]))
    assert short["error"]["where"] == "hand"


def test_the_posterior_has_what_the_protocol_says() -> None:
    run = overtrick("posterior", HAND, "-a", "1N P", "--layouts", "30", "--json")
    answer = json.loads(run.out)
    for name in ("lho", "partner", "rho"):
        player = answer["players"][name]
        for each in (player, player["prior"]):
            assert len(each["hcp"]) == 38
            assert abs(sum(each["hcp"]) - 1) < 0.01
            assert [len(each["lengths"][suit]) for suit in "SHDC"] == [14] * 4
            assert len(each["cards"]) == 52
            assert each["cards"]["SK"] == 0
        assert player["shapes"][0]["p"] >= player["shapes"][1]["p"]


def test_mistakes_are_one_line() -> None:
    for words, says in (
        (("posterior", HAND, "--with", "partner:SK"), "SK of one's own hand"),
        (("posterior", HAND, "--without", "partner:SA", "--with", "partner:SA"), "nobody can hold SA"),
        (("posterior", "-"), "expected --json"),
        (("advise", HAND, "-a", "1N P P P"), "over"),
        (("advise", HAND, "-a", "1N P", "--call", "1C"), "higher than 1N"),
        (("bid", HAND, "-a", "1N P P P", "--net"), "over"),
        (("bid", HAND, "--net", "--network", "/etc"), "expected bidding or improved, got '/etc'"),
    ):
        run = overtrick(*words)
        assert run.code == 2, words
        assert says in run.err
        assert run.err.count("\n") == 1


def test_the_network_bids_boards(tmp_path: Path) -> None:
    board = "N:A85.KQ6.A96.K763 J62.J53.K82.J952 KQ74.A974.75.T84 T93.T82.QJT43.AQ"
    run = overtrick_process("bid", board, "--net", "--json")
    assert run.code == 0
    assert json.loads(run.out)["auction"].split()[-3:] == ["P", "P", "P"]


def test_the_improved_network_is_asked_by_its_name() -> None:
    told = [
        json.loads(overtrick("bid", HAND, "--net", "--network", name, "--json").out) for name in ("bidding", "improved")
    ]
    assert [each["model"].split()[0] for each in told] == ["bidding", "improved"]


@pytest.mark.parametrize(("options", "speaker"), [((), "improved"), (("--network", "bidding"), "bidding")])
def test_the_improved_network_speaks_unless_another_is_asked_for(options: tuple[str, ...], speaker: str) -> None:
    assert f" ({speaker})\n" in overtrick("bid", HAND, "--net", *options).out
