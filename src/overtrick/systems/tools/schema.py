"""The system language as a JSON Schema, for editors that complete and mark as one types.

It knows the words and where they stand, not what they mean together: `overtrick system check` is the authority.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from overtrick.core import Suit
from overtrick.systems.language.card_limits import LONGEST_CONDITION, LONGEST_IF, LONGEST_TEXT
from overtrick.systems.language.lead_style import STYLES
from overtrick.systems.language.rules import ALERTS, FORCING, REGULATIONS
from overtrick.systems.language.system_file import read_card
from overtrick.systems.language.text import VARIABLES
from overtrick.systems.system import SHIPPED

Schema = dict[str, Any]

_FILE_NAME = "^[a-z0-9][a-z0-9_-]*$"
_BRACES = r"\{"
"""A text with a parameter in it may become anything."""
_SUITS = "|".join(map(str, Suit))
_STRAIN = f"(NT|N|{_SUITS}|{'|'.join(VARIABLES)})"
_CALL = (
    rf"^\s*(P|X|XX|raise|jump\s+raise|cue|[1-7]{_STRAIN}"
    rf"|(cheapest|jump|double\s+jump|game\s+in)\s+(below\s+)?{_STRAIN})\s*$"
)
_SUIT = "^[CDHScdhs♣♦♥♠]$"


def system_schema() -> Schema:
    """The schema of a card, a layer or a block. Draft 2020-12."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A bidding system of Overtrick",
        **_mapping(
            "A card (system:), a layer that cards include (layer:), or a convention that they use (block:).",
            system=_text("The name of the card."),
            layer=_text("The name of a layer."),
            block=_text("The name of a convention."),
            text=_text("What the file is about, in a sentence."),
            params=_parameters("Values such as nt: 15-17, written {nt} wherever they are used."),
            include=_some(_name("A layer beside the card, or a shipped one.", _stems(".")), "Layers under this file."),
            use=_some({"$ref": "#/$defs/use"}, "Conventions, one a line."),
            without=_some(_name("A convention.", _stems("blocks")), "Conventions of the layers that are not played."),
            define={
                **_described("Words of your own for hands, such as good X: 2 of top 3 in X.", "object"),
                "additionalProperties": _text("A condition on hands.", LONGEST_CONDITION),
            },
            situations={**_described("What to call, and when.", "array"), "items": _situation()},
            leads=_mapping("What the partners lead.", suits=_leads("suits"), notrump=_leads("notrump")),
        ),
        "oneOf": [{"required": [kind]} for kind in ("system", "layer", "block")],
        "$defs": {"rule": _rule(), "use": _use()},
    }


def _leads(kind: str) -> Schema:
    styles = {name: {"enum": list(words)} for name, words in STYLES.items()}
    return _mapping(f"Against {kind}.", **styles, text=_text("What else is to be said about it."))


def _situation() -> Schema:
    situation = _mapping(
        "A point of an auction, and the calls that may be made there: the first whose hand fits is made.",
        **{
            "when": _some(_text("opening, or calls up to my turn: 1M, 1C (1S), 1N 2C 2D."), "Where the rules apply."),
            "if": _text("About the auction: not passed hand, vul us, partner limited.", LONGEST_IF),
            "all": {"description": "What all rules of the situation share.", "$ref": "#/$defs/rule"},
            "rules": {
                **_described("From the first to look at to the last.", "array"),
                "items": {"$ref": "#/$defs/rule"},
            },
            "without": _some(_text("The id of a rule."), "Rules of lower layers that do not apply here."),
            "text": _text("A remark."),
        },
    )
    shared = [_unless_shared(key) for key in ("call", "hand")]
    return {**situation, "required": ["when"], "allOf": shared}


def _unless_shared(key: str) -> Schema:
    """Every rule needs the key, unless `all` has it."""
    return {
        "if": {"not": {"required": ["all"], "properties": {"all": {"required": [key]}}}},
        "then": {"properties": {"rules": {"items": {"required": [key]}}}},
    }


