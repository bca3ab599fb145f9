"""The contracts of two hands, with made-up chances where the answer can be reckoned by hand."""

import numpy as np
import pytest

from overtrick import BridgeError, Call, Contract, Hand
from overtrick.contract.pair import PASS_OUT, PairContracts, PairLayouts, sacrifice, tricks_by_chance
from overtrick.core import BIDS, Strain
from overtrick.core.comparing import imps

NORTH, SOUTH = Hand.parse("AQ32.K4.KJ32.A32"), Hand.parse("KJ54.A3.AQ4.9876")


def made_up(chances: dict[Strain, dict[int, float]], *, vulnerable: bool, layouts: int = 20) -> PairContracts:
    """A pair that takes five tricks unless said otherwise; a layout is as lucky for one strain as for another."""
    tricks = np.zeros((2, 5, 14), np.float32)
    tricks[..., 5] = 1
    for strain, of_strain in chances.items():
        tricks[:, strain] = [of_strain.get(taken, 0.0) for taken in range(14)]
    in_order = np.zeros((layouts, 4, 5, 14), np.float32)
    in_order[..., 0], in_order[..., 1] = (
        1 - np.arange(layouts)[:, None, None] / layouts,
        np.arange(layouts)[:, None, None] / layouts,
    )
    return PairContracts(tricks, PairLayouts(in_order), vulnerable)


def place_of(level: int, strain: Strain, hand: int = 0) -> int:
    return hand * len(BIDS) + BIDS.index(Call.of(level, strain))


def test_a_vulnerable_game_of_forty_percent_is_bid_for_points() -> None:
    """4♠ makes 620 or costs 100: 188 on average; 3♠ makes 170 or 140: 152."""
    pair = made_up({Strain.SPADES: {9: 0.6, 10: 0.4}}, vulnerable=True)
    game, partial = place_of(4, Strain.SPADES), place_of(3, Strain.SPADES)
    assert pair.chances[game] == pytest.approx(0.4)
    assert pair.expected[game] == pytest.approx(0.4 * 620 - 0.6 * 100)
    assert pair.expected[partial] == pytest.approx(0.4 * 170 + 0.6 * 140)
    assert str(pair.contract(pair.best(pair.expected))) == "4SN"
    assert pair.imps[game] == 0
    assert pair.imps[partial] == pytest.approx(0.4 * imps(170 - 620) + 0.6 * imps(140 + 100))


def test_matchpoints_prefer_what_happens_more_often() -> None:
    """The game fails six times of ten, and then every table in a part-score beats it."""
    pair = made_up({Strain.SPADES: {9: 0.6, 10: 0.4}}, vulnerable=True)
    best = pair.contract(pair.best(pair.matchpoints))
    assert best is not None
    assert best.level < 4
    assert pair.matchpoints @ pair.field == pytest.approx(0.5)


def test_not_vulnerable_the_same_game_is_no_longer_worth_it() -> None:
    pair = made_up({Strain.SPADES: {9: 0.6, 10: 0.4}}, vulnerable=False)
    assert pair.expected[place_of(4, Strain.SPADES)] == pytest.approx(0.4 * 420 - 0.6 * 50)
    lean = made_up({Strain.SPADES: {9: 0.7, 10: 0.3}}, vulnerable=False)
    assert str(lean.contract(lean.best(lean.expected)))[0] in "123"


def test_only_contracts_that_suffer_from_it_count_as_doubled() -> None:
    pair = made_up({Strain.SPADES: {9: 0.6, 10: 0.4}}, vulnerable=True)
    assert not pair.is_doubled[place_of(4, Strain.SPADES)]  # 0.4 · 790 - 0.6 · 200 is more than 188
    slam = place_of(6, Strain.SPADES)
    assert str(pair.contract(slam)) == "6SXN"
    assert pair.expected[slam] == pytest.approx(0.6 * -800 + 0.4 * -500)


def test_two_strains_are_compared_lie_by_lie() -> None:
    """Ten tricks in spades in the lucky half; ten in notrump always: 430 against 420 or a part-score's worth."""
    pair = made_up({Strain.SPADES: {9: 0.5, 10: 0.5}, Strain.NOTRUMP: {10: 1.0}}, vulnerable=False)
    spades = pair.scores[:, place_of(4, Strain.SPADES)]
    assert spades.tolist() == [-50] * 10 + [420] * 10
    assert str(pair.contract(pair.best(pair.matchpoints))) == "3NN"


