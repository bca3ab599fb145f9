"""Trick estimators: what the solver would say, thousands of times faster, and with its doubts.

`four_hands()` sees the whole deal; `two_hands()` sees declarer and dummy, and answers for all layouts of
the other 26 cards. All come trained inside the package and run on NumPy; those of four hands run on JAX, too, where
`nets.backend` says so, and a machine with an accelerator can serve.
"""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats, Holdings
from overtrick.core import DDTable, Deal, Hand, InvalidDeal
from overtrick.nets.artifact import Artifact
from overtrick.nets.backend import NUMPY, is_jax, used_backend
from overtrick.nets.four_hands import FourHandNet
from overtrick.nets.two_hands import TwoHandNet

ARTIFACTS = files("overtrick.tricks") / "artifacts"


class _OwnersNet(Protocol):
    def probabilities(self, owners: NDArray[np.uint8]) -> Floats: ...


class FourHandEstimator:
    """Probabilities of 0 to 13 tricks for every declarer and strain of complete deals."""

    def __init__(self, net: _OwnersNet, model: str) -> None:
        self._net = net
        self.model = model
        """The name and checksum of the network, for answers that say where they come from."""

    @classmethod
    def load(cls, folder: Traversable = ARTIFACTS / "four_hands", backend: str = NUMPY) -> "FourHandEstimator":
        """The network in a folder, checked against its golden answers."""
        artifact = Artifact.load(folder, "four_hands")
        net: _OwnersNet
        if is_jax(backend):
            from overtrick.nets.frames_jax import JaxFourHandNet

            net = JaxFourHandNet(artifact.config, artifact.weights)
        else:
            net = FourHandNet(artifact.config, artifact.weights)
        artifact.check(net.probabilities)
        return cls(net, f"{folder.name} {str(artifact.card['sha256'])[:12]}")

    def probabilities(self, deals: DealBatch) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (deal, declarer, strain, tricks)."""
        return self._net.probabilities(deals.owners.reshape(-1, 4, 13))

    def tricks(self, deals: DealBatch) -> NDArray[np.uint8]:
        """The most likely number of tricks. Shape: (deal, declarer, strain)."""
        likely: NDArray[np.uint8] = self.probabilities(deals).argmax(axis=-1).astype(np.uint8)
        return likely

    def table(self, deal: Deal) -> DDTable:
        """The most likely double-dummy table of one deal."""
        return DDTable.of(self.tricks(DealBatch.stack([deal.require_complete()]))[0].tolist())


class TwoHandEstimator:
    """Probabilities of 0 to 13 tricks for two hands, over all layouts of the cards they do not see."""

    def __init__(self, net: TwoHandNet, model: str) -> None:
        self._net = net
        self.model = model

    @classmethod
    def load(cls, folder: Traversable = ARTIFACTS / "two_hands") -> "TwoHandEstimator":
        """The network in a folder, checked against its golden answers."""
        artifact = Artifact.load(folder, "two_hands")
        net = TwoHandNet(artifact.config, artifact.weights)
        artifact.check(net.probabilities)
        return cls(net, f"two_hands {str(artifact.card['sha256'])[:12]}")

    def probabilities(self, pairs: Holdings) -> Floats:
        """Probabilities of 0 to 13 tricks. Shape: (pair, hand, suit) to (pair, declarer, strain, tricks)."""
        return self._net.probabilities(pairs)

    def of_hands(self, first: Hand, second: Hand) -> Floats:
        """The same for one pair. Shape: (declarer, strain, tricks)."""
        for hand in (first, second):
            if not hand.is_complete:
                raise InvalidDeal(f"expected a hand of 13 cards, got {len(hand)}: {hand}")
        if first.mask & second.mask:
            shared = Hand(first.mask & second.mask)
            raise InvalidDeal(f"held by both hands: {' '.join(map(str, shared))}")
        deal = Deal((first, Hand(), second, Hand()))
        answer: Floats = self.probabilities(DealBatch.stack([deal]).holdings[:, [0, 2]])[0]
        return answer


def four_hands(backend: str | None = None) -> FourHandEstimator:
    """The shipped four-hand estimator, loaded when it is first needed; on the backend of this process by default."""
    return _four_hands("four_hands", backend or used_backend())


def four_hands_fast() -> FourHandEstimator:
    """A smaller four-hand estimator: several times faster and a little less exact, for layouts by the million."""
    return _four_hands("four_hands_fast", used_backend())


@cache
def _four_hands(name: str, backend: str) -> FourHandEstimator:
    return FourHandEstimator.load(ARTIFACTS / name, backend)


@cache
def two_hands() -> TwoHandEstimator:
    """The shipped two-hand estimator, loaded when it is first needed."""
    return TwoHandEstimator.load()
