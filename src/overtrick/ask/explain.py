"""What the calls of an auction mean, what each seat has shown, and which calls may come next."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Literal, TypeAlias

from overtrick.ask.position import AuctionQuestion
from overtrick.ask.rendering import Rendered
from overtrick.ask.wire import FLAT, Beside, form
from overtrick.core import Auction, Board, Call, Contract, Record, Seat, Suit, Vulnerability
from overtrick.hands.cells import Range, Shown
from overtrick.systems.engine.alerting import Regulation
from overtrick.systems.engine.meaning import Meaning, is_alerted, marked, meaning, shown_by_seat
from overtrick.systems.engine.needs import Requirement
from overtrick.systems.engine.tree import Node
from overtrick.systems.table import Table


@lru_cache(maxsize=4096)
def _pieces(text: str) -> list[object] | None:
    """The pieces of a text as JSON; None where there is nothing to mark."""
    pieces = marked(text)
    if all(isinstance(piece, str) for piece in pieces):
        return None
    return [
        piece if isinstance(piece, str) else {"suit" if isinstance(piece, Suit) else "call": str(piece)}
        for piece in pieces
    ]


Words: TypeAlias = Annotated[str, Beside("marked", _pieces)]
"""Words for people that may name suits and calls: `…_marked` beside them has these apart, as the page draws them."""


@form(Shown)
@dataclass(frozen=True)
class _ShownForm:
    """Ranges of points and of the length of each suit."""

    hcp: Range
    lengths: Mapping[Suit, Range]

    @classmethod
    def of(cls, shown: Shown) -> "_ShownForm":
        return cls(shown.hcp, {suit: shown.lengths[suit] for suit in reversed(Suit)})


@form(Meaning)
@dataclass(frozen=True)
class _MeaningForm:
    """What a call shows: ranges, whether it forces, and words for people."""

    shown: Annotated[Shown, FLAT]
    balanced: bool | None
    forcing: str
    artificial: bool
    name: str
    alert: bool
    alerts: Mapping[str, str]
    announce: str
    text: Words
    rules: tuple[str, ...]
    kind: str

    @classmethod
    def of(cls, meaning: Meaning) -> "_MeaningForm":
        return cls(
            meaning.shown,
            meaning.shown.balanced,
            meaning.forcing,
            meaning.artificial,
            meaning.name,
            is_alerted(meaning),
            meaning.alerts,
            meaning.announce if meaning.alert == "announce" else "",
            meaning.text,
            meaning.rules,
            meaning.kind,
        )


@form(Requirement)
@dataclass(frozen=True)
class _RequirementForm:
    """A part of what a rule asks: its words, whether the hand fulfils them, and what the hand has."""

    text: Words
    ok: bool
    yours: Words

    @classmethod
    def of(cls, requirement: Requirement) -> "_RequirementForm":
        return cls(*requirement)


@dataclass(frozen=True, kw_only=True)
class ExplainQuestion(AuctionQuestion):
    """What do the calls mean? `system` is North-South's; `available` adds the calls that may come next.

    `regulation` says whose rules for alerts hold.
    """

    available: bool = False
    regulation: Regulation = "acbl"


@dataclass(frozen=True)
class MadeCall:
    """A call, who makes it, and its meaning."""

    call: Call
    by: Seat
    meaning: Annotated[Meaning, FLAT]

    @classmethod
    def of(cls, meaning: Meaning) -> "MadeCall":
        return cls(meaning.call, meaning.seat, meaning)


@dataclass(frozen=True, kw_only=True, repr=False)
class ExplainAnswer(Rendered, text="meanings:explanation_text", html="notebook:explanation_html"):
    """Every call with its meaning, and what each seat has shown by all of its calls."""

    calls: tuple[MadeCall, ...]
    shown: Mapping[Seat, Shown]
    kind: Literal["rule"] = "rule"
    turn: Seat | None = None
    available: tuple[MadeCall, ...] | None = None
    """The calls that some hand of the player to call makes, in the order of the card."""
    system: str
    their_system: str
    system_hash: str

    def in_short(self) -> str:
        return " ".join(str(made.meaning.call) for made in self.calls) or "no calls"


@dataclass(frozen=True, kw_only=True)
class BoardExplainAnswer:
    """The same of a board in a file."""

    board: Annotated[Board, FLAT]
    auction: Auction
    contract: Contract | None
    answer: Annotated[ExplainAnswer, FLAT]

    @classmethod
    def of(cls, record: Record, table: Table, regulation: Regulation = "acbl") -> "BoardExplainAnswer":
        """A board that was bid, explained."""
        auction = record.auction
        assert auction is not None
        answer = explained(table, auction, record.board.vulnerability, regulation=regulation)
        return cls(board=record.board, auction=auction, contract=auction.contract, answer=answer)


def answer(question: ExplainQuestion) -> ExplainAnswer:
    """The meanings of an auction."""
    return explained(
        question.table(),
        question.auction,
        question.vulnerability,
        available=question.available,
        regulation=question.regulation,
    )


def explained(
    table: Table,
    auction: Auction,
    vulnerability: Vulnerability,
    *,
    available: bool = False,
    regulation: Regulation = "acbl",
) -> ExplainAnswer:
    """The meanings of an auction at a table."""
    node, (ours, theirs) = table.node(auction, vulnerability), table.systems
    shown, to_come = shown_by_seat(node), available and not auction.is_over
    return ExplainAnswer(
        calls=tuple(MadeCall.of(each.under(regulation)) for each in table.explain(auction, vulnerability)),
        shown={seat: shown[(seat - auction.dealer) & 3] for seat in Seat},
        turn=auction.turn if to_come else None,
        available=tuple(_available(node, auction.turn, regulation)) if to_come else None,
        system=ours.name,
        their_system=theirs.name,
        system_hash=ours.fingerprint,
    )


def _available(node: Node, seat: Seat, regulation: Regulation) -> list[MadeCall]:
    calls = dict.fromkeys(line.call for line in node.lines)
    before = node.shown[node.turn]
    return [MadeCall.of(meaning(node, call, seat).under(regulation)) for call in calls if before & node.cells(call)]
