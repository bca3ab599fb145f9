"""Which shipped card a pair seems to play, where nobody has said it: the one that makes most of their calls."""

from collections.abc import Sequence
from math import exp, log

from overtrick.core import Record, Side
from overtrick.systems.table import Table
from overtrick.systems.tools.infer import (
    PRIOR,
    PairBoard,
    PairNames,
    boards_of_pairs,
    marks_of,
    pair_at,
    weight_of_a_call,
)

CARDS = ("sayc", "2/1", "acol")
"""Those compared; the first is what a pair is taken to play that makes too few calls to tell."""
FEWEST = 15
"""Calls from which on a pair is looked at."""
SURE = 0.9
"""The chance from which on a pair is taken to play another card than the first."""


class SessionSystems(dict[PairNames, str]):
    """By pair, the card that it seems to play."""

    @classmethod
    def of(cls, records: Sequence[Record]) -> "SessionSystems":
        return cls({names: _nearest(boards) for names, boards in boards_of_pairs(records).items()})

    def at(self, record: Record) -> tuple[str, str]:
        """The cards of North-South and East-West on a board."""
        ns, ew = (self.get(pair_at(record, side), CARDS[0]) for side in Side)
        return ns, ew


def _nearest(boards: Sequence[PairBoard]) -> str:
    calls = sum(len(board.turns) for board in boards)
    compared = CARDS if calls >= FEWEST else CARDS[:1]
    made = {card: sum(sum(marks_of(Table.of(card), board)) for board in boards) for card in compared}
    weight = weight_of_a_call(max(made.values()) / max(1, calls))
    scores = {card: weight * count + log(PRIOR) * (card == CARDS[0]) for card, count in made.items()}
    best = max(compared, key=lambda card: scores[card])
    sure = 1 / sum(exp(score - scores[best]) for score in scores.values())
    return best if sure >= SURE else CARDS[0]
