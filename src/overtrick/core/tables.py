"""Double-dummy tricks of a deal, and the par that follows from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Self

from overtrick.core import drawing
from overtrick.core.calls import BIDS, Call
from overtrick.core.cards import Strain
from overtrick.core.contracts import Contract, Doubling
from overtrick.core.errors import BridgeError
from overtrick.core.seats import Seat, Side, Vulnerability


@dataclass(frozen=True, slots=True)
class DDTable:
    """Tricks for every declarer and strain with best play by all: `table[seat, strain]`, `table["S", "NT"]`."""

    tricks: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if len(self.tricks) != 4 or any(len(row) != 5 for row in self.tricks):
            raise BridgeError(f"expected 4 declarers × 5 strains of tricks, got {self.tricks!r}")
        if not all(0 <= tricks <= 13 for row in self.tricks for tricks in row):
            raise BridgeError(f"expected 0 to 13 tricks everywhere, got {self.tricks!r}")

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Self:
        """A table from any nested sequence (declarer N, E, S, W first, then strain C, D, H, S, N)."""
        return cls(tuple(tuple(index(tricks) for tricks in row) for row in rows))

    def __getitem__(self, place: tuple[Seat | str, Strain | str]) -> int:
        declarer, strain = place
        row = self.tricks[Seat.of(declarer) if isinstance(declarer, str) else declarer]
        return row[Strain.of(strain) if isinstance(strain, str) else strain]

    def as_dict(self) -> dict[str, dict[str, int]]:
        """`{"N": {"C": 7, …}, …}`, the form of the JSON protocol."""
        return {str(seat): {str(strain): self[seat, strain] for strain in Strain} for seat in Seat}

    @classmethod
    def from_dict(cls, rows: Mapping[str, Mapping[str, int]]) -> Self:
        try:
            return cls.of([[rows[str(seat)][str(strain)] for strain in Strain] for seat in Seat])
        except (KeyError, TypeError):
            raise BridgeError(f"expected tricks by declarer N E S W and strain C D H S N, got {rows!r}") from None

    def __str__(self) -> str:
        return drawing.table_text(self)

    def _repr_html_(self) -> str:
        return drawing.table_html(self)

    def _repr_svg_(self) -> str:
        return drawing.table_svg(self)

    def par(self, vulnerability: Vulnerability | str, dealer: Seat | Side | str) -> "Par":
        """Par when that player, or whoever of that side likes, speaks first."""
        first = dealer if isinstance(dealer, Seat | Side) else Seat.of(dealer)
        return par(self, Vulnerability.of(vulnerability), first)


@dataclass(frozen=True, slots=True)
class Par:
    """The score (North-South's) neither side can better, and the contracts that end in it."""

    score: int
    contracts: tuple[Contract, ...] = ()

    def __str__(self) -> str:
        score = f"{self.score:+d}".replace("-", "−")
        return f"{score} ({', '.join(contract.symbol for contract in self.contracts) or 'passed out'})"

    def _repr_html_(self) -> str:
        return drawing.par_html(self)


def par(table: DDTable, vulnerability: Vulnerability, dealer: Seat | Side) -> Par:
    """Par of the deal: both sides bid with all cards in view, failing contracts are doubled.

    With a `Seat`, the players speak in turn from that dealer (dealer par); with a `Side`, that side
    has the first word through whichever of its players it likes (side par). The two differ only
    where both sides could make the same high part-score.
    """
    outcomes = _outcomes(table, vulnerability)
    settled, best = _settle(outcomes)
    openers = dealer.seats if isinstance(dealer, Side) else (dealer, dealer)
    score = _better(openers[0].side, *(_after_turns(_turns(opener), best[0], 0) for opener in openers))
    free = {seat for opener in openers for seat in _speakers(_turns(opener), best[0], 0, score)}
    contracts = []
    for number, bid in enumerate(BIDS):
        for seat in [seat for seat in Seat if seat in free and settled[seat][number] == score]:
            outcome = outcomes[seat][number]
            free.update(_speakers(_turns(seat)[1:], best[number + 1], outcome, score))
            if outcome == score and _is_earned(seat, number, score, outcomes):
                contracts.append(_contract(bid, seat, table))
    # Eleven tricks in a major, bid short of game, score 200: as much as a sacrifice, and no reason not to bid the game.
    sacrifices = [contract for contract in contracts if contract.doubling is Doubling.DOUBLED]
    return Par(score, _highest_of_each(sacrifices or contracts))


def _settle(outcomes: list[list[int]]) -> tuple[list[list[int]], list[list[int | None]]]:
    """Scores under best bidding by all: once a player has made a bid, and each player's best from that bid up.

    Shapes: (seat, bid) and (bid, seat); the second has one row more, for bidding above 7NT.
    """
    settled = [[0] * len(BIDS) for _ in Seat]
    best: list[list[int | None]] = [[None] * 4 for _ in range(len(BIDS) + 1)]
    for number in reversed(range(len(BIDS))):
        above = best[number + 1]
        for seat in Seat:
            settled[seat][number] = _after_turns(_turns(seat)[1:], above, outcomes[seat][number])
            best[number][seat] = _better(seat.side, above[seat], settled[seat][number])
    return settled, best


def _turns(first: Seat) -> list[Seat]:
    """The four players in the order they speak."""
    return [first, first.lho, first.partner, first.rho]


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


def _speakers(seats: list[Seat], best: list[int | None], otherwise: int, score: int) -> Iterator[Seat]:
    """The players who get to bid, in turn, for as long as nobody gives away a better score by passing."""
    for turn, seat in enumerate(seats):
        if _after_turns(seats[turn:], best, otherwise) != score:
            return
        yield seat


def _is_earned(seat: Seat, number: int, score: int, outcomes: list[list[int]]) -> bool:
    """Whether a bid that costs par is a par contract: it makes, or all that would cost its side more is taken away.

    Otherwise any hopeless bid that happens to go down as much as the sacrifice would count as one.
    """
    sign = 1 if seat.side is Side.NORTH_SOUTH else -1
    theirs = [outcomes[seat.lho], outcomes[seat.rho]]
    dearer = [lower for lower in range(len(BIDS)) if any(sign * row[lower] < sign * score for row in theirs)]
    return sign * score > 0 or (bool(dearer) and number >= dearer[-1])


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
