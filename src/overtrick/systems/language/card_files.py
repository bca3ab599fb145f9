"""The files of a system: its card, the blocks it uses and the layers it includes, with their parameters.

Everything wrong with them is reported in one go, each mistake with file, line and column.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from overtrick.core import BridgeError, ParseError
from overtrick.core.errors import nearest, shown
from overtrick.systems.language.card_limits import (
    MOST_FILES,
    MOST_MISTAKES,
    MOST_MOVED_RULES,
    MOST_RULE_USES,
    MOST_RULES,
)
from overtrick.systems.language.system_file import (
    Parameters,
    YamlSection,
    YamlText,
    blamed,
    ends_of,
    is_range,
    read_card,
    require_keys,
)

_KEYS = ("system", "layer", "block", "text", "params", "include", "use", "without", "define", "situations", "leads")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


class SystemErrors(BridgeError):
    """All the mistakes in a system's files at once, in the order of the files."""

    def __init__(self, errors: list[BridgeError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors


class Mistakes(list[BridgeError]):
    """Mistakes as they come up; SystemErrors when there are as many as anyone reads."""

    def append(self, error: BridgeError) -> None:
        super().append(error)
        if len(self) == MOST_MISTAKES:
            raise SystemErrors([*self[:-1], BridgeError(f"{MOST_MISTAKES} mistakes or more: the rest was not read")])


@dataclass
class CardFile:
    """A file that belongs to a system, with the parameters it was called with."""

    section: YamlSection
    source: str | None
    given: dict[str, str]
    used_in: str | None = None
    """The file that calls it so."""
    is_block: bool = False
    parameters: Parameters = field(default_factory=lambda: Parameters({}))


class CardFiles:
    """Collects the files of a system, and notes what is wrong with them."""

    def __init__(self, source: str | None, beside: Path | None, shipped: Path, without: Collection[str] = ()) -> None:
        """Layers and blocks may be in the folder `beside` or among the shipped ones."""
        self.source = source
        self.beside = beside
        self.shipped = shipped
        self.without = frozenset(without)
        self.errors: list[BridgeError] = Mistakes()
        self.sections: dict[Path, YamlSection] = {}

    def read(self, text: str) -> list[CardFile]:
        """The card of this text, then its other files, in the order in which they speak."""
        section = self._section_of(text, self.source)
        if not isinstance(section.get("system"), YamlText):
            self.errors.append(ParseError("expected the card's name after system:", source=self.source, line=1))
        files = list(islice(self._files(CardFile(section, self.source, {}), (), self.without), MOST_FILES + 1))
        if len(files) > MOST_FILES:
            raise SystemErrors([ParseError(f"expected at most {MOST_FILES} layers and blocks", source=self.source)])
        self._limit_rules(files)
        self._check_ranges(files)
        self._fill_parameters(files)
        return files

    def _limit_rules(self, files: list[CardFile]) -> None:
        """SystemErrors for more rules than a system may have, before they are read."""
        rules = uses = moved = 0
        for file in files:
            for situation in _listed(file.section.get("situations")):
                if isinstance(situation, YamlSection):
                    listed = _listed(situation.get("rules"))
                    common = situation.get("all")
                    rules += len(listed)
                    uses += len(listed) * len(_listed(situation.get("when")))
                    moved += sum(_is_moved(rule) or _is_moved(common) for rule in listed)
        for number, most, what in (
            (rules, MOST_RULES, "rules"),
            (uses, MOST_RULE_USES, "rules, each counted for every pattern of its situation"),
            (moved, MOST_MOVED_RULES, "rules with before: or after:"),
        ):
            if number > most:
                message = f"expected at most {most:,} {what}, got {number:,}"
                raise SystemErrors([ParseError(message, source=self.source)])

    def _files(self, file: CardFile, path: tuple[str, ...], without: frozenset[str]) -> Iterator[CardFile]:
        """A file, the blocks it uses, and the layers it includes with theirs: in the order in which they speak.

        Files above leave out the blocks in `without`; what a file itself says after `without` is for its layers.
        """
        yield file
        self._keys(file)
        for entry in _listed(file.section.get("use")):
            name, given = self._use(entry, file.source)
            if name is not None and name not in without:
                section = self._section(name, f"blocks/{name}.yaml", file.source)
                if section is not None:
                    yield CardFile(section, f"{name}.yaml", given, file.source, is_block=True)
        below = without.union(self._names(file, "without", "block"))
        for name in self._names(file, "include", "layer"):
            if name in path:
                self.wrong(f"{' -> '.join((*path, name))} includes itself", file.source, name)
            else:
                section = self._section(name, f"{name}.yaml", file.source)
                if section is not None:
                    yield from self._files(CardFile(section, f"{name}.yaml", {}), (*path, name), below)

    def _names(self, file: CardFile, key: str, kind: str) -> Iterator[YamlText]:
        """The names of layers or blocks after a key."""
        for name in _listed(file.section.get(key)):
            if isinstance(name, YamlText):
                yield name
            else:
                self.wrong(f"expected the name of a {kind}", file.source, file.section)

    def _use(self, entry: Any, source: str | None) -> tuple[YamlText | None, dict[str, str]]:
        """The block and the parameters of an entry such as `stayman` or `stayman: {over: 1N}`."""
        if isinstance(entry, YamlText):
            return entry, {}
        if isinstance(entry, YamlSection) and len(entry) == 1:
            name, given = next(iter(entry.items()))
            if isinstance(given, YamlSection):
                texts = {key: value if isinstance(value, YamlText) else str(value) for key, value in given.items()}
                return name, texts  # type: ignore[return-value]
            if given == "":
                return name, {}  # type: ignore[return-value]
        self.wrong("expected a block such as stayman or stayman: {over: 1N}", source, entry)
        return None, {}

    def _section(self, name: YamlText, place: str, source: str | None) -> YamlSection | None:
        """The file of that name beside the card or among the shipped ones."""
        if _NAME.fullmatch(name) is None:
            self.wrong(f"expected a name of small letters, digits, - and _, got {shown(name)}", source, name)
            return None
        for folder in (self.beside, self.shipped):
            path = None if folder is None else folder / place
            if path is not None and path.is_file():
                if path not in self.sections:
                    self.sections[path] = self._section_of(text_of(path), path.name)
                return self.sections[path]
        kind = "block" if place.startswith("blocks/") else "layer"
        known = sorted(path.stem for path in (self.shipped / place).parent.glob("*.yaml"))
        hint = nearest(name, known) or f" (known: {', '.join(known)})"
        self.wrong(f"there is no {kind} {name}{hint}", source, name)
        return None

    def _section_of(self, text: str, source: str | None) -> YamlSection:
        try:
            documents = read_card(text, source)
        except BridgeError as error:
            self.errors.append(error)
            return _empty()
        if len(documents) != 1 or not isinstance(documents[0], YamlSection):
            got = "an empty file" if not documents else "a list or a text" if len(documents) == 1 else "several"
            self.errors.append(ParseError(f"expected one mapping that starts with system:, got {got}", source=source))
            return _empty()
        return documents[0]

    def _check_ranges(self, files: list[CardFile]) -> None:
        """Note ranges that cannot be where they are set, and go on with those they stand for.

        Otherwise everything that is worked out of `nt: 15-71` would be wrong, in files that are right.
        """
        known: dict[str, str] = {}
        for file in reversed(files):
            if file.is_block:
                self._require_ranges(file.given, self.texts(file, "params"), file.used_in)
            elif own := self.texts(file, "params"):
                self._require_ranges(file.section["params"], known, file.source)
                known |= own

    def _require_ranges(self, texts: dict[str, str], over: dict[str, str], source: str | None) -> None:
        for name, text in texts.items():
            if is_range(over.get(name, "")) and "{" not in text and ends_of(text) is None:
                self.wrong(f"expected a range such as {over[name]} for {name}, got {shown(text)}", source, text)
                texts[name] = over[name]

    def _fill_parameters(self, files: list[CardFile]) -> None:
        """A card's parameters go over those of its layers; a block sees its own first."""
        shared: dict[str, str] = {}
        for file in reversed(files):
            if not file.is_block:
                shared |= self.texts(file, "params")
        for file in files:
            own = {**self.texts(file, "params"), **file.given} if file.is_block else {}
            unknown = file.given.keys() - self.texts(file, "params").keys() if file.is_block else ()
            for name in unknown:
                known = self.texts(file, "params")
                hint = nearest(name, known) or f" (known: {', '.join(known) or 'none'})"
                self.wrong(f"{file.source} has no parameter {name}{hint}", file.used_in, name)
            # a block's `nt: "{nt}"` means the card's: what refers to its own name looks below
            below = Parameters(shared)
            for name, text in own.items():
                if f"{{{name}}}" in text.replace(" ", "") or re.search(rf"\(\s*+{re.escape(name)}\s*+\)", text):
                    own[name] = self.filled(below, text, file)
            file.parameters = Parameters(own, below)

    def filled(self, parameters: Parameters, text: str, file: CardFile) -> str:
        """A text of a file with its parameters filled in."""
        try:
            return parameters.filled(text)
        except BridgeError as error:
            self.errors.append(blamed(error, text, file.source) if isinstance(text, YamlText) else error)
            return "0"

    def texts(self, file: CardFile, key: str) -> dict[str, str]:
        """The texts after a key of a file, by name."""
        texts = file.section.get(key, YamlSection())
        if isinstance(texts, YamlSection):
            return {str(name): text for name, text in texts.items() if isinstance(text, YamlText)}
        self.wrong(f"expected a mapping after {key}:", file.source, texts)
        file.section[key] = YamlSection()
        return {}

    def _keys(self, file: CardFile) -> None:
        try:
            require_keys(file.section, _KEYS, file.source)
        except BridgeError as error:
            self.errors.append(error)

    def wrong(self, message: str, source: str | None, where: Any) -> None:
        """Note a mistake at a text or section of a file."""
        line, column = getattr(where, "line", None), getattr(where, "column", None)
        self.errors.append(ParseError(message, source=source, line=line, column=column))


def _empty() -> YamlSection:
    section = YamlSection(system=YamlText("?", 1, 1))
    section.line, section.column = 1, 1
    return section


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None or value == "" else [value]


def _is_moved(section: Any) -> bool:
    return isinstance(section, YamlSection) and ("before" in section or "after" in section)


def text_of(path: Path) -> str:
    """What a file says; BridgeError when it cannot be read."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"expected a text file in UTF-8: {error.reason}", source=str(path)) from None
    except OSError as error:
        raise BridgeError(f"cannot read {path}: {error.strerror or error}") from None
