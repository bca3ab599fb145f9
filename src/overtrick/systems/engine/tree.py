"""The tree of auctions: at every point one ordered list of conditions and calls.

The bidder takes the first line that is true of the hand; the interpreter reads the same list backwards.
So what a call is said to show and what it is made on cannot differ. Seats are counted from the dealer, so that
auctions that differ only in who dealt share their nodes.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import chain
from typing import Any, TypeVar
from weakref import finalize

from overtrick.core import CALLS, DOUBLE, PASS, Auction, BridgeError, Call, Hand, Seat, Strain, Suit, Vulnerability
from overtrick.hands.cells import ALL_CELLS, CellSet
from overtrick.hands.conditions import ANY
from overtrick.hands.hand_batch import judge_of
from overtrick.systems.engine.automaton import States
from overtrick.systems.engine.book import MOST_ENTRIES, Book, Line
from overtrick.systems.engine.forcing import UNFORCED, Force, forced_after, is_game
from overtrick.systems.engine.memo import cached_attribute, hand_back, look_over, set_aside
from overtrick.systems.engine.turn import Seen, Turn
from overtrick.systems.natural import natural_lines
from overtrick.systems.system import System

T = TypeVar("T")

MOST_NODES = 50_000
"""Points of auctions that a tree remembers before it forgets those that only one auction has come through."""
SET_ASIDE = 500
"""Nodes made after which they are moved out of the collector's sight: one by one its walks took a fifth of the time."""
NODE_BYTES = 5_500
"""What a node takes on average, with its share of what hangs on it."""

_NO_TAGS: frozenset[str] = frozenset()
_UNSEEN = Seen(lambda: ALL_CELLS)
_NO_OPENING = Line(ANY, PASS, "pass", text="no opening bid")


class Tree:
    """The auctions of two systems, one a side, with what every call has shown."""

    def __init__(self, north_south: System, east_west: System | None = None, most_nodes: int = MOST_NODES) -> None:
        self.most_nodes = most_nodes
        self.most_entries = max(MOST_ENTRIES, most_nodes)
        """Of a book."""
        self._books = _books(north_south, north_south if east_west is None else east_west)
        self._roots: dict[tuple[Book, Book, bool, bool], Node] = {}
        self._count = NodeCount()
        finalize(self, _let_go, self._roots).atexit = False

    def root(self, dealer: Seat = Seat.NORTH, vulnerability: Vulnerability = Vulnerability.NONE) -> "Node":
        """The point before the first call."""
        side = dealer.side
        books = self._books[side], self._books[side.opponents]
        vulnerable = vulnerability.includes(side), vulnerability.includes(side.opponents)
        key = (*books, *vulnerable)
        node = self._roots.get(key)
        if node is None:
            node = self._roots[key] = Node.root(books, vulnerable, self._count)
        return node

    def node(self, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE) -> "Node":
        """The point an auction has reached; remembered, so that a longer auction costs one step more."""
        self.make_room()
        node = self.root(auction.dealer, vulnerability)
        for call in auction.calls:
            node = node.child(call)
        return node

    def node_to_call(self, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE) -> "Node":
        """The same for an auction that is to go on; BridgeError says how it ended otherwise."""
        if auction.is_over:
            contract = auction.contract
            ended = "was passed out" if contract is None else f"ended in {contract.phrase}"
            raise BridgeError(f"expected an auction with a call to come, got one that {ended}").at(source="auction")
        return self.node(auction, vulnerability)

    @property
    def nodes(self) -> int:
        """How many nodes have been made since the tree last forgot them."""
        return self._count.made

    @property
    def size(self) -> int:
        """What is remembered, counted: nodes, and what the books have made."""
        return self._count.made + sum(book.size for book in dict.fromkeys(self._books))

    def make_room(self) -> None:
        """Forget what is past its bound; called before an auction, not in the middle of one."""
        if self._count.made > self.most_nodes:
            self._count.made = self._count.aside = sum(root.thin_out() for root in self._roots.values())
            if self._count.made > self.most_nodes // 2:
                self.forget()
            look_over()
        if any(book.size > self.most_entries for book in self._books):
            self.clear()
        if self._count.made >= self._count.aside + SET_ASIDE:
            self._count.aside = self._count.made
            set_aside()

    def forget(self) -> None:
        """Leave the nodes behind; one that is still in use goes on working, and the lines of the systems stay."""
        _cut_apart(self._roots)
        hand_back()
        self._count = NodeCount()

    def clear(self) -> None:
        """Leave everything behind that was made of the systems."""
        self.forget()
        self._books = _books(*(book.system for book in self._books))


def _books(north_south: System, east_west: System) -> tuple[Book, Book]:
    """The books of two systems; one book where they are the same."""
    ours = Book(north_south)
    return ours, ours if east_west is north_south else Book(east_west)


def _let_go(roots: dict[Any, "Node"]) -> None:
    """What is left to do when a tree is no longer used."""
    _cut_apart(roots)
    hand_back()


