"""What can be done with hands, deals and auctions in one call: the verbs of the front door.

Each takes values or the texts people write for them (`"N"` or `"north"` for a seat, `"NS"`, `"3NT"` …), asks one
question of `overtrick.ask`, and gives its answer, which prints as the command does and draws itself in a notebook.
Systems are names (`sayc`, `2/1`, `acol`), files, or a `System`.
"""

from collections.abc import Callable, Iterable
from functools import wraps
from inspect import signature
from operator import index
from pathlib import Path
from typing import Any, ParamSpec, SupportsIndex, TypeAlias, TypeVar

from overtrick.ask import advise as _advise
from overtrick.ask import bid as _bid
from overtrick.ask import dd as _dd
from overtrick.ask import evaluate as _evaluate
from overtrick.ask import explain as _explain
from overtrick.ask import posterior as _posterior
from overtrick.ask import tricks as _tricks
from overtrick.ask.wire.codecs import codec_of
from overtrick.core import (
    Auction,
    BridgeError,
    Call,
    DDTable,
    Deal,
    Hand,
    Record,
    Scoring,
    Seat,
    Strain,
    Suit,
    Vulnerability,
)
from overtrick.core.errors import nearest, shown
from overtrick.formats import parse_records, read_records
from overtrick.systems.engine.alerting import Regulation
from overtrick.systems.system import System, name_of

HandLike: TypeAlias = Hand | str
DealLike: TypeAlias = Deal | str
AuctionLike: TypeAlias = Auction | str | Iterable[Call | str]
CallLike: TypeAlias = Call | str
SeatLike: TypeAlias = Seat | str | SupportsIndex
VulnerabilityLike: TypeAlias = Vulnerability | str
StrainLike: TypeAlias = Strain | Suit | str
SystemLike: TypeAlias = System | Path | str

_P = ParamSpec("_P")
_Answer = TypeVar("_Answer")
_Value = TypeVar("_Value")


def _with_nearest_names(verb: Callable[_P, _Answer]) -> Callable[_P, _Answer]:
    """The verb, whose misspelt keywords are refused with the nearest name."""
    names = signature(verb).parameters

    @wraps(verb)
    def checked(*args: _P.args, **kwargs: _P.kwargs) -> _Answer:
        for name in kwargs:
            if name not in names:
                raise TypeError(f"{verb.__name__}() has no argument {name!r}{nearest(name, names)}")
        return verb(*args, **kwargs)

    return checked


@_with_nearest_names
def read(source: str | Path) -> list[Record]:
    """The boards of a file (PBN, LIN, …), a link or a pasted text; the first that is damaged is an error.

    >>> read("N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT")[0].board.deal[Seat.SOUTH]
    Hand('AQJ5.T864.KJ94.4')
    """
    is_text = isinstance(source, str) and any(sign in source for sign in ":|\n") and not _is_file(source)
    records = []
    for outcome in parse_records(str(source)) if is_text else read_records(source):
        if isinstance(outcome, BridgeError):
            raise outcome
        records.append(outcome)
    return records


@_with_nearest_names
def solve(deal: DealLike) -> DDTable:
    """The exact double-dummy table of a deal.

    >>> solve("N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT")["S", "NT"]
    9
    """
    return _dd.answer(_dd.DDQuestion(deal=_value("deal", Deal, deal))).tricks


@_with_nearest_names
def estimate(deal: DealLike) -> _tricks.TricksAnswer:
    """The tricks of a deal as the network estimates them: the most likely and the expected ones."""
    return _tricks.answer(_tricks.TricksQuestion(deal=_value("deal", Deal, deal)))


@_with_nearest_names
def evaluate(
    hand: HandLike, partner: HandLike | None = None, *, trump: StrainLike | None = None
) -> _evaluate.EvaluateAnswer:
    """What a hand, or two, is worth by every count.

    >>> evaluate("AKJ94.Q3.KT5.A72").evaluators["hcp"]
    17
    """
    question = _evaluate.EvaluateQuestion(
        hand=_value("hand", Hand, hand),
        partner=None if partner is None else _value("partner", Hand, partner),
        trump=None if trump is None else _read("trump", Strain.of, trump.strain if isinstance(trump, Suit) else trump),
    )
    return _evaluate.answer(question)


@_with_nearest_names
def bid(
    hand: HandLike,
    auction: AuctionLike = "",
    *,
    system: SystemLike = "sayc",
    their_system: SystemLike | None = None,
    dealer: SeatLike = Seat.NORTH,
    vulnerability: VulnerabilityLike = Vulnerability.NONE,
) -> _bid.BidAnswer:
    """The call of the player whose turn it is, its rule, and what it shows.

    >>> bid("KQ8.A9762.A76.T6", "1S P").call
    Call('2H')
    """
    table = _table(auction, dealer, vulnerability, system, their_system)
    return _bid.answer(_bid.BidQuestion(hand=_value("hand", Hand, hand), passed_over=True, **table))


