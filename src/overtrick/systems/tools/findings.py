"""What an audit finds: shares, problems, contracts, and the rules behind them; results of parts can be added up."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Contract, Suit
from overtrick.hands.cells import Shown
from overtrick.systems.engine.forcing import is_game

HARD, HCP, LENGTHS = "impossible", "hcp", "lengths"
"""Ways for a hand to lie outside what its call shows: where no hand could be, or outside the stated ranges."""

WORDS, FORCING = "words", "forcing words"
"""Ways for the text of a call to be false: a number in it against the ranges or the hand; how far it forces."""

CONTRACTS = ("passed out", "part score", "game", "small slam", "grand slam")
WANTED = 0.99
"""The share of calls whose hand should lie within the stated ranges."""
LONG = 40
"""Calls that no auction should exceed."""

_FAULTS = (HARD, WORDS, FORCING, "illegal", "broken", "forcing bids passed", "long auctions")
EXAMPLES = 3
PROBLEMS = 20
LEAST = 200
"""How often an auction must come up before its ranges are called loose."""
_TAIL = 0.005
_SLACK = (2, 1, 1, 1, 1)  # points, then cards of each suit, that a stated range may go beyond what comes up
_PLACES = np.array([0, 38, 52, 66, 80, 94])  # of the histograms of points and lengths

Histograms = NDArray[np.int64]
"""How often each number of points came up, then each length in clubs, diamonds, hearts, spades. Shape: (94,)."""


@dataclass(frozen=True, slots=True)
class Example:
    """A hand and the call it made, to look at."""

    kind: str
    board: int
    hand: str
    auction: str
    """The calls before."""
    call: str
    shown: str
    rule: str
    deal: str = ""


@dataclass(frozen=True, slots=True)
class Loose:
    """A stated range that goes well beyond the hands that come up."""

    auction: str
    axis: str
    stated: tuple[int, int]
    seen: tuple[int, int]
    """All but 0.5 % at either end."""
    times: int
    rules: str


@dataclass
class Audit:
    """The findings over some deals."""

    card: str
    against: str
    counts: Counter[str] = field(default_factory=Counter)
    longest: int = 0
    contracts: Counter[str] = field(default_factory=Counter)
    openings: Counter[str] = field(default_factory=Counter)
    widths: Counter[str] = field(default_factory=Counter)
    """By opening call, the sum of the widths of its stated points."""
    rounds: Counter[tuple[int, str]] = field(default_factory=Counter)
    """By round of calls: `calls`, `natural calls`, and without passes `acts`, `natural acts`."""
    made: Counter[str] = field(default_factory=Counter)
    """By rule, how often it made a call."""
    missed: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By rule and kind, how often the hand lay outside."""
    examples: dict[tuple[str, str], list[Example]] = field(default_factory=dict)
    problems: list[Example] = field(default_factory=list)
    spreads: dict[tuple[str, Shown, str], Histograms] = field(default_factory=dict)
    """By auction with its last call, what that shows, and the rules behind it."""

    def add(self, other: "Audit") -> None:
        """Put the findings over other deals to these."""
        for name in ("counts", "contracts", "openings", "widths", "rounds", "made", "missed"):
            getattr(self, name).update(getattr(other, name))
        self.longest = max(self.longest, other.longest)
        for key, some in other.examples.items():
            self.examples[key] = [*self.examples.get(key, ()), *some][:EXAMPLES]
        self.problems = [*self.problems, *other.problems][:PROBLEMS]
        for spread, counts in other.spreads.items():
            before = self.spreads.get(spread)
            self.spreads[spread] = counts if before is None else before + counts

    def miss(self, kind: str, rule: str, times: int) -> None:
        self.counts[kind] += times
        self.missed[rule, kind] += times

    def problem(self, example: Example) -> None:
        """Keep a problem to look at, while there are not too many."""
        if len(self.problems) < PROBLEMS:
            self.problems.append(example)

    # Figures

    def share_within(self, kind: str) -> float:
        """The share of the calls whose hand lies within what they show."""
        return 1 - self.counts[kind] / self.counts["calls"] if self.counts["calls"] else 1.0

    @property
    def opening_width(self) -> float:
        """The mean of high less low of the points that opening bids state."""
        return sum(self.widths.values()) / self.openings.total() if self.openings else 0.0

    @property
    def faults(self) -> int:
        """What must not be: impossible hands, false texts, illegal calls, forcing bids passed, long auctions."""
        return sum(self.counts[name] for name in _FAULTS)

    @property
    def is_clean(self) -> bool:
        return not self.faults and min(self.share_within(HCP), self.share_within(LENGTHS)) >= WANTED

    def by_round(self) -> Iterator[tuple[int, dict[str, int]]]:
        for number in range(1, max((number for number, _ in self.rounds), default=0) + 1):
            yield (
                number,
                {name: self.rounds[number, name] for name in ("calls", "natural calls", "acts", "natural acts")},
            )

    def worst_rules(self) -> list[tuple[str, dict[str, int]]]:
        """The rules whose hands lie outside most often, with how often and how often they were used."""
        totals = Counter[str]()
        for (rule, _), times in self.missed.items():
            totals[rule] += times
        kinds = (HARD, HCP, LENGTHS, WORDS, FORCING)
        return [
            (rule, {"made": self.made[rule]} | {kind: self.missed[rule, kind] for kind in kinds})
            for rule, _ in totals.most_common()
        ]

    def loose(self) -> list[Loose]:
        """Stated ranges wider than what comes up, the widest first."""
        loose = []
        for (auction, stated, rules), counts in self.spreads.items():
            times = int(counts[: _PLACES[1]].sum())
            if times >= LEAST:
                for axis, ends, seen in _too_wide(stated, counts):
                    loose.append(Loose(auction, axis, ends, seen, times, rules))
        return sorted(loose, key=lambda rule: (_slack(rule.stated, rule.seen), rule.times), reverse=True)

    def as_dict(self) -> dict[str, Any]:
        """Everything but the raw counts, for JSON."""
        deals = max(1, self.counts["deals"])
        return {
            "card": self.card,
            "against": self.against,
            **{name: self.counts[name] for name in ("deals", "calls", HARD, "illegal", "broken")},
            "false_words": self.counts[WORDS],
            "false_forcing_words": self.counts[FORCING],
            "forcing_bids_passed": self.counts["forcing bids passed"],
            "long_auctions": self.counts["long auctions"],
            "longest": self.longest,
            "within_hcp": self.share_within(HCP),
            "within_lengths": self.share_within(LENGTHS),
            "opening_width": self.opening_width,
            "openings": {
                call: {"times": times, "width": self.widths[call] / times}
                for call, times in self.openings.most_common()
            },
            "contracts": {name: self.contracts[name] / deals for name in (*CONTRACTS, "doubled")},
            "calls_per_deal": self.counts["all calls"] / deals,
            "rounds": [{"round": number, **counts} for number, counts in self.by_round()],
            "rules": [
                {"rule": rule, **counts, "examples": [asdict(example) for example in self.examples_of(rule)]}
                for rule, counts in self.worst_rules()
            ],
            "loose": [asdict(example) for example in self.loose()],
            "problems": [asdict(example) for example in self.problems],
        }

    def examples_of(self, rule: str) -> list[Example]:
        return [example for (name, _), some in self.examples.items() if name == rule for example in some]


