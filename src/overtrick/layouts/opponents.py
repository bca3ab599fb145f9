"""Random lies of the cards that two hands do not see, and what every player takes in each."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from overtrick.arrays import Floats, random_deals
from overtrick.core import Deal, Hand, InvalidDeal, Side
from overtrick.tricks.distributions import expected_tricks
from overtrick.tricks.estimators import four_hands

LIES = 400


@dataclass(frozen=True, eq=False)
class Lies:
    """The same two hands, North's and South's, with other cards in the hands of East and West each time."""

    tricks: Floats
    """Probabilities of 0 to 13 tricks. Shape: (lie, declarer, strain, tricks)."""

    @classmethod
    def of_hands(cls, north: Hand, south: Hand, *, seed: int = 0, count: int = LIES) -> "Lies":
        """Estimated tricks over lies that are all equally likely, whatever East and West have bid."""
        for hand in (north, south):
            if not hand.is_complete:
                raise InvalidDeal(f"expected a hand of 13 cards, got {len(hand)}: {hand}")
        known = Deal((north, Hand(), south, Hand()))
        return cls(four_hands().probabilities(random_deals(count, np.random.default_rng(seed), known)))

    @cached_property
    def luck(self) -> Floats:
        """The share of the lies in which that hand takes less in that strain. Shape: (lie, North or South, strain)."""
        expected = expected_tricks(self.tricks[:, list(Side.NORTH_SOUTH.seats)])
        ranks = expected.argsort(axis=0, kind="stable").argsort(axis=0)
        luck: Floats = ((ranks + 0.5) / len(ranks)).astype(np.float32)
        return luck

    @cached_property
    def ours(self) -> Floats:
        """Probabilities of 0 to 13 tricks over all the lies. Shape: (North or South, strain, tricks)."""
        mean: Floats = self.tricks[:, list(Side.NORTH_SOUTH.seats)].mean(axis=0)
        return mean

    @cached_property
    def theirs(self) -> Floats:
        """The same of the other side. Shape: (East or West, strain, tricks)."""
        mean: Floats = self.tricks[:, list(Side.EAST_WEST.seats)].mean(axis=0)
        return mean
