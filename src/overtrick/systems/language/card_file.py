"""Reading YAML as people write convention cards: every scalar is text, and remembers where it stands.

YAML 1.1 turns `no` and `on` into booleans and `1:30` into a number; here `1N`, `no` and `2-3` stay what
was typed. Anchors and tags are refused: a card is data, and stays as small as it looks.
"""

from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any

import yaml

from overtrick.core import BridgeError, ParseError

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # six times as fast where libyaml is there

MOST_CHARACTERS = 1_000_000
DEEPEST = 40


class YamlText(str):
    """A text of a card file, with its line and column (both from 1)."""

    line: int
    column: int

    def __new__(cls, value: str, line: int, column: int) -> "YamlText":
        text = super().__new__(cls, value)
        text.line, text.column = line, column
        return text


class YamlSection(dict[str, Any]):
    """A mapping of a card file, with the place it starts at; its keys are Texts."""

    line: int
    column: int


def read_card(text: str, source: str | None = None) -> list[Any]:
    """The documents of a card file: Text, lists and Sections of them. ParseError says where it is no YAML."""
    if len(text) > MOST_CHARACTERS:
        raise ParseError(f"expected at most {MOST_CHARACTERS:,} characters, got {len(text):,}", source=source)
    try:
        nodes = list(yaml.compose_all(text, Loader=_LOADER))
        made: set[int] = set()
        return [_value(node, source, 0, made) for node in nodes if node is not None]
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        raise ParseError(f"expected YAML: {error.problem or error}", source=source, line=line, column=column) from None
    except yaml.YAMLError as error:
        raise ParseError(f"expected YAML: {error}", source=source) from None
    except RecursionError:
        raise ParseError(f"expected at most {DEEPEST} levels of nesting", source=source) from None


def _value(node: yaml.Node, source: str | None, depth: int, made: set[int]) -> Any:
    """The node as texts, lists and sections; `made` are the nodes met so far, so that an alias shows."""
    line, column = node.start_mark.line + 1, node.start_mark.column + 1
    if id(node) in made:
        raise ParseError("anchors and aliases are not used here", source=source, line=line, column=column)
    made.add(id(node))
    if depth > DEEPEST:
        raise ParseError(f"expected at most {DEEPEST} levels of nesting", source=source, line=line, column=column)
    if isinstance(node, yaml.ScalarNode):
        return YamlText(node.value, line, column)
    if isinstance(node, yaml.SequenceNode):
        return [_value(item, source, depth + 1, made) for item in node.value]
    section = YamlSection()
    section.line, section.column = line, column
    for key_node, value_node in node.value:
        key = _value(key_node, source, depth + 1, made)
        if not isinstance(key, YamlText):
            raise ParseError("expected a word before the colon", source=source, line=line, column=column)
        if key in section:
            raise ParseError(f"{key!s} stands here twice", source=source, line=key.line, column=key.column)
        section[key] = _value(value_node, source, depth + 1, made)
    return section


def blamed(error: BridgeError, text: YamlText, source: str | None = None) -> BridgeError:
    """An error about a text of the card, at its place in the file."""
    return error.at(source=source, line=text.line, shift=text.column - 1)


def require_keys(section: Mapping[str, Any], known: tuple[str, ...], source: str | None = None) -> None:
    """Refuse keys a section does not have, with the nearest one it has."""
    for key in section:
        if key not in known:
            close = get_close_matches(key, known, n=1, cutoff=0.4)
            hint = f"; did you mean {close[0]}?" if close else f" (known: {', '.join(known)})"
            position = {"line": key.line, "column": key.column} if isinstance(key, YamlText) else {}
            raise ParseError(f"unknown word {key!s}{hint}", source=source, **position)
