"""What trials say together: situations in which another call wins, and with which hands.

The network's opinion alone says where to look and with which hands; the trials, which have no part in that, say what
the call is worth there. A proposal must stand out by as much as leaves about `FALSE` chance finds among the places that
are put to the proof.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from overtrick.core import Hand
from overtrick.doctor.card_trials import Trials
from overtrick.doctor.hand_features import FEATURES, NOT_HELD, FeatureBound, Values, holds_all
from overtrick.doctor.places import RULE, PlaceKey, Rows, places_of, winning_bounds
from overtrick.hands.measures import HCP, LENGTH

FALSE = 2.0
"""Proposals that a card without faults would give by chance."""
FEWEST = 20
"""Trials from which on a place is looked at."""
SUSPECTS = 200
"""Places that are put to the proof: those where the network differs most from the card."""
SPREAD, DOUBT = 5.0, 25
"""Before trials have said it: the standard deviation of a gain in IMPs, and for how many trials that counts."""
PRECISE = 4
"""How many times as much a wider place must win to be told before one of its rules."""
SAMPLES = 4
RANGES = [place for place, feature in enumerate(FEATURES) if feature.measure in (HCP, LENGTH) and feature.suit != "T"]
"""Features whose range a proposal states where no rule's condition can be stated."""
COMMON = 0.8
"""The share of trials whose rule asks for the same, from which on a new rule asks for that too."""


@dataclass(frozen=True)
class Gain:
    """IMPs with their standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, values: NDArray[np.float32], weights: NDArray[np.float32]) -> "Gain":
        """The weighted mean. A few trials that all say the same are not believed to the letter."""
        shares = weights.astype(np.float64) / weights.sum()
        mean, squares = float(shares @ values), float(shares @ shares)
        trials = 1 / squares  # that would say as much if all weighed the same
        seen = float(shares**2 @ (values - mean) ** 2)
        return cls(mean, ((trials * seen + DOUBT * SPREAD**2 * squares) / (trials + DOUBT)) ** 0.5)

    def times(self, often: float) -> "Gain":
        return Gain(self.mean * often, self.error * often)

    @property
    def sure(self) -> float:
        """What is won if it is a standard error less; proposals are ranked by it."""
        return self.mean - self.error

    @property
    def errors_above_zero(self) -> float:
        return self.mean / self.error if self.error else 0.0


class SampleHand(NamedTuple):
    """A hand on which the other call was tried."""

    board: int
    hand: Hand
    gain: float


@dataclass(frozen=True)
class Proposal:
    """Another call in a situation, with some hands; what trials won had no part in finding it."""

    patterns: tuple[str, ...]
    """Auctions in which it comes up, the most frequent first."""
    rule: str
    """What makes the call now."""
    before: tuple[str, ...]
    after: tuple[str, ...]
    """The ids of rules before or after which a new one belongs."""
    said: str
    """How the call tried is understood: its forcing and tags."""
    asked: str
    """What the rule that makes the call now asks of a hand; empty where it is not the same in all auctions."""
    kind: str
    """The kind of turn, where many auctions are taken together."""
    usual: str
    tried: str
    bounds: tuple[FeatureBound, ...]
    times: float
    """How often it comes up, a board."""
    trials: int
    each: Gain
    """IMPs each time."""
    samples: tuple[SampleHand, ...]
    exact: Gain | None = None
    """IMPs each time with exact tricks, where some of the trials have been solved."""

    @property
    def a_board(self) -> Gain:
        return self.each.times(self.times)

    @property
    def hands(self) -> tuple[FeatureBound, ...]:
        """The bounds on the hand."""
        return tuple(bound for bound in self.bounds if not bound.of_auction)


class ProvedProposal(NamedTuple):
    """A proposal with the trials that prove it."""

    proposal: Proposal
    rows: Rows
    key: PlaceKey

    def of(self, trials: Trials, rows: Rows, boards: float) -> "ProvedProposal":
        """The same for some of the trials only."""
        if len(rows) == len(self.rows):
            return self
        return ProvedProposal(_proposal(trials[rows], self.key, self.proposal.bounds, boards), rows, self.key)


@dataclass(frozen=True)
class Diagnosis:
    """All proposals, the most valuable first, and how they were found."""

    findings: tuple[ProvedProposal, ...]
    places: int
    """Places that were put to the proof."""
    errors: float
    """Standard errors by which a proposal had to stand out."""
    boards: int
    trials: int

    @property
    def proposals(self) -> list[Proposal]:
        return [finding.proposal for finding in self.findings]

    @property
    def false(self) -> float:
        """Proposals that a card without faults would give."""
        return self.places * (1 - NormalDist().cdf(self.errors))


class Suspect(NamedTuple):
    """A place where the network would rather make another call, with some hands."""

    key: PlaceKey
    bounds: tuple[FeatureBound, ...]
    rows: Rows
    """The trials there with such hands."""


def suspects(trials: Trials) -> list[Suspect]:
    """Where another call may win, by the network's opinion of the hands alone: what the trials won is not looked at."""
    found = []
    rather = (trials["chances"][:, 1] - trials["chances"][:, 0]) * trials["weight"]
    for key, rows in places_of(trials, FEWEST):
        bounds = winning_bounds(trials["features"][rows], rather[rows], FEWEST)
        if bounds is not None:
            held = rows[holds_all(bounds, trials["features"][rows])]
            found.append((float(rather[held].sum()) / len(held) ** 0.5, Suspect(key, bounds, held)))
    found.sort(key=lambda each: -each[0])
    return [suspect for _, suspect in found[:SUSPECTS]]


