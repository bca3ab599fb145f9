"""Calls tried out: another call at one turn of a deal, and what it wins on that deal."""

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick import Board, DDTable, Record
from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.auctions import LEGAL, NO_CALL, standings
from overtrick.arrays.library import SolvedDeals
from overtrick.core import CALLS, Auction, Call, Seat, Side, Vulnerability, imps
from overtrick.formats import gib
from overtrick.nets.bidding_rollout import bid_out, opposed, seated
from overtrick.players import results
from overtrick.systems.network import Network
from overtrick.training.bidding import trials
from overtrick.training.bidding.trials import ROW, Rows, drawn, run_task, tasks_of, try_calls
from overtrick.tricks.distributions import tricks_by_luck
from overtrick.tricks.estimators import four_hands_fast
from players.small_network import small_network

FIRST_BID = CALLS.index(Call.parse("1C"))

NETWORK = small_network()
DOUBLES = small_network(passes=0.3, doubles=0.3)
"""Passes, doubles and redoubles in the middle of auctions, where the contract stands before the call tried."""


@pytest.fixture(scope="module")
def tried() -> Rows:
    rng = np.random.default_rng(3)
    return try_calls(NETWORK, random_deals(300, rng), rng)


def tables(rows: Rows) -> tuple[Any, ...]:
    return rows["holdings"], rows["dealer"], rows["vulnerability"], rows["systems"]


def test_the_call_tried_is_legal_and_not_the_usual_one(tried: Rows) -> None:
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    at = standings(tried["calls"])[np.arange(len(tried)), made]
    assert len(tried) > 600
    assert len(set(made.tolist())) > 3
    assert LEGAL[at, tried["tried"]].all()
    assert (tried["tried"] != tried["usual"]).all()


def test_the_usual_auction_is_the_networks_own(tried: Rows) -> None:
    whole = bid_out(NETWORK.net, *tables(tried))
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    for row, auction, count in zip(tried, whole, made, strict=True):
        np.testing.assert_array_equal(row["calls"][:count], auction[:count])
        assert row["usual"] == auction[count]


@pytest.mark.parametrize("network", [NETWORK, DOUBLES])
def test_a_gain_is_what_the_two_contracts_of_the_deal_score(network: Network, monkeypatch: pytest.MonkeyPatch) -> None:
    _nobody_doubles(monkeypatch)
    tried = try_calls(network, random_deals(40, np.random.default_rng(4)), np.random.default_rng(5))
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    given = tried["calls"].copy()
    given[np.arange(len(tried)), made] = tried["tried"]
    usual, instead = (bid_out(network.net, *tables(tried), given=each) for each in (None, given))
    after_a_bid = ((tried["calls"] >= FIRST_BID) & (tried["calls"] != NO_CALL)).any(axis=1)
    assert (after_a_bid & (tried["tried"] < FIRST_BID)).any() == (network is DOUBLES)
    chances = four_hands_fast().probabilities(DealBatch(tried["holdings"]))
    for number, row in enumerate(tried):
        side = Seat(int(row["dealer"]) + int(made[number]) & 3).side
        won = []
        for luck in results.LUCK:
            tricks = tricks_by_luck(chances[number : number + 1], np.array([luck]))[0]
            first, second = (_score(row, calls[number], tricks, side) for calls in (usual, instead))
            won.append(imps(second - first))
        assert row["gain"] == pytest.approx(np.mean(won), abs=0.01)


def solved_deals(count: int) -> SolvedDeals:
    """Random deals with tricks that no solver has seen."""
    rng = np.random.default_rng(9)
    return SolvedDeals(random_deals(count, rng), rng.integers(0, 14, (count, 4, 5), np.uint8))


