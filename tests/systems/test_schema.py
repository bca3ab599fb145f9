"""The JSON Schema of the system language: it takes every shipped card and refuses broken ones where they are broken.

The language's own reader stays the authority: what it takes, the schema takes.
"""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from overtrick.systems.system import SHIPPED, System
from overtrick.systems.tools.schema import system_schema

jsonschema_rs = pytest.importorskip("jsonschema_rs")

EXAMPLES = Path(__file__).parents[2] / "examples"
CARDS = [*sorted(SHIPPED.rglob("*.yaml")), EXAMPLES / "mine.yaml"]
VALIDATOR = jsonschema_rs.Draft202012Validator(system_schema())

SOUND = """
system: Sound
params: {nt: 15-17}
include: [standard, competition, slam]
use:
- stayman: {over: 1N, range: "{nt}"}
- blackwood
define: {sturdy X: 2 of top 3 in X}
situations:
- when: opening
  rules:
  - {id: 1N, call: 1N, hand: "{nt} hcp, balanced", forcing: no, text: balanced}
  - {id: majors, call: 1M, for: {M: [S, H]}, hand: "12+ hcp, 5+ M, sturdy M", tags: [natural]}
- when: [1M, 1M (X)]
  if: not passed hand
  all: {call: 2N}
  rules:
  - {id: raise, hand: "13+ support points M, 4+ M", artificial: true, forcing: game, agrees: M}
"""

BROKEN = {
    "no name": ("system: Sound", "", ""),
    "two kinds": ("system: Sound", "system: Sound\nlayer: sound", ""),
    "an unknown key": ("params:", "parms:", ""),
    "parameters in a list": ("{nt: 15-17}", "[15-17]", "params"),
    "a parameter with a dash": ("{nt: 15-17}", "{n-t: 15-17}", "params"),
    "a parameter that is a list": ("{nt: 15-17}", "{nt: [15, 17]}", "params/nt"),
    "a layer with a path": ("competition, slam", "../slam", "include/1"),
    "an unknown parameter of a block": ("over: 1N", "above: 1N", "use/0/stayman"),
    "two blocks in one line": ("- blackwood", "- {blackwood: {}, gerber: {}}", "use/1"),
    "a block with capitals": ("- blackwood", "- Blackwood", "use/1"),
    "a definition that is a list": ("2 of top 3 in X}", "[good]}", "define/sturdy X"),
    "situations that are a word": ("situations:\n", "situations: none\nother:\n", "situations"),
    "a situation without when": ("- when: [1M, 1M (X)]\n  if", "- if", "situations/1"),
    "a misspelt key of a situation": ("  if: not", "  iff: not", "situations/1"),
    "an alert that is none": ("forcing: no, text", "alert: loud, text", "situations/0/rules/0/alert"),
    "an alert by an unknown regulation": ("forcing: no, text", "alert: {wbf: no}, text", "situations/0/rules/0/alert"),
    "no call": ("call: 1N, hand", "hand", "situations/0/rules/0"),
    "no hand": (', hand: "13+ support points M, 4+ M"', "", "situations/1/rules/0"),
    "a call that is none": ("call: 1N", "call: 8N", "situations/0/rules/0/call"),
    "a call in words": ("call: 1N", "call: one notrump", "situations/0/rules/0/call"),
    "a letter that is none": ("{M: [S, H]}", "{Q: [S, H]}", "situations/0/rules/1/for"),
    "a suit that is none": ("{M: [S, H]}", "{M: [S, N]}", "situations/0/rules/1/for/M/1"),
    "forcing in other words": ("forcing: game", "forcing: strongly", "situations/1/rules/0/forcing"),
    "artificial in other words": ("artificial: true", "artificial: perhaps", "situations/1/rules/0/artificial"),
    "tags in a mapping": ("[natural]", "{natural: 1}", "situations/0/rules/1/tags"),
    "a misspelt key of a rule": ("agrees: M", "agreees: M", "situations/1/rules/0"),
}
"""What is replaced in the sound card, by what, and where the mistake then is."""


def mistakes(text: str) -> set[str]:
    """Where the schema finds something wrong."""
    card: Any = yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    return {"/".join(map(str, error.instance_path)) for error in VALIDATOR.iter_errors(card)}


@pytest.mark.parametrize("path", CARDS, ids=lambda path: path.stem)
def test_every_card_that_comes_with_overtrick_is_valid(path: Path) -> None:
    assert mistakes(path.read_text(encoding="utf-8")) == set()


def test_the_sound_card_is_sound() -> None:
    assert mistakes(SOUND) == set()
    assert System.loads(SOUND).name == "Sound"


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_card_is_refused_where_it_is_broken(name: str) -> None:
    old, new, where = BROKEN[name]
    assert old in SOUND
    assert where in mistakes(SOUND.replace(old, new, 1))


def test_the_schema_beside_the_examples_is_this_one() -> None:
    """`overtrick system schema -o examples/system.schema.json` writes it anew."""
    assert json.loads((EXAMPLES / "system.schema.json").read_text(encoding="utf-8")) == system_schema()
