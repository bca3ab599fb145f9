"""The network that the 2022 paper prints: NumPy and JAX agree, calls follow from what is understood, runs go on."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from auction_rows import auction_of, made_up_tables
from overtrick.arrays import Floats, random_deals
from overtrick.arrays.auctions import CALLS, LEGAL, NO_CALL, OVER
from overtrick.nets.bidding_steps import Steps
from overtrick.nets.parameters import by_name
from overtrick.papers.bidding_2022 import printed_network_jax
from overtrick.papers.bidding_2022.ablation import FORMS
from overtrick.papers.bidding_2022.printed_network import PrintedNet
from overtrick.papers.bidding_2022.printed_network_jax import Switches, scores
from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe, PrintedSizes, is_printed
from overtrick.papers.bidding_2022.printed_runs import call_figures, finished_run
from overtrick.papers.bidding_2022.printed_training import export, train
from overtrick.papers.bidding_2022.silent_opponents import bid_silently
from overtrick.training.bidding.bidding_material import BiddingMaterial, by_part
from overtrick.training.bidding.bidding_recipe import BiddingSchedule
from overtrick.training.bidding.bidding_views import seen, steps_of, views_after
from overtrick.training.loop import Watcher
from overtrick.training.split import SEVENTY, Part

pytestmark = pytest.mark.usefixtures("soon_compiled")

SIZES = PrintedSizes(hidden=8, head=8)
TINY = PrintedRecipe(
    "tiny",
    systems=("sayc",),
    net=SIZES,
    training=BiddingSchedule(
        steps=12, piece=32, pieces=1, warmup=2, average=0.5, evaluate_every=4, save_every=4, held_out=64, adam_rate=0.02
    ),
)


@pytest.fixture(scope="module")
def steps() -> Steps:
    tables = made_up_tables(8, 1)
    views = views_after(tables, None)
    return seen(tables, views, 1, int(steps_of(tables, views, 1).max()))[0]


@pytest.fixture(scope="module")
def params() -> Any:
    """Weights none of which is zero; heads that are sure of something."""
    rng = np.random.default_rng(1)
    fresh = printed_network_jax.init(SIZES, 3)
    shaken = jax.tree.map(lambda w: (w + 0.1 * rng.standard_normal(w.shape)).astype(np.float32), fresh)
    return {**shaken, "heads": {name: 20 * head for name, head in shaken["heads"].items()}}


def net_of(params: Any, **taken: bool) -> PrintedNet:
    return PrintedNet({**asdict(replace(SIZES, **taken)), "systems": ["sayc"]}, by_name(params))


def last_calls(net: PrintedNet, steps: Steps) -> Floats:
    """The chances of the calls after three steps."""
    memory = [each for each, _ in zip(net.follow(steps), range(3), strict=False)][-1]
    return net.calls(memory, steps.standings[2])


def test_the_parts_have_the_sizes_that_are_printed(params: Any) -> None:
    shapes = {name: array.shape for name, array in by_name(params).items()}
    assert shapes["embed.calls"] == (41, 256)
    assert shapes["recurrent.0.reset.heard"] == (52 + 256 + 41 + 4 + 1, 8)
    assert [name for name in shapes if name.endswith("update.kept")] == [f"recurrent.{n}.update.kept" for n in range(3)]
    outputs = {name: shapes[f"heads.{name}"][1] for name in ("points", "lengths", "cards", "calls")}
    assert outputs == {"points": 38, "lengths": 4 * 14, "cards": 3 * 52, "calls": 38}
    assert shapes["mlps.calls.heard"] == (8 + 38 + 4 * 14 + 3 * 52, 8)  # equation 2: the state and all three


def softmax(scores: Any) -> Any:
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return powers / powers.sum(axis=-1, keepdims=True)


def test_numpy_gives_the_answers_of_jax_at_every_step(params: Any, steps: Steps) -> None:
    run = jax.jit(scores)
    going = (steps.standings != OVER) & (steps.times >= 0)
    for taken in FORMS.values():
        net, said = net_of(params, **taken), run(Switches.of(replace(SIZES, **taken)), params, steps)
        calls, points, lengths, cards = (np.asarray(part, np.float64) for part in said)
        for step, memory in enumerate(net.follow(steps)):
            mine, now = net.understanding(memory), going[step]
            np.testing.assert_allclose(
                net.calls(memory, steps.standings[step])[now], softmax(calls[step])[now], atol=2e-5
            )
            np.testing.assert_allclose(mine.points, softmax(points[step]), atol=2e-5)
            np.testing.assert_allclose(mine.lengths, softmax(lengths[step]), atol=2e-5)
            np.testing.assert_allclose(mine.cards, 1 / (1 + np.exp(-cards[step])), atol=2e-5)


@pytest.mark.parametrize("head", ["points", "lengths", "cards"])
def test_calls_change_when_an_understanding_head_changes(params: Any, steps: Steps, head: str) -> None:
    changed = {**params, "heads": {**params["heads"], head: np.zeros_like(params["heads"][head])}}
    before, after = (last_calls(net_of(each), steps) for each in (params, changed))
    assert np.abs(before - after).max() > 1e-4
    before, after = (last_calls(net_of(each, understanding=False), steps) for each in (params, changed))
    np.testing.assert_array_equal(before, after)


def test_each_part_that_can_be_taken_away_counts(params: Any, steps: Steps) -> None:
    printed = last_calls(net_of(params), steps)
    for form, taken in FORMS.items():
        assert (np.abs(last_calls(net_of(params, **taken), steps) - printed).max() > 1e-5) == (form != "as printed")
    illegal = ~LEGAL[:, :CALLS][steps.standings[2]]
    assert (printed[illegal] == 0).all()
    assert last_calls(net_of(params, mask=False), steps)[illegal].min() > 0


def test_nobody_to_call_is_answered_too(params: Any, steps: Steps) -> None:
    net = net_of(params)
    memory = next(net.follow(steps))[:0]
    assert net.calls(memory, steps.standings[0, :0]).shape == (0, CALLS)


def test_against_silent_opponents_only_north_and_south_bid(params: Any) -> None:
    deals = random_deals(12, np.random.default_rng(4))
    calls = bid_silently(net_of(params), deals)
    assert all(auction_of(row).is_over for row in calls)
    others = calls[:, 1::2]
    assert (others[others != NO_CALL] == 0).all()
    assert calls[:, 0::2][calls[:, 0::2] != NO_CALL].any()


@pytest.fixture(scope="module")
def material() -> BiddingMaterial:
    return BiddingMaterial(by_part(made_up_tables(400, 1), SEVENTY), None, (("made up", 400),))


def test_a_run_learns_goes_on_after_a_stop_and_is_measured_once(material: BiddingMaterial, tmp_path: Path) -> None:
    taken: list[int] = []
    stopped = train(tmp_path / "run", TINY, material, Watcher(stepped=taken.append, should_stop=lambda: taken[-1] == 6))
    assert stopped.step == 6
    measured: list[PrintedNet] = []

    def measure(net: PrintedNet) -> dict[str, float]:
        measured.append(net)
        return call_figures(net, material.cards[Part.TEST])

    first = finished_run(tmp_path / "run", TINY, material, measure)
    again = finished_run(tmp_path / "run", TINY, material, measure)
    assert len(measured) == 1
    assert first == again
    assert [point.step for point in first.curve] == [4, 8, 12]
    assert first.curve[-1].right > first.curve[0].right - 0.05
    assert first.figures["right"] > 0.5  # most calls are passes
    assert first.figures["illegal"] == 0
    run = train(tmp_path / "run", TINY, material)
    tested = export(run, TINY, material, tmp_path / "net", "a test")
    assert tested.accuracy["all"] == pytest.approx(first.figures["right"])
    assert PrintedNet.load(tmp_path / "net").systems == ("sayc",)
    assert json.loads((tmp_path / "net" / "config.json").read_text())["kind"] == "bidding_printed"


def test_recipes_of_the_printed_network_are_known(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[net]\nembedding = 16\nmask = false\n")
    assert [is_printed(name) for name in ("bidding_paper", "bidding", "nothing", str(own))] == [
        True,
        False,
        False,
        True,
    ]
    assert PrintedRecipe.load(str(own)).net == PrintedSizes(embedding=16, mask=False)
