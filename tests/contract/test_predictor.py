"""The predictor: a network in a folder, and what the laws allow."""

from pathlib import Path

import numpy as np
import pytest

from contract.small_net import random_predictor
from overtrick import Auction, Hand, Position
from overtrick.contract import predictor
from overtrick.contract.decisions import CHOICE_CALLS, legal_choices
from overtrick.contract.positions import PositionBatch, position_of
from overtrick.contract.predictor import ContractPredictor, contract_predictor, predict
from overtrick.core import REDOUBLE
from overtrick.nets.artifact import ArtifactError
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System

HAND = Hand.parse("AQT9.K4.KJ32.A32")


@pytest.fixture(scope="module")
def tree() -> Tree:
    return Tree(System.load("sayc"))


@pytest.mark.parametrize("auction", ["", "P", "1N", "1N P", "1N X", "1N X P", "1N P P", "1S P 4S X XX", "7N"])
def test_choices_are_legal_calls(tree: Tree, auction: str) -> None:
    so_far = Auction.parse(auction)
    legal = legal_choices(position_of(tree, Position(HAND, so_far)).auctions)[0]
    expected = set(so_far.legal_calls()) - {REDOUBLE}
    assert {call for call, allowed in zip(CHOICE_CALLS, legal, strict=True) if allowed} == expected


def test_a_network_in_a_folder_ranks_the_legal_choices(tree: Tree, tmp_path: Path) -> None:
    folder = random_predictor(tmp_path)
    batch = position_of(tree, Position(HAND, Auction.parse("5C")))
    found = predict(batch, folder)
    names, chances = zip(*found.ranked, strict=True)
    assert sum(chances) == pytest.approx(1)
    assert list(chances) == sorted(chances, reverse=True)
    assert "5C" not in names
    assert {"Pass", "X", "5D", "7N"} <= set(names)
    assert found.model.startswith("contract ")


def test_many_positions_are_the_single_ones_in_a_row(tree: Tree, tmp_path: Path) -> None:
    net = ContractPredictor.load(random_predictor(tmp_path))
    nodes = [tree.node(Auction.parse(auction)) for auction in ("1S P", "1N P", "3C", "1S P")]
    together = net.probabilities(PositionBatch.of([(node, HAND) for node in nodes]))
    for node, row in zip(nodes, together, strict=True):
        np.testing.assert_allclose(net.probabilities(PositionBatch.of([(node, HAND)]))[0], row, atol=1e-6)
    assert not np.allclose(together[0], together[1], rtol=0.1)


def test_without_a_network_one_is_told_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predictor, "ARTIFACT", tmp_path)
    contract_predictor.cache_clear()
    with pytest.raises(ArtifactError, match="train one with `overtrick train contract`") as error:
        contract_predictor()
    assert str(tmp_path) not in str(error.value)