def _cut_apart(roots: dict[Any, "Node"]) -> None:
    """Take the children off all nodes, so that each is freed as soon as nobody uses it: they refer to each other."""
    nodes = list(roots.values())
    roots.clear()
    while nodes:
        nodes += nodes.pop().take_children()


class NodeCount:
    """How many nodes a tree has made, and how many of them are out of the cycle collector's sight."""

    __slots__ = ("aside", "made")

    def __init__(self) -> None:
        self.made = self.aside = 0


class Node(Turn):
    """A point of an auction: whose system speaks, what has been called, and what every seat has shown."""

    def __init__(
        self,
        books: tuple[Book, Book],
        vulnerabilities: tuple[bool, bool],
        auction: Auction,
        states: tuple[States, States],
        count: NodeCount,
        parent: "Node | None" = None,
    ) -> None:
        self.books = books
        self.vulnerabilities = vulnerabilities
        self.auction = auction
        self.parent = parent
        self._count = count
        count.made += 1
        self.turn = len(auction.calls) & 3
        self.legal = auction.legal_mask
        self._states = states
        self._children: dict[int, Node] = {}
        self._cells: dict[int, CellSet] = {}
        self.meanings: dict[int, Any] = {}
        """By call, what it means here, for `meaning.meaning`."""
        self.seen: tuple[Seen, ...] = (_UNSEEN,) * 4
        self.suits_shown: tuple[tuple[int, Suit], ...] = ()
        self.tags: tuple[frozenset[str], ...] = (_NO_TAGS,) * 4
        self.agreements: tuple[Suit | None, Suit | None] = (None, None)
        self.forces: tuple[Force, Force] = (UNFORCED, UNFORCED)
        self.opener = -1

    @classmethod
    def root(cls, books: tuple[Book, Book], vulnerabilities: tuple[bool, bool], count: NodeCount) -> "Node":
        states = books[0].matcher.start, books[1].matcher.start
        return cls(books, vulnerabilities, Auction(), states, count)

    # The next call

    def child(self, call: Call) -> "Node":
        """The point after one more call."""
        node = self._children.get(call.index)
        if node is None:
            node = self._children[call.index] = self._after(CALLS[call.index])
        return node

    def thin_out(self) -> int:
        """Forget the points below that no two auctions have come through; how many are left, this one included."""
        left, stack = 0, [self]
        while stack:
            node = stack.pop()
            left += 1
            for index, child in list(node._children.items()):
                if len(child._children) > 1:
                    stack.append(child)
                else:
                    node._children.pop(index, None)
                    _cut_apart({index: child})
        return left

    def take_children(self) -> list["Node"]:
        """The points after this one that have been reached; they are forgotten here."""
        children = list(self._children.values())
        self._children.clear()
        return children

    def _after(self, call: Call) -> "Node":
        if not self.legal >> call.index & 1:
            self.auction.after(call)  # raises IllegalCall with the reason
        caller, side = self.turn, self.turn & 1
        tags, forcing, agreed = self.said(call)
        opened = self.opener >= 0 or call is not PASS
        auction = self.auction.after(call)
        states = self._states
        if opened and not auction.is_over:
            ours, theirs = self.books[side].matcher, self.books[1 - side].matcher
            spoken = ours.after(states[side], call, True, tags), theirs.after(states[1 - side], call, False, tags)
            states = spoken if side == 0 else spoken[::-1]
        node = Node(self.books, self.vulnerabilities, auction, states, self._count, self)
        node.opener = caller if opened and self.opener < 0 else self.opener
        seen = self._seen_after(call, tags)
        node.seen = _with(self.seen, caller, seen)
        fresh = seen.suits[len(self.seen[caller].suits) :]
        node.suits_shown = (*self.suits_shown, *((caller, suit) for suit in fresh)) if fresh else self.suits_shown
        node.tags = _with(self.tags, caller, tags)
        node.agreements = self.agreements if agreed is None else _with(self.agreements, side, agreed)  # type: ignore[assignment]
        node.forces = _with(self.forces, side, forced_after(self.forces[side], caller, call, forcing))  # type: ignore[assignment]
        return node

    def _seen_after(self, call: Call, tags: frozenset[str]) -> Seen:
        """What the caller has shown after that call."""
        before = self.me
        suits = (*before.suits, *(suit for suit in _suits_shown(tags) if suit not in before.suits))
        return Seen(partial(self.cells_after, call), suits, (*before.calls, call), before.acted + (call is not PASS))

    def said(self, call: Call) -> tuple[frozenset[str], str, Suit | None]:
        """The tags of a call, how forcing it is, and the suit it agrees."""
        made = [line for line in self.rule_lines if line.call is call]
        made = made or [line for line in self.natural if line.call is call]
        if not made:
            return _unwritten(self, call), _usually_forcing(self, call), None
        if len(made) == 1:
            return made[0].tags, made[0].forcing, made[0].agrees
        tags = made[0].tags.union(*(line.tags for line in made[1:]))
        if "artificial" in tags and "natural" in tags:
            own = f"shows {call.strain.suit}" if call.is_bid else ""
            tags -= {"natural", own}
        forcing = max((line.forcing for line in made), key=_strength)
        return tags, forcing, next((line.agrees for line in made if line.agrees is not None), None)

    # The list

    @cached_attribute
    def rule_lines(self) -> tuple[Line, ...]:
        """The lines of the system, as far as any hand can get."""
        if self.auction.is_over:
            return ()
        return self.books[self.turn & 1].lines_at(self)

    @cached_attribute
    def natural(self) -> tuple[Line, ...]:
        """The lines of the natural fallback, which come after the system's."""
        if self.auction.is_over or (self.rule_lines and self.rule_lines[-1].condition == ANY):
            return ()
        if self.opener < 0 and self.rule_lines:  # a system's openings are all there are
            return (_NO_OPENING,)
        return tuple(_with_one_meaning(self.rule_lines, natural_lines(self)))

    @property
    def lines(self) -> tuple[Line, ...]:
        """The whole list: the first true condition decides."""
        return (*self.rule_lines, *self.natural)

    def each_line(self) -> Iterator[Line]:
        """The same line by line: the natural ones are only made for hands that no rule takes."""
        return chain(self.rule_lines, self._natural_later())

    def _natural_later(self) -> Iterator[Line]:
        yield from self.natural

    def bid(self, hand: Hand) -> tuple[Call, Line]:
        """The call of a hand and the line it comes from."""
        judge = judge_of(hand)
        for line in self.each_line():
            if judge.holds(line.condition):
                return line.call, line
        raise BridgeError(f"expected a call at {self.auction}, got none")

    # What calls show

    @property
    def shown(self) -> tuple[CellSet, ...]:
        """By seat, the cells its hand may lie in; never a cell too few while all players follow their systems."""
        return tuple(self.shown_by(seat) for seat in range(4))

    def shown_by(self, seat: int) -> CellSet:
        """What a seat, counted from the dealer, has shown by its own calls."""
        return self.seen[seat].cells

    def cells_after(self, call: Call) -> CellSet:
        """What the caller will have shown after that call; the same as before, if no hand of the caller makes it."""
        before = self.shown_by(self.turn)
        return before & self.cells(call) or before

    def cells(self, call: Call) -> CellSet:
        """The cells whose hands may make a call: some line with it can hold, and no earlier other one must."""
        cells = self._cells.get(call.index)
        if cells is None:
            cells, taken = 0, 0
            call = CALLS[call.index]
            lines = self.lines
            places = [place for place, line in enumerate(lines) if line.call is call]
            for line in lines[: places[-1] + 1] if places else ():
                if line.call is call:
                    may = line.may
                    cells |= may ^ (may & taken)  # quicker than `may & ~taken`
                else:
                    taken |= line.must
            self._cells[call.index] = cells
        return cells


