"""The turn in numbers: what partner and I can hold together, and what every strain costs."""

from functools import cache
from math import ceil
from typing import NamedTuple

from overtrick.core import CALLS, DOUBLE, PASS, Call, Strain, Suit
from overtrick.hands.measures import SUPPORT_POINTS, TOTAL_POINTS, Measure
from overtrick.systems.engine.forcing import GAME_LEVEL
from overtrick.systems.engine.known import together
from overtrick.systems.engine.turn import Turn
from overtrick.systems.natural.thresholds import (
    EIGHT_ON_AVERAGE,
    LONG_ON_AVERAGE,
    THEIR_LENGTH_POINTS,
)

MAJORS = (Suit.SPADES, Suit.HEARTS)
MINORS = (Suit.DIAMONDS, Suit.CLUBS)
DOWNWARDS = (*MAJORS, *MINORS)
NONE_LEFT = 8
"""The level of a strain that can be bid no more."""


@cache
def levels_above(last: int) -> tuple[int, ...]:
    """The cheapest level of each strain over the bid of that index, 2 for none."""
    level, strain = divmod(last - 3, 5)
    return tuple(level + 1 + (each <= strain) for each in range(5)) if last >= 3 else (1,) * 5


class Fit(NamedTuple):
    """A suit that we may play in together."""

    suit: Suit
    length: int
    """Cards of mine that make it eight."""
    partners: int
    """Cards partner may be counted on for."""
    measure: Measure
    """What my hand is worth: shortness counts where partner has the long trumps."""
    own: bool = False
    """My suit rather than partner's."""


class NaturalView:
    """A turn with the numbers the lines need."""

    __slots__ = (
        *("bidder", "fits", "high", "last", "level", "levels", "low", "mean", "ours", "strain", "sure", "turn"),
        "weight",
    )

    def __init__(self, turn: Turn) -> None:
        self.turn = turn
        self.low, self.mean, self.high = turn.partner.points
        spread = self.mean - self.low
        self.sure = self.low + min(spread, 1 + spread / 4)
        """What partner may be taken to have when it cannot be asked for any more."""
        if turn.partner_forcing == "invite":
            self.sure = self.mean + 0.5
        last = turn.last_bid
        self.last = last.index if last is not None else 2
        self.levels = levels_above(self.last)
        self.level, self.strain = (last.level, last.strain) if last is not None else (0, Strain.CLUBS)
        self.bidder = turn.last_bidder
        self.fits = self._fits()
        self.ours, self.weight = together(turn)

    def _fits(self) -> list[Fit]:
        """Suits partner has length in, the majors first, among equals the one that is agreed or that partner bid."""
        partner, mine = self.turn.partner, self.turn.me
        fits = []
        for suit in DOWNWARDS:
            least, mean = partner.least[suit], partner.mean[suit]
            shown = suit in partner.suits
            if suit in self.turn.their_suits and not shown and suit is not self.turn.agreed:
                continue
            if not (
                shown or least >= 3 or mean >= LONG_ON_AVERAGE or suit is self.turn.agreed or mine.least[suit] >= 5
            ):
                continue
            length = max(min(8 - least, ceil(EIGHT_ON_AVERAGE - mean)), 2 if shown else 3, 0)
            own = mine.least[suit] >= 4 and mine.least[suit] > least
            measure: Measure = TOTAL_POINTS if own or least < 3 else SUPPORT_POINTS
            fits.append(Fit(suit, length, max(least, int(mean + 0.25)), measure, own))
        return fits

    def _mine(self, need: float, partners: float) -> int:
        """The points of mine that together with partner's come to what is needed."""
        return max(ceil((need - (1 - self.weight) * self.ours) / self.weight - partners), 0)

    def can(self, call: Call) -> bool:
        """Whether the call is legal."""
        return bool(self.turn.legal >> call.index & 1)

    def cheapest(self, strain: int) -> Call | None:
        """The cheapest bid of a strain."""
        level = self.levels[strain]
        return CALLS[5 * level + strain - 2] if level < NONE_LEFT else None

    def at(self, level: int, strain: int) -> Call | None:
        """The bid, if it is still above the last one."""
        return CALLS[5 * level + strain - 2] if self.levels[strain] <= level <= 7 else None

    def outright(self, need: float) -> int:
        """The points of mine with which to bid what needs this many, without asking."""
        return self._mine(need, self.sure)

    def hopeful(self, need: float) -> int:
        """The points of mine with which partner's best hands are enough."""
        return self._mine(need, self.high)

    def inviting(self, need: float) -> int:
        """The points of mine with which partner's good hands, not only the very best, are enough."""
        return max(self._mine(need, self.high), self._mine(need - 2.5, self.mean))

    def likely(self, need: float) -> int:
        """The points of mine with which we have this many together on average."""
        return self._mine(need, self.mean)

    def as_shown(self, need: float) -> int:
        """The same by what partner has shown alone: to double them is not to believe their calls."""
        return max(ceil(need - self.mean), 0)

    @property
    def ours_last(self) -> bool:
        """Whether the last bid is ours."""
        return self.bidder in ("me", "partner")

    @property
    def in_game(self) -> bool:
        """Whether the last bid is ours and a game."""
        return self.ours_last and self.level >= GAME_LEVEL[self.strain]

    @property
    def forced_to_game(self) -> bool:
        return (self.turn.game_forced or self.turn.partner_forcing == "game") and not self.in_game

    @property
    def i_am_captain(self) -> bool:
        """Whether partner has told more about strength than I have."""
        mine, partners = self.turn.me.points, self.turn.partner.points
        return mine[2] - mine[0] > partners[2] - partners[0]

    @property
    def partner_doubled(self) -> bool:
        """Whether the double that stands on their bid is partner's."""
        calls = self.turn.partner.calls
        return not self.ours_last and self.turn.doubled > 1 and bool(calls) and calls[-1] is DOUBLE

    @property
    def partner_passed(self) -> bool:
        """Whether partner's last call was a pass, or there was none."""
        calls = self.turn.partner.calls
        return not calls or calls[-1] is PASS

    @property
    def theirs(self) -> float:
        """The high-card points they have on average, by what they have shown."""
        return self.turn.lho.points[1] + self.turn.rho.points[1] - THEIR_LENGTH_POINTS
