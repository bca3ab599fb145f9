"""`overtrick system audit`, `system compare` and `data auctions`, as a user runs them."""

import json
from pathlib import Path

import pytest

from command import overtrick
from overtrick.formats import pbn
from overtrick.training.data.bid_deals import load
from systems.tables import card_files


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return card_files(tmp_path_factory.mktemp("cards"))


def test_an_audit_prints_a_table_or_json(cards: tuple[str, str]) -> None:
    text = overtrick("system", "audit", cards[0], "-n", "40", "--seed", "2")
    assert text.code in (0, 1)
    assert "Strong: 40 deals" in text.out
    assert "hand among those that make the call     100.000 %" in text.out
    run = overtrick("system", "audit", cards[0], "-n", "40", "--seed", "2", "--against", cards[1], "--json")
    found = json.loads(run.out)
    assert (found["card"], found["against"], found["deals"]) == ("Strong", "Weak", 40)
    assert found["impossible"] == found["illegal"] == found["forcing_bids_passed"] == found["long_auctions"] == 0
    assert 0.9 < found["within_hcp"] <= 1
    assert run.code == (0 if min(found["within_hcp"], found["within_lengths"]) >= 0.99 else 1)


def test_a_match_prints_a_table_json_and_swings(cards: tuple[str, str], tmp_path: Path) -> None:
    swings = tmp_path / "swings.pbn"
    words = ("system", "compare", *cards, "-n", "60", "--seed", "5", "--swings", "2")
    text = overtrick(*words, "-o", str(swings))
    assert (text.code, text.err) == (0, "")
    assert text.out.startswith("Strong against Weak: ")
    assert len(pbn.load(swings)) == 4
    found = json.loads(overtrick(*words, "--json").out)
    assert found["won"] + found["tied"] + found["lost"] == found["boards"] == 60
    assert f"{found['imps_per_board']:+.3f} ± {found['standard_error']:.3f} IMPs a board" in text.out
    assert abs(found["swings"][0]["imps"]) >= abs(found["swings"][1]["imps"]) > 0


def test_auctions_are_made_on_two_cores_and_read_again(cards: tuple[str, str], tmp_path: Path) -> None:
    path = tmp_path / "auctions.npz"
    run = overtrick(
        "data", "auctions", "-n", "30", "-o", str(path), "--seed", "3", "--systems", ",".join(cards), "-j", "2"
    )
    assert (run.code, run.err) == (0, "")
    assert run.out.startswith("30 auctions in ")
    made = load(path)
    assert len(made) == 30
    assert all(made.auction(place).is_over for place in range(30))


def test_unknown_cards_and_file_names_end_in_one_line(cards: tuple[str, str], tmp_path: Path) -> None:
    for words in (
        ("system", "audit", "sayd"),
        ("system", "compare", cards[0], "sayd"),
        ("data", "auctions", "-o", str(tmp_path / "a.npz"), "--systems", "sayd"),
        ("data", "auctions", "-o", str(tmp_path / "a.npz"), "--systems", ","),
    ):
        run = overtrick(*words)
        assert run.code == 2, words
        assert run.err.startswith("overtrick: expected"), words
        assert run.err.count("\n") == 1