def test_hopeless_hands_pass() -> None:
    pair = made_up({}, vulnerable=False)
    assert pair.best(pair.expected) == PASS_OUT
    assert pair.contract(PASS_OUT) is None
    assert pair.chances[PASS_OUT] == 1


def test_suits_keep_their_places() -> None:
    pair = made_up({Strain.DIAMONDS: {11: 1.0}}, vulnerable=True)
    assert pair.expected[place_of(5, Strain.DIAMONDS)] == 600
    assert pair.expected[place_of(5, Strain.HEARTS)] < 0


def test_a_real_pair_of_hands() -> None:
    pair = PairContracts.of_hands(NORTH, SOUTH, vulnerable=True)
    np.testing.assert_allclose(pair.scores.mean(axis=0), pair.expected, atol=5)
    best = pair.contract(pair.best(pair.expected))
    assert best is not None
    assert (best.level, best.strain) in ((4, Strain.SPADES), (3, Strain.NOTRUMP))
    again = PairContracts.of_hands(NORTH, SOUTH, vulnerable=True)
    np.testing.assert_array_equal(pair.matchpoints, again.matchpoints)


def test_lies_keep_the_two_hands_and_rank_the_luck() -> None:
    layouts = PairLayouts.of_hands(NORTH, SOUTH, seed=5, count=30)
    assert layouts.tricks.shape == (30, 4, 5, 14)
    np.testing.assert_allclose(np.sort(layouts.luck[:, 1, 3]), (np.arange(30) + 0.5) / 30, rtol=1e-6)
    heaviest = np.argmax(layouts.tricks[:, 2, 3] @ np.arange(14))
    assert layouts.luck[heaviest, 1, 3] > 0.95
    assert layouts.theirs[:, Strain.SPADES] @ np.arange(14) == pytest.approx([2, 2], abs=1)


def test_a_sacrifice_pays_against_vulnerable_game_only() -> None:
    """5♥ doubled is down two: 300 against 620, or 500 against 420."""
    hearts = {Strain.HEARTS: {9: 1.0}}
    against = Contract.parse("4SE")
    sure = tricks_by_chance(against, 1.0)
    cheap = sacrifice(made_up(hearts, vulnerable=False), against, sure, vulnerable=True)
    assert (str(cheap.contract), cheap.bidding_on, cheap.defending, cheap.gain) == ("5HXN", -300, -620, 320)
    assert cheap.is_right
    dear = sacrifice(made_up(hearts, vulnerable=True), against, sure, vulnerable=False)
    assert (dear.bidding_on, dear.defending, dear.is_right) == (-500, -420, False)
    doubtful = sacrifice(made_up(hearts, vulnerable=False), against, tricks_by_chance(against, 0.5), vulnerable=True)
    assert doubtful.defending == pytest.approx(0.5 * -620 + 0.5 * 100)
    assert not doubtful.is_right


def test_bidding_on_may_be_to_make() -> None:
    against = Contract.parse("3SW")
    weighed = sacrifice(
        made_up({Strain.HEARTS: {10: 1.0}}, vulnerable=False), against, tricks_by_chance(against, 1), vulnerable=False
    )
    assert (str(weighed.contract), weighed.bidding_on, weighed.chance) == ("4HN", 420, 1)


def test_over_seven_notrump_one_can_only_defend() -> None:
    against = Contract.parse("7NE")
    weighed = sacrifice(made_up({}, vulnerable=False), against, tricks_by_chance(against, 1), vulnerable=False)
    assert weighed.contract is None
    assert not weighed.is_right
    assert weighed.defending == -1520


def test_what_cannot_be_weighed_is_refused() -> None:
    ours = made_up({}, vulnerable=False)
    with pytest.raises(BridgeError, match="East-West's, got 4SN"):
        sacrifice(ours, Contract.parse("4SN"), np.zeros(14, np.float32), vulnerable=False)
    with pytest.raises(BridgeError, match="0 to 1, got 2"):
        tricks_by_chance(Contract.parse("4SE"), 2)
    with pytest.raises(BridgeError, match="held by two players: SA SQ"):
        PairContracts.of_hands(NORTH, Hand.parse("AQ54.A3.AQ4.9876"), vulnerable=False)
