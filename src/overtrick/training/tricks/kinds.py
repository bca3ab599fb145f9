"""The kinds of trick networks that are trained: what each sees of a deal, and its forms in NumPy and in JAX.

Training, evaluation and export speak of whole deals. A two-hand network sees each side of a deal as an
example of its own, and its answers for both sides are the answer for the deal.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, Floats
from overtrick.nets.artifact import Arrays
from overtrick.nets.four_hands import FourHandNet, Owners
from overtrick.nets.two_hands import Pairs, TwoHandNet

if TYPE_CHECKING:
    from overtrick.nets.frames_jax import JaxFrameNet

Answer = Callable[[NDArray[Any]], Floats]
"""What a network reads to probabilities. Shape: (example, declarer, strain, tricks)."""

Estimate = Callable[[Owners], Floats]
"""Owners (deal, suit, rank) to probabilities (deal, declarer, strain, tricks)."""


class TrickKind(ABC):
    """A kind of trick network."""

    name: str
    says: str
    """What its answers are."""
    only_random: bool
    """Whether it must not learn from deals that were chosen, as it answers for hands it does not see."""

    @abstractmethod
    def seen(self, owners: Owners) -> NDArray[Any]:
        """What the network reads of these deals, example after example."""

    @abstractmethod
    def by_example(self, by_seat: NDArray[Any]) -> NDArray[Any]:
        """Shape: (deal, seat, …) to (example, declarer, …)."""

    @abstractmethod
    def by_deal(self, by_declarer: NDArray[Any]) -> NDArray[Any]:
        """Shape: (example, declarer, …) to (deal, seat, …)."""

    @abstractmethod
    def plain(self, config: Mapping[str, Any], weights: Arrays) -> Answer:
        """The network in NumPy."""

    @abstractmethod
    def framed(self) -> "JaxFrameNet":
        """The network in JAX."""

    def estimate(self, answer: Answer) -> Estimate:
        """A network's answers for whole deals."""
        return lambda owners: self.by_deal(answer(self.seen(owners)))


class _FourHandKind(TrickKind):
    name = "four_hands"
    says = "Probabilities of 0 to 13 double-dummy tricks for every declarer and strain of a complete deal."
    only_random = False

    def seen(self, owners: Owners) -> Owners:
        return owners

    def by_example(self, by_seat: NDArray[Any]) -> NDArray[Any]:
        return by_seat

    def by_deal(self, by_declarer: NDArray[Any]) -> NDArray[Any]:
        return by_declarer

    def plain(self, config: Mapping[str, Any], weights: Arrays) -> Answer:
        return FourHandNet(config, weights).probabilities

    def framed(self) -> "JaxFrameNet":
        from overtrick.nets.frames_jax import FOUR_HANDS

        return FOUR_HANDS


class _TwoHandKind(TrickKind):
    name = "two_hands"
    says = (
        "Probabilities of 0 to 13 double-dummy tricks for either hand of a pair as declarer and every strain, "
        "over all layouts of the other 26 cards."
    )
    only_random = True

    _SIDES = np.array([0, 2, 1, 3])  # North-South, then East-West; also the way back

    def seen(self, owners: Owners) -> Pairs:
        return self.by_example(DealBatch.of_owners(owners.reshape(-1, 52)).holdings)

    def by_example(self, by_seat: NDArray[Any]) -> NDArray[Any]:
        return by_seat[:, self._SIDES].reshape(-1, 2, *by_seat.shape[2:])

    def by_deal(self, by_declarer: NDArray[Any]) -> NDArray[Any]:
        return by_declarer.reshape(-1, 4, *by_declarer.shape[2:])[:, self._SIDES]

    def plain(self, config: Mapping[str, Any], weights: Arrays) -> Answer:
        return TwoHandNet(config, weights).probabilities

    def framed(self) -> "JaxFrameNet":
        from overtrick.nets.frames_jax import TWO_HANDS

        return TWO_HANDS


FOUR_HANDS, TWO_HANDS = _FourHandKind(), _TwoHandKind()
KINDS: Mapping[str, TrickKind] = {kind.name: kind for kind in (FOUR_HANDS, TWO_HANDS)}
