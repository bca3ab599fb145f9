"""Which trials are worth making: where earlier ones say that a call may win, and with which hands."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from overtrick.doctor.hand_features import FeatureBound, Values, holds_all
from overtrick.doctor.places import LEVELS, Place, PlaceKey, places_of, winning_bounds

if TYPE_CHECKING:
    from overtrick.doctor.card_trials import Trials

FEWEST = 14
"""Trials from which on a place is judged."""
PROMISING, UNKNOWN, DOUBTFUL, LOSING = 1.0, 0.4, 0.1, 0.04
"""How often a call is tried: with hands that may win, where little is known, with other hands, and where none won."""


@dataclass(frozen=True)
class Interest:
    """By place, with which hands its call is worth a try."""

    places: dict[PlaceKey, tuple[FeatureBound, ...] | None] = field(default_factory=dict)
    """None where no hands won."""

    @classmethod
    def after(cls, trials: "Trials") -> "Interest":
        """What trials so far say."""
        places: dict[PlaceKey, tuple[FeatureBound, ...] | None] = {}
        for key, rows in places_of(trials, FEWEST):
            chosen = trials[rows]
            bounds = winning_bounds(chosen["features"], chosen["gain"] * chosen["weight"], FEWEST // 2)
            if bounds is not None:
                gains = chosen["gain"][holds_all(bounds, chosen["features"])]
                bounds = bounds if gains.mean() + gains.std() / len(gains) ** 0.5 > 0 else None
            places[key] = bounds
        return cls(places)

    def of(self, places: Sequence[Place], features: Values) -> NDArray[np.float64]:
        """How often options are tried: as the most special place says that is known. Shape: (option,)."""
        much = np.full(len(places), UNKNOWN)
        by_place: dict[Place, list[int]] = {}
        for number, place in enumerate(places) if self.places else ():
            by_place.setdefault(place, []).append(number)
        for place, numbers in by_place.items():
            key = next((key for key in map(place.key, LEVELS) if key in self.places), None)
            if key is not None:
                bounds = self.places[key]
                wins = False if bounds is None else holds_all(bounds, features[numbers])
                much[numbers] = np.where(wins, PROMISING, LOSING if bounds is None else DOUBTFUL)
        return much
