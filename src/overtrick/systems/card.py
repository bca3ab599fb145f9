"""A convention card as read from its file: parameters, definitions, situations and their rules.

Everything wrong with a card is found in one go, each mistake with line and column.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from overtrick.core import BridgeError, ParseError, Suit
from overtrick.core.errors import shown
from overtrick.systems.callspecs import CallSpec
from overtrick.systems.cardfile import Section, Text, blamed, read_card, require_keys
from overtrick.systems.defining import read_definitions
from overtrick.systems.definitions import Definitions
from overtrick.systems.patterns import Pattern
from overtrick.systems.phrases import Phrase
from overtrick.systems.reading import read
from overtrick.systems.settings import VARIABLES

T = TypeVar("T")

OPENING = "opening"
FORCING = ("no", "1 round", "game", "invite", "signoff")
_CARD_KEYS = ("system", "params", "define", "situations")
_SITUATION_KEYS = ("when", "all", "rules")
_RULE_KEYS = ("id", "call", "hand", "for", "forcing", "artificial", "announce", "agrees", "tags", "text")
_PARAMETER = re.compile(r"\{(\w+)\}")


class CardErrors(BridgeError):
    """All the mistakes of a card at once, in the order of the file."""

    def __init__(self, errors: list[BridgeError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors


@dataclass(frozen=True)
class Rule:
    """One line of a card: the call, the hands that make it, and what is to be said about it."""

    id: str
    call: CallSpec
    hand: Phrase
    hand_text: str
    suits: Mapping[str, tuple[Suit, ...]] = field(default_factory=dict)
    """The suits a variable of `for:` runs through."""
    forcing: str = "no"
    artificial: bool = False
    tags: tuple[str, ...] = ()
    agrees: str | None = None
    text: str = ""
    line: int = 0


@dataclass(frozen=True)
class Situation:
    """Where in an auction some rules apply; the first whose hand condition holds is the call."""

    when: Pattern | None
    """None for the opening: only passes so far."""
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Card:
    """A convention card.

    >>> card = Card.loads("system: Tiny\\nsituations: [{when: opening, rules: [{call: 1N, hand: 15-17 hcp}]}]")
    >>> card.name, card.situations[0].rules[0].call.text
    ('Tiny', '1N')
    """

    name: str
    parameters: Mapping[str, str]
    definitions: Definitions
    situations: tuple[Situation, ...]

    @classmethod
    def loads(cls, text: str, source: str | None = None) -> "Card":
        """Read a card; CardErrors lists everything that is wrong with it."""
        documents = read_card(text, source)
        if len(documents) != 1 or not isinstance(documents[0], Section):
            raise ParseError(
                f"expected one card, a mapping that starts with system:, got {len(documents)}", source=source
            )
        return _Reader(source).card(documents[0])


class _Reader:
    """Reads one card and collects what is wrong."""

    def __init__(self, source: str | None) -> None:
        self.source = source
        self.errors: list[BridgeError] = []
        self.parameters: dict[str, str] = {}
        self.definitions = Definitions()

    def card(self, section: Section) -> Card:
        self._keys(section, _CARD_KEYS)
        self.parameters = {str(key): str(value) for key, value in self._section(section, "params").items()}
        texts = {str(key): self._filled(value) for key, value in self._section(section, "define").items()}
        self.definitions = read_definitions(texts, self.errors)
        situations = [self._situation(each) for each in self._list(section, "situations")]
        name = section.get("system")
        if not isinstance(name, Text):
            self.errors.append(
                ParseError("expected the card's name after system:", source=self.source, line=section.line)
            )
        if self.errors:
            raise CardErrors(self.errors)
        return Card(
            str(name), self.parameters, self.definitions, tuple(each for each in situations if each is not None)
        )

    def _situation(self, section: Any) -> Situation | None:
        if not isinstance(section, Section) or not isinstance(section.get("when"), Text):
            line = section.line if isinstance(section, Section) else getattr(section, "line", None)
            self.errors.append(ParseError("expected a situation with when: and rules:", source=self.source, line=line))
            return None
        self._keys(section, _SITUATION_KEYS)
        when = section["when"]
        pattern = None if when == OPENING else self._try(when, Pattern.parse)
        common = self._section(section, "all")
        rules = [self._rule(each, common) for each in self._list(section, "rules")]
        return Situation(pattern, tuple(rule for rule in rules if rule is not None))

    def _rule(self, section: Any, common: Section) -> Rule | None:
        if not isinstance(section, Section):
            self.errors.append(ParseError("expected a rule such as {call: 1N, hand: 15-17 hcp}", source=self.source))
            return None
        self._keys(section, _RULE_KEYS)
        values: dict[str, Any] = {**common, **section}
        call, hand = values.get("call"), values.get("hand")
        if not isinstance(call, Text) or not isinstance(hand, Text):
            self.errors.append(
                ParseError(
                    "expected call: and hand: in a rule", source=self.source, line=section.line, column=section.column
                )
            )
            return None
        spec = self._try(call, CallSpec.parse)
        phrase = self._try(hand, lambda text: read(text, self.definitions))
        if spec is None or phrase is None:
            return None
        return Rule(
            id=str(values.get("id", call)),
            call=spec,
            hand=phrase,
            hand_text=self._filled(hand),
            suits=self._suits(values.get("for")),
            forcing=self._forcing(values.get("forcing")),
            artificial=str(values.get("artificial", "false")) in ("true", "yes"),
            tags=tuple(str(tag) for tag in values.get("tags", [])),
            agrees=None if values.get("agrees") is None else str(values["agrees"]),
            text=str(values.get("text", values.get("announce", ""))),
            line=section.line,
        )

    def _suits(self, section: Any) -> dict[str, tuple[Suit, ...]]:
        """The suits of `for: {X: [D, H, S]}`."""
        if not isinstance(section, Section):
            return {}
        found = {}
        for variable, listed in section.items():
            if variable not in VARIABLES:
                error = ParseError(
                    f"expected a suit variable ({', '.join(VARIABLES)}), got {shown(variable)}", column=1
                )
                self.errors.append(blamed(error, variable, self.source) if isinstance(variable, Text) else error)
            suits = [self._try(each, Suit.parse) for each in (listed if isinstance(listed, list) else [listed])]
            found[str(variable)] = tuple(suit for suit in suits if suit is not None)
        return found

    def _forcing(self, text: Any) -> str:
        if text is None:
            return "no"
        if text not in FORCING and not re.fullmatch(r"to [1-7][CDHSN]", str(text)):
            error = ParseError(f"expected forcing {', '.join(FORCING)} or 'to 2N', got {shown(str(text))}", column=1)
            self.errors.append(blamed(error, text, self.source) if isinstance(text, Text) else error)
        return str(text)

    def _try(self, text: Text, parse: Callable[[str], T]) -> T | None:
        """What `parse` makes of a text with its parameters filled in; a mistake is kept for the end."""
        try:
            return parse(self._filled(text))
        except BridgeError as error:
            self.errors.append(blamed(error, text, self.source) if isinstance(text, Text) else error)
            return None

    def _filled(self, text: Any) -> str:
        """The text with `{name}` replaced by the card's parameters."""

        def value(found: re.Match[str]) -> str:
            if found[1] not in self.parameters:
                known = ", ".join(self.parameters) or "none"
                error = ParseError(f"unknown parameter {found[0]} (known: {known})", column=found.start() + 1)
                self.errors.append(blamed(error, text, self.source) if isinstance(text, Text) else error)
            return self.parameters.get(found[1], "0")

        return _PARAMETER.sub(value, str(text))

    def _keys(self, section: Section, known: tuple[str, ...]) -> None:
        try:
            require_keys(section, known, self.source)
        except BridgeError as error:
            self.errors.append(error)

    def _section(self, section: Section, key: str) -> Section:
        found = section.get(key, Section())
        if isinstance(found, Section):
            return found
        self.errors.append(ParseError(f"expected a mapping after {key}:", source=self.source, line=section.line))
        return Section()

    def _list(self, section: Section, key: str) -> list[Any]:
        found = section.get(key, [])
        if isinstance(found, list):
            return found
        self.errors.append(ParseError(f"expected a list after {key}:", source=self.source, line=section.line))
        return []
