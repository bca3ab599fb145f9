"""A match of players is the match of their cards, and whoever bids better wins it."""

import shutil
from collections import Counter
from pathlib import Path

import pytest

from overtrick.core import Board, BridgeError, DDTable, Record, Scoring
from overtrick.formats import gib
from overtrick.matches import playing
from overtrick.matches.playing import PlayerName, compare_systems, pair_of, play_match, portions, records_of_swings
from overtrick.matches.rooms import bid_both_rooms
from overtrick.players.policies import SystemPlayer
from overtrick.players.simulated import SimulatingPlayer
from overtrick.solver import solve_tables
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.network import ARTIFACTS, IMPROVED
from players.small_network import small_network
from systems.tables import card_files


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return card_files(tmp_path_factory.mktemp("cards"))


def test_a_match_of_systems_is_the_same_as_comparing_them(cards: tuple[str, str]) -> None:
    compared, match = compare_systems(*cards, 60, seed=5, most=4), play_match(*cards, 60, seed=5, most=4)
    assert match.imps == compared.imps
    assert match.contracts == compared.contracts
    assert [swing.auctions for swing in match.swings] == [swing.auctions for swing in compared.swings]
    assert match.mean != 0


def test_solved_deals_are_bid_in_their_order_and_scored_by_their_own_tricks(
    cards: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deals = BoardBatch.random(5, seed=3).deals
    tables = map(DDTable.of, solve_tables(deals, threads=1).tolist())
    path = tmp_path / "five.gib"
    gib.dump([Record(Board(deal), table=table) for deal, table in zip(deals, tables, strict=True)], path)
    match = play_match(*cards, 5, solved=path, jobs=1)
    monkeypatch.setattr(BoardBatch, "random", lambda *_: BoardBatch(deals))
    assert match.differences == play_match(*cards, 5, exact=True, jobs=1).differences
    assert match.imps != Counter({0: 5})
    with pytest.raises(BridgeError, match=r"expected 6 solved deals or more in .*five\.gib, got 5"):
        play_match(*cards, 6, solved=path)


def test_systems_bid_their_boards_as_their_players_do(cards: tuple[str, str]) -> None:
    (portion,) = portions(*cards, 60, 5)
    players = pair_of(PlayerName.parse(cards[0]), PlayerName.parse(cards[1]))
    assert playing._bid_portion(portion) == bid_both_rooms(players, portion.boards)


def test_a_card_beats_a_network_that_bids_nonsense(cards: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "bidding_network", lambda name: small_network())
    match = play_match("net:sayc", cards[0], 20, seed=2)
    assert match.names == ("net:sayc", cards[0])
    assert match.mean < -1
    turned = play_match(cards[0], "net:sayc", 20, seed=2)
    assert turned.imps == Counter({-won: times for won, times in match.imps.items()})


@pytest.mark.parametrize("scoring", ["imps", "matchpoints", "points"])
def test_players_who_simulate_decide_by_the_scoring(scoring: Scoring, monkeypatch: pytest.MonkeyPatch) -> None:
    seated: list[Scoring] = []

    def no_calls(players: tuple[SimulatingPlayer, SystemPlayer], boards: BoardBatch) -> list[tuple[bytes, bytes]]:
        seated.append(players[0].settings.scoring)
        return [(bytes(4), bytes(4))] * len(boards)

    monkeypatch.setattr(playing, "bid_both_rooms", no_calls)
    match = play_match("cardsim:sayc", "sayc", 3, scoring=scoring)
    assert (seated, match.scoring) == ([scoring], scoring)


def test_portions_do_not_change_the_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CHUNK", 10)
    whole, parts = portions("a", "b", 25, 7), portions("a", "b", 25, 7, 4)
    assert [len(each.boards) for each in parts] == [4, 4, 2, 4, 4, 2, 4, 1]
    boards = [[each.boards[place] for each in found for place in range(len(each.boards))] for found in (whole, parts)]
    assert boards[0] == boards[1]
    assert [board.number for board in boards[0]] == list(range(1, 26))


def test_swings_say_where_a_player_has_left_the_card(cards: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "bidding_network", lambda name: small_network())
    match = play_match("net:sayc", cards[0], 12, seed=2, most=3)
    records = records_of_swings(match, "net:sayc", cards[0])
    assert len(records) == 2 * len(match.swings) > 0
    assert {record.tags["Room"] for record in records} == {"Open", "Closed"}
    said = [note.text for record in records for note in record.notes.values()]
    assert any(text.startswith("the card calls ") for text in said)
    for record in records:
        for index, note in record.notes.items():
            assert record.auction is not None
            left = note.text.startswith(f"the card calls {record.auction.calls[index]}:")
            assert not left


@pytest.mark.parametrize(
    ("text", "kind", "card"),
    [("sayc", "card", "sayc"), ("net", "net", "sayc"), ("net:2/1", "net", "2/1"), ("sim:acol", "sim", "acol")],
)
def test_players_are_read_by_name(text: str, kind: str, card: str) -> None:
    assert PlayerName.parse(text) == PlayerName(kind, card)
    assert PlayerName.parse(str(PlayerName.parse(text))) == PlayerName(kind, card)


def test_a_player_may_bring_its_own_network(tmp_path: Path) -> None:
    folder = shutil.copytree(str(ARTIFACTS / IMPROVED), tmp_path / "mine")
    entry = PlayerName.parse(f"net:acol@{folder}")
    assert entry == PlayerName("net", "acol", str(folder))
    assert PlayerName.parse(str(entry)) == entry
    assert PlayerName.parse("sim:acol@improved") == PlayerName("sim", "acol", IMPROVED)
    with pytest.raises(BridgeError, match="cannot read"):
        PlayerName.parse(f"net:acol@{tmp_path}")


@pytest.mark.parametrize("text", ["sayd", "net:", "sim:sayd", "card:sayc", ""])
def test_an_unknown_player_is_an_error(text: str) -> None:
    with pytest.raises(BridgeError, match="expected"):
        PlayerName.parse(text)
