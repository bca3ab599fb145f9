"""The calls so far, and what the laws allow next (Laws 17 to 22)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from overtrick.core import drawing
from overtrick.core.calls import CALLS, DOUBLE, PASS, REDOUBLE, Call
from overtrick.core.contracts import Contract, Doubling
from overtrick.core.errors import IllegalCall, ParseError
from overtrick.core.hands import Hand
from overtrick.core.seats import Seat, Vulnerability

ALL_PASS_WORDS = ("AP", "ALLPASS")


class _State(NamedTuple):
    """What legality depends on."""

    last_bid: int = 2  # its index; 2 before the first bid
    bid_at: int = -1  # how many calls came before it
    doubling: int = 1
    passes: int = 0  # since the last call that was not a pass


@dataclass(frozen=True, slots=True, repr=False)
class Auction:
    """The calls so far, from the dealer on. Making one with an illegal call raises IllegalCall.

    >>> auction = Auction.parse("1N P 3N AP", dealer=Seat.EAST)
    >>> str(auction.contract), auction.is_over
    ('3NE', True)
    """

    dealer: Seat = Seat.NORTH
    calls: tuple[Call, ...] = ()
    _state: _State = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.dealer, Seat):
            object.__setattr__(self, "dealer", Seat.of(self.dealer))
        object.__setattr__(self, "_state", _advance(_State(), 0, self.calls))

    def __len__(self) -> int:
        return len(self.calls)

    def __iter__(self) -> Iterator[tuple[Seat, Call]]:
        """Each call with who made it."""
        return ((self.dealer.after(index), call) for index, call in enumerate(self.calls))

    @property
    def turn(self) -> Seat:
        """Who calls next."""
        return self.dealer.after(len(self.calls))

    @property
    def is_over(self) -> bool:
        return self._state.passes >= (3 if self._state.bid_at >= 0 else 4)

    @property
    def last_bid(self) -> Call | None:
        return CALLS[self._state.last_bid] if self._state.bid_at >= 0 else None

    @property
    def doubling(self) -> Doubling:
        """Whether the last bid stands doubled or redoubled."""
        return Doubling(self._state.doubling)

    def is_legal(self, call: Call) -> bool:
        return bool(self.legal_mask >> call.index & 1)

    def legal_calls(self) -> tuple[Call, ...]:
        """Every call allowed now, in the order of their indices; none once the auction is over."""
        mask = self.legal_mask
        return tuple(call for call in CALLS if mask >> call.index & 1)

    @property
    def legal_mask(self) -> int:
        """The legal calls as a 38-bit mask (bit = call index)."""
        return 0 if self.is_over else _legal_mask(self._state, len(self.calls))

    def after(self, call: Call) -> "Auction":
        """The auction with one more call."""
        longer = object.__new__(Auction)
        object.__setattr__(longer, "dealer", self.dealer)
        object.__setattr__(longer, "_state", _advance(self._state, len(self.calls), (call,)))
        object.__setattr__(longer, "calls", (*self.calls, call))
        return longer

    def before(self, index: int) -> "Auction":
        """The auction as it stood when `index` calls had been made."""
        return Auction(self.dealer, self.calls[:index])

    @property
    def contract(self) -> Contract | None:
        """The contract if everybody passes now; None when nobody has bid."""
        state = self._state
        if state.bid_at < 0:
            return None
        final = CALLS[state.last_bid]
        first = next(
            index
            for index in range(state.bid_at % 2, state.bid_at + 1, 2)
            if self.calls[index].is_bid and self.calls[index].strain == final.strain
        )
        return Contract(final.level, final.strain, self.dealer.after(first), Doubling(state.doubling))

    def __str__(self) -> str:
        return " ".join(map(str, self.calls))

    def __repr__(self) -> str:
        return f"Auction.parse({str(self)!r}, dealer=Seat.{self.dealer.name})"

    @classmethod
    def parse(cls, text: str, dealer: Seat | str = Seat.NORTH) -> Self:
        """Read calls separated by blanks or dashes; `AP` passes the auction out, brackets mark opponents.

        An empty place between two dashes is a pass: `1C--1S` reads 1C P 1S.
        """
        auction = cls(Seat.of(dealer))
        for column, word in _words(text):
            try:
                if word.upper() in ALL_PASS_WORDS:
                    if auction.is_over:
                        raise IllegalCall("the auction is over already", len(auction))
                    while not auction.is_over:
                        auction = auction.after(PASS)  # type: ignore[assignment]
                else:
                    auction = auction.after(Call.parse(word))  # type: ignore[assignment]
            except ParseError as error:
                raise error.at(shift=column) from None
        return auction

    def _repr_html_(self) -> str:
        return drawing.auction_html(self)

    def _repr_svg_(self) -> str:
        return drawing.auction_svg(self)


def _words(text: str) -> Iterator[tuple[int, str]]:
    """The calls of a typed auction with the place each starts at."""
    end_of_last = None
    for match in re.finditer(r"\(?([^\s\-,()]+)\)?|(?<=-)\s*(?=-)", text):
        if match[1] is None:
            if end_of_last is not None:
                yield match.start(), "P"
            continue
        yield match.start(1), match[1]
        end_of_last = match.end()


def _advance(state: _State, made: int, calls: tuple[Call, ...]) -> _State:
    """The state after more calls, after `made` earlier ones; IllegalCall says why one of them is not allowed."""
    last_bid, bid_at, doubling, passes = state
    for index, call in enumerate(calls, made):
        if passes >= (3 if bid_at >= 0 else 4):
            raise IllegalCall(f"{call} comes after the auction is over", index)
        if call.index > last_bid:
            last_bid, bid_at, doubling, passes = call.index, index, 1, 0
        elif call.index == 0:
            passes += 1
        else:
            theirs = (index - bid_at) % 2 == 1
            if bid_at < 0 or (call.index, theirs, doubling) not in ((1, True, 1), (2, False, 2)):
                raise IllegalCall(_why_illegal(_State(last_bid, bid_at, doubling, passes), call), index)
            doubling, passes = 2 * doubling, 0
    return _State(last_bid, bid_at, doubling, passes)


def _why_illegal(state: _State, call: Call) -> str:
    if call.is_bid:
        return f"expected a bid higher than {CALLS[state.last_bid]}, a pass or a double, got {call}"
    if call == DOUBLE:
        return "X needs an opponents' bid that is not yet doubled"
    return "XX needs a bid of one's own side that is doubled"


def _legal_mask(state: _State, index: int) -> int:
    mask = (1 << 38) - (1 << state.last_bid + 1) | 1
    if state.bid_at >= 0:
        theirs = (index - state.bid_at) % 2 == 1
        if theirs and state.doubling == 1:
            mask |= 1 << DOUBLE.index
        if not theirs and state.doubling == 2:
            mask |= 1 << REDOUBLE.index
    return mask


@dataclass(frozen=True, slots=True)
class Position:
    """What the player to call can see."""

    hand: Hand
    auction: Auction = Auction()
    vulnerability: Vulnerability = Vulnerability.NONE

    @property
    def seat(self) -> Seat:
        """Whose hand it is: the player whose turn it is to call."""
        return self.auction.turn
