"""Conditions on the auction, as `if:` has them: `not passed hand, vul favourable`, `rho bid and level 1-2`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING

from overtrick.core import DOUBLE, PASS, REDOUBLE, Call, ParseError, Suit
from overtrick.core.errors import shown
from overtrick.systems.language.card_limits import LONGEST_IF, MOST_BRACKETS
from overtrick.systems.language.patterns import Bindings
from overtrick.systems.language.text import SUIT_LETTERS, VARIABLES

if TYPE_CHECKING:
    from overtrick.systems.engine.turn import Turn


Test = Callable[["Turn", Bindings, Call], bool]


@dataclass(frozen=True, slots=True)
class AuctionCondition:
    """A condition as read: a test of the turn, the suits and the rule's call."""

    text: str
    holds: Test
    variables: frozenset[str]


_TOKEN = re.compile(r"\s*+(?:(4th\b|[A-Za-z][A-Za-z0-9']*|[1-7](?:N|NT|[CDHS])\b|[0-9]{1,4}(?![0-9]))|(!=|[(),+=-]))")
_VULNERABLE: dict[str, Callable[[bool, bool], bool]] = {
    "us": lambda we, they: we,
    "them": lambda we, they: they,
    "favourable": lambda we, they: they and not we,
    "unfavourable": lambda we, they: we and not they,
    "equal": lambda we, they: we == they,
    "none": lambda we, they: not (we or they),
    "both": lambda we, they: we and they,
}
_CALLED: dict[str, Callable[[Call], bool]] = {
    "passed": lambda call: call == PASS,
    "bid": lambda call: call.is_bid,
    "doubled": lambda call: call == DOUBLE,
    "redoubled": lambda call: call == REDOUBLE,
}
_WORDS = (
    *("passed hand", "partner passed hand", "seat", "vul", "level", "at most", "jump", "balancing", "contested"),
    *("rho passed", "partner bid", "forced", "game forced", "agreed", "above", "unbid", "natural", "partner shows"),
    *("partner has", "partner at most", "partner limited", "partner unlimited"),
)
NARROW = 5
"""How wide a limited hand's range of points may be."""


def read_auction_condition(text: str) -> AuctionCondition:
    """Read an `if:`; ParseError points at the word that is none."""
    return _ConditionReader(text).all()


def _negated(test: Test) -> Test:
    return lambda turn, suits, call: not test(turn, suits, call)


