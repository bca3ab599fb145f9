"""The least and the most an expression can be, whatever the deal."""

from collections.abc import Iterable

from overtrick.dealing.counts import PointCounts, bounds
from overtrick.dealing.expressions import (
    Chance,
    Expression,
    HandCount,
    Imps,
    Literal,
    Named,
    Operation,
    ScoreOf,
    Tricks,
)
from overtrick.dealing.script_text import ScriptText

Range = tuple[int, int]

LARGEST = 1 << 62
_YES_OR_NO = (0, 1)


def check_ranges(expressions: Iterable[Expression], counts: PointCounts, script: ScriptText) -> None:
    """Refuse expressions whose value, or a value on the way to it, could outgrow a 64-bit integer."""
    known: dict[int, Range] = {}
    for expression in expressions:
        range_of(expression, counts, known, script)


def range_of(
    expression: Expression, counts: PointCounts, known: dict[int, Range] | None = None, script: ScriptText | None = None
) -> Range:
    """Bounds on the value: never too narrow, perhaps too wide. `known` remembers the ranges of variables."""
    known = {} if known is None else known
    if id(expression) in known:
        return known[id(expression)]
    inner = [range_of(operand, counts, known, script) for operand in expression.operands]
    low, high = _combined(expression, inner, counts)
    if script is not None and max(-low, high) > LARGEST:
        raise script.error("expected values below 10^18; this could become larger", expression.start)
    if isinstance(expression, Named):
        known[id(expression)] = low, high
    return low, high


def _combined(expression: Expression, inner: list[Range], counts: PointCounts) -> Range:
    match expression:
        case Literal(value=value):
            return value, value
        case HandCount(name=name, suit=suit):
            return bounds(name, counts, one_suit=suit is not None)
        case Tricks():
            return 0, 13
        case ScoreOf():
            return -7600, 2980
        case Imps():
            return -24, 24
        case Chance():
            return 0, max(inner[0][1] - 1, 0)
        case Named():
            return inner[0]
        case Operation(sign=sign):
            return _operated(sign, inner)
    return _YES_OR_NO


def _operated(sign: str, inner: list[Range]) -> Range:
    if sign == "+":
        return sum(low for low, _ in inner), sum(high for _, high in inner)
    if sign == "neg":
        return -inner[0][1], -inner[0][0]
    if sign == "*":
        corners = [one * other for one in inner[0] for other in inner[1]]
        return min(corners), max(corners)
    if sign == "/":
        widest = max(map(abs, inner[0]))
        return (0 if min(inner[0] + inner[1]) >= 0 else -widest), widest
    if sign == "%":
        widest = min(max(map(abs, inner[0])), max(0, max(map(abs, inner[1])) - 1))
        return (-widest if inner[0][0] < 0 else 0), widest
    if sign == "?":
        return min(inner[1][0], inner[2][0]), max(inner[1][1], inner[2][1])
    if sign in ("<", "<=", ">", ">=", "==", "!="):
        return _compared(sign, inner[0], inner[1])
    if sign == "&&":
        return int(all(low > 0 or high < 0 for low, high in inner)), int(
            all((low, high) != (0, 0) for low, high in inner)
        )
    return _YES_OR_NO


def _compared(sign: str, left: Range, right: Range) -> Range:
    """Whether a comparison always or never holds."""
    if sign in (">", ">="):
        return _compared({">": "<", ">=": "<="}[sign], right, left)
    if sign == "!=":
        low, high = _compared("==", left, right)
        return 1 - high, 1 - low
    if sign == "==":
        apart = left[1] < right[0] or right[1] < left[0]
        return int(left == right and left[0] == left[1]), int(not apart)
    if sign == "<":
        return int(left[1] < right[0]), int(left[0] < right[1])
    return int(left[1] <= right[0]), int(left[0] <= right[1])
