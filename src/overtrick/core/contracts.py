"""Contracts, how they end, and what that scores (Law 77)."""

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from overtrick.core import drawing
from overtrick.core.calls import Call
from overtrick.core.cards import Strain
from overtrick.core.errors import ParseError, shown
from overtrick.core.seats import Seat, Side, Vulnerability


class Doubling(IntEnum):
    """How often the stakes were doubled; the value multiplies the trick score."""

    UNDOUBLED = 1
    DOUBLED = 2
    REDOUBLED = 4

    def __str__(self) -> str:
        return {1: "", 2: "X", 4: "XX"}[self]


@dataclass(frozen=True, slots=True, repr=False)
class Contract:
    """What the auction bound declarer to. A passed-out board has no contract: None.

    >>> contract = Contract.parse("4SXN")
    >>> contract.score(9, vulnerable=True)
    -200
    """

    level: int
    strain: Strain
    declarer: Seat
    doubling: Doubling = Doubling.UNDOUBLED

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise ValueError(f"a contract's level is 1 to 7, got {self.level}")

    @property
    def bid(self) -> Call:
        return Call.of(self.level, self.strain)

    @property
    def target(self) -> int:
        """Tricks needed to make it."""
        return self.level + 6

    @property
    def side(self) -> Side:
        return self.declarer.side

    def score(self, tricks: int, *, vulnerable: bool) -> int:
        """Declarer's side's score for taking that many tricks."""
        return contract_score(self.level, self.strain, self.doubling, tricks, vulnerable=vulnerable)

    @property
    def phrase(self) -> str:
        """How a player says it: `4♠x by North`."""
        return f"{self.bid.symbol}{str(self.doubling).lower()} by {self.declarer.name.capitalize()}"

    @property
    def symbol(self) -> str:
        """How it is printed for people: `4♠x N`."""
        return f"{self.bid.symbol}{str(self.doubling).lower()} {self.declarer}"

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{self.doubling}{self.declarer}"

    def __repr__(self) -> str:
        return f"Contract.parse({str(self)!r})"

    def _repr_html_(self) -> str:
        return drawing.contract_html(self)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `4SXN`, `3NTE`, `4♠x by North`, `4SNx` …: level, strain, doubling, declarer or declarer, doubling."""
        word = "".join(text.upper().split())
        match = re.fullmatch(r"([1-7])(NT|N|[CDHS♣♦♥♠])(XX|X|)(?:BY)?(N|E|S|W|NORTH|EAST|SOUTH|WEST)(XX|X|)", word)
        if match is None or (match[3] and match[5]):
            raise ParseError(
                f"expected a contract such as 4SXN (level, strain, X, declarer), got {shown(text)}", column=1
            )
        doubling = {"": Doubling.UNDOUBLED, "X": Doubling.DOUBLED, "XX": Doubling.REDOUBLED}[match[3] or match[5]]
        return cls(int(match[1]), Strain.parse(match[2]), Seat.parse(match[4]), doubling)


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """How a board ended: the contract (None = passed out) and declarer's tricks (None = not known).

    >>> str(Result.parse("4SN-2")), Result.parse("3NE=").score(Vulnerability.NONE)
    ('4SN-2', -400)
    """

    contract: Contract | None
    tricks: int | None = None

    def __post_init__(self) -> None:
        if self.tricks is not None and not 0 <= self.tricks <= 13:
            raise ValueError(f"declarer's tricks are 0 to 13, got {self.tricks}")

    def score(self, vulnerability: Vulnerability) -> int | None:
        """North-South's score; None while the tricks are not known."""
        if self.contract is None:
            return 0
        if self.tricks is None:
            return None
        points = self.contract.score(self.tricks, vulnerable=vulnerability.includes(self.contract.side))
        return points if self.contract.side is Side.NORTH_SOUTH else -points

    def __str__(self) -> str:
        if self.contract is None:
            return "Pass"
        if self.tricks is None:
            return str(self.contract)
        return f"{self.contract}{self._beyond}"

    @property
    def _beyond(self) -> str:
        """Tricks more or fewer than the contract needs."""
        beyond = 0 if self.contract is None or self.tricks is None else self.tricks - self.contract.target
        return f"{beyond:+d}" if beyond else "="

    @property
    def phrase(self) -> str:
        """How a player says it: `4♠x by North, +1`, `3NT by East, made`."""
        if self.contract is None or self.tricks is None:
            return "passed out" if self.contract is None else self.contract.phrase
        beyond = self._beyond.replace("-", "−")
        return f"{self.contract.phrase}, {'made' if beyond == '=' else beyond}"

    @property
    def symbol(self) -> str:
        """How it is printed for people: `4♠x N +1`, `3NT E =`."""
        if self.contract is None:
            return "passed out"
        return self.contract.symbol if self.tricks is None else f"{self.contract.symbol} {self._beyond}"

    def __repr__(self) -> str:
        return f"Result.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read `4SN=`, `3NE-1`, `2HXW+2`, a bare contract, or `Pass`."""
        word = text.strip()
        if word.upper() in ("PASS", "P", "PO"):
            return cls(None)
        beyond = re.search(r"(?:=|[+-][0-9]{1,2})\Z", word)
        if beyond is None:
            return cls(Contract.parse(word))
        contract = Contract.parse(word[: beyond.start()])
        tricks = contract.target + (0 if beyond[0] == "=" else int(beyond[0]))
        if not 0 <= tricks <= 13:
            raise ParseError(f"expected a result of 0 to 13 tricks, got {tricks} in {shown(text)}", column=1)
        return cls(contract, tricks)


def contract_score(level: int, strain: Strain, doubling: Doubling, tricks: int, *, vulnerable: bool) -> int:
    """Declarer's side's score for a contract at that level when declarer takes that many tricks."""
    if tricks < level + 6:
        return -penalty(level + 6 - tricks, doubling, vulnerable=vulnerable)
    per_trick = 20 if strain.is_minor else 30
    below = (level * per_trick + (10 if strain is Strain.NOTRUMP else 0)) * doubling
    bonus = (500 if vulnerable else 300) if below >= 100 else 50
    if level >= 6:
        bonus += (750 if vulnerable else 500) * (2 if level == 7 else 1)
    insult = {1: 0, 2: 50, 4: 100}[doubling]
    overtrick = per_trick if doubling is Doubling.UNDOUBLED else doubling * (100 if vulnerable else 50)
    return below + bonus + insult + (tricks - level - 6) * overtrick


def penalty(undertricks: int, doubling: Doubling, *, vulnerable: bool) -> int:
    """What the defenders score for the tricks a contract fell short."""
    if doubling is Doubling.UNDOUBLED:
        return (100 if vulnerable else 50) * undertricks
    steps = [200] + [300] * 12 if vulnerable else [100, 200, 200] + [300] * 10
    return sum(steps[:undertricks]) * doubling // 2
