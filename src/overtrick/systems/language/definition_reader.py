"""Reading the definitions of a card, in any order, each resting on others or on none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from overtrick.core import BridgeError, ParseError
from overtrick.core.errors import shown
from overtrick.systems.language.bindings import SUIT_LETTERS, SUIT_WORDS, VARIABLES
from overtrick.systems.language.definitions import Defined, Definition, Definitions
from overtrick.systems.language.hand_reader import read
from overtrick.systems.language.phrases import Phrase, walk
from overtrick.systems.language.text import ConditionText
from overtrick.systems.language.vocabulary import PHRASES

DEEPEST = 12
"""How many definitions may rest on one another."""


def read_definitions(texts: Mapping[str, str], errors: list[BridgeError] | None = None) -> Definitions:
    """The definitions of a card's `define:` section; with a list for `errors`, bad ones are left out.

    >>> list(read_definitions({"good X": "2 of top 3 in X or 3 of top 5 in X"}))
    ['good X']
    """
    found: list[BridgeError] = []
    own = Definitions()
    for name in texts:
        try:
            own.by_name[name] = Definition(name, _words(name))
        except BridgeError as error:
            found.append(error)
    for name in own.by_name:
        try:
            phrase = read(texts[name], own, source=_source(name))
            own.by_name[name] = replace(own.by_name[name], phrase=phrase)
        except BridgeError as error:
            found.append(error)
    found += _rings(own)
    if found and errors is None:
        raise found[0]
    if errors is not None:
        errors += found
    return own


def _source(name: str) -> str:
    return f"definition of {shown(name)}"


def _words(name: str) -> tuple[str, ...]:
    """The words of a name, variables as written."""
    tokens = ConditionText(name, _source(name)).tokens()[:-1]
    words = tuple(token.text if token.text in VARIABLES else token.word for token in tokens)
    parameters = [word for word in words if word in VARIABLES]
    if len(parameters) == len(words):
        raise ParseError(f"expected a name with a word of its own, got {shown(name)}", column=1, source=_source(name))
    if len(set(parameters)) < len(parameters):
        raise ParseError("expected each variable once in a name", column=1, source=_source(name))
    plain = " ".join(word for word in words if word not in VARIABLES)
    if plain in PHRASES or plain in SUIT_WORDS or plain.upper() in SUIT_LETTERS:
        raise ParseError(f"expected a name of your own, got {plain!r}, a word of the language", source=_source(name))
    return words


def _used(phrase: Phrase | None) -> list[str] | None:
    """The definitions a phrase mentions."""
    return None if phrase is None else [part.name for part in walk(phrase) if isinstance(part, Defined)]


def _rings(own: Definitions) -> list[BridgeError]:
    """Errors for definitions that rest on themselves or on too many others.

    They are taken out together with those that failed and all that rest on them: what stays can be bound.
    """
    survey = _Survey({name: _used(definition.phrase) for name, definition in own.by_name.items()})
    for name in survey.uses:
        survey.depth_of(name, ())
    for name, depth in survey.depths.items():
        if depth is None:
            del own.by_name[name]
    return survey.errors


@dataclass
class _Survey:
    """How deep definitions rest on one another."""

    uses: Mapping[str, Sequence[str] | None]
    """The definitions that each one mentions; None for one that could not be read."""
    depths: dict[str, int | None] = field(default_factory=dict)
    errors: list[BridgeError] = field(default_factory=list)

    def depth_of(self, name: str, path: tuple[str, ...]) -> int | None:
        """How many definitions rest on one another from here down; None where that ends in an error."""
        if name in path:
            ring = " -> ".join((*path[path.index(name) :], name))
            self._refuse(name, f"expected a definition that does not rest on itself: {ring}")
            return None
        if name not in self.depths:
            self.depths[name] = self._measured(name, (*path, name))
        return self.depths[name]

    def _measured(self, name: str, path: tuple[str, ...]) -> int | None:
        uses = self.uses[name]
        if uses is None:
            return None
        if len(path) > DEEPEST:
            self._refuse(path[0], f"expected at most {DEEPEST} definitions that rest on one another")
            return None
        depths = [self.depth_of(used, path) for used in dict.fromkeys(uses)]
        known = [depth for depth in depths if depth is not None]
        if len(known) < len(depths):
            return None
        depth = 1 + max(known, default=0)
        if depth > DEEPEST:
            self._refuse(name, f"expected at most {DEEPEST} definitions that rest on one another")
            return None
        return depth

    def _refuse(self, name: str, message: str) -> None:
        self.errors.append(ParseError(message, source=_source(name)))
