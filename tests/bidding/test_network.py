"""The network at the table: legal calls only, and the same view whichever way it is asked for."""

from pathlib import Path

import numpy as np

from bidding.seated import view
from overtrick.advice.continuing import bid_on, contracts
from overtrick.arrays import random_deals
from overtrick.arrays.auctions import NO_CALL, are_legal
from overtrick.core import CALLS, Auction, Call, Hand, Seat
from overtrick.nets.bidding_rollout import bid_out
from overtrick.systems.network import IMPROVED, TRUE_TO_CARD, bidding_network, holdings_of, told
from overtrick.systems.system import SHIPPED

HAND = "KQ84.A97.A762.T6"


def test_illegal_calls_have_no_chance_at_all() -> None:
    at = view(HAND, "1H 3N X")
    policy = at.network.policy(at.hand, at.table)
    legal = [at.auction.is_legal(call) for call in CALLS]
    assert (policy[~np.array(legal)] == 0).all()
    assert abs(policy.sum() - 1) < 1e-5


def test_the_chance_of_a_call_is_what_the_policy_gave_it() -> None:
    whole = view(HAND, "P 1D P 1S 2H P 3H P", "E")
    chances = whole.network.chances_of_calls(holdings_of([whole.hand]), Seat.SOUTH, whole.table)[0]
    plain = []
    for made in (1, 5):
        then = view(HAND, str(whole.auction.before(made)), "E")
        assert then.seat is Seat.SOUTH
        plain.append(then.network.policy(then.hand, then.table)[whole.auction.calls[made].index])
    np.testing.assert_allclose(chances, plain, atol=1e-6)


def test_going_on_from_a_point_agrees_with_bidding_it_all_again() -> None:
    at, firsts = view(HAND, "1D P", "E"), [Call.parse("1S"), Call.parse("P")]
    holdings = random_deals(12, np.random.default_rng(3)).holdings
    rests = bid_on(at.network, at.table, holdings, firsts)
    for first, found in zip(firsts, rests, strict=True):
        given = np.full((12, 3), 0, np.uint8)
        given[:] = [*(call.index for call in at.auction.calls), first.index]
        whole = bid_out(
            at.network.net, holdings, np.full(12, 1), np.zeros(12, int), np.zeros((12, 2), int), given=given
        )
        for row, plain in zip(found, whole, strict=True):
            assert row[row != NO_CALL].tolist() == plain[plain != NO_CALL].tolist()[2:]


def test_contracts_come_from_the_whole_auction() -> None:
    auction = Auction.parse("1D P", Seat.EAST)
    rests = np.array([[9, 0, 0, 0], [0, 0, 255, 255]], np.uint8)  # 2D by partner and three passes; two passes
    reached, which = contracts(auction, rests)
    assert [str(reached[place]) for place in which] == ["2DE", "1DE"]


def test_a_card_of_ones_own_is_taken_for_the_one_it_is_like(tmp_path: Path) -> None:
    systems = bidding_network().net.systems
    assert told("2/1", systems)[1:] == ("2/1", True)
    mine = tmp_path / "mine.yaml"
    mine.write_text((SHIPPED / "acol.yaml").read_text(encoding="utf-8"), encoding="utf-8")
    assert told(str(mine), systems)[1:] == ("acol", False)


def test_no_hand_holds_the_viewers_cards() -> None:
    at = view(HAND, "1N P")
    hidden = at.network.hidden_hands(at.hand, at.seat, at.table)
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