class _ConditionReader:
    def __init__(self, text: str) -> None:
        if len(text) > LONGEST_IF:
            raise ParseError(f"expected at most {LONGEST_IF} characters, got {len(text)}", column=1)
        self.text = text
        self.tokens: list[tuple[str, int]] = []
        self.nesting = 0
        start, end = 0, len(text.rstrip())
        while start < end:
            match = _TOKEN.match(text, start)
            if match is None:
                raise ParseError(
                    f"expected a condition on the auction, got {shown(text[start:].strip())}", column=start + 1
                )
            self.tokens.append((match[1] or match[2], match.start(1) if match[1] else match.start(2)))
            start = match.end()
        self.place = 0
        self.variables: set[str] = set()

    def all(self) -> AuctionCondition:
        test = self._all()
        if self.place < len(self.tokens):
            raise self._unexpected("a comma, 'and', 'or' or the end")
        return AuctionCondition(self.text, test, frozenset(self.variables))

    def _all(self) -> Test:
        return self._joined(",", all, lambda: self._joined("or", any, lambda: self._joined("and", all, self._negation)))

    def _peek(self, ahead: int = 0) -> str:
        index = self.place + ahead
        return self.tokens[index][0] if index < len(self.tokens) else ""

    def _takes(self, *words: str) -> bool:
        if all(self._peek(ahead) == word for ahead, word in enumerate(words)):
            self.place += len(words)
            return True
        return False

    def _unexpected(self, what: str) -> ParseError:
        word = self._peek()
        near = get_close_matches(word, _WORDS, n=1, cutoff=0.6)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        column = self.tokens[self.place][1] + 1 if self.place < len(self.tokens) else len(self.text) + 1
        return ParseError(f"expected {what}, got {shown(word) if word else 'the end'}{hint}", column=column)

    def _joined(self, word: str, together: Callable[..., bool], term: Callable[[], Test]) -> Test:
        terms = [term()]
        while self._takes(word):
            terms.append(term())
        if len(terms) == 1:
            return terms[0]
        return lambda turn, suits, call: together(each(turn, suits, call) for each in terms)

    def _negation(self) -> Test:
        self.nesting += 1
        if self.nesting > MOST_BRACKETS:
            raise self._unexpected(f"at most {MOST_BRACKETS} brackets inside one another")
        if self._takes("not"):
            test = _negated(self._negation())
        elif self._takes("("):
            test = self._all()
            if not self._takes(")"):
                raise self._unexpected("')'")
        else:
            test = self._term()
        self.nesting -= 1
        return test

    def _term(self) -> Test:
        if self._takes("passed", "hand"):
            return lambda turn, suits, call: turn.passed_hand
        if self._takes("partner", "passed", "hand"):
            return lambda turn, suits, call: turn.partner_passed_hand
        if self._takes("seat"):
            low, high = self._range()
            return lambda turn, suits, call: low <= turn.seat_number <= high
        if self._takes("vul"):
            if self._peek() not in _VULNERABLE:
                raise self._unexpected(f"one of {', '.join(_VULNERABLE)}")
            vulnerable = _VULNERABLE[self._word()]
            return lambda turn, suits, call: vulnerable(*turn.vulnerable)
        if self._takes("level"):
            low, high = self._range()
            return lambda turn, suits, call: call.is_bid and low <= call.level <= high
        if self._takes("at", "most"):
            most = self._bid()
            return lambda turn, suits, call: call.index <= most.index
        if self._takes("jump"):
            return lambda turn, suits, call: turn.is_jump(call)
        if self._takes("balancing"):
            return lambda turn, suits, call: turn.balancing
        if self._takes("contested"):
            return lambda turn, suits, call: turn.contested
        if self._takes("forced"):
            return lambda turn, suits, call: turn.must_act
        if self._takes("game", "forced"):
            return lambda turn, suits, call: turn.game_forced
        if self._takes("agreed"):
            return self._agreed()
        if self._peek() in ("rho", "partner", "lho") and self._peek(1) in _CALLED:
            turns_back = {"rho": 1, "partner": 2, "lho": 3}[self._word()]
            called = _CALLED[self._word()]
            return lambda turn, suits, call: (last := turn.last_call(turns_back)) is not None and called(last)
        if self._takes("partner"):
            return self._partner()
        return self._about_suit()

    def _agreed(self) -> Test:
        if self._peek() in VARIABLES or self._peek() in SUIT_LETTERS:
            suit = self._suit()
            return lambda turn, suits, call: turn.agreed is not None and turn.agreed is suit(suits)
        return lambda turn, suits, call: turn.agreed is not None

    def _partner(self) -> Test:
        if self._takes("limited"):
            return lambda turn, suits, call: turn.partner.points[2] - turn.partner.points[0] <= NARROW
        if self._takes("unlimited"):
            return lambda turn, suits, call: turn.partner.points[2] - turn.partner.points[0] > NARROW
        if self._takes("at", "most"):
            most = self._number()
            return lambda turn, suits, call: turn.partner.hcp[1] <= most
        if self._takes("has"):
            least = self._number()
            self._takes("+")
            return lambda turn, suits, call: turn.partner.hcp[0] >= least
        if self._takes("shows"):
            least = self._number()
            self._takes("+")
            suit = self._suit()
            return lambda turn, suits, call: turn.partner.least[suit(suits)] >= least
        raise self._unexpected("passed, bid, doubled, limited, unlimited, at most, has or shows")

    def _about_suit(self) -> Test:
        if not (self._peek() in VARIABLES or self._peek() in SUIT_LETTERS):
            raise self._unexpected("a condition on the auction such as 'passed hand' or 'level 1-2'")
        suit = self._suit()
        if self._takes("above"):
            other = self._suit()
            return lambda turn, suits, call: suit(suits) > other(suits)
        if self._takes("="):
            other = self._suit()
            return lambda turn, suits, call: suit(suits) is other(suits)
        if self._takes("!="):
            other = self._suit()
            return lambda turn, suits, call: suit(suits) is not other(suits)
        if self._takes("unbid"):
            return lambda turn, suits, call: not turn.is_shown(suit(suits))
        if self._takes("natural"):
            return lambda turn, suits, call: turn.is_shown(suit(suits))
        raise self._unexpected("above, =, !=, unbid or natural")

    def _word(self) -> str:
        self.place += 1
        return self.tokens[self.place - 1][0]

    def _number(self) -> int:
        if not self._peek().isdigit():
            raise self._unexpected("a number")
        return int(self._word())

    def _range(self) -> tuple[int, int]:
        low = self._number()
        if self._takes("+"):
            return low, 99
        return low, self._number() if self._takes("-") else low

    def _bid(self) -> Call:
        try:
            call = Call.parse(self._peek())
        except ParseError:
            raise self._unexpected("a bid such as 2S") from None
        self.place += 1
        return call

    def _suit(self) -> Callable[[Bindings], Suit]:
        word = self._peek()
        if word in SUIT_LETTERS:
            literal = SUIT_LETTERS[self._word()]
            return lambda suits: literal
        if word not in VARIABLES:
            raise self._unexpected("a suit or a suit variable")
        self.variables.add(self._word())
        return lambda suits: suits[word]
