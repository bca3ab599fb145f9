"""A bidding system: its own situations, those of the blocks it uses and of the layers it includes.

Everything wrong with a system's file is reported in one go, each mistake with file, line and column.
"""

import hashlib
import re
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
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
from overtrick.systems.language.lead_style import LeadAgreements, read_leads
from overtrick.systems.language.phrases import Definitions
from overtrick.systems.language.rules import Rule, RuleReader, Situation
from overtrick.systems.language.system_file import (
    Parameters,
    YamlSection,
    YamlText,
    blamed,
    read_card,
    read_definitions,
    require_keys,
)

SHIPPED = Path(__file__).parent / "cards"
NAMES = {"sayc": "sayc", "2/1": "two_over_one", "two_over_one": "two_over_one", "acol": "acol"}
"""What the shipped systems are called, and their files."""
MOST_POSTED = 16
"""Systems without a file, of some 6 MB each, that are remembered; the one used longest ago is forgotten first."""
_KEYS = ("system", "layer", "block", "text", "params", "include", "use", "without", "define", "situations", "leads")
_FILE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*")


class SystemErrors(BridgeError):
    """All the mistakes in a system's files at once, in the order of the files."""

    def __init__(self, errors: list[BridgeError]) -> None:
        super().__init__("\n".join(str(error) for error in errors))
        self.errors = errors


class _Mistakes(list[BridgeError]):
    """Mistakes as they come up; SystemErrors when there are as many as anyone reads."""

    def append(self, error: BridgeError) -> None:
        super().append(error)
        if len(self) == MOST_MISTAKES:
            raise SystemErrors([*self[:-1], BridgeError(f"{MOST_MISTAKES} mistakes or more: the rest was not read")])


@dataclass(frozen=True, eq=False, repr=False)
class System:
    """What a partnership has agreed: for every situation, rules from hands to calls.

    >>> system = System.loads("system: Tiny\\nsituations: [{when: opening, rules: [{call: 1N, hand: 15-17 hcp}]}]")
    >>> system.name, system.situations[0].rules[0].call.text
    ('Tiny', '1N')
    >>> System.load("sayc").name
    'SAYC'
    """

    name: str
    parameters: Parameters
    definitions: Definitions
    situations: tuple[Situation, ...]
    """In the order in which their lines are read."""
    text: str = ""
    """What the system's file says about it."""
    blocks: tuple[str, ...] = ()
    """The convention blocks it uses, each once, in their order."""
    leads: LeadAgreements = field(default_factory=LeadAgreements)
    """What the partners lead."""

    def __repr__(self) -> str:
        return f"<System {self.name}>"

    @classmethod
    def loads(
        cls, text: str, source: str | None = None, beside: Path | None = None, without: Collection[str] = ()
    ) -> "System":
        """Read a system; SystemErrors lists everything that is wrong. Its layers may be in the folder `beside`.

        The blocks named in `without` are left out, as if no file used them.
        """
        return _Assembly(source, beside, without).system(text)

    @classmethod
    def load(cls, name: str | Path) -> "System":
        """A shipped system (`sayc`, `2/1`, `acol`), one that was posted, or the one in a file."""
        stem = NAMES.get(str(name).strip().lower())
        if stem is not None:
            return _shipped(stem)
        if name in _posted:
            return _posted[str(name)]
        path = Path(name)
        if isinstance(name, Path) or path.suffix in (".yaml", ".yml") or path.exists():
            return cls._read(path)
        raise BridgeError(
            f"expected a system ({', '.join(NAMES)}) or a card's .yaml file, got {name!r}{nearest(str(name), NAMES)}"
        )

    @classmethod
    def _read(cls, path: Path, without: Collection[str] = ()) -> "System":
        return cls.loads(_text_of(path), path.name, path.parent, without)

    @classmethod
    def load_without(cls, name: str, block: str) -> "System":
        """A shipped system or one in a file, as it would be without one of its blocks."""
        stem = NAMES.get(name.strip().lower())
        return cls._read(Path(name) if stem is None else SHIPPED / f"{stem}.yaml", (block,))

    @cached_property
    def fingerprint(self) -> str:
        """Twelve hexadecimal digits that change with anything that changes a bid or its explanation."""
        digest = hashlib.sha256()
        for situation in self.situations:
            for rule in situation.rules:
                words = (situation.key, rule.id, rule.call.text, rule.hand_text, rule.forcing, rule.text, rule.announce)
                more = (str(rule.artificial), str(rule.agrees), rule.name, str(rule.alerts), str(rule.only))
                digest.update("\x1f".join((*words, *rule.tags, *more)).encode())
        return digest.hexdigest()[:12]

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """Every rule, each once."""
        return tuple(dict.fromkeys(rule for situation in self.situations for rule in situation.rules))


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ParseError(f"expected a text file in UTF-8: {error.reason}", source=str(path)) from None
    except OSError as error:
        raise BridgeError(f"cannot read {path}: {error.strerror or error}") from None


