"""Reading expressions (operators by precedence as in C, functions, variables) and the conditions they make."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Self, TypeVar

from overtrick.core import Card, Doubling, ParseError, Seat, Strain, Suit
from overtrick.dealing.counts import STANDARD, PointCounts
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
    conjuncts,
)
from overtrick.dealing.ranges import check_ranges
from overtrick.dealing.script_text import (
    FUNCTIONS,
    MEASURES,
    OPERATORS,
    RESERVED,
    SUITS,
    ScriptText,
    ScriptToken,
    suggestion,
)
from overtrick.hands.shapes import BALANCED, ShapeSet, shapes_like

NESTED = 40
"""How many brackets may stand inside one another."""

DEEPEST = 100
"""How many operations may depend on one another, variables within variables included."""

LONGEST_NUMBER = 18  # digits: what a 64-bit integer surely holds

_LEVELS = (("||",), ("&&",), ("==", "!="), ("<", "<=", ">", ">="), ("+", "-"), ("*", "/", "%"))
_CHAINS = ("||", "&&", "+")
_COMPARISONS = _LEVELS[2] + _LEVELS[3]
_CONTRACT = re.compile(r"x?([1-7])(c|d|h|s|nt|n)(xx|x|)")

Node = TypeVar("Node", bound=Expression)
Thing = TypeVar("Thing")


@dataclass
class ExpressionReader:
    """A place in a script from which tokens are taken one after the other."""

    script: ScriptText
    variables: dict[str, Named] = field(default_factory=dict)
    tokens: list[ScriptToken] = field(init=False)
    place: int = 0
    nesting: int = 0

    def __post_init__(self) -> None:
        self.tokens = self.script.tokens()

    @property
    def token(self) -> ScriptToken:
        """The token that comes next."""
        return self.tokens[self.place]

    @property
    def sign(self) -> str:
        """The operator that comes next, words as signs; empty if it is none."""
        token = self.token
        if token.kind == "word":
            return OPERATORS.get(token.word, "")
        return token.text if token.kind == "sign" else ""

    def take(self) -> ScriptToken:
        token = self.token
        self.place += token.kind != "end"
        return token

    def takes(self, sign: str) -> bool:
        """Whether that sign came next; if so it is taken."""
        if self.token.kind == "sign" and self.token.text == sign:
            self.place += 1
            return True
        return False

    def require(self, sign: str, what: str = "") -> None:
        if not self.takes(sign):
            raise self.script.expected(what or repr(sign), self.token)

    def expression(self) -> Expression:
        """An expression with everything that belongs to it."""
        self.nesting += 1
        if self.nesting > NESTED:
            raise self.script.error(f"expected at most {NESTED} brackets inside one another", self.token.start)
        start = self.token.start
        test = self._level(0)
        if self.takes("?"):
            yes = self.expression()
            self.require(":", "':' and the value otherwise")
            test = self._node(Operation, start, (test, yes, self.expression()), sign="?")
        self.nesting -= 1
        return test

    def _level(self, level: int) -> Expression:
        """Operands of this precedence or higher, joined from the left."""
        if level == len(_LEVELS):
            return self._prefixed()
        first_token = self.token
        left = self._level(level + 1)
        if _LEVELS[level][0] in _CHAINS:
            return self._chain(level, left, first_token.start)
        while self.sign in _LEVELS[level]:
            sign = self.sign
            self._refuse_bare_not(first_token, sign)
            self.take()
            left = self._node(Operation, first_token.start, (left, self._level(level + 1)), sign=sign)
        return left

    def _chain(self, level: int, first: Expression, start: int) -> Expression:
        """Everything joined by && or || or + as one node, so that chains may be long."""
        terms = [first]
        while self.sign in _LEVELS[level]:
            negative = self.sign == "-"
            self.take()
            term = self._level(level + 1)
            terms.append(self._node(Operation, term.start, (term,), sign="neg") if negative else term)
        return first if len(terms) == 1 else self._node(Operation, start, tuple(terms), sign=_LEVELS[level][0])

    def _refuse_bare_not(self, first: ScriptToken, sign: str) -> None:
        """`not hcp(north) > 5` compares 0 or 1 with 5, here as in C: nobody means that."""
        if sign in _COMPARISONS and (first.text == "!" or first.word == "not"):
            raise self.script.error(
                f"expected brackets: {first.text} (… {sign} …) or ({first.text} …) {sign} …", first.start
            )

    def _prefixed(self) -> Expression:
        start = self.token.start
        prefixes = []
        while self.sign in ("!", "-", "+"):
            prefixes.append(self.sign)
            self.take()
        operand = self._operand()
        for prefix in reversed(prefixes):
            if prefix != "+":
                operand = self._node(Operation, start, (operand,), sign="neg" if prefix == "-" else "!")
        return operand

    def _operand(self) -> Expression:
        token = self.token
        if token.kind == "number":
            return self._node(Literal, token.start, (), value=self.number())
        if self.takes("("):
            inner = self.expression()
            self.require(")", "an operator or ')'")
            return self._bracketed(inner, token.start)
        if token.kind == "word" and token.word not in OPERATORS:
            self.take()
            if self.token.text == "(" and token.word in FUNCTIONS:
                return self._call(token)
            return self._variable(token)
        raise self.script.expected("a number, a function such as hcp(north), a variable or '('", token)

    def _bracketed(self, inner: Expression, start: int) -> Expression:
        """The same expression, its place widened to its brackets."""
        if isinstance(inner, Operation):
            return self._node(Operation, start, inner.terms, sign=inner.sign)
        return inner

    def _variable(self, token: ScriptToken) -> Expression:
        known = self.variables.get(token.text)
        if known is not None:
            return known
        if token.word in FUNCTIONS:
            raise self.script.expected(f"'(' after {token.word}", self.token)
        called = self.token.text == "("
        near = suggestion(token.text, FUNCTIONS if called else FUNCTIONS | self.variables.keys())
        kind = "function" if called else "variable"
        raise self.script.error(f"expected a known {kind}, got {token}{near}", token.start)

    def _call(self, name: ScriptToken) -> Expression:
        self.require("(")
        node = self._function(name.word, name.start)
        self.require(")", f"')' after the arguments of {name.word}")
        return replace(node, end=self.tokens[self.place - 1].end)

    def _function(self, word: str, start: int) -> Expression:
        if word in SUITS:
            return self._node(HandCount, start, (), name="length", seat=self.seat(), suit=SUITS[word])
        if word in MEASURES:
            return self._measure(MEASURES[word], start)
        if word == "rnd":
            return self._of_one(Chance, "sides", start)
        if word in ("imp", "imps"):
            return self._of_one(Imps, "points", start)
        if word == "score":
            return self._score(start)
        seat = self.seat()
        if word == "balanced":
            return self._node(HasShape, start, (), seat=seat, shapes=BALANCED)
        self.require(",")
        if word == "shape":
            return self._node(HasShape, start, (), seat=seat, shapes=self.shapes())
        if word == "hascard":
            return self._node(HasCard, start, (), seat=seat, card=self._parsed(Card.parse, "a card such as AS"))
        strain = self._parsed(Strain.parse, "a suit or notrump")
        return self._node(Tricks, start, (), seat=seat, strain=strain)

    def _measure(self, name: str, start: int) -> Expression:
        seat = self.seat()
        suit = self.suit() if self.takes(",") else None
        if name == "quality" and suit is None:
            raise self.script.expected("',' and the suit whose quality counts", self.token)
        if name == "cccc" and suit is not None:
            raise self.script.error(
                "expected a seat only: cccc counts the whole hand", self.tokens[self.place - 1].start
            )
        return self._node(HandCount, start, (), name=name, seat=seat, suit=suit)

    def _of_one(self, kind: type[Node], role: str, start: int) -> Node:
        inner = self.expression()
        return self._node(kind, start, (inner,), **{role: inner})

    def _score(self, start: int) -> Expression:
        token = self.take()
        if token.word not in ("vul", "nv", "nonvul"):
            raise self.script.expected("vul or nv", token)
        self.require(",")
        contract = self.take()
        match = _CONTRACT.fullmatch(contract.word)
        if match is None:
            raise self.script.expected("a contract such as x3N, 4S or 4SX", contract)
        self.require(",")
        tricks = self.expression()
        doubling = {"": Doubling.UNDOUBLED, "x": Doubling.DOUBLED, "xx": Doubling.REDOUBLED}[match[3]]
        terms = {"level": int(match[1]), "strain": Strain.parse(match[2]), "doubling": doubling, "tricks": tricks}
        return self._node(ScoreOf, start, (tricks,), vulnerable=token.word == "vul", **terms)

    def shapes(self) -> ShapeSet:
        """`any 4333 + 54xx - any 0xxx`: from left to right, plus adds shapes and minus takes them away."""
        shapes: ShapeSet = 0
        sign = "+"
        while True:
            matching = partial(_shapes_written, any_order=self.token.word == "any")
            if self.token.word == "any":
                self.take()
            pattern = self._parsed(matching, "a shape such as 5431 or 54xx")
            shapes = shapes & ~pattern if sign == "-" else shapes | pattern
            if self.token.kind == "end" or self.token.text == ")":
                return shapes
            sign = self.token.text
            if sign in ("+", "-", ","):
                self.take()

    def seat(self) -> Seat:
        return self._parsed(Seat.parse, "a seat (north, east, south or west)", [seat.name for seat in Seat])

    def suit(self) -> Suit:
        return self._parsed(Suit.parse, "a suit (spades, hearts, diamonds or clubs)", SUITS)

    def number(self) -> int:
        """A whole number, perhaps with a minus in front."""
        negative = self.takes("-")
        token = self.take()
        if token.kind != "number":
            raise self.script.expected("a whole number", token)
        if len(token.text) > LONGEST_NUMBER:
            raise self.script.error(f"expected a number of at most {LONGEST_NUMBER} digits, got {token}", token.start)
        return -int(token.text) if negative else int(token.text)

    def _parsed(self, parse: Callable[[str], Thing], what: str, known: Iterable[str] = ()) -> Thing:
        """The next word or number as read by one of the parsers of the game."""
        token = self.take()
        if token.kind not in ("word", "number"):
            raise self.script.expected(what, token)
        try:
            return parse(token.text)
        except ParseError as error:
            near = suggestion(token.text, (word.lower() for word in known))
            if "add up" in error.message:
                raise self.script.error(error.message, token.start) from None
            raise self.script.error(f"expected {what}, got {token}{near}", token.start) from None

    def define(self) -> Named:
        """`name = expression`."""
        token = self.take()
        if token.word in RESERVED:
            raise self.script.error(f"expected a name of your own, got {token}, a word of the language", token.start)
        if token.text in self.variables:
            raise self.script.error(f"expected a new name, got {token}, which is defined already", token.start)
        self.require("=")
        value = self.expression()
        named = self._node(Named, value.start, (value,), name=token.text, value=value)
        self.variables[token.text] = named
        return named

    def _node(self, kind: type[Node], start: int, terms: tuple[Expression, ...], **fields: Any) -> Node:
        """A node that ends where the reader stands."""
        depth = 1 + max((term.depth for term in terms), default=0)
        if depth > DEEPEST:
            raise self.script.error(f"expected at most {DEEPEST} operations that depend on one another", start)
        if kind is Operation:
            fields["terms"] = terms
        return kind(start=start, end=self.tokens[self.place - 1].end, depth=depth, **fields)


def _shapes_written(pattern: str, *, any_order: bool) -> ShapeSet:
    """The shapes of a pattern such as 5431 or 54xx, spades first as the dealer program writes them, or in any order."""
    text = pattern.lower()
    if not re.fullmatch("[0-9x]{4}", text):
        raise ParseError(f"expected a shape of four lengths such as 5431 or 54xx, got {pattern!r}", column=1)
    return shapes_like(text if any_order else "=".join(text))


@dataclass(frozen=True, slots=True, eq=False)
class Conjunct:
    """One of the conditions that must all hold, with its words."""

    text: str
    expression: Expression


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """Conditions that must all hold, and the point counts they are meant in.

    >>> condition = Condition.parse("hcp(north) >= 15 && balanced(north)")
    >>> [conjunct.text for conjunct in condition.conjuncts]
    ['hcp(north) >= 15', 'balanced(north)']
    """

    conjuncts: tuple[Conjunct, ...] = ()
    counts: PointCounts = STANDARD

    @classmethod
    def parse(cls, text: str, source: str | None = None) -> Self:
        """Read one expression; variables and point counts need a Script."""
        script = ScriptText(text, source)
        reader = ExpressionReader(script)
        expression = reader.expression()
        if reader.token.kind != "end":
            raise script.expected("an operator such as && or the end", reader.token)
        check_ranges([expression], STANDARD, script)
        return cls(split(expression, script))


def split(expression: Expression, script: ScriptText) -> tuple[Conjunct, ...]:
    """The conjuncts of an expression, each with its words as they stand in the script."""
    return tuple(Conjunct(" ".join(script.text[part.start : part.end].split()), part) for part in conjuncts(expression))
