"""What a card's own file names and nothing uses: parameters and definitions."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from overtrick.core import BridgeError
from overtrick.systems.language.definitions import Defined
from overtrick.systems.language.phrases import Phrase, walk
from overtrick.systems.language.system_file import YamlSection, YamlText, read_card
from overtrick.systems.system import NAMES, SHIPPED, System
from overtrick.systems.tools.check import WARNING, Finding

_BRACES = re.compile(r"\{([^{}]*)\}")
_WORD = re.compile(r"[A-Za-z_]\w*")


def unused(name: str, card: System | None = None) -> list[Finding]:
    """The parameters and definitions of a card, by name or path, that neither it nor its blocks and layers use.

    `card` is the one of that name, where it has been read already.
    """
    shipped = NAMES.get(name.strip().lower())
    path = Path(name) if shipped is None else SHIPPED / f"{shipped}.yaml"
    section = _section(path)
    return [*_parameters(section, path), *_definitions(section, card or System.load(name), path)]


def _parameters(section: YamlSection, path: Path) -> Iterator[Finding]:
    used = set()
    for file in _files(section, path.parent, set()):
        for text in _texts(file):
            used |= {word for inside in _BRACES.findall(text) for word in _WORD.findall(inside)}
    for name in section.get("params", {}):
        if name not in used:
            yield _finding(path, name, f"parameter {name} is not used")


def _definitions(section: YamlSection, card: System, path: Path) -> Iterator[Finding]:
    used: set[str] = set()
    waiting = [phrase for rule in card.rules for phrase in (rule.hand, rule.shows) if phrase is not None]
    while waiting:
        for name in _names(waiting.pop()) - used:
            used.add(name)
            known = card.definitions.by_name.get(name)
            waiting += [known.phrase] if known is not None and known.phrase is not None else []
    for name in section.get("define", {}):
        if name not in used:
            yield _finding(path, name, f"definition {str(name)!r} is not used")


def _names(phrase: Phrase) -> set[str]:
    return {part.name for part in walk(phrase) if isinstance(part, Defined)}


def _finding(path: Path, name: Any, message: str) -> Finding:
    line = name.line if isinstance(name, YamlText) else 0
    return Finding(WARNING, "unused", f"{path.name}:{line}", str(name), message)


def _files(section: YamlSection, beside: Path, seen: set[Path]) -> Iterator[YamlSection]:
    """A file with the blocks and layers it names, each once."""
    yield section
    names = [f"{name}.yaml" for name in _listed(section.get("include"))]
    names += [f"blocks/{_block(entry)}.yaml" for entry in _listed(section.get("use"))]
    for name in names:
        path = next((folder / name for folder in (beside, SHIPPED) if (folder / name).is_file()), None)
        if path is not None and path not in seen:
            seen.add(path)
            yield from _files(_section(path), beside, seen)


def _block(entry: Any) -> str:
    return str(next(iter(entry))) if isinstance(entry, YamlSection) else str(entry)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [] if value is None or value == "" else [value]


def _section(path: Path) -> YamlSection:
    try:
        documents = read_card(path.read_text(encoding="utf-8-sig"), path.name)
    except (OSError, BridgeError):
        return YamlSection()
    return documents[0] if documents and isinstance(documents[0], YamlSection) else YamlSection()


def _texts(value: Any) -> Iterator[str]:
    """Every text of a file."""
    if isinstance(value, YamlSection):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value