def kind_of(contract: Contract | None) -> str:
    """One of CONTRACTS.

    >>> kind_of(Contract.parse("3NS")), kind_of(Contract.parse("4CXS")), kind_of(None)
    ('game', 'part score', 'passed out')
    """
    if contract is None:
        return "passed out"
    if contract.level >= 6:
        return CONTRACTS[contract.level - 3]
    return "game" if is_game(contract.bid.index) else "part score"


def spread(hcp: NDArray[Any], lengths: NDArray[Any]) -> Histograms:
    """How often each number of points and each length comes up among some hands. Shapes: (hand,), (hand, suit)."""
    axes = [hcp, *np.asarray(lengths).T]
    places = np.concatenate([np.asarray(axis, np.int64) + start for axis, start in zip(axes, _PLACES, strict=False)])
    return np.bincount(places, minlength=int(_PLACES[-1])).astype(np.int64)


def _too_wide(stated: Shown, counts: Histograms) -> Iterator[tuple[str, tuple[int, int], tuple[int, int]]]:
    names = ("hcp", *(str(suit) for suit in Suit))
    for index, ends in enumerate((stated.hcp, *stated.lengths)):
        seen = _usual(counts[_PLACES[index] : _PLACES[index + 1]])
        if _slack(ends, seen) > _SLACK[index]:
            yield names[index], ends, seen


def _usual(counts: Histograms) -> tuple[int, int]:
    """The 0.5 and 99.5 percentiles."""
    sums = np.cumsum(counts) / counts.sum()
    return int((sums > _TAIL).argmax()), int((sums >= 1 - _TAIL).argmax())


def _slack(stated: tuple[int, int], seen: tuple[int, int]) -> int:
    return max(seen[0] - stated[0], stated[1] - seen[1])