@_with_nearest_names
def explain(
    auction: AuctionLike,
    *,
    system: SystemLike = "sayc",
    their_system: SystemLike | None = None,
    dealer: SeatLike = Seat.NORTH,
    vulnerability: VulnerabilityLike = Vulnerability.NONE,
    regulation: Regulation = "acbl",
) -> _explain.ExplainAnswer:
    """What every call of an auction means, and what each seat has shown; `system` is North-South's.

    `regulation` says whose rules for alerts hold: `"acbl"` or `"ebu"`.

    >>> explain("1N P 2H").calls[2].meaning.artificial
    True
    """
    table = _table(auction, dealer, vulnerability, system, their_system)
    question = _explain.ExplainQuestion(**table, regulation=_one_of("regulation", Regulation, regulation))
    return _explain.answer(question)


@_with_nearest_names
def posterior(
    hand: HandLike,
    auction: AuctionLike = "",
    *,
    system: SystemLike = "sayc",
    their_system: SystemLike | None = None,
    dealer: SeatLike = Seat.NORTH,
    vulnerability: VulnerabilityLike = Vulnerability.NONE,
    layouts: SupportsIndex = 400,
    seed: SupportsIndex = 0,
) -> _posterior.PosteriorAnswer:
    """What the other three hands may be, given one hand and the auction."""
    question = _posterior.PosteriorQuestion(
        hand=_value("hand", Hand, hand),
        layouts=_whole(layouts),
        seed=_whole(seed),
        **_table(auction, dealer, vulnerability, system, their_system),
    )
    return _posterior.answer(question)


@_with_nearest_names
def advise(
    hand: HandLike,
    auction: AuctionLike = "",
    *,
    made: CallLike | None = None,
    system: SystemLike = "sayc",
    their_system: SystemLike | None = None,
    dealer: SeatLike = Seat.NORTH,
    vulnerability: VulnerabilityLike = Vulnerability.NONE,
    layouts: SupportsIndex = 400,
    seed: SupportsIndex = 0,
    scoring: Scoring = "imps",
) -> _advise.AdviseAnswer:
    """Which call, why, and with what odds: system, network and simulation; `made` is a call to be graded.

    `scoring` decides: `"imps"`, `"matchpoints"` or total `"points"`.
    """
    question = _advise.AdviseQuestion(
        hand=_value("hand", Hand, hand),
        made=None if made is None else _value("made", Call, made),
        layouts=_whole(layouts),
        seed=_whole(seed),
        scoring=_one_of("scoring", Scoring, scoring),
        **_table(auction, dealer, vulnerability, system, their_system),
    )
    return _advise.answer(question)


def _table(
    auction: AuctionLike,
    dealer: SeatLike,
    vulnerability: VulnerabilityLike,
    system: SystemLike,
    their_system: SystemLike | None,
) -> dict[str, Any]:
    """What questions about a table share. An auction that is a text, or a list of calls, begins with `dealer`."""
    seat = _read("dealer", Seat.of, dealer)
    if not isinstance(auction, Auction):
        calls = auction if isinstance(auction, str) else " ".join(map(str, _read("auction", _calls, auction)))
        auction = _read("auction", lambda text: Auction.parse(text, seat), calls)
    return {
        "auction": auction,
        "vulnerability": _read("vulnerability", Vulnerability.of, vulnerability),
        "system": _system("system", system),
        "their_system": None if their_system is None else _system("their_system", their_system),
    }


_EXAMPLES: dict[type, str] = {
    Hand: "a hand such as 'AKQ.JT9.876.5432'",
    Deal: "a deal such as 'N:AKQ.JT9.876.5432 … … …'",
    Call: "a call such as '1NT'",
}


def _value(name: str, kind: type[_Value], given: object) -> _Value:
    """A value of a kind, or of the text people write for it; errors name the argument."""
    if isinstance(given, kind):
        return given
    if not isinstance(given, str):
        raise BridgeError(f"expected {_EXAMPLES[kind]}, got {shown(repr(given))}").at(source=name)
    return _read(name, kind, given)


def _read(name: str, read: Callable[[Any], _Value], given: object) -> _Value:
    try:
        return read(given)
    except BridgeError as error:
        raise error.at(source=name) from None


def _one_of(name: str, kind: Any, given: object) -> Any:
    """One of the words that a `Literal` allows."""
    return codec_of(kind).decode(given, name)


def _calls(auction: object) -> list[object]:
    if not isinstance(auction, Iterable):
        raise BridgeError(f"expected an auction such as '1NT P', got {shown(repr(auction))}")
    return list(auction)


def _system(name: str, system: SystemLike) -> str:
    if isinstance(system, str | Path):
        return str(system)
    if not isinstance(system, System):
        raise BridgeError(f"expected a system's name, its file or a System, got {shown(repr(system))}").at(source=name)
    return name_of(system)


def _whole(number: SupportsIndex) -> int:
    """A whole number of Python's own, where it is one of NumPy's; what is none is left for the question to refuse."""
    is_whole = isinstance(number, SupportsIndex) and not isinstance(number, bool)
    return index(number) if is_whole else number  # type: ignore[return-value]


def _is_file(source: str) -> bool:
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # a pasted text may be no possible file name
        return False
