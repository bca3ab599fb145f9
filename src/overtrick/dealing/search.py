"""How to look for deals: which hands to draw from their sets, what to test when, and the chunks of proposed deals."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, prod

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import ONE_SUIT, Masks, random_deals
from overtrick.core import Deal, Seat
from overtrick.dealing.compiling import Evaluate, truth
from overtrick.dealing.expression_reader import Condition
from overtrick.dealing.expressions import HandCount, Tricks, nodes, seats_of
from overtrick.dealing.hand_sets import HandSet, hand_set
from overtrick.dealing.places import SeatHands, places
from overtrick.dealing.views import DealView, Solve

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
class SearchPlan:
    """Stages that end with a deal; `searched` is the share of all deals among which it looks."""

    stages: tuple[Stage, ...]
    searched: float
    impossible: SeatHands | None = None


def plan(condition: Condition, known: Deal, passes: Sequence[float], *, smart: bool = True) -> SearchPlan:
    """The plan with the fewest possibilities; `passes` says about how often each conjunct holds."""
    sets = places(condition, known) if smart else []
    empty = next((place for place in sets if place.hands.count == 0), None)
    need = {seat: 13 - len(known[seat]) for seat in Seat}
    candidates: list[list[SeatHands]] = [[], _drawn([place for place in sets if len(place.seats) == 1], need)]
    candidates += [[place] for place in sets if len(place.seats) == 2]
    sizes = [_possibilities(drawn, need) for drawn in candidates]
    best = sizes.index(min(sizes))
    stages = _stages(candidates[best], condition, passes)
    if not smart or (not candidates[best] and not any(stage.tests for stage in stages[:-1])):
        stages = (Stage(tuple(Seat), None, tuple(test for stage in stages for test in stage.tests)),)
    return SearchPlan(stages, sizes[best] / _possibilities([], need), empty)


def _drawn(singles: list[SeatHands], need: dict[Seat, int]) -> list[SeatHands]:
    """The hands worth drawing from their sets: those with fewer hands than the cards left would give."""
    chosen: list[SeatHands] = []
    left = sum(need.values())
    for place in sorted(singles, key=lambda place: place.hands.count):
        size = need[place.seats[0]]
        if len(chosen) < 3 and place.hands.count < comb(left, size):
            chosen.append(place)
            left -= size
    return chosen


def _possibilities(drawn: list[SeatHands], need: dict[Seat, int]) -> int:
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


def _stages(drawn: list[SeatHands], condition: Condition, passes: Sequence[float]) -> tuple[Stage, ...]:
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
        elif isinstance(node, HandCount):
            cost += COSTS.get(node.name, 1) * (1 if node.suit is not None else 4)
    return cost


def random_cards(left: Masks, number_left: int, size: int, rng: np.random.Generator) -> Masks:
    """`size` cards, uniformly at random, out of those left in each deal, which must be `number_left` everywhere."""
    if size == number_left:
        return left
    if size == 0:
        return np.zeros_like(left)
    return spread(_choices(number_left, size).sample(len(left), rng), left)


def spread(pattern: Masks, left: Masks) -> Masks:
    """The cards of `left` at the places that `pattern` has: its bit 0 stands for the lowest card left, and so on."""
    chosen = np.zeros_like(left)
    for shift in map(np.uint64, (0, 13, 26, 39)):
        suit = (left >> shift).astype(np.uint16) & np.uint16(ONE_SUIT)
        holding = _spread_suit(pattern.astype(np.uint16), suit)
        chosen |= holding.astype(np.uint64) << shift
        pattern = pattern >> np.bitwise_count(suit).astype(np.uint64)
    return chosen


def _spread_suit(pattern: NDArray[np.uint16], suit: NDArray[np.uint16]) -> NDArray[np.uint16]:
    low = suit & np.uint16(127)
    high = suit >> np.uint16(7)
    first = _SPREAD[low << np.uint16(7) | pattern & np.uint16(127)]
    rest = pattern >> np.bitwise_count(low)
    second = _SPREAD[high << np.uint16(7) | rest & np.uint16(127)]
    holding: NDArray[np.uint16] = first | second << np.uint16(7)
    return holding


def _spread_plainly(pattern: int, places: int) -> int:
    """The bits of `pattern`, lowest first, put at the set bits of `places`, lowest first."""
    result = 0
    for bit_of_place in (bit for bit in range(places.bit_length()) if places >> bit & 1):
        result |= (pattern & 1) << bit_of_place
        pattern >>= 1
    return result


_SPREAD = np.array([_spread_plainly(code & 127, code >> 7) for code in range(1 << 14)], np.uint16)


@lru_cache(maxsize=128)
def _choices(number: int, size: int) -> HandSet:
    """All ways to choose `size` of `number` places, as hands over imaginary suits of up to 13 places."""
    widths = [min(13, max(0, number - 13 * suit)) for suit in range(4)]
    choices = hand_set(size, [np.arange(1 << width, dtype=np.uint16) for width in widths], {})
    assert choices is not None
    return choices


WORTH_THINNING = 0.7  # when fewer than this share are alive, the dead are dropped


@dataclass(frozen=True, eq=False, slots=True)
class Chunk:
    """The deals of a chunk that passed: their places among those tried, and their hands."""

    tried: int
    numbers: NDArray[np.int64]
    masks: Masks  # Shape: (deal, seat)


@dataclass(frozen=True, eq=False, slots=True)
class DealSearch:
    """Everything a worker needs to look for deals; chunk number i of a seed is the same wherever it is worked on."""

    plan: SearchPlan
    condition: Condition
    known: Deal
    entropy: tuple[int, ...]
    solve: Solve | None = None

    def chunk(self, index: int, size: int) -> Chunk:
        """The chunk with that number."""
        rng = np.random.default_rng(np.random.SeedSequence(self.entropy, spawn_key=(1, index)))
        tests = [truth(conjunct.expression) for conjunct in self.condition.conjuncts]
        table = _Proposals(self, size, rng)
        for stage in self.plan.stages:
            if len(stage.seats) == 4:
                table.deal_all()
            elif stage.hands is None:
                table.deal(stage.seats[0])
            else:
                table.draw(stage.seats, stage.hands)
            table.test([tests[test] for test in stage.tests])
        return Chunk(size, table.numbers, np.stack([table.masks[seat] for seat in Seat], axis=1))


class _Proposals:
    """Deals under way: the hands given so far, the cards left, and which of the proposals are still alive."""

    def __init__(self, search: DealSearch, size: int, rng: np.random.Generator) -> None:
        self.search = search
        self.rng = rng
        self.known = [hand.mask for hand in search.known]
        self.numbers = np.arange(size)
        self.masks: dict[Seat, Masks] = {}
        self.number_left = len(search.known.missing)
        self.left = np.full(size, sum(1 << card.index for card in search.known.missing), np.uint64)

    def deal_all(self) -> None:
        """Give every seat random cards."""
        masks = random_deals(len(self.numbers), self.rng, self.search.known).masks
        for seat in Seat:
            self._give(seat, masks[:, seat] ^ np.uint64(self.known[seat]))

    def deal(self, seat: Seat) -> None:
        """Give a seat random cards of those left."""
        missing = 13 - self.known[seat].bit_count()
        self._give(seat, random_cards(self.left, self.number_left, missing, self.rng))

    def draw(self, seats: tuple[Seat, ...], hands: HandSet) -> None:
        """Give one seat a hand of its set, or two seats the halves of one; give up deals that lack the cards."""
        held = np.uint64(sum(self.known[seat] for seat in seats))
        drawn = hands.sample(len(self.numbers), self.rng) ^ held
        possible = drawn & ~self.left == 0
        if not possible.all():
            self._keep(possible)
            drawn = drawn[possible]
        sizes = [13 - self.known[seat].bit_count() for seat in seats]
        first = random_cards(drawn, sum(sizes), sizes[0], self.rng)
        self._give(seats[0], first)
        if len(seats) == 2:
            self._give(seats[1], drawn ^ first)

    def _give(self, seat: Seat, cards: Masks) -> None:
        self.masks[seat] = cards | np.uint64(self.known[seat])
        self.left = self.left ^ cards
        self.number_left -= 13 - self.known[seat].bit_count()

    def test(self, tests: list[Evaluate]) -> None:
        """Drop the deals that fail a test."""
        view = self._view()
        alive = np.ones(len(self.numbers), np.bool_)
        for test in tests:
            alive &= test(view)
            if np.count_nonzero(alive) < WORTH_THINNING * len(alive):
                self._keep(alive)
                view = self._view()
                alive = np.ones(len(self.numbers), np.bool_)
        if not alive.all():
            self._keep(alive)

    def _view(self) -> DealView:
        return DealView(self.masks, self.search.condition.counts, self.search.solve)

    def _keep(self, alive: NDArray[np.bool_]) -> None:
        self.numbers = self.numbers[alive]
        self.left = self.left[alive]
        self.masks = {seat: masks[alive] for seat, masks in self.masks.items()}
