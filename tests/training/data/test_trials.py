"""Calls tried out: another call at one turn of a deal, and what it wins on that deal."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick import Board, BridgeError, DDTable, Record
from overtrick.arrays import DealBatch, library, random_deals
from overtrick.arrays.auctions import LEGAL, NO_CALL, standings
from overtrick.core import CALLS, Auction, Seat, Side, Vulnerability, imps
from overtrick.formats import gib
from overtrick.nets.bidding_rollout import bid_out, opposed, seated
from overtrick.players import results
from overtrick.training.data import trials
from overtrick.training.data.trials import Rows, load_trials, make_trials, try_calls
from overtrick.tricks.distributions import tricks_by_luck
from overtrick.tricks.estimators import four_hands_fast
from players.small_network import small_network

NETWORK = small_network()


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


def test_a_gain_is_what_the_two_contracts_of_the_deal_score(monkeypatch: pytest.MonkeyPatch) -> None:
    _nobody_doubles(monkeypatch)
    tried = try_calls(NETWORK, random_deals(40, np.random.default_rng(4)), np.random.default_rng(5))
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    given = tried["calls"].copy()
    given[np.arange(len(tried)), made] = tried["tried"]
    usual, instead = (bid_out(NETWORK.net, *tables(tried), given=each) for each in (None, given))
    chances = four_hands_fast().probabilities(DealBatch(tried["holdings"]))
    for number, row in enumerate(tried):
        side = Seat(int(row["dealer"]) + int(made[number]) & 3).side
        won = []
        for luck in results.LUCK:
            tricks = tricks_by_luck(chances[number : number + 1], np.array([luck]))[0]
            first, second = (_score(row, calls[number], tricks, side) for calls in (usual, instead))
            won.append(imps(second - first))
        assert row["gain"] == pytest.approx(np.mean(won), abs=0.01)


def test_solved_deals_count_by_what_the_estimator_misses_and_come_again_with_the_seats_turned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trials, "bidding_network", lambda network: NETWORK)
    monkeypatch.setattr(trials, "TASK", 12)
    monkeypatch.setattr(results, "LUCK", np.array([0.5], np.float32))
    _nobody_doubles(monkeypatch)
    rng = np.random.default_rng(9)
    tables_of_five = [DDTable(tuple(tuple(row) for row in each)) for each in rng.integers(0, 14, (5, 4, 5)).tolist()]
    records = [
        Record(Board(deal), table=table) for deal, table in zip(random_deals(5, rng), tables_of_five, strict=True)
    ]
    gib.dump(records, tmp_path / "five.gib")
    random = make_trials(tmp_path / "random.npz", 12, seed=5)
    both = make_trials(tmp_path / "tried.npz", 24, library=tmp_path / "five.gib", seed=5)
    np.testing.assert_array_equal(both[: len(random)], random)
    tried, solved = both[len(random) :], library.load(tmp_path / "five.gib")
    guessed = tricks_by_luck(four_hands_fast().probabilities(DealBatch(tried["holdings"])), results.LUCK)
    made = (tried["calls"] != NO_CALL).sum(axis=1)
    given = tried["calls"].copy()
    given[np.arange(len(tried)), made] = tried["tried"]
    usual, instead = (bid_out(NETWORK.net, *tables(tried), given=each) for each in (None, given))
    seen = set()
    for number, row in enumerate(tried):
        turned = [np.roll(solved.deals.holdings, -turns, axis=1) for turns in range(4)]
        ((turns, place),) = np.argwhere([(each == row["holdings"]).all(axis=(1, 2)) for each in turned]).tolist()
        tricks = np.roll(solved.tricks[place], -turns, axis=0)
        side = Seat(int(row["dealer"]) + int(made[number]) & 3).side
        won = []
        for table in (tricks, guessed[number]):
            first, second = (_score(row, calls[number], table, side) for calls in (usual, instead))
            won.append(imps(second - first))
        assert row["gain"] == pytest.approx(won[0] - won[1], abs=0.01)
        seen.add((place, turns))
    assert {turns for _, turns in seen} == {0, 1, 2}  # twelve of five are three of each
    assert {place for place, _ in seen} == {0, 1, 2, 3}


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


def test_a_killed_run_goes_on_to_the_same_trials(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "bidding_network", lambda network: NETWORK)
    monkeypatch.setattr(trials, "TASK", 40)
    make_trials(tmp_path / "whole.npz", 100, seed=5)
    honest = trials._run

    def killed(task: Any) -> bytes:
        if task.start == 40:
            raise KeyboardInterrupt
        return honest(task)

    monkeypatch.setattr(trials, "_run", killed)
    with pytest.raises(KeyboardInterrupt):
        make_trials(tmp_path / "again.npz", 100, seed=5)
    with pytest.raises(BridgeError, match="seed was 5 and is now 6; deals was 100 and is now 99"):
        make_trials(tmp_path / "again.npz", 99, seed=6)
    monkeypatch.setattr(trials, "_run", honest)
    make_trials(tmp_path / "again.npz", 100, seed=5)
    assert (tmp_path / "again.npz").read_bytes() == (tmp_path / "whole.npz").read_bytes()
    assert len(load_trials(tmp_path / "whole.npz")) > 80
    assert sorted(each.name for each in tmp_path.iterdir()) == ["again.npz", "whole.npz"]


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "e.npz").write_bytes(b"nonsense")
    with pytest.raises(BridgeError, match="expected calls tried"):
        load_trials(tmp_path / "e.npz")
