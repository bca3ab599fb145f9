"""Cards at the table: at every point of an auction one ordered list of conditions and calls.

The bidder takes the first line that is true of the hand; the interpreter reads the same list backwards.
So what a call is said to show and what it is made on cannot differ.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from overtrick.core import PASS, Auction, Call, Hand, Seat, Suit
from overtrick.systems.bounds import inner, outer
from overtrick.systems.card import Card, Rule, Situation
from overtrick.systems.cells import ALL_CELLS, CellSet
from overtrick.systems.conditions import Condition
from overtrick.systems.patterns import VARIABLES, Bindings, Event, bind
from overtrick.systems.settings import Setting


@dataclass(frozen=True)
class Line:
    """A line of the list at a node: on this condition, this call, by that rule."""

    condition: Condition
    call: Call
    rule: Rule
    suits: Bindings

    @property
    def tags(self) -> frozenset[str]:
        """The rule's tags with its variables filled in, and what the call agrees."""
        tags = [*self.rule.tags, *([] if self.rule.agrees is None else [f"agrees {self.rule.agrees}"])]
        return frozenset(
            " ".join(str(self.suits[word]) if word in self.suits else word for word in tag.split()) for tag in tags
        )


class Tree:
    """The auctions of two cards, one a side (North-South first), with what every call has shown."""

    def __init__(self, north_south: Card, east_west: Card) -> None:
        self._cards = (north_south, east_west)
        self._nodes: dict[tuple[Seat, tuple[Call, ...]], Node] = {}

    def node(self, auction: Auction) -> "Node":
        """The point an auction has reached; remembered, so that a longer auction costs one step more."""
        key = auction.dealer, auction.calls
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = self._made(auction)
        return found

    def _made(self, auction: Auction) -> "Node":
        card = self._cards[auction.turn.side]
        if not auction.calls:
            return Node(auction, card, (), (ALL_CELLS,) * 4)
        before = self.node(auction.before(len(auction) - 1))
        call, caller = auction.calls[-1], before.auction.turn
        tags = frozenset[str]().union(*(line.tags for line in before.lines if line.call == call))
        shown = list(before.shown)
        shown[caller] = before.cells_after(call)
        return Node(auction, card, (*before.history, (caller, call, tags)), (shown[0], shown[1], shown[2], shown[3]))


@dataclass(frozen=True, eq=False)
class Node:
    """A point of an auction: whose card speaks, what was called with which tags, and what every seat has shown."""

    auction: Auction
    card: Card
    history: tuple[tuple[Seat, Call, frozenset[str]], ...]
    shown: tuple[CellSet, ...]
    """By seat, the cells its hand may lie in; never a cell too few while everybody keeps to his card."""

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The list of the player to call: legal calls only, the first true condition decides."""
        if self.auction.is_over:
            return ()
        return tuple(line for line in self._candidates() if self.auction.is_legal(line.call))

    def bid(self, hand: Hand) -> tuple[Call, Line | None]:
        """The call of a hand and the line it comes from; a pass without a line where none is true."""
        for line in self.lines:
            if line.condition.holds(hand):
                return line.call, line
        return PASS, None

    def cells_after(self, call: Call) -> CellSet:
        """What the caller will have shown after that call; what he had shown before, if no hand of his makes it."""
        before = self.shown[self.auction.turn]
        found = before & self._cells(call)
        return found or before

    def _cells(self, call: Call) -> CellSet:
        """The cells whose hands may make a call: some line with it can hold, and no earlier other one must."""
        cells, taken = 0, 0
        for line in self.lines:
            if line.call == call:
                cells |= outer(line.condition) & ~taken
            else:
                taken |= inner(line.condition)
        return cells | (ALL_CELLS & ~taken if call == PASS else 0)

    def _candidates(self) -> Iterator[Line]:
        events = [
            Event(call, caller.side is self.auction.turn.side, tags) for caller, call, tags in self._from_opening()
        ]
        for situation in self.card.situations:
            for bound in _bindings(situation, events):
                for rule in situation.rules:
                    yield from self._of_rule(rule, bound)

    def _from_opening(self) -> tuple[tuple[Seat, Call, frozenset[str]], ...]:
        """The calls from the first that is not a pass."""
        first = next((place for place, (_, call, _) in enumerate(self.history) if call != PASS), len(self.history))
        return self.history[first:]

    def _of_rule(self, rule: Rule, bound: Bindings) -> Iterator[Line]:
        """The lines of a rule, one for every way to fill in the suits it leaves open; the higher suit first."""
        unbid = [suit for suit in Suit if suit not in self._bid_suits()]
        for suits in _filled(rule, bound):
            call = rule.call.at(suits, self.auction.last_bid)
            if call is not None:
                yield Line(rule.hand.bind(Setting.of(suits, unbid)), call, rule, suits)

    def _bid_suits(self) -> set[Suit]:
        suits = (call.strain.suit for _, call, _ in self.history if call.is_bid)
        return {suit for suit in suits if suit is not None}


def _bindings(situation: Situation, events: list[Event]) -> Iterator[Bindings]:
    if situation.when is None:
        if not events:
            yield {}
    else:
        yield from situation.when.matches(events)


def _filled(rule: Rule, bound: Bindings) -> Iterator[Mapping[str, Suit]]:
    """The bindings of a situation with the rule's own variables filled in."""
    own = sorted((rule.call.variables | rule.hand.variables | set(rule.suits)) & VARIABLES.keys() - bound.keys())
    choices = [sorted(rule.suits.get(name, VARIABLES[name]), reverse=True) for name in own]
    for suits in product(*choices):
        options: list[Bindings] = [bound]
        for name, suit in zip(own, suits, strict=True):
            options = [found for option in options for found in bind(name, suit, option)]
        yield from options