def test_solved_deals_are_scored_by_their_own_tricks(monkeypatch: pytest.MonkeyPatch) -> None:
    _nobody_doubles(monkeypatch)
    solved = solved_deals(40)
    tried = try_calls(NETWORK, solved, np.random.default_rng(5))
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    given = tried["calls"].copy()
    given[np.arange(len(tried)), made] = tried["tried"]
    usual, instead = (bid_out(NETWORK.net, *tables(tried), given=each) for each in (None, given))
    for number, row in enumerate(tried):
        (place,) = np.flatnonzero((solved.deals.holdings == row["holdings"]).all(axis=(1, 2)))
        side = Seat(int(row["dealer"]) + int(made[number]) & 3).side
        first, second = (_score(row, calls[number], solved.tricks[place], side) for calls in (usual, instead))
        assert row["gain"] == imps(second - first)


def test_a_drawn_deal_has_its_suits_in_any_order_and_its_seats_turned_and_its_tricks_go_with_them() -> None:
    solved = solved_deals(3)
    many = drawn(solved, 500, np.random.default_rng(1))
    seen = set()
    for holdings, tricks in zip(many.deals.holdings, many.tricks, strict=True):
        ((place, turns, *order),) = [
            (place, turns, *order)
            for place in range(3)
            for turns in range(4)
            for order in permutations(range(4))
            if (np.roll(solved.deals.holdings[place], -turns, axis=0)[:, order] == holdings).all()
        ]
        expected = np.roll(solved.tricks[place], -turns, axis=0)[:, [*order, 4]]
        np.testing.assert_array_equal(tricks, expected)
        seen.add((place, turns, *order))
    assert len(seen) > 0.7 * 3 * 96


def test_the_deals_of_a_file_are_drawn_anew_for_every_task(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "TASK", 12)
    solved = solved_deals(5)
    tricks = [DDTable(tuple(tuple(row) for row in each)) for each in solved.tricks.tolist()]
    records = [Record(Board(deal), table=table) for deal, table in zip(solved.deals, tricks, strict=True)]
    gib.dump(records, tmp_path / "five.gib")
    tasks = tasks_of(NETWORK, 24, np.random.SeedSequence(5), library=tmp_path / "five.gib")
    first, second = (np.frombuffer(run_task(task), ROW) for task in tasks)
    assert [task.size for task in tasks] == [12, 12]
    points = {tuple(sorted(hand.hcp for hand in deal)) for deal in solved.deals}
    for rows in (first, second):
        assert {tuple(sorted(hand.hcp for hand in deal)) for deal in DealBatch(rows["holdings"])} <= points
    assert len(np.unique(np.concatenate([first, second])["holdings"], axis=0)) > 15


def test_an_opponent_bids_at_the_other_two_seats() -> None:
    stranger, rng = small_network(seed=8), np.random.default_rng(6)
    tried = try_calls(NETWORK, random_deals(60, rng), rng, [stranger])
    ours, theirs = (seated(each.net, *tables(tried)) for each in (NETWORK, stranger))
    usual = [bid_out(NETWORK.net, *tables(tried))] + [opposed(ours, theirs, place).to_the_end() for place in (0, 1)]
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    alike = [_alike(tried, auctions, made) for auctions in usual]
    against = next(place for place in (0, 1) if alike[1 + place])
    assert alike.count(True) == 1
    assert (made % 2 == against).all()


def _alike(tried: Rows, auctions: Any, made: Any) -> bool:
    """Whether these are the auctions in which the calls were tried."""
    rows = zip(tried, auctions, made, strict=True)
    return all(
        (row["calls"][:count] == calls[:count]).all() and row["usual"] == calls[count] for row, calls, count in rows
    )


def _nobody_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
    """But in the auction."""
    monkeypatch.setattr(results, "EXPERTS_DOUBLE", np.zeros_like(results.EXPERTS_DOUBLE))
    monkeypatch.setattr(results, "FAR_TOO_HIGH", 14)


def _score(row: Any, calls: Any, tricks: Any, side: Side) -> int:
    """What a side scores, by the rules of the game one by one."""
    auction = Auction(Seat(int(row["dealer"])), tuple(CALLS[call] for call in calls if call != NO_CALL))
    contract = auction.contract
    if contract is None:
        return 0
    vulnerable = Vulnerability(int(row["vulnerability"])).includes(contract.declarer.side)
    scored = contract.score(int(tricks[contract.declarer, contract.strain]), vulnerable=vulnerable)
    return scored if contract.declarer.side is side else -scored
