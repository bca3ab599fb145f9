"""The bidding network: NumPy and JAX agree, nothing illegal has a chance, and rollouts are the network's own calls."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from auction_rows import auction_of, made_up_tables, random_auction, rows_of
from overtrick.arrays.auctions import CALLS, LEGAL, NO_CALL
from overtrick.nets import bidding_jax
from overtrick.nets.artifact import Artifact, ArtifactError
from overtrick.nets.bidding import KIND, BiddingNet, packed
from overtrick.nets.bidding_rollout import Choose, bid_out
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.parameters import Params, by_name
from overtrick.training.bidding.bidding_material import BidTables
from overtrick.training.bidding.bidding_views import seen, steps_of, views_after

SIZES: dict[str, Any] = {"hidden": 6, "head": 7, "window": 4, "legality": True, "systems": ["sayc", "2/1", "acol"]}


def shaken(config: dict[str, Any]) -> Params:
    """Parameters none of which is zero, shaken so little that scores stay below 50; those of the shipped networks
    stay below 200. Shaken by 0.4 they reach 26,000, where neighbouring float32 numbers lie 0.002 apart: NumPy and JAX
    then both miss the float64 answer by nearly 1e-4, on each processor by another amount.
    """
    rng = np.random.default_rng(1)
    found: Params = jax.tree.map(
        lambda w: (w + 0.1 * rng.standard_normal(w.shape)).astype(np.float32), bidding_jax.init(config, 3)
    )
    return found


def some_tables(count: int = 12) -> BidTables:
    rng = np.random.default_rng(2)
    made_up = made_up_tables(count, 1)
    calls = rows_of([random_auction(rng) for _ in range(count)])
    return BidTables(made_up.holdings, made_up.dealers, made_up.vulnerabilities, made_up.systems, calls)


def some_steps(window: int, calls: int | None = None) -> Steps:
    tables = some_tables()
    views = views_after(tables, calls)
    return seen(tables, views, window, int(steps_of(tables, views, window).max()))[0]


FORMS: dict[str, dict[str, Any]] = {
    "window 4": {},
    "window 1": {"window": 1},
    "untold": {"legality": False},
    "with a reader": {"reader": 9},
}


@pytest.fixture(params=FORMS)
def case(request: pytest.FixtureRequest) -> tuple[dict[str, Any], Params]:
    config = {**SIZES, **FORMS[request.param]}
    return config, shaken(config)


def test_numpy_gives_the_answers_of_jax_at_every_step(case: tuple[dict[str, Any], Params]) -> None:
    config, params = case
    steps, net = some_steps(config["window"]), BiddingNet(config, by_name(params))
    expected = bidding_jax.probabilities(params, steps)
    assert float(np.asarray(expected.calls).max(axis=-1).std()) > 0.05
    mine = steps.hands[:, None, :52].astype(bool)
    for step, memory in enumerate(net.follow(steps)):
        legal = LEGAL[steps.standings[step], :CALLS]
        calls, hidden = net.calls(memory, steps.standings[step]), net.hidden_hands(memory)
        np.testing.assert_allclose(calls[legal], np.asarray(expected.calls[step])[legal], atol=2e-5)
        np.testing.assert_allclose(hidden.points, expected.points[step], atol=2e-5)
        np.testing.assert_allclose(hidden.lengths, expected.lengths[step], atol=2e-5)
        np.testing.assert_allclose(hidden.cards, np.where(mine, 0, expected.cards[step]), atol=2e-5)


def test_illegal_calls_and_own_cards_have_no_chance_at_all(case: tuple[dict[str, Any], Params]) -> None:
    config, params = case
    steps, net = some_steps(config["window"]), BiddingNet(config, by_name(params))
    for step, memory in enumerate(net.follow(steps)):
        legal = LEGAL[steps.standings[step], :CALLS]
        calls, cards = net.calls(memory, steps.standings[step]), net.hidden_hands(memory).cards
        assert (calls[~legal] == 0).all()
        np.testing.assert_allclose(calls.sum(axis=1), legal.any(axis=1), atol=1e-5)
        np.testing.assert_allclose(cards.sum(axis=1), 1 - steps.hands[:, :52], atol=1e-5)


def test_the_network_sees_its_own_hand_and_nothing_of_the_others() -> None:
    tables, net = some_tables(), BiddingNet(SIZES, by_name(shaken(SIZES)))
    others = BidTables(
        tables.holdings.copy(), *(getattr(tables, name) for name in ("dealers", "vulnerabilities", "systems", "calls"))
    )
    others.holdings[:, [1, 2, 3]] = tables.holdings[:, [2, 3, 1]]
    views = views_after(tables, 3)
    counts = int(steps_of(tables, views, 4).max())
    before, after = (_last_calls(net, seen(each, views, 4, counts)[0]) for each in (tables, others))
    north = views.seats == 0
    np.testing.assert_allclose(before[north], after[north], atol=1e-6)
    assert np.abs(before[~north] - after[~north]).max() > 0.01


def _last_calls(net: BiddingNet, steps: Steps) -> Any:
    *_, last = net.follow(steps)
    return net.hidden_hands(last).points


@pytest.mark.parametrize("window", [4, 1])
def test_whole_auctions_are_the_calls_the_network_gives_from_each_seat(window: int) -> None:
    config = {**SIZES, "window": window}
    net, tables = BiddingNet(config, by_name(shaken(config))), some_tables(30)
    given = tables.calls[:, :2].copy()
    given[::2] = NO_CALL
    calls = bid_out(net, tables.holdings, tables.dealers, tables.vulnerabilities, tables.systems, given=given)
    assert all(auction_of(row).is_over for row in calls)
    np.testing.assert_array_equal(calls[1::2, :2], given[1::2])
    bid = BidTables(tables.holdings, tables.dealers, tables.vulnerabilities, tables.systems, calls)
    views = views_after(bid, None)
    steps, truth = seen(bid, views, window, int(steps_of(bid, views, window).max()))
    checked = 0
    for memory, standings, made, times in zip(
        net.follow(steps), steps.standings, truth.calls, steps.times, strict=True
    ):
        free = (made != NO_CALL) & ((times >= 2) | (views.tables % 2 == 0))
        chances = net.calls(memory, standings)[free]
        made_chances = chances[np.arange(len(chances)), made[free]]
        np.testing.assert_allclose(made_chances, chances.max(axis=1), atol=1e-5)  # either call of a tie
        checked += int(free.sum())
    assert checked > 100


def at_random(rng: np.random.Generator) -> Choose:
    """Calls drawn with their chances."""

    def draw(chances: Any) -> Any:
        sums = chances.cumsum(axis=1)
        return (sums < (1 - rng.random((len(chances), 1))) * sums[:, -1:]).sum(axis=1)

    return draw


def test_calls_drawn_at_random_are_legal_and_differ() -> None:
    net, tables = BiddingNet(SIZES, by_name(shaken(SIZES))), some_tables(20)
    places = tables.holdings, tables.dealers, tables.vulnerabilities, tables.systems
    one, other = (bid_out(net, *places, choose=at_random(np.random.default_rng(seed))) for seed in (1, 2))
    assert all(auction_of(row).is_over for row in [*one, *other])
    assert one[0].tolist() != other[0].tolist()


def artifact(config: dict[str, Any]) -> Artifact:
    weights = {name: array.astype(np.float16) for name, array in by_name(shaken(config)).items()}
    inputs = packed(some_steps(config["window"]))
    return Artifact(KIND, config, weights, {}, (inputs, BiddingNet(config, weights).golden_answers(inputs)))


def test_an_artifact_is_loaded_once_it_gives_its_golden_answers(tmp_path: Path) -> None:
    artifact(SIZES).save(tmp_path)
    assert BiddingNet.load(tmp_path).systems == ("sayc", "2/1", "acol")


def test_a_damaged_artifact_is_refused(tmp_path: Path) -> None:
    whole = artifact(SIZES)
    whole.save(tmp_path / "bytes")
    weights = tmp_path / "bytes" / "weights.npz"
    weights.write_bytes(weights.read_bytes()[:-7])
    with pytest.raises(ArtifactError, match="damaged"):
        BiddingNet.load(tmp_path / "bytes")
    other = {**whole.weights, "blocks.1.bias": whole.weights["blocks.1.bias"] + np.float16(0.5)}
    Artifact(KIND, SIZES, other, {}, whole.golden).save(tmp_path / "other")
    with pytest.raises(ArtifactError, match="golden answers"):
        BiddingNet.load(tmp_path / "other")
    less = {name: array for name, array in whole.weights.items() if name != "heads.cards"}
    Artifact(KIND, SIZES, less, {}, whole.golden).save(tmp_path / "less")
    with pytest.raises(ArtifactError, match="weights of a bidding network"):
        BiddingNet.load(tmp_path / "less")