def _with(values: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*values[:place], value, *values[place + 1 :])


@lru_cache(maxsize=1024)
def _suits_shown(tags: frozenset[str]) -> tuple[Suit, ...]:
    """The suits that tags say are shown, from the highest down."""
    return tuple(suit for suit in reversed(Suit) if f"shows {suit}" in tags)


def _strength(forcing: str) -> float:
    words = ("no", "signoff", "invite", "1 round", "game")
    return words.index(forcing) if forcing in words else 3.5


def _with_one_meaning(written: tuple[Line, ...], natural: list[Line]) -> Iterator[Line]:
    """The natural lines without those that would give a call of the system, or of an earlier one, another meaning."""
    alone = {line.call.index for line in written if line.only}
    artificial: dict[int, bool] = {}
    for line in written:
        artificial.setdefault(line.call.index, line.artificial)
    for line in natural:
        mixed = artificial.setdefault(line.call.index, line.artificial) != line.artificial and line.call.is_bid
        if line.condition == ANY or not (mixed or line.call.index in alone):
            yield line


def _usually_forcing(node: Node, call: Call) -> str:
    """How far a bid that no line makes forces: their suit does below game, and so does a jump in a suit that is new."""
    suit = call.strain.suit if call.is_bid else None
    if suit is None or is_game(call.index) or not node.partner.acted:
        return "no"
    new = not node.is_shown(suit)
    return "1 round" if suit in node.their_suits or (new and node.is_jump(call)) else "no"


def _unwritten(node: Node, call: Call) -> frozenset[str]:
    """The tags of a call that no line makes: what people usually mean by it."""
    if call.is_bid:
        suit = call.strain.suit
        if suit is None:
            return frozenset(["natural"])
        theirs = suit in node.their_suits and suit not in node.me.suits
        return frozenset(["cue", "artificial"] if theirs else ["natural", f"shows {suit}"])
    if call == DOUBLE:
        bid = node.auction.last_bid
        low = bid is not None and bid.strain is not Strain.NOTRUMP and bid.level < 4 and node.agreed is None
        return frozenset(["takeout" if low else "penalty"])
    return _NO_TAGS
