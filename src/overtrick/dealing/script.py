"""Dealer scripts: what to deal, on which condition, and what to do with it; and how their statements are read."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from overtrick.core import Board, BridgeError, Card, Deal, Hand, InvalidDeal, Seat, Vulnerability
from overtrick.core.cards import RANKS, SUIT_OF_LETTER
from overtrick.dealing.actions import Action, Average, Frequency, read_actions
from overtrick.dealing.counts import STANDARD, PointCounts, Values, ranks_from_the_top
from overtrick.dealing.expression_reader import Condition, Conjunct, ExpressionReader, split
from overtrick.dealing.expressions import Expression, HandCount, Literal, Operation
from overtrick.dealing.ranges import check_ranges
from overtrick.dealing.script_text import ACTIONS, FUNCTIONS, STATEMENTS, SUITS, ScriptText, ScriptToken, suggestion

NOTHING = Deal((Hand(), Hand(), Hand(), Hand()))
"""No card known."""

MOST = 10**9  # deals to produce or try


@dataclass
class Statements:
    """A script while it is read, statement by statement."""

    reader: ExpressionReader
    lengths: list[Conjunct] = field(default_factory=list)
    condition: tuple[Conjunct, ...] | None = None
    known: Deal = NOTHING
    numbers: dict[str, int] = field(default_factory=dict)
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    counts: PointCounts = STANDARD
    actions: list[Action] = field(default_factory=list)

    def read(self) -> None:
        """Everything up to the end of the script."""
        readers: dict[str, Callable[[], None]] = {
            "predeal": self._predeal,
            "condition": self._condition,
            "produce": lambda: self._number("produce"),
            "generate": lambda: self._number("generate"),
            "dealer": self._dealer,
            "vulnerable": self._vulnerable,
            "pointcount": self._pointcount,
            "altcount": self._altcount,
            "action": self._actions,
        }
        reader = self.reader
        while reader.token.kind != "end":
            word = reader.token.word
            if word in ACTIONS:
                self._actions()
            elif reader.token.kind == "word" and reader.tokens[reader.place + 1].text == "=":
                reader.define()
            elif word in readers:
                reader.take()
                readers[word]()
            else:
                self._bare_expression()

    def _bare_expression(self) -> None:
        token = self.reader.token
        words = FUNCTIONS | STATEMENTS | ACTIONS | self.reader.variables.keys()
        if token.kind == "word" and token.text not in self.reader.variables and token.word not in {*FUNCTIONS, "not"}:
            near = suggestion(token.text, words)
            raise self.reader.script.error(f"expected a statement or a condition, got {token}{near}", token.start)
        self._condition()

    def _condition(self) -> None:
        token = self.reader.token
        expression = self.reader.expression()
        if self.condition is not None:
            raise self.reader.script.error("expected one condition only; join several with &&", token.start)
        self.condition = split(expression, self.reader.script)

    def _number(self, name: str) -> None:
        start = self.reader.token.start
        number = self.reader.number()
        if not 1 <= number <= MOST:
            raise self.reader.script.error(f"expected 1 to {MOST} deals, got {number}", start)
        self.numbers[name] = number

    def _dealer(self) -> None:
        self.dealer = self.reader.seat()

    def _vulnerable(self) -> None:
        token = self.reader.take()
        try:
            self.vulnerability = Vulnerability.parse(token.text)
        except BridgeError:
            raise self.reader.script.expected("a vulnerability (none, ns, ew or all)", token) from None

    def _actions(self) -> None:
        if self.reader.token.word == "action":
            self.reader.take()
        self.actions += read_actions(self.reader)

    def _pointcount(self) -> None:
        self.counts = self.counts.with_hcp(self._values())

    def _altcount(self) -> None:
        start = self.reader.token.start
        number = self.reader.number()
        if not 0 <= number <= 9:
            raise self.reader.script.error(f"expected the number of a count, 0 to 9, got {number}", start)
        self.counts = self.counts.with_alternative(number, self._values())

    def _values(self) -> Values:
        reader = self.reader
        start = reader.token.start
        values = []
        while reader.token.kind == "number" or reader.sign == "-":
            values.append(reader.number())
        try:
            return ranks_from_the_top(values)
        except BridgeError as error:
            raise reader.script.error(error.message, start) from None

    def _predeal(self) -> None:
        reader = self.reader
        if not self._predeal_one():
            raise reader.script.expected("a seat and its cards, as in north SAK, H5, or a length", reader.token)
        while self._predeal_one():
            pass

    def _predeal_one(self) -> bool:
        """`north SAKQ, H5` or `spades(north) == 5`, if that comes next."""
        reader = self.reader
        word = reader.token.word
        after = reader.tokens[min(reader.place + 1, len(reader.tokens) - 1)].text
        if word in SUITS and after == "(":
            self._predeal_length()
            return True
        if after in ("=", "(") or word not in {
            name for seat in Seat for name in (seat.name.lower(), str(seat).lower())
        }:
            return False
        seat = reader.seat()
        self._give(seat, reader.take())
        while reader.takes(","):
            self._give(seat, reader.take())
        return True

    def _predeal_length(self) -> None:
        reader = self.reader
        start = reader.token.start
        suit = SUITS[reader.take().word]
        reader.require("(")
        seat = reader.seat()
        reader.require(")")
        length = HandCount(start=start, end=reader.tokens[reader.place - 1].end, name="length", seat=seat, suit=suit)
        reader.require("==")
        token = reader.token
        number = reader.number()
        if not 0 <= number <= 13:
            raise reader.script.expected("a length of 0 to 13", token)
        exactly = Literal(start=token.start, end=token.end, value=number)
        same = Operation(start=start, end=token.end, depth=2, sign="==", terms=(length, exactly))
        self.lengths += split(same, reader.script)

    def _give(self, seat: Seat, holding: ScriptToken) -> None:
        """Put the cards of `SAKQ` into a hand."""
        letters = holding.text.upper().replace("10", "T")
        suit = SUIT_OF_LETTER.get(letters[:1])
        if holding.kind != "word" or suit is None or not set(letters[1:]) <= set(RANKS):
            raise self.reader.script.expected("a suit letter and its cards, as in SAKQ", holding)
        try:
            cards = Hand.of([*self.known[seat], *(Card(13 * suit + RANKS.index(rank)) for rank in letters[1:])])
            hands = [cards if place == seat else self.known[place] for place in Seat]
            self.known = Deal((hands[0], hands[1], hands[2], hands[3]))
        except InvalidDeal as error:
            raise self.reader.script.error(error.message, holding.start) from None


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """A dealer script as read; what it does not say is None, or nothing.

    `predeal spades(north)==5` becomes one of the condition's conjuncts. Actions are data: who asked for
    the deals prints them.

    >>> script = Script.parse("predeal south SAKQ  condition hearts(south) > 5  produce 10  action printpbn")
    >>> script.produce, str(script.known[Seat.SOUTH]), script.actions[0].kind
    (10, 'AKQ...', 'printpbn')
    """

    condition: Condition = field(default_factory=Condition)
    known: Deal = NOTHING
    produce: int | None = None
    generate: int | None = None
    dealer: Seat | None = None
    vulnerability: Vulnerability | None = None
    actions: tuple[Action, ...] = ()

    @classmethod
    def parse(cls, text: str, source: str | None = None) -> Self:
        """Read a whole script; `source` is the file's name for error messages."""
        reader = ExpressionReader(ScriptText(text, source))
        read = Statements(reader)
        read.read()
        conjuncts = (*read.lengths, *(read.condition or ()))
        script = cls(
            condition=Condition(conjuncts, read.counts),
            known=read.known,
            produce=read.numbers.get("produce"),
            generate=read.numbers.get("generate"),
            dealer=read.dealer,
            vulnerability=read.vulnerability,
            actions=tuple(read.actions),
        )
        check_ranges(script.expressions, read.counts, reader.script)
        return script

    def board(self, number: int, deal: Deal) -> Board:
        """A deal with dealer and vulnerability as the script says, or else its number."""
        board = Board.numbered(number, deal)
        dealer = board.dealer if self.dealer is None else self.dealer
        vulnerability = board.vulnerability if self.vulnerability is None else self.vulnerability
        return Board(deal, dealer, vulnerability, number)

    @property
    def expressions(self) -> list[Expression]:
        """Every expression of the condition and the actions."""
        expressions = [conjunct.expression for conjunct in self.condition.conjuncts]
        for action in self.actions:
            if isinstance(action, Average):
                expressions.append(action.expression)
            elif isinstance(action, Frequency):
                expressions += [axis.expression for axis in action.axes]
            else:
                expressions += [part for part in action.parts if isinstance(part, Expression)]
        return expressions
