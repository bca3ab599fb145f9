"""The contract network learns, and NumPy says what JAX says."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

import jax

from overtrick.contract.features import WIDTH, features
from overtrick.contract.positions import position_of
from overtrick.contract.predictor import ContractPredictor
from overtrick.core import Auction, Hand, Position
from overtrick.nets import dense_jax
from overtrick.nets.artifact import Artifact
from overtrick.nets.dense import DenseNet
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.training.contract import contract_training
from overtrick.training.contract.contract_recipe import ContractRecipe, ContractSchedule, ContractSizes
from training.contract.toy import SMALL, TRAINING, decisions


def test_a_toy_problem_is_learnt() -> None:
    weights = contract_training.fit(decisions(1500), SMALL, seed=1)
    fresh = decisions(300, seed=2)
    told = contract_training.predict(contract_training.predictor(weights, SMALL), fresh)
    assert (told == fresh.best).mean() > 0.85
    assert fresh.legal[np.arange(300), told].all()


def test_imps_can_be_learnt_instead_of_labels() -> None:
    data = decisions(1500)
    wrong = replace(data, best=np.zeros_like(data.best))
    told = contract_training.predict(
        contract_training.predictor(
            contract_training.fit(wrong, replace(SMALL, training=replace(TRAINING, utility=True))), SMALL
        ),
        data,
    )
    assert data.expected[np.arange(1500), told].mean(dtype=np.float64) > -0.5  # pass alone would be near -2.5


def test_numpy_answers_as_jax_does() -> None:
    data, told = decisions(200), list[tuple[int, int]]()
    schedule = replace(TRAINING, dropout=0.3, epochs=1, shown_again=0.5)
    recipe = replace(SMALL, net=ContractSizes((12, 8)), training=schedule)
    weights = contract_training.fit(data, recipe, 1, lambda step, steps: told.append((step, steps)))
    assert told[-1] == (5, 5)  # 200 decisions and half of them again, 64 at a time
    layers = [{name: weights[f"{number}.{name}"] for name in ("weight", "bias")} for number in range(3)]
    x = (data.features.astype(np.float32) - weights["mean"]) / weights["scale"]
    theirs = jax.nn.softmax(dense_jax.scores({"layers": layers}, x, jax.random.key(0), 0.0))  # type: ignore[arg-type]
    ours = contract_training.predictor(weights, recipe).probabilities(data.features)
    np.testing.assert_allclose(ours, theirs, atol=1e-5)


def test_the_seed_decides_the_weights() -> None:
    data, recipe = decisions(100), replace(SMALL, training=replace(TRAINING, epochs=1))
    first, again, other = (contract_training.fit(data, recipe, seed)["0.weight"] for seed in (1, 1, 2))
    np.testing.assert_array_equal(first, again)
    assert (first != other).any()


def test_a_killed_training_goes_on_to_the_same_weights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data, recipe = decisions(200), replace(SMALL, training=replace(TRAINING, epochs=4, falling=False, dropout=0.2))
    monkeypatch.setattr(contract_training, "CHECKPOINT_SECONDS", 0.0)

    def killed(step: int, steps: int) -> None:
        if step == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        contract_training.fit(data, recipe, 1, killed, tmp_path / "kept")
    told = list[int]()
    weights = contract_training.fit(data, recipe, 1, lambda step, steps: told.append(step), tmp_path / "kept")
    assert told == list(range(8, recipe.steps(200) + 1))
    np.testing.assert_array_equal(weights["0.weight"], contract_training.fit(data, recipe, 1)["0.weight"])


def test_the_papers_settings_are_those_of_its_table_vi() -> None:
    paper, plain, ours = (ContractRecipe.load(name) for name in ("paper", "plain", "ours"))
    table = ContractSchedule(epochs=600.0, batch=4096, rate=0.0006, falling=False, dropout=0.2, augmented=True)
    assert (paper.net.hidden, paper.training) == ((1224, 612), table)
    assert plain.training == replace(table, augmented=False)
    assert paper.steps(860_000) == round(860_000 * 600 / 4096)
    assert paper.steps(1_000) == 600  # a batch has no decision twice
    paced = paper.paced_as(ours).training
    assert (paced.batch, paced.epochs, paced.falling, paced.augmented) == (512, 4, True, True)
    assert paper.with_pace(2.0, None).training == replace(table, epochs=2.0)


def test_an_exported_network_is_the_one_that_was_measured(tmp_path: Path) -> None:
    data = decisions(800)
    wide = replace(data, features=np.pad(data.features, ((0, 0), (0, WIDTH - data.features.shape[1]))))
    found = contract_training.train_and_export(wide, SMALL, tmp_path / "net", {"files": ["toy"]}, seed=1)
    assert found.accuracy > 0.6
    card = json.loads((tmp_path / "net" / "card.json").read_text())
    assert card["metrics"] == found.as_dict()
    assert card["data"] == {"decisions": 800, "held_out": found.decisions, "files": ["toy"]}
    stored = Artifact.load(tmp_path / "net", "contract")
    assert stored.weights["0.weight"].dtype == np.float16
    predictor = ContractPredictor.load(tmp_path / "net")
    batch = position_of(Tree(System.load("sayc")), Position(Hand.parse("AQT9.K4.KJ32.A32"), Auction.parse("3C")))
    given = predictor.probabilities(batch)[0]
    plain = DenseNet(stored.config, stored.weights).probabilities(features(batch))[0]
    assert (given[2:13] == 0).all()  # up to 3♣ no bid is legal any more
    np.testing.assert_allclose(given[13:], plain[13:] / plain[[0, 1, *range(13, 37)]].sum(), rtol=1e-4)
