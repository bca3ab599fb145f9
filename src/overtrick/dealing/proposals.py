"""Carrying out a plan: a chunk of proposed deals, thinned by tests stage after stage."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import Masks, random_deals
from overtrick.core import Deal, Seat
from overtrick.dealing.compiling import Evaluate, truth
from overtrick.dealing.conditions import Condition
from overtrick.dealing.hand_sets import HandSet
from overtrick.dealing.plans import Plan
from overtrick.dealing.subsets import random_cards
from overtrick.dealing.views import DealView, Solve

WORTH_THINNING = 0.7  # when fewer than this share are alive, the dead are dropped


@dataclass(frozen=True, eq=False, slots=True)
class Chunk:
    """The deals of a chunk that passed: their places among those tried, and their hands."""

    tried: int
    numbers: NDArray[np.int64]
    masks: Masks  # Shape: (deal, seat)


@dataclass(frozen=True, eq=False, slots=True)
class Search:
    """Everything a worker needs to look for deals; chunk number i of a seed is the same wherever it is worked on."""

    plan: Plan
    condition: Condition
    known: Deal
    entropy: tuple[int, ...]
    solve: Solve | None = None

    def chunk(self, index: int, size: int) -> Chunk:
        """The chunk with that number."""
        rng = np.random.default_rng(np.random.SeedSequence(self.entropy, spawn_key=(1, index)))
        tests = [truth(conjunct.expression) for conjunct in self.condition.conjuncts]
        table = _Table(self, size, rng)
        for stage in self.plan.stages:
            if len(stage.seats) == 4:
                table.deal_all()
            elif stage.hands is None:
                table.deal(stage.seats[0])
            else:
                table.draw(stage.seats, stage.hands)
            table.test([tests[test] for test in stage.tests])
        return Chunk(size, table.numbers, np.stack([table.masks[seat] for seat in Seat], axis=1))


class _Table:
    """Deals under way: the hands given so far, the cards left, and which of the proposals are still alive."""

    def __init__(self, search: Search, size: int, rng: np.random.Generator) -> None:
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
