"""A bidding system: its own situations, those of the blocks it uses and of the layers it includes."""

import hashlib
from collections import OrderedDict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from overtrick.core import BridgeError
from overtrick.core.errors import nearest
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.language.card_files import CardFile, CardFiles, SystemErrors, text_of
from overtrick.systems.language.definitions import Definitions
from overtrick.systems.language.lead_style import LeadAgreements, read_leads
from overtrick.systems.language.rules import Rule, RuleReader, Situation
from overtrick.systems.language.system_file import Parameters, read_definitions

__all__ = ["MOST_POSTED", "NAMES", "SHIPPED", "System", "SystemErrors", "name_of", "post_system"]

SHIPPED = Path(__file__).parent / "cards"
NAMES = {"sayc": "sayc", "2/1": "two_over_one", "two_over_one": "two_over_one", "acol": "acol"}
"""What the shipped systems are called, and their files."""
MOST_POSTED = 16
"""Systems without a file, of some 6 MB each, that are remembered; the one used longest ago is forgotten first."""


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
        with uncollected():
            return _Assembly(CardFiles(source, beside, SHIPPED, without)).system(text)

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
        return cls.loads(text_of(path), path.name, path.parent, without)

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


class _Assembly:
    """Reads what the files of a system say, and notes what is wrong."""

    def __init__(self, files: CardFiles) -> None:
        self.files = files
        self.errors = files.errors
        self.known: dict[tuple[object, str], Any] = {}

    def system(self, text: str) -> System:
        files = self.files.read(text)
        shared = self._definitions(file for file in files if not file.is_block)
        situations: list[Situation] = []
        for rank, file in enumerate(files):
            situations += self._situations(file, rank, shared)
        leads = self._leads(files)
        if self.errors:
            raise SystemErrors([*self.errors])
        ordered = sorted(_overridden(situations), key=lambda situation: situation.order)
        _require_order(ordered)
        card = files[0].section
        blocks = tuple(dict.fromkeys(Path(str(file.source)).stem for file in files if file.is_block))
        return System(
            str(card["system"]), files[0].parameters, shared, tuple(ordered), str(card.get("text", "")), blocks, leads
        )

    def _definitions(self, files: Iterable[CardFile], under: dict[str, str] | None = None) -> Definitions:
        texts: dict[str, str] = dict(under or {})
        for file in reversed(list(files)):
            for name, text in self.files.texts(file, "define").items():
                texts[name] = self.files.filled(file.parameters, text, file)
        self._shared_texts = texts
        return read_definitions(texts, self.errors)

    def _situations(self, file: CardFile, rank: int, shared: Definitions) -> list[Situation]:
        definitions = shared
        if file.is_block and "define" in file.section:
            texts = self._shared_texts
            definitions = self._definitions([file], texts)
            self._shared_texts = texts
        reader = RuleReader(file.source, file.parameters, definitions, self.errors, rank, self.known)
        entries = file.section.get("situations", [])
        if not isinstance(entries, list):
            self.files.wrong("expected a list after situations:", file.source, entries)
            return []
        return [situation for entry in entries for situation in reader.situations(entry)]

    def _leads(self, files: list[CardFile]) -> LeadAgreements:
        """What the files say about leads, a card's words over those of its layers."""
        leads = LeadAgreements()
        for file in reversed(files):
            if "leads" in file.section:
                try:
                    leads = read_leads(file.section["leads"], file.source, leads)
                except BridgeError as error:
                    self.errors.append(error)
        return leads


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
