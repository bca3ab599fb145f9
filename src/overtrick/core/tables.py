"""Double-dummy tricks of a deal, and the par that follows from them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from overtrick.core import drawing
from overtrick.core.calls import BIDS, Call
from overtrick.core.cards import Strain
from overtrick.core.contracts import Contract, Doubling
from overtrick.core.errors import BridgeError
from overtrick.core.seats import Seat, Side, Vulnerability


@dataclass(frozen=True, slots=True)
class DDTable:
    """Tricks for every declarer and strain with best play by all: `table[seat, strain]`."""

    tricks: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if len(self.tricks) != 4 or any(len(row) != 5 for row in self.tricks):
            raise BridgeError(f"expected 4 declarers × 5 strains of tricks, got {self.tricks!r}")
        if not all(0 <= tricks <= 13 for row in self.tricks for tricks in row):
            raise BridgeError(f"expected 0 to 13 tricks everywhere, got {self.tricks!r}")

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Self:
        """A table from any nested sequence (declarer N, E, S, W first, then strain C, D, H, S, N)."""
        return cls(tuple(tuple(int(tricks) for tricks in row) for row in rows))

    def __getitem__(self, place: tuple[Seat, Strain]) -> int:
        declarer, strain = place
        return self.tricks[declarer][strain]

    def as_dict(self) -> dict[str, dict[str, int]]:
        """`{"N": {"C": 7, …}, …}`, the form of the JSON protocol."""
        return {str(seat): {str(strain): self[seat, strain] for strain in Strain} for seat in Seat}

    @classmethod
    def from_dict(cls, rows: Mapping[str, Mapping[str, int]]) -> Self:
        try:
            return cls.of([[rows[str(seat)][str(strain)] for strain in Strain] for seat in Seat])
        except (KeyError, TypeError, ValueError):
            raise BridgeError(f"expected tricks by declarer N E S W and strain C D H S N, got {rows!r}") from None

    def __str__(self) -> str:
        return drawing.table_text(self)

    def _repr_html_(self) -> str:
        return drawing.table_html(self)

    def par(self, vulnerability: Vulnerability, dealer: Seat | Side) -> "Par":
        """Par when that player, or whoever of that side likes, speaks first."""
        return par(self, vulnerability, dealer)


@dataclass(frozen=True, slots=True)
class Par:
    """The score (North-South's) neither side can better, and the contracts that end in it."""

    score: int
    contracts: tuple[Contract, ...] = ()

    def __str__(self) -> str:
        return f"{self.score:+d}" + (f" ({', '.join(map(str, self.contracts))})" if self.contracts else " (passed out)")


def par(table: DDTable, vulnerability: Vulnerability, dealer: Seat | Side) -> Par:
    """Par of the deal: both sides bid with all cards in view, failing contracts are doubled.

    With a `Seat`, the players speak in turn from that dealer (dealer par); with a `Side`, that side
    has the first word through whichever of its players it likes (side par). The two differ only
    where both sides could make the same high part-score.
    """
    outcomes = _outcomes(table, vulnerability)
    settled = [[0] * len(BIDS) for _ in Seat]  # the score once that bid is made and all do their best from there
    best: list[int | None] = [None] * 4  # each player's best bid above the present one
    for index in reversed(range(len(BIDS))):
        for seat in Seat:
            settled[seat][index] = _after_turns([seat.lho, seat.partner, seat.rho], best, outcomes[seat][index])
        for seat in Seat:
            best[seat] = _better(seat.side, best[seat], settled[seat][index])

    def opened_by(seat: Seat) -> int:
        return _after_turns([seat.after(turn) for turn in range(4)], best, 0)

    if isinstance(dealer, Side):
        score = _better(dealer, *map(opened_by, dealer.seats))
    else:
        score = opened_by(dealer)
    if score == 0:
        return Par(0)
    found = [
        _contract(bid, seat, table)
        for seat in Seat
        for index, bid in enumerate(BIDS)
        if outcomes[seat][index] == settled[seat][index] == score
    ]
    return Par(score, _highest_of_each(found))


def _better(side: Side, score: int | None, other: int) -> int:
    """Of two North-South scores, the one this side prefers."""
    if score is None:
        return other
    return max(score, other) if side is Side.NORTH_SOUTH else min(score, other)


def _after_turns(seats: list[Seat], best: list[int | None], otherwise: int) -> int:
    """The score when these players, in turn, may make their best bid or leave things as they are."""
    for seat in reversed(seats):
        bid_score = best[seat]
        if bid_score is not None:
            otherwise = _better(seat.side, otherwise, bid_score)
    return otherwise


def _contract(bid: Call, declarer: Seat, table: DDTable) -> Contract:
    makes = table[declarer, bid.strain] >= bid.level + 6
    return Contract(bid.level, bid.strain, declarer, Doubling.UNDOUBLED if makes else Doubling.DOUBLED)


def _highest_of_each(contracts: list[Contract]) -> tuple[Contract, ...]:
    """One contract for each declarer and strain: 3♠ made rather than 2♠ with an overtrick."""
    highest = {(contract.declarer, contract.strain): contract for contract in contracts}
    return tuple(sorted(highest.values(), key=lambda c: (-c.bid.index, c.declarer)))


def _outcomes(table: DDTable, vulnerability: Vulnerability) -> list[list[int]]:
    """North-South's score for every declarer and bid, doubled where it fails. Shape: (seat, bid)."""
    rows = []
    for seat in Seat:
        sign = 1 if seat.side is Side.NORTH_SOUTH else -1
        vulnerable = vulnerability.includes(seat)
        rows.append(
            [sign * _contract(bid, seat, table).score(table[seat, bid.strain], vulnerable=vulnerable) for bid in BIDS]
        )
    return rows
