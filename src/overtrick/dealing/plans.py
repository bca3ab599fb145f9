"""How to look for deals: which hands to draw from their sets, which to deal at random, what to test when.

Every plan proposes deals uniformly from a known number of possibilities that include all good deals, so
those that pass its tests are uniform among the good deals. Smart predeal takes the plan with the fewest
possibilities:

- plain: any deal;
- a hand from its set, the other three at random from the cards left;
- several hands, each from its set, given up when two of them want the same card;
- the 26 cards of two hands from their set, split at random.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

from overtrick.core import Deal, Seat
from overtrick.dealing.conditions import Condition
from overtrick.dealing.hand_sets import HandSet
from overtrick.dealing.places import Place, places
from overtrick.dealing.tree import Measure, Tricks, nodes, seats_of

COSTS = {"cccc": 4, "quality": 2}


@dataclass(frozen=True, eq=False, slots=True)
class Stage:
    """Cards for one seat, or for two: from a set, or at random from what is left; then the tests this allows.

    A plan of one stage deals all four hands at once.
    """

    seats: tuple[Seat, ...]
    hands: HandSet | None
    tests: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Plan:
    """Stages that end with a deal; `searched` is the share of all deals among which it looks."""

    stages: tuple[Stage, ...]
    searched: float
    impossible: Place | None = None


def plan(condition: Condition, known: Deal, passes: Sequence[float], *, smart: bool = True) -> Plan:
    """The plan with the fewest possibilities; `passes` says about how often each conjunct holds."""
    found = places(condition, known) if smart else []
    empty = next((place for place in found if place.hands.count == 0), None)
    need = {seat: 13 - len(known[seat]) for seat in Seat}
    candidates: list[list[Place]] = [[], _drawn([place for place in found if len(place.seats) == 1], need)]
    candidates += [[place] for place in found if len(place.seats) == 2]
    sizes = [_possibilities(drawn, need) for drawn in candidates]
    best = sizes.index(min(sizes))
    stages = _stages(candidates[best], condition, passes)
    if not smart or (not candidates[best] and not any(stage.tests for stage in stages[:-1])):
        stages = (Stage(tuple(Seat), None, tuple(test for stage in stages for test in stage.tests)),)
    return Plan(stages, sizes[best] / _possibilities([], need), empty)


def _drawn(singles: list[Place], need: dict[Seat, int]) -> list[Place]:
    """The hands worth drawing from their sets: those with fewer hands than the cards left would give."""
    chosen: list[Place] = []
    left = sum(need.values())
    for place in sorted(singles, key=lambda place: place.hands.count):
        size = need[place.seats[0]]
        if len(chosen) < 3 and place.hands.count < comb(left, size):
            chosen.append(place)
            left -= size
    return chosen


def _possibilities(drawn: list[Place], need: dict[Seat, int]) -> int:
    """How many deals a plan may propose, each as often as any other."""
    count = prod(place.hands.count for place in drawn)
    left = sum(need.values())
    for place in drawn:
        sizes = [need[seat] for seat in place.seats]
        count *= comb(sum(sizes), sizes[0])
        left -= sum(sizes)
    taken = {seat for place in drawn for seat in place.seats}
    for seat in Seat:
        if seat not in taken:
            count *= comb(left, need[seat])
            left -= need[seat]
    return count


def _stages(drawn: list[Place], condition: Condition, passes: Sequence[float]) -> tuple[Stage, ...]:
    """Draw first, then deal the hands whose own tests are hardest to pass; test as soon as it is possible."""
    looks_at = [seats_of(conjunct.expression) for conjunct in condition.conjuncts]
    untested = {index for index in range(len(looks_at)) if not any(index in place.covered for place in drawn)}
    taken = {seat for place in drawn for seat in place.seats}

    def chance(seat: Seat) -> float:
        return prod(passes[index] for index in untested if looks_at[index] <= {seat})

    steps: list[tuple[tuple[Seat, ...], HandSet | None]] = [(place.seats, place.hands) for place in drawn]
    steps += [((seat,), None) for seat in sorted((seat for seat in Seat if seat not in taken), key=chance)]
    stages = []
    seen: set[Seat] = set()
    for seats, hands in steps:
        seen.update(seats)
        tests = [index for index in untested if looks_at[index] <= seen]
        untested.difference_update(tests)
        tests.sort(key=lambda index: (_cost(condition, index) / (1.001 - passes[index]), index))
        stages.append(Stage(seats, hands, tuple(tests)))
    return tuple(stages)


def _cost(condition: Condition, index: int) -> float:
    """About how long a conjunct takes to test."""
    cost = 1.0
    for node in nodes(condition.conjuncts[index].expression):
        if isinstance(node, Tricks):
            cost += 1e6
        elif isinstance(node, Measure):
            cost += COSTS.get(node.name, 1) * (1 if node.suit is not None else 4)
    return cost
