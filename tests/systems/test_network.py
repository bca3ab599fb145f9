"""The network at the table: legal calls only, and the same view whichever way it is asked for."""

from pathlib import Path

import numpy as np

from overtrick.arrays import random_deals
from overtrick.arrays.auctions import are_legal
from overtrick.core import CALLS, Hand
from overtrick.nets.bidding_rollout import bid_out
from overtrick.systems.network import IMPROVED, TRUE_TO_CARD, bidding_network
from overtrick.systems.system import SHIPPED, System
from overtrick.systems.views import policies
from players.seated import view

HAND = "KQ84.A97.A762.T6"


def test_illegal_calls_have_no_chance_at_all() -> None:
    at = view(HAND, "1H 3N X")
    policy = at.policy
    legal = [at.auction.is_legal(call) for call in CALLS]
    assert (policy[~np.array(legal)] == 0).all()
    assert abs(policy.sum() - 1) < 1e-5


def test_many_positions_get_the_policies_of_each_alone() -> None:
    views = [view(HAND, calls, "E") for calls in ("", "P 1D P 1S 2H P 3H P", "1D P", "P", "1N P 2C P 2D")]
    together = policies(views)
    for alone, row in zip(views, together, strict=True):
        np.testing.assert_allclose(row, alone.policy, atol=1e-6)


def test_a_card_of_ones_own_is_taken_for_the_one_it_is_like(tmp_path: Path) -> None:
    network = bidding_network()
    assert network.known(System.load("2/1"))[1:] == ("2/1", True)
    mine = tmp_path / "mine.yaml"
    mine.write_text((SHIPPED / "acol.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert network.known(System.load(mine))[1:] == ("acol", False)


def test_no_hand_holds_the_viewers_cards() -> None:
    at = view(HAND, "1N P")
    hidden = at.network.hidden_hands(at.listeners)
    own = [card.index for card in Hand.parse(HAND)]
    assert (hidden.cards[0][:, own] == 0).all()


def test_the_improved_network_leaves_the_card_now_and_then_and_bids_legally() -> None:
    deals = random_deals(200, np.random.default_rng(1))
    places = np.zeros(200, np.uint8), np.zeros(200, np.uint8), np.zeros((200, 2), np.uint8)
    true, improved = (bid_out(bidding_network(name).net, deals.holdings, *places) for name in (TRUE_TO_CARD, IMPROVED))
    assert are_legal(improved).all()
    width = min(true.shape[1], improved.shape[1])
    same = (true[:, :width] == improved[:, :width]).all(axis=1).mean()
    assert 0.4 < same < 0.95
