"""The second round of trials: on other boards, and only where the first round found that another call may win.

The calls thought of are those of the first round. There some of them are drawn, here all of a suspected place with its
hands are tried, so that rare places get enough trials.
"""

import numpy as np

from overtrick.arrays import Floats
from overtrick.doctor.card_trials import TrialOption, Trials, option_features, options_of, place_of, trials_of
from overtrick.doctor.hand_features import holds_all
from overtrick.doctor.places import PlaceKey, Suspects, keys_of
from overtrick.doctor.rollouts import TrialRollout
from overtrick.hands.hand_batch import Judge
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.memo import uncollected

MOST = 0.05
"""Trials of a suspected place a board; where it comes up more often, some of its turns are drawn."""


def try_again(rollout: TrialRollout, boards: BoardBatch, suspects: Suspects, rng: np.random.Generator) -> Trials:
    """Trials of the suspected places on some boards."""
    with uncollected():
        judge = Judge(boards.hands)
        ends = rollout.ends(boards, judge)
        options: list[TrialOption] = []
        places: dict[PlaceKey, list[int]] = {}
        for option in options_of(boards, ends, judge, rollout, rng):
            keys = [key for key in keys_of(place_of(option.node, option.line, option.tried)) if key in suspects]
            for key in keys:
                places.setdefault(key, []).append(len(options))
            options += [option] * bool(keys)
        chances = _chances(boards, options, places, suspects)
        taken = np.flatnonzero(rng.random(len(options)) < chances)
        drawn = [options[place] for place in taken.tolist()]
        seen = np.array([option.seen for option in drawn], np.float32)
        return trials_of(rollout, boards, judge, ends, drawn, chances[taken] * seen)


def _chances(
    boards: BoardBatch, options: list[TrialOption], places: dict[PlaceKey, list[int]], suspects: Suspects
) -> Floats:
    """The chance of each option to be tried: 1 with the hands of its place, less where there are too many."""
    chances = np.zeros(len(options), np.float32)
    features = option_features(boards, options)
    for key, rows in places.items():
        held = np.array(rows, np.intp)
        held = held[holds_all(suspects[key], features[held])]
        chances[held] = np.maximum(chances[held], min(1.0, MOST * len(boards) / max(len(held), 1)))
    return chances
