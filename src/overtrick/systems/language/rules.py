"""Rules, the calls they name, the situations they belong to, and how they are read from a file of a system."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from overtrick.core import BridgeError, Call, ParseError, Strain, Suit
from overtrick.core.errors import shown
from overtrick.systems.language.auction_conditions import AuctionCondition, read_auction_condition
from overtrick.systems.language.card_limits import MOST_LISTED, MOST_RULE_LETTERS
from overtrick.systems.language.definitions import Definitions
from overtrick.systems.language.hand_reader import read
from overtrick.systems.language.patterns import VARIABLES as LETTERS
from overtrick.systems.language.patterns import Pattern
from overtrick.systems.language.phrases import Phrase, require_small
from overtrick.systems.language.system_file import Parameters, YamlSection, YamlText, blamed, require_keys
from overtrick.systems.language.text import VARIABLES

_LITERAL = re.compile(r"([1-7])(NT|N|[CDHS]|\w+)")
_WORDS = re.compile(r"(cheapest|jump|double jump|game in) (below )?(\w+)")
_JUMPS = {"cheapest": 0, "jump": 1, "double jump": 2}
_SHORT = {"raise": (0, "partner"), "jump raise": (1, "partner"), "cue": (0, "T")}
_EXPECTED = "expected a call such as 1N, 2X, X, cheapest M, jump X, raise, jump raise, cue or game in X"


@dataclass(frozen=True, slots=True, eq=False)
class CallSpec:
    """A call that is settled at a node: a literal, a level of a suit, or the cheapest bid of a suit and higher.

    >>> CallSpec.parse("cheapest below M").at({"M": Suit.HEARTS}, Call.parse("1N"))
    Call('2D')
    """

    text: str
    call: Call | None = None
    level: int | None = None
    strain: Strain | str | None = None
    """The strain, or the variable that stands for it."""
    jumps: int = 0
    below: bool = False
    game: bool = False

    @classmethod
    def parse(cls, text: str) -> "CallSpec":
        """Read a call of a rule; ParseError says what a call looks like."""
        words = " ".join(text.split())
        if words in ("P", "X", "XX"):
            return cls(words, call=Call.parse(words))
        if words in _SHORT:
            jumps, variable = _SHORT[words]
            return cls(words, strain=variable, jumps=jumps)
        literal = _LITERAL.fullmatch(words)
        if literal is not None:
            strain = _strain(literal[2], text)
            level = int(literal[1])
            return (
                cls(words, call=Call.of(level, strain))
                if isinstance(strain, Strain)
                else cls(words, None, level, strain)
            )
        phrase = _WORDS.fullmatch(words)
        if phrase is None:
            raise ParseError(f"{_EXPECTED}, got {shown(text)}", column=1)
        strain, below, game = _strain(phrase[3], text), phrase[2] is not None, phrase[1] == "game in"
        return cls(words, strain=strain, jumps=_JUMPS.get(phrase[1], 0), below=below, game=game)

    @property
    def variables(self) -> frozenset[str]:
        """The suit variable it needs, if it needs one."""
        return frozenset([self.strain] if isinstance(self.strain, str) else [])

    @property
    def is_relative(self) -> bool:
        """Whether the call depends on the last bid."""
        return self.call is None and self.level is None and not self.game

    def at(self, suits: Mapping[str, Suit], last_bid: Call | None) -> Call | None:
        """The call when the variables stand for these suits and this was the last bid; None where there is none."""
        if self.call is not None:
            return self.call
        strain = self._strain_at(suits)
        if strain is None:
            return None
        if self.level is not None:
            return Call.of(self.level, strain)
        if self.game:
            return Call.of(3 if strain is Strain.NOTRUMP else 4 if strain.is_major else 5, strain)
        level = cheapest_level(strain, last_bid) + self.jumps
        return Call.of(level, strain) if level <= 7 else None

    def _strain_at(self, suits: Mapping[str, Suit]) -> Strain | None:
        strain = self.strain if isinstance(self.strain, Strain) else None
        if isinstance(self.strain, str) and self.strain in suits:
            strain = suits[self.strain].strain
        if strain is None or not self.below:
            return strain
        return Strain(strain - 1) if strain else None


def cheapest_level(strain: Strain, last_bid: Call | None) -> int:
    """The lowest level at which a strain can be bid over the last bid; 8 when there is none left."""
    if last_bid is None:
        return 1
    return last_bid.level if strain > last_bid.strain else last_bid.level + 1


def _strain(word: str, text: str) -> Strain | str:
    if word in VARIABLES:
        return word
    try:
        return Strain.parse(word)
    except ParseError:
        raise ParseError(f"{_EXPECTED}, got {shown(text)}", column=1) from None


OPENING = "opening"
FORCING = ("no", "signoff", "invite", "1 round", "game")
"""How much a call asks of partner, from least to most; `to 2N` stands between the last two."""
REGULATIONS = ("acbl", "ebu")
ALERTS = ("no", "alert", "announce", "delayed")
"""How the opponents learn what a call means: not at all, at once by an alert or in words, or after the auction."""


@dataclass(frozen=True, eq=False)
class Rule:
    """One line of a card: the call, the hands that make it, and what is to be said about it."""

    id: str
    call: CallSpec
    hand: Phrase
    hand_text: str
    suits: Mapping[str, tuple[Suit, ...]] = field(default_factory=dict)
    """The suits a variable of `for:` runs through."""
    conditions: tuple[AuctionCondition, ...] = ()
    """What `if:` asks, of the situation and of the rule."""
    forcing: str = "no"
    artificial: bool = False
    tags: tuple[str, ...] = ()
    agrees: str | None = None
    text: str = ""
    announce: str = ""
    name: str = ""
    """The name of the convention that the call belongs to."""
    alerts: Mapping[str, str] = field(default_factory=dict)
    """By regulation, one of ALERTS; where nothing is written, it follows from the call."""
    shows: Phrase | None = None
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    only: bool = False
    """Whether the call means just this here: rules behind its situation do not make it."""
    source: str = ""
    """File and line."""


@dataclass(frozen=True, eq=False)
class Situation:
    """Where in an auction some rules apply; the first whose hand condition holds is the call."""

    when: Pattern | None
    """None for the opening: only passes so far."""
    rules: tuple[Rule, ...]
    rank: int = 0
    """Of its file: 0 for the card itself, then its blocks, then its layers."""
    without: frozenset[str] = frozenset()
    """Rules of the same `when` in files below that do not apply."""

    @property
    def key(self) -> str:
        """The pattern as written, by which rules of other files are replaced."""
        return OPENING if self.when is None else " ".join(self.when.text.split())

    @cached_property
    def order(self) -> tuple[int, int]:
        return self.rank, 0 if self.when is None else self.when.wildcards


T = TypeVar("T")

_SITUATION_KEYS = ("when", "if", "all", "rules", "without", "text")
_RULE_KEYS = (
    *("id", "call", "hand", "if", "for", "forcing", "artificial", "announce", "agrees", "tags", "text"),
    *("name", "alert", "shows", "before", "after", "only"),
)


@dataclass
class RuleReader:
    """Reads situations of one file and collects what is wrong with them."""

    source: str | None
    parameters: Parameters
    definitions: Definitions
    errors: list[BridgeError]
    rank: int = 0
    known: dict[tuple[object, str], Any] = field(default_factory=dict)
    """What the texts of calls, hands and conditions were read as, of all files of the card: many say the same."""

    def situations(self, section: Any) -> list[Situation]:
        """A situation as written: one for every pattern of its `when`."""
        if not isinstance(section, YamlSection) or "when" not in section:
            self._wrong("expected a situation with when: and rules:", section)
            return []
        self._keys(section, _SITUATION_KEYS)
        when = section["when"]
        texts = when if isinstance(when, list) else [when]
        common = section.get("all", YamlSection())
        if not isinstance(common, YamlSection):
            self._wrong("expected a mapping after all:", common)
            common = YamlSection()
        self._keys(common, _RULE_KEYS)
        condition = self._condition(section.get("if"))
        listed = section.get("rules", [])
        if not isinstance(listed, list):
            self._wrong("expected a list after rules:", section)
            listed = []
        rules = [self._rule(entry, common, condition) for entry in listed]
        patterns = [None if text == OPENING else self._try(text, Pattern.parse) for text in texts]
        without = frozenset(map(str, _words(section.get("without"))))
        return [
            Situation(pattern, tuple(rule for rule in rules if rule is not None), self.rank, without)
            for text, pattern in zip(texts, patterns, strict=True)
            if pattern is not None or text == OPENING
        ]

    def _rule(self, section: Any, common: YamlSection, condition: AuctionCondition | None) -> Rule | None:
        if not isinstance(section, YamlSection):
            self._wrong("expected a rule such as {call: 1N, hand: 15-17 hcp}", section)
            return None
        self._keys(section, _RULE_KEYS)
        values: dict[str, Any] = {**common, **section}
        call, hand = values.get("call"), values.get("hand")
        if not isinstance(call, YamlText) or not isinstance(hand, YamlText):
            self._wrong("expected call: and hand: in a rule", section)
            return None
        spec = self._try(call, self._call)
        phrase = self._try(hand, self._hand)
        own = self._condition(values.get("if"))
        if spec is None or phrase is None:
            return None
        letters = LETTERS.keys() & (spec.variables | phrase.variables | (own.variables if own else frozenset()))
        if len(letters) > MOST_RULE_LETTERS:
            self._wrong(f"expected at most {MOST_RULE_LETTERS} suit letters in a rule, got {len(letters)}", section)
        shows = values.get("shows")
        return Rule(
            id=str(values.get("id", call)),
            call=spec,
            hand=phrase,
            hand_text=self._filled(hand),
            suits=self._suits(values.get("for")),
            conditions=tuple(test for test in (condition, own) if test is not None),
            forcing=self._forcing(values.get("forcing")),
            artificial=self._yes(values.get("artificial", "false")),
            tags=tuple(self._filled(tag) for tag in self._listed("tags", values)),
            agrees=None if values.get("agrees") is None else self._filled(values["agrees"]),
            text=self._filled(values.get("text", "")),
            announce=self._filled(values.get("announce", "")),
            name=self._filled(values.get("name", "")),
            alerts=self._alerts(values.get("alert")),
            shows=None if shows is None else self._try(shows, self._hand),
            before=tuple(map(str, self._listed("before", values))),
            after=tuple(map(str, self._listed("after", values))),
            only=self._yes(values.get("only", "false")),
            source=f"{self.source or 'card'}:{section.line}",
        )

    def _call(self, text: str) -> CallSpec:
        return self._once(CallSpec, text, CallSpec.parse)

    def _hand(self, text: str) -> Phrase:
        return self._once(self.definitions, text, lambda text: require_small(read(text, self.definitions)))

    def _test(self, text: str) -> AuctionCondition:
        return self._once(AuctionCondition, text, read_auction_condition)

    def _once(self, kind: object, text: str, parse: Callable[[str], T]) -> T:
        """What `parse` makes of a text, which it reads once."""
        if (kind, text) not in self.known:
            self.known[kind, text] = parse(text)
        parsed: T = self.known[kind, text]
        return parsed

    def _condition(self, text: Any) -> AuctionCondition | None:
        if text is None:
            return None
        if not isinstance(text, YamlText):
            self._wrong("expected a condition such as 'not passed hand' after if:", text)
            return None
        return self._try(text, self._test)

    def _suits(self, section: Any) -> dict[str, tuple[Suit, ...]]:
        """The suits of `for: {X: [D, H, S]}`."""
        if not isinstance(section, YamlSection):
            return {}
        suits_of = {}
        for variable, listed in section.items():
            if variable not in VARIABLES:
                self._wrong(f"expected a suit variable ({', '.join(VARIABLES)}), got {shown(variable)}", variable)
            texts = _words(listed)
            if len(texts) > len(Suit):
                self._wrong(f"expected at most {len(Suit)} suits for {variable[:80]}, got {len(texts)}", variable)
                continue
            suits = [self._try(text, Suit.parse) for text in texts]
            suits_of[str(variable)] = tuple(suit for suit in suits if suit is not None)
        return suits_of

    def _listed(self, key: str, values: Mapping[str, Any]) -> list[Any]:
        """The words after `tags:`, `before:` or `after:`."""
        words = _words(values.get(key))
        if len(words) > MOST_LISTED:
            self._wrong(f"expected at most {MOST_LISTED} words after {key}:, got {len(words)}", words[0])
            return []
        return words

    def _forcing(self, text: Any) -> str:
        if text is None:
            return "no"
        word = self._filled(text)
        if word not in FORCING and not re.fullmatch(r"to [1-7][CDHSN]", word):
            self._wrong(f"expected forcing {', '.join(FORCING)} or 'to 2N', got {shown(word)}", text)
            return "no"
        return word

    def _alerts(self, value: Any) -> dict[str, str]:
        """`alert: no` for all regulations, or `alert: {acbl: no, ebu: announce}`."""
        if value is None:
            return {}
        if not isinstance(value, YamlSection):
            return dict.fromkeys(REGULATIONS, self._alert(value))
        self._keys(value, REGULATIONS)
        return {str(regulation): self._alert(word) for regulation, word in value.items()}

    def _alert(self, text: Any) -> str:
        word = self._filled(text)
        word = {"yes": "alert", "true": "alert", "false": "no"}.get(word, word)
        if word not in ALERTS:
            self._wrong(f"expected alert {', '.join(ALERTS)}, got {shown(word)}", text)
            return "no"
        return word

    def _yes(self, text: Any) -> bool:
        if text not in ("true", "yes", "false", "no"):
            self._wrong(f"expected true or false, got {shown(str(text))}", text)
        return text in ("true", "yes")

    def _try(self, text: Any, parse: Callable[[str], T]) -> T | None:
        """What `parse` makes of a text with its parameters filled in; a mistake is kept for the end."""
        if not isinstance(text, str):
            self._wrong(f"expected a text, got {'a list' if isinstance(text, list) else 'a mapping'}", text)
            return None
        try:
            return parse(self.parameters.filled(str(text)))
        except BridgeError as error:
            self.errors.append(blamed(error, text, self.source) if isinstance(text, YamlText) else error)
            return None

    def _filled(self, text: Any) -> str:
        return self._try(text, str) or ""

    def _keys(self, section: YamlSection, known: tuple[str, ...]) -> None:
        try:
            require_keys(section, known, self.source)
        except BridgeError as error:
            self.errors.append(error)

    def _wrong(self, message: str, where: Any) -> None:
        line, column = getattr(where, "line", None), getattr(where, "column", None)
        self.errors.append(ParseError(message, source=self.source, line=line, column=column))


def _words(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None else [value]
