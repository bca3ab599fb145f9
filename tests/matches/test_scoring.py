"""A match is scored as two tables would be."""

from collections import Counter
from pathlib import Path
from statistics import stdev

import pytest

from overtrick import Auction, Contract, Result, Seat, Side
from overtrick.core.comparing import imps
from overtrick.formats import pbn
from overtrick.matches import playing
from overtrick.matches.playing import compare_systems
from overtrick.matches.scoring import Match
from overtrick.matches.swings import swing_records
from overtrick.solver import solve
from overtrick.systems.engine.boards import BoardBatch, bid_deal
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.systems.tools.findings import kind_of
from overtrick.tricks.estimators import four_hands
from systems.tables import card_files


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return card_files(tmp_path_factory.mktemp("cards"))


@pytest.fixture(scope="module")
def match(cards: tuple[str, str]) -> Match:
    return compare_systems(*cards, 60, seed=5, most=4)


def plainly(first: str, second: str, count: int, exact: bool, punished: bool = False) -> list[int]:
    """The first card's IMPs, board by board; what fails may be doubled."""
    north_south, east_west = System.load(first), System.load(second)
    found = []
    boards = BoardBatch.random(count, seed=5)
    for board in map(boards.__getitem__, range(count)):
        table = solve(board.deal) if exact else four_hands().table(board.deal)
        scores = []
        for tree in (Tree(north_south, east_west), Tree(east_west, north_south)):
            contract = bid_deal(tree, board.deal, board.dealer, board.vulnerability).contract
            tricks = None if contract is None else table[contract.declarer, contract.strain]
            if punished and contract and tricks is not None and tricks < contract.level + 6:
                contract = Contract.parse(str(contract).replace("X", "")[:-1] + f"X{contract.declarer}")
            scores.append(Result(contract, tricks).score(board.vulnerability) or 0)
        found.append(imps(scores[0] - scores[1]))
    return found


def test_a_match_agrees_with_scoring_board_by_board(cards: tuple[str, str], match: Match) -> None:
    won = plainly(*cards, 60, exact=False)
    assert match.imps == Counter(won)
    assert (match.won, match.lost) == (sum(each > 0 for each in won), sum(each < 0 for each in won))
    mean = sum(won) / 60
    assert match.mean == pytest.approx(mean)
    assert match.error == pytest.approx((sum((each - mean) ** 2 for each in won) / 59 / 60) ** 0.5)
    assert any(won)


def test_a_match_says_what_it_would_be_if_all_that_fails_were_doubled(cards: tuple[str, str], match: Match) -> None:
    won = plainly(*cards, 60, exact=False, punished=True)
    assert match.against_doublers.mean == pytest.approx(sum(won) / 60)
    assert match.against_doublers.mean != match.mean


def test_a_match_is_worth_something_by_every_scoring() -> None:
    match = Match(("A", "B"), differences=Counter({-60: 1, 0: 1, 620: 2}))
    assert match.per_board("points") == pytest.approx((295, stdev([-60, 0, 620, 620]) / 2))
    assert match.per_board("matchpoints").mean == (2 - 1) / 2 / 4
    assert match.per_board("imps").mean == match.mean == (-2 + 24) / 4


def test_exact_tricks_come_from_the_solver(cards: tuple[str, str]) -> None:
    assert compare_systems(*cards, 8, seed=5, exact=True).imps == Counter(plainly(*cards, 8, exact=True))


def test_the_other_way_round_the_imps_change_sign(cards: tuple[str, str], match: Match) -> None:
    turned = compare_systems(*cards[::-1], 60, seed=5)
    assert turned.imps == Counter({-won: times for won, times in match.imps.items()})
    assert turned.contracts == match.contracts[::-1]
    assert turned.names == match.names[::-1] == ("Weak", "Strong")


def test_a_card_ties_with_itself(cards: tuple[str, str]) -> None:
    same = compare_systems(cards[0], cards[0], 30)
    assert (same.imps, same.mean, same.error, same.swings) == (Counter({0: 30}), 0, 0, [])


def test_chunks_do_not_change_which_swings_are_kept(
    cards: tuple[str, str], match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = [swing.size for swing in match.swings]
    assert len(sizes) == 4
    assert sizes == sorted((abs(won) for won in match.imps.elements()), reverse=True)[:4]
    assert compare_systems(*cards, 60, seed=5, most=0).swings == []
    monkeypatch.setattr(playing, "CHUNK", 25)
    parts: list[int] = []
    in_chunks = compare_systems(*cards, 60, seed=5, jobs=1, progress=parts.append)
    assert (parts, in_chunks.boards) == ([25, 25, 10], 60)
    numbers = [swing.board.number for swing in in_chunks.swings]
    assert len(set(numbers)) == len(numbers)


def test_swings_are_written_with_both_rooms(cards: tuple[str, str], match: Match, tmp_path: Path) -> None:
    pbn.dump(swing_records(match, *cards), tmp_path / "swings.pbn")
    records = pbn.load(tmp_path / "swings.pbn")
    assert len(records) == 8
    for swing, own, other in zip(match.swings, records[::2], records[1::2], strict=True):
        assert own.board.deal == other.board.deal == swing.board.deal
        assert own.board.number == swing.board.number
        assert (own.tags["Room"], other.tags["Room"]) == ("Open", "Closed")
        assert own.tags["ScoreIMP"] == f"NS {swing.imps}"
        assert (own.auction, other.auction) == swing.auctions
        assert (own.players[Seat.NORTH], other.players[Seat.NORTH]) == ("Strong", "Weak")
        assert own.result == swing.results[0]
        assert {index for index, call in enumerate(own.auction.calls) if call.index} <= own.notes.keys()  # type: ignore[union-attr]


def test_contracts_are_counted_for_the_card_that_declares(cards: tuple[str, str], match: Match) -> None:
    strong, weak = map(System.load, cards)
    declared: tuple[Counter[str], Counter[str]] = Counter(), Counter()
    boards = BoardBatch.random(60, seed=5)
    for room, tree in enumerate((Tree(strong, weak), Tree(weak, strong))):
        for end, dealer in zip(boards.bid(tree), boards.dealers, strict=True):
            contract = Auction(dealer, end.auction.calls).contract
            if contract is not None:
                own = (contract.side is Side.NORTH_SOUTH) == (room == 0)
                declared[0 if own else 1][kind_of(contract)] += 1
    assert match.contracts == declared
