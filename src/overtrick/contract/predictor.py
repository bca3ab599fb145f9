"""The best contract as a network sees it, from one hand and the auction so far."""

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from overtrick.arrays import Floats
from overtrick.contract.decisions import CHOICE_CALLS, CHOICE_NAMES, legal_choices
from overtrick.contract.features import features
from overtrick.contract.positions import PositionBatch
from overtrick.core import PASS, Auction, Contract
from overtrick.nets.artifact import MOST_NETWORKS, Artifact, ArtifactError
from overtrick.nets.dense import DenseNet

ARTIFACT = files("overtrick.contract") / "artifacts" / "contract"


class ContractPredictor:
    """Probabilities that each of 37 choices is the best end of the auction for the player's side."""

    def __init__(self, net: DenseNet, model: str) -> None:
        self.net = net
        self.model = model
        """The name and checksum of the network, for answers that say where they come from."""

    @classmethod
    def load(cls, folder: Traversable = ARTIFACT) -> "ContractPredictor":
        """The network in a folder, checked against its golden answers."""
        artifact = Artifact.load(folder, "contract")
        net = DenseNet(artifact.config, artifact.weights)
        artifact.check(net.probabilities)
        return cls(net, f"contract {str(artifact.card['sha256'])[:12]}")

    def probabilities(self, batch: PositionBatch) -> Floats:
        """Of every choice; exactly 0 for those the laws forbid. Shape: (position, choice)."""
        return self.net.probabilities(features(batch), legal_choices(batch.auctions))


@lru_cache(maxsize=MOST_NETWORKS)
def contract_predictor(folder: Path | None = None) -> ContractPredictor:
    """The shipped predictor, or the one that was trained into a folder; loaded when it is first needed."""
    if folder is None and not (ARTIFACT / "config.json").is_file():
        raise ArtifactError(
            "this installation has no contract network; train one with `overtrick train contract`, and name its "
            "folder with --net"
        )
    return ContractPredictor.load(ARTIFACT if folder is None else folder)


@dataclass(frozen=True)
class Prediction:
    """The contracts of one position with their probabilities, the likeliest first."""

    ranked: tuple[tuple[str, float], ...]
    """`4S`, `Pass`, `X` …"""
    model: str


def predict(batch: PositionBatch, folder: Path | None = None) -> Prediction:
    """The ranked contracts of a batch of one position, by the shipped predictor or by one in a folder."""
    predictor = contract_predictor(folder)
    chances = predictor.probabilities(batch)[0]
    ranked = tuple(
        (CHOICE_NAMES[choice], float(chances[choice])) for choice in np.argsort(-chances) if chances[choice] > 0
    )
    return Prediction(ranked, predictor.model)


def contract_after(auction: Auction, choice: str) -> Contract | None:
    """What is played when the player makes that choice and all others pass; None when there is no bid."""
    ended = auction.after(CHOICE_CALLS[CHOICE_NAMES.index(choice)])
    while not ended.is_over:
        ended = ended.after(PASS)
    return ended.contract
