"""Calls compared by simulation, as rows of trials."""

import numpy as np
import pytest

from overtrick.arrays.auctions import LEGAL, NO_CALL, standings
from overtrick.matches.rooms import bid_tables
from overtrick.players.policies import NetworkPlayer
from overtrick.systems.network import bidding_network
from overtrick.training.data import compared_calls
from overtrick.training.data.compared_calls import compare_calls
from overtrick.training.data.trials import Rows


def compared(**options: object) -> Rows:
    return compare_calls(bidding_network(), 4, np.random.default_rng(3), layouts=8, **options)  # type: ignore[arg-type]


def test_candidates_are_legal_and_each_is_compared_with_the_networks_own_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compared_calls, "BETTER", 0.0)  # so that every auction is the network's own
    rows = compared()
    made = (rows["calls"] != NO_CALL).sum(axis=1)
    at = standings(rows["calls"])[np.arange(len(rows)), made]
    assert LEGAL[at, rows["tried"]].all()
    assert (rows["tried"] != rows["usual"]).all()
    assert len({(row["calls"].tobytes(), row["holdings"].tobytes(), int(row["tried"])) for row in rows}) == len(rows)
    ours, theirs = (bidding_network().net.systems[place] for place in rows["systems"][0])
    players = NetworkPlayer(bidding_network(), ours, theirs), NetworkPlayer(bidding_network(), theirs, ours)
    calls = bid_tables(players, rows["holdings"], rows["dealer"], rows["vulnerability"], np.zeros(len(rows), np.intp))
    assert (calls[np.arange(len(rows)), made] == rows["usual"]).all()
    assert len(np.unique(rows["gain"])) > len(rows) // 4


def test_against_an_opponent_only_one_side_compares(monkeypatch: pytest.MonkeyPatch) -> None:
    def seats(rows: Rows) -> set[int]:
        made = (rows["calls"] != NO_CALL).sum(axis=1)
        return set(((rows["dealer"] + made) % 2).tolist())

    monkeypatch.setattr(compared_calls, "AGAINST_OTHERS", 1.0)
    assert seats(compared()) == {0, 1}
    assert seats(compared(opponents=[bidding_network()])) == {0}
