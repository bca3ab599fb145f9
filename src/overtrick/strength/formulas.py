"""The primitive formulas of the 2023 paper (Tables III to VIII), those beyond it, and their combinations.

A formula has parameters, which a search moves, and turns them into a weight for each column that
`counting` counts. Formulas add up: `H + TL + NL` is the sum of its parts, column by column.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import product

import numpy as np
from numpy.typing import NDArray

from overtrick.core import BridgeError
from overtrick.strength.counting import GROUPS as SINGLE_GROUPS
from overtrick.strength.counting import HONOURS, Hands, Rows
from overtrick.strength.joint import JOINT_GROUPS

Weights = NDArray[np.float64]
Parameters = NDArray[np.float64]

GROUPS = SINGLE_GROUPS | JOINT_GROUPS
"""Everything a formula may count."""

_LENGTH = np.arange(14.0)
_POINTS = np.arange(11.0)


@dataclass(frozen=True)
class Parameter:
    """A number a search may move, and the range it starts in; `scales` unless it is a base or an exponent."""

    name: str
    low: float
    high: float
    scales: bool = True


@dataclass(frozen=True)
class Primitive:
    """One formula of the paper's tables."""

    name: str
    table: str
    says: str
    parameters: tuple[Parameter, ...]
    groups: tuple[str, ...]
    weights: Callable[[Parameters], Weights]
    """From parameters (…, parameter) to the weights of the groups' columns (…, column)."""
    is_linear: bool = False
    """Whether the weights are linear in the parameters, up to a constant for every pair of hands."""


