"""A word for the call that was made, and who says so: the card, the network or the simulation."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from overtrick.advice.advice import Advice
from overtrick.advice.simulation import Estimate
from overtrick.core import PASS, Call, Scoring
from overtrick.players.candidates import LIKELY

GRADES = ("best", "too close to call", "good", "fair", "mistake", "blunder")
"""From the best down."""

_MOST_LOST: dict[Scoring, tuple[float, float, float]] = {
    "imps": (0.3, 1.0, 3.0),
    "matchpoints": (0.03, 0.1, 0.25),
    "points": (10.0, 40.0, 120.0),
}
"""What a good call, a fair one and a mistake lose at most; a blunder loses more."""
SURELY = 1.5
"""How many times as far as its interval an estimate may be off before more layouts are needless."""


class Grade(NamedTuple):
    """A word for a call, and who gave it."""

    word: str
    judge: Literal["card", "network", "simulation"]


def grade(advice: Advice) -> Grade | None:
    """The grade of the call that was made, once there is a simulation.

    The card's own call is at least fair. To pass a forcing bid is at most fair, and so is a call that the hand does not
    have and that the network hardly makes, whatever they win.
    """
    if advice.made is None or advice.simulation is None:
        return None
    made, word = advice.candidate(advice.made), _word(advice, advice.made)
    if made.reason.is_system:
        is_low = GRADES.index(word) > GRADES.index("fair")
        by_card = is_low or made.call == advice.call
        return Grade("fair" if is_low else word, "card" if by_card else "simulation")
    is_high = GRADES.index(word) < GRADES.index("fair")
    if is_high and made.call == PASS and not advice.view.node.may_pass:
        return Grade("fair", "card")
    if is_high and made.option.strays and made.option.probability < LIKELY:
        return Grade("fair", "network")
    return Grade(word, "simulation")


def _word(advice: Advice, made: Call) -> str:
    """What the simulation says of a call against the one advised."""
    if made == advice.call:
        return "best"
    return graded(advice.gain(made, advice.call), advice.settings.scoring)


def is_faultless(gains: Iterable[Estimate], scoring: Scoring) -> bool:
    """Whether a call or a card is good at least, three standard errors on: what it wins against each of the others."""
    most = _MOST_LOST[scoring][0]
    return all(gain.mean - SURELY * (gain.mean - gain.low) >= -most for gain in gains)


def graded(gain: Estimate, scoring: Scoring) -> str:
    """The grade of a call or a card that is not the one advised, by what it wins against that."""
    if gain.low > 0:
        return "good"
    if gain.high >= 0:
        return "too close to call"
    limits = zip(_MOST_LOST[scoring], GRADES[2:], strict=False)
    return next((word for most, word in limits if -gain.mean <= most), GRADES[-1])
