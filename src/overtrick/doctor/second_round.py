"""The second round of trials: on other boards, and only where the first round found that another call may win.

Here every turn counts: each of a suspected place with its hands is tried, so that rare places get enough trials.
"""

from collections.abc import Iterator

import numpy as np

from overtrick.arrays import Floats
from overtrick.core import CALLS
from overtrick.doctor.alternatives import HIGHEST
from overtrick.doctor.card_trials import (
    TrialOption,
    Trials,
    name_of_rule,
    option_features,
    pattern_of,
    place_of,
    trials_of,
    turns_of_card,
)
from overtrick.doctor.hand_features import holds_all
from overtrick.doctor.places import PlaceKey, Suspects, keys_of
from overtrick.doctor.rollouts import TrialRollout
from overtrick.doctor.turn_kinds import kind_of_turn
from overtrick.hands.hand_batch import Judge
from overtrick.systems.engine.boards import BoardBatch
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node

MOST = 0.01
"""Trials of a suspected place a board; where it comes up more often, some of its turns are drawn."""


def try_again(rollout: TrialRollout, boards: BoardBatch, suspects: Suspects, rng: np.random.Generator) -> Trials:
    """Trials of the suspected places on some boards."""
    with uncollected():
        judge = Judge(boards.hands)
        ends = rollout.ends(boards, judge)
        options: list[TrialOption] = []
        places: dict[PlaceKey, list[int]] = {}
        for node, line, deals in turns_of_card(boards, ends, judge, rollout):
            for option, keys in _suspected(node, line, deals, suspects):
                for key in keys:
                    places.setdefault(key, []).append(len(options))
                options.append(option)
        chances = _chances(boards, options, places, suspects)
        taken = np.flatnonzero(rng.random(len(options)) < chances)
        return trials_of(rollout, boards, judge, ends, [options[place] for place in taken.tolist()], chances[taken])


def _suspected(
    node: Node, line: Line, deals: list[int], suspects: Suspects
) -> Iterator[tuple[TrialOption, list[PlaceKey]]]:
    """The calls to try at a point of the auction, with the suspected places that each belongs to."""
    names = {pattern_of(node).text, name_of_rule(line) if line.source else kind_of_turn(node)}
    if not any(key[1] in names for key in suspects):
        return
    for call in CALLS:
        if call is line.call or not node.legal >> call.index & 1 or (call.is_bid and call.level > HIGHEST):
            continue
        keys = [key for key in keys_of(place_of(node, line, call)) if key in suspects]
        if keys:
            for deal in deals:
                yield TrialOption(deal, node, line, call, 1.0, 1.0), keys


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
