"""What a player knows at his turn: what rules ask about, and what the natural fallback sees."""

from itertools import chain
from typing import cast

from overtrick.core import PASS, Auction, Call, Suit
from overtrick.systems.engine.forcing import Force, must_act
from overtrick.systems.engine.lazily import lazily
from overtrick.systems.engine.picture import Picture, Seen
from overtrick.systems.engine.seen import LazySeen

_NAMES = ("me", "lho", "partner", "rho")


class AtTurn:
    """A point of an auction as the player to call sees it, his hand apart. Seats are counted from the dealer."""

    auction: Auction
    """With North for the dealer, whoever he is."""
    turn: int
    legal: int
    vulnerabilities: tuple[bool, bool]
    seen: tuple[LazySeen, ...]
    """By seat, what it has shown."""
    suits_told: tuple[tuple[int, Suit], ...]
    """The suits shown and by which seat, in the order of the auction."""
    tags: tuple[frozenset[str], ...]
    """By seat, the tags of the last call."""
    agreements: tuple[Suit | None, Suit | None]
    forces: tuple[Force, Force]
    opener: int
    """The seat that opened, -1 before."""

    @property
    def suits(self) -> tuple[tuple[Suit, ...], ...]:
        """By seat, the suits shown, in that order."""
        return tuple(seen.suits for seen in self.seen)

    @property
    def last_bid(self) -> Call | None:
        return self.auction.last_bid

    @property
    def may_pass(self) -> bool:
        """Whether the card may pass here: partner has forced nothing, or by a double that may be left in."""
        return not self.must_act or self.force.by_double

    @property
    def seat_number(self) -> int:
        return self.turn + 1

    @property
    def passed_hand(self) -> bool:
        return self._passed(self.turn)

    @property
    def partner_passed_hand(self) -> bool:
        return self._passed(self.turn + 2 & 3)

    def _passed(self, seat: int) -> bool:
        """Whether a seat passed before anybody opened."""
        return seat < (len(self.auction.calls) if self.opener < 0 else self.opener)

    @property
    def vulnerable(self) -> tuple[bool, bool]:
        side = self.turn & 1
        return self.vulnerabilities[side], self.vulnerabilities[1 - side]

    @property
    def balancing(self) -> bool:
        calls = self.auction.calls
        return len(calls) >= 3 and calls[-1] is PASS and calls[-2] is PASS and self.opener >= 0

    @property
    def contested(self) -> bool:
        calls = self.auction.calls
        return any(call is not PASS for call in calls[1 - (self.turn & 1) :: 2])

    @property
    def force(self) -> Force:
        return self.forces[self.turn & 1]

    @lazily
    def must_act(self) -> bool:
        return must_act(self.force, self.auction, self.turn)

    @property
    def game_forced(self) -> bool:
        return self.force.game

    @property
    def agreed(self) -> Suit | None:
        return self.agreements[self.turn & 1]

    @property
    def partner_suits(self) -> tuple[Suit, ...]:
        return self.seen[self.turn + 2 & 3].suits

    @property
    def shown_suits(self) -> frozenset[Suit]:
        return frozenset(suit for seen in self.seen for suit in seen.suits)

    @lazily
    def unbid(self) -> tuple[Suit, ...]:
        return tuple(suit for suit in Suit if suit not in self.shown_suits)

    @lazily
    def their_suits(self) -> tuple[Suit, ...]:
        return tuple(dict.fromkeys(chain(self.seen[self.turn + 1 & 3].suits, self.seen[self.turn + 3 & 3].suits)))

    @lazily
    def suits_known(self) -> dict[str, Suit]:
        """The suits that the auction itself has given names to: `T`, `partner`, `mine`, `agreed`, `4th` …"""
        known = dict(zip(("T", "T2"), self._in_order(self.turn + 1 & 3, self.turn + 3 & 3), strict=False))
        for name, suits in (("partner", self.partner_suits), ("mine", self.seen[self.turn].suits)):
            if suits:
                known[name], known[f"{name}1"] = suits[-1], suits[0]
        if self.agreed is not None:
            known["agreed"] = self.agreed
        if len(self.unbid) == 1:
            known["4th"] = self.unbid[0]
        return known

    def suit_named(self, name: str) -> Suit | None:
        return self.suits_known.get(name)

    def _in_order(self, *seats: int) -> tuple[Suit, ...]:
        """The suits these seats have shown, in the order of the auction."""
        return tuple(dict.fromkeys(suit for seat, suit in self.suits_told if seat in seats))

    @property
    def promised(self) -> tuple[int, ...]:
        """What partner has shown at least: cards of each suit, and points."""
        partner = self.seen[self.turn + 2 & 3]
        return (*partner.least, partner.points[0])

    @property
    def partner_seen(self) -> Seen:
        return cast(Seen, self.seen[self.turn + 2 & 3])

    def last_call(self, turns_back: int) -> Call | None:
        calls = self.auction.calls
        return calls[-turns_back] if turns_back <= len(calls) else None

    def is_jump(self, call: Call) -> bool:
        last = self.auction.last_bid
        if not call.is_bid:
            return False
        cheapest = 1 if last is None else last.level + (call.strain <= last.strain)
        return call.level > cheapest

    @property
    def picture(self) -> Picture:
        turn, side, force = self.turn, self.turn & 1, self.force
        partner, rho = turn + 2 & 3, turn + 3 & 3
        seen = cast(tuple[Seen, ...], self.seen)
        calls = self.auction.calls
        bidder = next((place for place in range(len(calls) - 1, -1, -1) if calls[place].index >= 3), None)
        return Picture(
            me=seen[turn],
            partner=seen[partner],
            lho=seen[turn + 1 & 3],
            rho=seen[rho],
            last_bid=self.auction.last_bid,
            last_bidder="" if bidder is None else _NAMES[bidder - turn & 3],
            doubled=int(self.auction.doubling),
            legal=self.legal,
            must_act=self.must_act,
            game_forced=force.game,
            agreed=self.agreed,
            their_suits=self.their_suits,
            partner_tags=self.tags[partner],
            partner_forcing=force.word if force.caller == partner else "no",
            rho_tags=self.tags[rho],
            balancing=self.balancing,
            vulnerable=self.vulnerable,
            opened="" if self.opener < 0 else "we" if self.opener & 1 == side else "they",
        )
