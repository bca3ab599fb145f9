"""Expressions compiled to functions over many deals.

Numbers are whole, as in the dealer program. Division drops the fraction, towards zero; dividing by zero
gives 0, and so does the remainder, because both branches of `x ? 10 / x : 0` are computed for every deal.
"""

from collections.abc import Callable
from functools import partial, reduce

import numpy as np

from overtrick.core import IMP_STEPS, contract_score
from overtrick.dealing.expressions import (
    Chance,
    Expression,
    HandCount,
    HasCard,
    HasShape,
    Imps,
    Literal,
    Named,
    Operation,
    ScoreOf,
    Tricks,
)
from overtrick.dealing.views import Array, HandsView
from overtrick.hands.shapes import table_of

Evaluate = Callable[[HandsView], Array]
"""The value of an expression for every deal of a view. Shape: (deal,), or () for a constant."""

_STEPS = np.array(IMP_STEPS)
_COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    **{"==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
}


def compiled(expression: Expression) -> Evaluate:
    """The function that computes an expression."""
    inner = [compiled(operand) for operand in expression.operands] if not isinstance(expression, Named) else []
    match expression:
        case Literal(value=value):
            return lambda view: np.asarray(value, np.int64)
        case HandCount(name=name, seat=seat, suit=suit):
            return lambda view: view.measure(name, seat, suit)
        case HasShape(seat=seat, shapes=shapes):
            wanted = table_of(shapes)
            return lambda view: wanted[view.shape_codes(seat)]
        case HasCard(seat=seat, card=card):
            return lambda view: view.has(seat, card)
        case Tricks(seat=seat, strain=strain):
            return lambda view: view.tricks(seat, strain)
        case ScoreOf():
            return _scored(expression, inner[0])
        case Imps():
            return lambda view: _imps(inner[0](view))
        case Chance():
            return partial(_chance, inner[0], expression.start)
        case Operation(sign=sign):
            return _operated(sign, inner)
    assert isinstance(expression, Named)
    return _once(expression)


def truth(expression: Expression) -> Evaluate:
    """Whether a condition holds, as booleans."""
    evaluate = compiled(expression)
    return lambda view: _true(evaluate(view))


def _once(variable: Named) -> Evaluate:
    """A variable, compiled and computed when it is first asked for."""
    ready: list[Evaluate] = []

    def value(view: HandsView) -> Array:
        if id(variable) not in view.named:
            if not ready:
                ready.append(compiled(variable.value))
            view.named[id(variable)] = ready[0](view)
        return view.named[id(variable)]

    return value


def _operated(sign: str, inner: list[Evaluate]) -> Evaluate:
    if sign == "&&":
        return lambda view: reduce(np.logical_and, (evaluate(view) for evaluate in inner))
    if sign == "||":
        return lambda view: reduce(np.logical_or, (evaluate(view) for evaluate in inner))
    if sign == "!":
        return lambda view: np.logical_not(inner[0](view))
    if sign == "neg":
        return lambda view: np.negative(_whole(inner[0](view)))
    if sign == "?":
        return lambda view: np.where(_true(inner[0](view)), _whole(inner[1](view)), _whole(inner[2](view)))
    if sign == "+":
        return lambda view: reduce(np.add, (_whole(evaluate(view)) for evaluate in inner))
    if sign in _COMPARE:
        compare = _COMPARE[sign]
        return lambda view: compare(inner[0](view), inner[1](view))
    work = _WORK[sign]
    return lambda view: work(_whole(inner[0](view)), _whole(inner[1](view)))


def _whole(values: Array) -> Array:
    return values.astype(np.int64, copy=False)


def _true(values: Array) -> Array:
    return values if values.dtype == np.bool_ else values != 0


def _quotient(left: Array, right: Array) -> Array:
    whole = np.abs(left) // np.where(right == 0, 1, np.abs(right))
    return np.where(right == 0, 0, whole * np.sign(left) * np.sign(right))


def _remainder(left: Array, right: Array) -> Array:
    return np.where(right == 0, 0, np.fmod(left, np.where(right == 0, 1, right)))


_WORK: dict[str, Callable[[Array, Array], Array]] = {"*": np.multiply, "/": _quotient, "%": _remainder}


def _scored(score: ScoreOf, tricks: Evaluate) -> Evaluate:
    """Declarer's score; fewer than 0 tricks count as 0, more than 13 as 13."""
    points = np.array(
        [
            contract_score(score.level, score.strain, score.doubling, taken, vulnerable=score.vulnerable)
            for taken in range(14)
        ]
    )
    return lambda view: points[np.clip(_whole(tricks(view)), 0, 13)]


def _imps(points: Array) -> Array:
    difference = _whole(points)
    won: Array = np.searchsorted(_STEPS, np.abs(difference), side="right") * np.sign(difference)
    return won


def _chance(sides: Evaluate, start: int, view: HandsView) -> Array:
    """The same deal draws the same number at the same place of a script, so that a variable keeps its value."""
    numbers = view.chances(start) >> np.uint64(1)
    below = np.maximum(_whole(sides(view)), 1)
    return np.asarray(numbers.astype(np.int64) % below)
