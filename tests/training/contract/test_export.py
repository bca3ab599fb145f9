"""A trained network as a folder that the predictor reads."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("jax")

from overtrick.contract.features import WIDTH, features
from overtrick.contract.positions import position_of
from overtrick.contract.predictor import ContractPredictor
from overtrick.core import Auction, Hand, Position
from overtrick.nets.artifact import Artifact
from overtrick.nets.dense import DenseNet
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.training.contract.export import train_and_export
from training.contract.toy import SMALL, decisions


def test_an_exported_network_is_the_one_that_was_measured(tmp_path: Path) -> None:
    data = decisions(800)
    wide = replace(data, features=np.pad(data.features, ((0, 0), (0, WIDTH - data.features.shape[1]))))
    found = train_and_export(wide, SMALL, tmp_path / "net", {"files": ["toy"]}, seed=1)
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