def diagnose(trials: Trials, boards: int) -> Diagnosis:
    """The proposals that trials on so many boards give."""
    return put_to_proof(suspects(trials), trials, boards)


def put_to_proof(suspected: Iterable[Suspect], trials: Trials, boards: int) -> Diagnosis:
    """The proposals that stand out among the suspected places.

    A rule that makes up much of a wider place is told by itself, and the wider place by what that leaves: a call that
    is good instead of several rules would else be one proposal, which says of none of them that it is wrong.
    """
    found = [
        ProvedProposal(_proposal(trials[suspect.rows], suspect.key, suspect.bounds, boards), suspect.rows, suspect.key)
        for suspect in suspected
    ]
    errors = NormalDist().inv_cdf(1 - min(FALSE / max(len(found), 1), 0.5))
    proved = [each for each in found if each.proposal.each.errors_above_zero > errors]
    proved.sort(key=lambda each: -each.proposal.a_board.sure * (PRECISE if each.key[0] == RULE else 1))
    findings = sorted(_different(trials, proved, boards, errors), key=lambda each: -each.proposal.a_board.sure)
    return Diagnosis(tuple(findings), len(found), errors, boards, len(trials))


def _proposal(chosen: Trials, key: PlaceKey, bounds: tuple[FeatureBound, ...], boards: float) -> Proposal:
    patterns, places = np.unique(chosen["pattern"], return_inverse=True)
    often = np.bincount(places.ravel(), chosen["weight"])
    best = np.argsort(-chosen["gain"], kind="stable")
    if _common(chosen["asked"]) in ("", "any"):
        bounds = _with_ranges(bounds, chosen["features"])
    typical = best[: max(SAMPLES, len(best) // 2) : max(1, len(best) // 2 // SAMPLES)][:SAMPLES]
    return Proposal(
        patterns=tuple(patterns[place].decode() for place in np.argsort(-often, kind="stable")),
        rule=_most_frequent(chosen["rule"])[0],
        before=_most_frequent(chosen["before"]),
        after=_most_frequent(chosen["after"]),
        said=(_most_frequent(chosen["said"]) or ("",))[0],
        asked=_common(chosen["asked"]),
        kind=key[1] if key[0].startswith("kind") else "",
        usual=key[2],
        tried=key[3],
        bounds=bounds,
        times=float(chosen["weight"].sum()) / boards,
        trials=len(chosen),
        each=Gain.of(chosen["gain"], chosen["weight"]),
        samples=tuple(
            SampleHand(int(row["board"]), Hand(int(row["hand"])), float(row["gain"])) for row in chosen[typical]
        ),
    )


def _most_frequent(words: NDArray[np.bytes_]) -> tuple[str, ...]:
    """The words that come up, without empty ones, the most frequent first."""
    known, counts = np.unique(words, return_counts=True)
    return tuple(known[place].decode() for place in np.argsort(-counts, kind="stable") if known[place])


def _common(words: NDArray[np.bytes_]) -> str:
    """The words of nearly all; empty where they differ."""
    known, counts = np.unique(words, return_counts=True)
    return known[counts.argmax()].decode() if counts.max() > COMMON * len(words) else ""


def _with_ranges(bounds: tuple[FeatureBound, ...], features: Values) -> tuple[FeatureBound, ...]:
    """The bounds with the points and lengths that came up within them, as a rule states them."""
    by_feature = {bound.feature: bound for bound in bounds}
    for place in RANGES:
        values = features[:, place]
        if (values > NOT_HELD).all():
            seen = FeatureBound(place, int(values.min()), int(values.max()))
            by_feature[place] = by_feature.get(place, seen).joined(seen)
    return tuple(by_feature[place] for place in sorted(by_feature))


def _different(
    trials: Trials, proved: Iterable[ProvedProposal], boards: float, errors: float
) -> Iterator[ProvedProposal]:
    """Each proposal once: in the order given, the others must hold on the turns that those before them leave."""
    turns = _turns(trials)
    covered = np.zeros(len(trials), np.bool_)  # by turn
    for finding in proved:
        left = ~covered[turns[finding.rows]]
        kept = finding.of(trials, finding.rows[left], boards) if left.sum() >= FEWEST else None
        if kept is not None and kept.proposal.each.errors_above_zero > errors:
            covered[turns[kept.rows]] = True
            yield kept


def _turns(trials: Trials) -> Rows:
    """The turns of trials, numbered: several calls may have been tried at one. Shape: (trial,)."""
    patterns, code = np.unique(trials["pattern"], return_inverse=True)
    places = trials["board"].astype(np.int64) * 4 + trials["seat"]
    _, turns = np.unique(places * len(patterns) + code.ravel(), return_inverse=True)
    return turns.ravel()
