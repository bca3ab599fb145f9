"""What a script wants done with the deals it finds."""

from dataclasses import dataclass

from overtrick.core import Seat
from overtrick.dealing.expression_reader import ExpressionReader
from overtrick.dealing.expressions import Expression
from overtrick.dealing.script_text import ACTIONS, PRINTS, suggestion

WIDEST = 1000
"""The most values one axis of a frequency table may have."""


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """Deals to be printed: `kind` is the word of the script (printall, printpbn, printoneline …).

    `seats` are the hands that `print` asks for, `parts` what `printes`, `printcompact` and `printoneline` add.
    """

    kind: str
    seats: tuple[Seat, ...] = ()
    parts: tuple[str | Expression, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Average:
    """The mean of an expression over the deals found."""

    text: str
    expression: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Axis:
    """The values of an expression that a table lists one by one."""

    expression: Expression
    low: int
    high: int


@dataclass(frozen=True, slots=True, eq=False)
class Frequency:
    """How often each value of one expression, or of two, occurs among the deals found."""

    text: str
    axes: tuple[Axis, ...]


Action = Print | Average | Frequency


def read_actions(reader: ExpressionReader) -> list[Action]:
    """A list of actions with commas between them."""
    actions = [_action(reader)]
    while reader.takes(","):
        actions.append(_action(reader))
    return actions


def _action(reader: ExpressionReader) -> Action:
    token = reader.take()
    word = token.word
    if word == "average":
        return Average(_title(reader), reader.expression())
    if word == "frequency":
        return _frequency(reader)
    if word in PRINTS:
        return _print(reader, word)
    if word == "evalcontract":
        raise reader.script.error("evalcontract is not supported; use average with score(…) and tricks(…)", token.start)
    near = suggestion(token.text, ACTIONS)
    raise reader.script.error(f"expected an action such as printpbn or average, got {token}{near}", token.start)


def _title(reader: ExpressionReader) -> str:
    return _text(reader.take().text) if reader.token.kind == "text" else ""


def _text(token: str) -> str:
    return "\n" if token == "\\n" else token[1:-1]


def _frequency(reader: ExpressionReader) -> Frequency:
    title = _title(reader)
    reader.require("(")
    axes = [_axis(reader)]
    if reader.takes(","):
        axes.append(_axis(reader))
    reader.require(")")
    return Frequency(title, tuple(axes))


def _axis(reader: ExpressionReader) -> Axis:
    expression = reader.expression()
    reader.require(",", "',' and the lowest value")
    start = reader.token.start
    low = reader.number()
    reader.require(",", "',' and the highest value")
    high = reader.number()
    if not 0 <= high - low < WIDEST:
        raise reader.script.error(f"expected a lowest and a highest value, 1 to {WIDEST} values in all", start)
    return Axis(expression, low, high)


def _print(reader: ExpressionReader, word: str) -> Print:
    if word == "print":
        reader.require("(", "'(' and the seats to print")
        seats = [reader.seat()]
        while reader.takes(","):
            seats.append(reader.seat())
        reader.require(")", "',' or ')'")
        return Print(word, seats=tuple(seats))
    takes_parts = word in ("printes", "printcompact", "printoneline")
    if not takes_parts or reader.token.text != "(":
        return Print(word)
    reader.take()
    parts = [_part(reader)]
    while reader.takes(","):
        parts.append(_part(reader))
    reader.require(")", "',' or ')'")
    return Print(word, parts=tuple(parts))


def _part(reader: ExpressionReader) -> str | Expression:
    return _text(reader.take().text) if reader.token.kind == "text" else reader.expression()