@cache
def _shipped(stem: str) -> System:
    return System.load(SHIPPED / f"{stem}.yaml")


_posted: OrderedDict[str, System] = OrderedDict()


def post_system(text: str) -> str:
    """Read a system that has no file, and give it the name under which `System.load` has it from now on.

    The name follows from the text, so the same text is read once. It may use shipped layers and blocks only.
    """
    name = f"card {hashlib.sha256(text.encode(errors='replace')).hexdigest()[:16]}"
    _remember(name, _posted[name] if name in _posted else System.loads(text, "card"))
    return name


def name_of(system: System) -> str:
    """The name under which `System.load` has a system that is in hand already."""
    name = f"system {system.name} {system.fingerprint}"
    _remember(name, system)
    return name


def _remember(name: str, system: System) -> None:
    _posted[name] = system
    _posted.move_to_end(name)
    if len(_posted) > MOST_POSTED:
        _posted.popitem(last=False)


@dataclass
class _File:
    """A file that belongs to a system, with the parameters it was called with."""

    section: YamlSection
    source: str | None
    given: dict[str, str]
    is_block: bool = False
    parameters: Parameters = field(default_factory=lambda: Parameters({}))


class _Assembly:
    """Collects the files of a system, reads them, and notes what is wrong."""

    def __init__(self, source: str | None, beside: Path | None, without: Collection[str] = ()) -> None:
        self.source = source
        self.beside = beside
        self.without = frozenset(without)
        self.errors: list[BridgeError] = _Mistakes()
        self.sections: dict[Path, YamlSection] = {}
        self.known: dict[tuple[object, str], Any] = {}

    def system(self, text: str) -> System:
        section = self._section_of(text, self.source)
        if not isinstance(section.get("system"), YamlText):
            self.errors.append(ParseError("expected the card's name after system:", source=self.source, line=1))
        files = list(islice(self._files(_File(section, self.source, {}), (), self.without), MOST_FILES + 1))
        if len(files) > MOST_FILES:
            raise SystemErrors([ParseError(f"expected at most {MOST_FILES} layers and blocks", source=self.source)])
        self._limit_rules(files)
        self._fill_parameters(files)
        shared = self._definitions(file for file in files if not file.is_block)
        situations: list[Situation] = []
        for rank, file in enumerate(files):
            situations += self._situations(file, rank, shared)
        leads = self._leads(files)
        if self.errors:
            raise SystemErrors([*self.errors])
        ordered = sorted(_overridden(situations), key=lambda situation: situation.order)
        _require_order(ordered)
        about = str(section.get("text", ""))
        blocks = tuple(dict.fromkeys(Path(str(file.source)).stem for file in files if file.is_block))
        return System(str(section["system"]), files[0].parameters, shared, tuple(ordered), about, blocks, leads)

    def _limit_rules(self, files: list[_File]) -> None:
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

    def _files(self, file: _File, path: tuple[str, ...], without: frozenset[str]) -> Iterator[_File]:
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
                    yield _File(section, f"{name}.yaml", given, is_block=True)
        below = without.union(self._names(file, "without", "block"))
        for name in self._names(file, "include", "layer"):
            if name in path:
                self._wrong(f"{' -> '.join((*path, name))} includes itself", file.source, name)
            else:
                section = self._section(name, f"{name}.yaml", file.source)
                if section is not None:
                    yield from self._files(_File(section, f"{name}.yaml", {}), (*path, name), below)

    def _names(self, file: _File, key: str, kind: str) -> Iterator[YamlText]:
        """The names of layers or blocks after a key."""
        for name in _listed(file.section.get(key)):
            if isinstance(name, YamlText):
                yield name
            else:
                self._wrong(f"expected the name of a {kind}", file.source, file.section)

    def _use(self, entry: Any, source: str | None) -> tuple[YamlText | None, dict[str, str]]:
        """The block and the parameters of an entry such as `stayman` or `stayman: {over: 1N}`."""
        if isinstance(entry, YamlText):
            return entry, {}
        if isinstance(entry, YamlSection) and len(entry) == 1:
            name, given = next(iter(entry.items()))
            if isinstance(given, YamlSection):
                return name, {str(key): str(value) for key, value in given.items()}  # type: ignore[return-value]
            if given == "":
                return name, {}  # type: ignore[return-value]
        self._wrong("expected a block such as stayman or stayman: {over: 1N}", source, entry)
        return None, {}

    def _section(self, name: YamlText, place: str, source: str | None) -> YamlSection | None:
        """The file of that name beside the card or among the shipped ones."""
        if _FILE_NAME.fullmatch(name) is None:
            self._wrong(f"expected a name of small letters, digits, - and _, got {shown(name)}", source, name)
            return None
        for folder in (self.beside, SHIPPED):
            path = None if folder is None else folder / place
            if path is not None and path.is_file():
                if path not in self.sections:
                    self.sections[path] = self._section_of(_text_of(path), path.name)
                return self.sections[path]
        kind = "block" if place.startswith("blocks/") else "layer"
        known = sorted(path.stem for path in (SHIPPED / place).parent.glob("*.yaml"))
        self._wrong(f"there is no {kind} {name} (known: {', '.join(known)})", source, name)
        return None

    def _section_of(self, text: str, source: str | None) -> YamlSection:
        try:
            documents = read_card(text, source)
        except BridgeError as error:
            self.errors.append(error)
            return _empty()
        if len(documents) != 1 or not isinstance(documents[0], YamlSection):
            self.errors.append(
                ParseError(f"expected one mapping that starts with system:, got {len(documents)}", source=source)
            )
            return _empty()
        return documents[0]

    def _fill_parameters(self, files: list[_File]) -> None:
        """A card's parameters go over those of its layers; a block sees its own first."""
        shared: dict[str, str] = {}
        for file in reversed(files):
            if not file.is_block:
                shared |= self._texts(file, "params")
        for file in files:
            own = {**self._texts(file, "params"), **file.given} if file.is_block else {}
            unknown = file.given.keys() - self._texts(file, "params").keys() if file.is_block else ()
            for name in unknown:
                known = ", ".join(self._texts(file, "params")) or "none"
                self._wrong(f"{file.source} has no parameter {name} (known: {known})", self.source, file.section)
            # a block's `nt: "{nt}"` means the card's: what refers to its own name looks below
            below = Parameters(shared)
            for name, text in own.items():
                if f"{{{name}}}" in text.replace(" ", "") or re.search(rf"\(\s*+{re.escape(name)}\s*+\)", text):
                    own[name] = self._filled(below, text, file)
            file.parameters = Parameters(own, below)

    def _filled(self, parameters: Parameters, text: str, file: _File) -> str:
        try:
            return parameters.filled(text)
        except BridgeError as error:
            self.errors.append(blamed(error, text, file.source) if isinstance(text, YamlText) else error)
            return "0"

    def _definitions(self, files: Iterable[_File], under: dict[str, str] | None = None) -> Definitions:
        texts: dict[str, str] = dict(under or {})
        for file in reversed(list(files)):
            for name, text in self._texts(file, "define").items():
                texts[name] = self._filled(file.parameters, text, file)
        self._shared_texts = texts
        return read_definitions(texts, self.errors)

    def _situations(self, file: _File, rank: int, shared: Definitions) -> list[Situation]:
        definitions = shared
        if file.is_block and "define" in file.section:
            texts = self._shared_texts
            definitions = self._definitions([file], texts)
            self._shared_texts = texts
        reader = RuleReader(file.source, file.parameters, definitions, self.errors, rank, self.known)
        entries = file.section.get("situations", [])
        if not isinstance(entries, list):
            self._wrong("expected a list after situations:", file.source, entries)
            return []
        return [situation for entry in entries for situation in reader.situations(entry)]

    def _leads(self, files: list[_File]) -> LeadAgreements:
        """What the files say about leads, a card's words over those of its layers."""
        leads = LeadAgreements()
        for file in reversed(files):
            if "leads" in file.section:
                try:
                    leads = read_leads(file.section["leads"], file.source, leads)
                except BridgeError as error:
                    self.errors.append(error)
        return leads

    def _texts(self, file: _File, key: str) -> dict[str, str]:
        texts = file.section.get(key, YamlSection())
        if isinstance(texts, YamlSection):
            return {str(name): text for name, text in texts.items() if isinstance(text, YamlText)}
        self._wrong(f"expected a mapping after {key}:", file.source, texts)
        file.section[key] = YamlSection()
        return {}

    def _keys(self, file: _File) -> None:
        try:
            require_keys(file.section, _KEYS, file.source)
        except BridgeError as error:
            self.errors.append(error)

    def _wrong(self, message: str, source: str | None, where: Any) -> None:
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


def _overridden(situations: list[Situation]) -> Iterator[Situation]:
    """The situations without the rules that a file above replaces or leaves out."""
    replaced: dict[str, dict[str, int]] = {}
    for situation in situations:
        ids = replaced.setdefault(situation.key, {})
        for name in (*(rule.id for rule in situation.rules), *situation.without):
            ids[name] = min(ids.get(name, situation.rank), situation.rank)
    for situation in situations:
        ids = replaced[situation.key]
        kept = tuple(rule for rule in situation.rules if ids[rule.id] == situation.rank)
        if kept:
            yield replace(situation, rules=kept)


def _require_order(situations: list[Situation]) -> None:
    """SystemErrors when rules are to come before themselves."""
    order: TopologicalSorter[str] = TopologicalSorter()
    for situation in situations:
        for rule in situation.rules:
            order.add(rule.id, *rule.after)
            for name in rule.before:
                order.add(name, rule.id)
    try:
        order.prepare()
    except CycleError as error:
        ring = " before ".join(error.args[1][:10])
        raise SystemErrors([BridgeError(f"expected rules in some order, got a ring: {ring}")]) from None