def _rule() -> Schema:
    return _mapping(
        "A call, the hands that make it, and what is to be said about it.",
        **{
            "id": _text("Its name; a rule of the same name in a file above replaces it."),
            "call": {
                "anyOf": [_text("1N, 2M, P, X, cheapest M, jump X, raise, cue, game in M.", pattern=_CALL), _open()]
            },
            "hand": _text("The hands that make the call: 15-17 hcp, balanced; any.", LONGEST_CONDITION),
            "if": _text("About the auction: not passed hand, vul us, X unbid.", LONGEST_IF),
            "for": {
                **_described("The suits a letter runs through, in this order: {M: [S, H]}.", "object"),
                "propertyNames": {"enum": list(VARIABLES)},
                "additionalProperties": _some({"type": "string", "pattern": _SUIT}, "C, D, H, S.", most=len(Suit)),
            },
            "forcing": {
                "description": "How much it asks of partner.",
                "anyOf": [
                    {"enum": [*FORCING, False]},
                    {"type": "string", "pattern": "^to [1-7][CDHSN]$"},
                    _open(),
                ],
            },
            "artificial": {"description": "It does not mean the suit.", "enum": [True, False, "yes", "no"]},
            "announce": _text("What the partner of the caller says aloud."),
            "name": _text("The name of the convention: Stayman, Michaels."),
            "alert": _alert(),
            "agrees": _text("The suit that is trumps from now on."),
            "tags": _some(_text("A word that patterns may use: <takeout>."), "Words for what kind of call it is."),
            "text": _text("What it means, in words for the table."),
            "shows": _text("What partner may assume, if that is wider than hand.", LONGEST_CONDITION),
            "before": _some(_text("The id of a rule."), "Rules it comes before."),
            "after": _some(_text("The id of a rule."), "Rules it comes after."),
            "only": {"description": "The call means just this here.", "enum": [True, False, "yes", "no"]},
        },
    )


def _alert() -> Schema:
    """How the opponents learn of the call: the same under all regulations, or by regulation."""
    word = {"anyOf": [{"enum": [*ALERTS, True, False, "yes"]}, _open()]}
    by_regulation = _mapping("By regulation.", **dict.fromkeys(REGULATIONS, word))
    return {**_described("How the opponents learn what it means."), "anyOf": [word, by_regulation]}


def _use() -> Schema:
    blocks = {name: _block(name) for name in _stems("blocks")}
    with_parameters = {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "propertyNames": {"pattern": _FILE_NAME},
        "properties": blocks,
        "additionalProperties": _parameters("The parameters of the block."),
    }
    return {"if": {"type": "object"}, "then": with_parameters, "else": _name("A convention.", list(blocks))}


def _block(name: str) -> Schema:
    """The parameters of a shipped block, with what they are when they are not given."""
    section = read_card((SHIPPED / "blocks" / f"{name}.yaml").read_text(encoding="utf-8"))[0]
    properties = {str(key): {**_text(), "default": str(value)} for key, value in section.get("params", {}).items()}
    described = _described(str(section.get("text", "")))
    return {**described, "type": ["object", "null"], "properties": properties, "additionalProperties": False}


def _stems(folder: str) -> list[str]:
    return sorted(path.stem for path in (SHIPPED / folder).glob("*.yaml"))


def _described(about: str = "", kind: str | None = None) -> Schema:
    return {**({"description": about} if about else {}), **({"type": kind} if kind else {})}


def _mapping(about: str, **properties: Schema) -> Schema:
    return {**_described(about, "object"), "properties": properties, "additionalProperties": False}


def _text(about: str = "", longest: int = LONGEST_TEXT, pattern: str | None = None) -> Schema:
    """A text; YAML reads `no` and `2` as others than texts, the language does not."""
    text = {**_described(about), "type": ["string", "number", "boolean"], "minLength": 1, "maxLength": longest}
    return text if pattern is None else {**text, "type": "string", "pattern": pattern}


def _open() -> Schema:
    return {"type": "string", "pattern": _BRACES}


def _name(about: str, shipped: Sequence[str]) -> Schema:
    """A name for which an editor offers the shipped ones; others may lie beside the card."""
    return {**_described(about), "anyOf": [{"enum": list(shipped)}, {"type": "string", "pattern": _FILE_NAME}]}


def _some(item: Mapping[str, Any], about: str, most: int | None = None) -> Schema:
    """One, or a list of them."""
    listed: Schema = {"items": dict(item), **({} if most is None else {"maxItems": most})}
    return {**_described(about), "if": {"type": "array"}, "then": listed, "else": dict(item)}


def _parameters(about: str) -> Schema:
    names = {"pattern": r"^[A-Za-z_]\w*$"}
    return {**_described(about), "type": ["object", "null"], "propertyNames": names, "additionalProperties": _text()}