@dataclass(frozen=True)
class Formula:
    """A sum of primitive formulas.

    >>> formula = Formula.parse("H + TL + NL")
    >>> len(formula.parameters), str(formula)
    (10, 'H + TL + NL')
    """

    parts: tuple[Primitive, ...]

    @classmethod
    def parse(cls, text: str) -> "Formula":
        """Read names joined by `+`, as in `H + TL + NL`; unknown ones list the close ones."""
        names = [name.strip() for name in text.split("+")]
        twice = {name for name in names if names.count(name) > 1}
        if twice:
            raise BridgeError(f"expected each formula once, got {sorted(twice)[0]!r} twice in {text!r}")
        return cls(tuple(primitive(name) for name in names))

    def __str__(self) -> str:
        return " + ".join(part.name for part in self.parts)

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        return tuple(parameter for part in self.parts for parameter in part.parameters)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of columns it needs, each once."""
        return tuple(dict.fromkeys(group for part in self.parts for group in part.groups))

    @property
    def is_linear(self) -> bool:
        return all(part.is_linear for part in self.parts)

    @property
    def columns(self) -> int:
        return sum(len(GROUPS[group].columns) for group in self.groups)

    def rows(self, hands: Hands) -> Rows:
        """What it counts in every row of hands. Shape: (row, column)."""
        return np.concatenate([GROUPS[group].count(hands) for group in self.groups], axis=1)

    def within_bounds(self, parameters: Parameters) -> Parameters:
        """The parameters with bases and exponents moved into their ranges; values that scale are free."""
        low = [-np.inf if parameter.scales else parameter.low for parameter in self.parameters]
        high = [np.inf if parameter.scales else parameter.high for parameter in self.parameters]
        return np.clip(parameters, low, high)

    def weights(self, parameters: Parameters) -> Weights:
        """The weight of every column. Shape: (…, parameter) to (…, column)."""
        places = _places(self.groups)
        total = np.zeros((*parameters.shape[:-1], self.columns))
        first = 0
        for part in self.parts:
            own = part.weights(parameters[..., first : first + len(part.parameters)])
            first += len(part.parameters)
            start = 0
            for group in part.groups:
                size = len(GROUPS[group].columns)
                total[..., places[group]] += own[..., start : start + size]
                start += size
        return total


def _places(groups: Sequence[str]) -> dict[str, slice]:
    ends = np.cumsum([len(GROUPS[group].columns) for group in groups]).tolist()
    return {group: slice(end - len(GROUPS[group].columns), end) for group, end in zip(groups, ends, strict=True)}


def _as_they_are(parameters: Parameters) -> Weights:
    return parameters


def _power(
    base: NDArray[np.float64], scale: Parameters, exponent: Parameters, counts: NDArray[np.bool_] | np.bool_
) -> Weights:
    """scale · |base|^exponent where `counts` says so, else 0, for every value of the axis `base` runs over."""
    raised = scale[..., np.newaxis] * np.abs(base) ** exponent[..., np.newaxis]
    return np.where(counts, raised, 0.0)


def _both(one_kind: Callable[[Parameters], Weights]) -> Callable[[Parameters], Weights]:
    """The same form for trumps (first half of the parameters) and for the side suits (second half)."""

    def weights(parameters: Parameters) -> Weights:
        half = parameters.shape[-1] // 2
        return np.concatenate([one_kind(parameters[..., :half]), one_kind(parameters[..., half:])], axis=-1)

    return weights


def _card_weights(parameters: Parameters) -> Weights:
    """HT: five weights for honours outside trumps, then five and one for small cards in trumps."""
    side, trump, small = parameters[..., :5], parameters[..., 5:10], parameters[..., 10:]
    return np.concatenate([side, trump - side, small], axis=-1)


def _suit_points(parameters: Parameters) -> Weights:
    scale, exponent = np.moveaxis(parameters, -1, 0)
    return _power(_POINTS, scale, exponent, _POINTS > 0)


def _long(parameters: Parameters) -> Weights:
    scale, exponent = np.moveaxis(parameters, -1, 0)
    return _power(_LENGTH - 4, scale, exponent, _LENGTH > 4)


def _long_or_four(parameters: Parameters) -> Weights:
    weights = _long(parameters[..., :2])
    weights[..., 4] = parameters[..., 2]
    return weights


def _long_from(parameters: Parameters) -> Weights:
    scale, base, exponent = np.moveaxis(parameters, -1, 0)
    beyond = _LENGTH - base[..., np.newaxis]
    return _power(beyond, scale, exponent, beyond > 0)


def _linear(parameters: Parameters) -> Weights:
    scale, base = np.moveaxis(parameters, -1, 0)
    weights: Weights = scale[..., np.newaxis] * (_LENGTH - base[..., np.newaxis])
    return weights


def _short(parameters: Parameters) -> Weights:
    scale, exponent = np.moveaxis(parameters, -1, 0)
    return _power(3 - _LENGTH, scale, exponent, _LENGTH < 3)


def _short_from(parameters: Parameters) -> Weights:
    scale, base, exponent = np.moveaxis(parameters, -1, 0)
    below = base[..., np.newaxis] - _LENGTH
    return _power(below, scale, exponent, below > 0)


def _shortness(parameters: Parameters) -> Weights:
    """Void, singleton, doubleton; nothing for longer suits."""
    return np.concatenate([parameters, np.zeros((*parameters.shape[:-1], 11))], axis=-1)


def _distance(parameters: Parameters) -> Weights:
    scale, base, exponent = np.moveaxis(parameters, -1, 0)
    return _power(_LENGTH - base[..., np.newaxis], scale, exponent, np.True_)


def _linear_above(parameters: Parameters) -> Weights:
    weights = _linear(parameters)
    return np.where(parameters[..., 1:] <= _LENGTH, weights, 0.0)


def _short_with_honours(parameters: Parameters) -> Weights:
    zeros = np.zeros(parameters.shape[:-1])
    columns = [zeros, parameters[..., 0], parameters[..., 1], *[zeros] * 11]
    return np.stack(columns, axis=-1)


def _parameters(names: Sequence[str], low: float, high: float) -> tuple[Parameter, ...]:
    return tuple(Parameter(name, low, high) for name in names)


_HONOUR_PARAMETERS = tuple(
    Parameter(name, 0, high) for name, high in zip(HONOURS, (5.0, 4.0, 3.0, 2.0, 1.0), strict=True)
)
_SCALE, _EXPONENT = Parameter("a", 0, 3), Parameter("b", 0.2, 2, scales=False)
_SHORTNESS = tuple(Parameter(name, 0, high) for name, high in (("void", 6.0), ("singleton", 4.0), ("doubleton", 2.0)))
_FREE = (Parameter("a", 0, 2), Parameter("b", 0, 6, scales=False), Parameter("c", 0.2, 2, scales=False))
_LENGTHS = ("trump length", "side length")


def _twice(parameters: tuple[Parameter, ...]) -> tuple[Parameter, ...]:
    return tuple(
        replace(parameter, name=f"{parameter.name} {kind}") for kind in ("trump", "side") for parameter in parameters
    )


def _one(name: str, says: str, group: str, low: float, high: float) -> Primitive:
    """A formula that gives the same value to everything a group of one column counts."""
    return Primitive(name, "beyond", says, (Parameter(group, low, high),), (group,), _as_they_are, is_linear=True)


def _table_of(name: str, says: str, group: str) -> Primitive:
    """A formula with a free value for each column of a group."""
    parameters = _parameters([f"{group} {column}" for column in GROUPS[group].columns], -1, 1)
    return Primitive(name, "beyond", says, parameters, (group,), _as_they_are, is_linear=True)


PRIMITIVES = (
    Primitive("H", "III", "a weight for each card", _HONOUR_PARAMETERS, ("honours",), _as_they_are, is_linear=True),
    Primitive(
        "HT",
        "III",
        "a weight for each card, another in trumps",
        (
            *_parameters([f"{name} side" for name in HONOURS], 0, 5),
            *_parameters([f"{name} trump" for name in HONOURS], 0, 6),
            Parameter("small trump", 0, 3),
        ),
        ("honours", "trump honours", "small trumps"),
        _card_weights,
        is_linear=True,
    ),
    Primitive(
        "sH",
        "III",
        "a power of the points in each suit",
        _twice((_SCALE, _EXPONENT)),
        ("trump points", "side points"),
        _both(_suit_points),
    ),
    Primitive("L", "IV", "a power of the cards beyond four", _twice((_SCALE, _EXPONENT)), _LENGTHS, _both(_long)),
    Primitive(
        "L4",
        "IV",
        "a power of the cards beyond four, and a value for four",
        _twice((_SCALE, _EXPONENT, Parameter("c", 0, 2))),
        _LENGTHS,
        _both(_long_or_four),
    ),
    Primitive("L*", "IV", "a power of the cards beyond a base", _twice(_FREE), _LENGTHS, _both(_long_from)),
    Primitive(
        "TL",
        "IV",
        "a value for each trump",
        (Parameter("each trump", 0, 3), Parameter("trumps not counted", 0, 4, scales=False)),
        ("trump length",),
        _linear,
        is_linear=True,
    ),
    Primitive("S", "V", "a power of the cards short of three", _twice((_SCALE, _EXPONENT)), _LENGTHS, _both(_short)),
    Primitive(
        "DS",
        "V",
        "void, singleton, doubleton, another in trumps",
        _twice(_SHORTNESS),
        _LENGTHS,
        _both(_shortness),
        is_linear=True,
    ),
    Primitive("S*", "V", "a power of the cards short of a base", _twice(_FREE), _LENGTHS, _both(_short_from)),
    Primitive(
        "NL", "V", "void, singleton, doubleton outside trumps", _SHORTNESS, ("side length",), _shortness, is_linear=True
    ),
    Primitive(
        "LS",
        "VI",
        "a value for each length, another in trumps",
        _twice(_parameters([str(length) for length in range(14)], 0, 8)),
        _LENGTHS,
        _as_they_are,
        is_linear=True,
    ),
    Primitive("D", "VI", "a power of the distance from a base length", _twice(_FREE), _LENGTHS, _both(_distance)),
    Primitive(
        "cH",
        "VII",
        "a weight for each card in their suit, under and over the bidder",
        _parameters(GROUPS["their honours"].columns, -3, 3),
        ("their honours",),
        _as_they_are,
        is_linear=True,
    ),
    Primitive("cS", "VII", "shortness in their suit", _SHORTNESS, ("their length",), _shortness, is_linear=True),
    Primitive(
        "cD", "VII", "a power of the distance from a base length in their suit", _FREE, ("their length",), _distance
    ),
    Primitive(
        "cL",
        "VII",
        "a value for each card beyond a base in their suit",
        (Parameter("each card", -3, 3), Parameter("cards not counted", 0, 6, scales=False)),
        ("their length",),
        _linear_above,
    ),
    Primitive(
        "S_wh",
        "VIII",
        "a singleton or doubleton with an honour",
        _parameters(("singleton", "doubleton"), -2, 2),
        ("length with honours",),
        _short_with_honours,
        is_linear=True,
    ),
    Primitive(
        "L_wh",
        "VIII",
        "a value for each card beyond a base in a suit with an honour",
        (Parameter("each long card", 0, 1), Parameter("cards not counted", 0, 6, scales=False)),
        ("length with honours",),
        _linear_above,
    ),
    Primitive(
        "NS",
        "beyond",
        "shortness of the shorter hand in each side suit",
        _SHORTNESS,
        ("shorter side length",),
        _shortness,
        is_linear=True,
    ),
    _one("W", "each high-card point facing a singleton or void (an ace: a void)", "wasted points", -1, 0),
    _one("B", "each singleton king, queen or jack outside trumps", "bare honours", -3, 0),
    _one("LT", "each side suit with just one of ace, king and queen", "lone tops", -2, 1),
    _one("T", "each ten", "tens", 0, 1),
    _one("E", "eight or more trumps", "eight trumps", 0, 3),
    _one("R", "each singleton or void with nine trumps", "ruffs with nine trumps", 0, 2),
    _table_of("JL", "lengths of both hands in each side suit", "side lengths of both"),
    _table_of("JH", "who holds which honour of each side suit, by the shorter length", "side honours of both"),
    _table_of("JT", "trumps of both hands", "trump lengths of both"),
    _table_of("JTH", "top trumps of both hands, by their number", "trump honours of both"),
    _table_of("JR", "length in each side suit with own and joint trumps", "shortness with trumps"),
)
_BY_NAME = {each.name: each for each in PRIMITIVES}


def primitive(name: str) -> Primitive:
    """The primitive formula of that name; an unknown one lists the close ones."""
    found = _BY_NAME.get(name)
    if found is None:
        close = get_close_matches(name, _BY_NAME, n=3, cutoff=0.3) or list(_BY_NAME)
        raise BridgeError(f"expected a formula such as {', '.join(close)}, got {name!r}")
    return found


_CARDS = ((), ("H",), ("HT",), ("H", "sH"), ("HT", "sH"))
_LONG = ((), ("L",), ("L4",), ("L*",), ("TL",))
_SHORT = ((), ("S",), ("DS",), ("S*",), ("NL",))
_WHOLE = ((), ("LS",), ("D",))


def combinations() -> Iterator[Formula]:
    """All 5·5·5·3 − 1 = 374 sums of one choice from each of the paper's families."""
    for names in product(_CARDS, _WHOLE, _LONG, _SHORT):
        chosen = [name for family in names for name in family]
        if chosen:
            yield Formula(tuple(primitive(name) for name in chosen))
