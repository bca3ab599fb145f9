"""Questions about systems: by name or as a posted card; checked, shown as a tree, played in a match."""

from typing import Any

from overtrick.ask import system_questions as questions
from overtrick.ask.checking import finding_dict
from overtrick.ask.fields import error_dict, parse_field, text_field, whole_field
from overtrick.core import Auction, BridgeError, ParseError
from overtrick.matches.playing import play_match
from overtrick.systems.engine.meaning import meaning_dict
from overtrick.systems.system import NAMES, SHIPPED, System, SystemErrors, post_system
from overtrick.systems.tools.booklet import Booklet, BookletSection
from overtrick.systems.tools.check import ERROR, LEVELS, lint

MOST_BOARDS = 500
"""Boards of a match."""
_FIELDS = {"card": "system", "their_card": "their_system"}


def with_posted_cards(asked: dict[str, Any]) -> dict[str, Any]:
    """The question with cards that came along as texts read, and named in place of the systems."""
    named = dict(asked)
    for field, name in _FIELDS.items():
        text = named.pop(field, None)
        if text:
            named[name] = _posted(text, field)
    return named


def _posted(text: str, field: str) -> str:
    try:
        return post_system(text)
    except SystemErrors as errors:
        first = errors.errors[0]
        more = f" (and {len(errors.errors) - 1} more)" if len(errors.errors) > 1 else ""
        raise ParseError(first.message + more, source=field, line=first.where.line, column=first.where.column) from None


def answer_bid(asked: dict[str, Any]) -> dict[str, Any]:
    """The card's call, and the calls it came close to; with `brief` nothing that tells about the hand."""
    if asked.get("brief"):
        answer = questions.answer_bid(asked)
        return {name: answer[name] for name in ("call", "meaning", "by", "kind", "system", "system_hash")}
    return questions.answer_bid(asked, with_others=True)


def answer_explain(asked: dict[str, Any]) -> dict[str, Any]:
    """The meanings of an auction, and the calls that may come next."""
    return questions.answer_explain(asked, with_available=True)


def answer_match(asked: dict[str, Any]) -> dict[str, Any]:
    """A short duplicate match between two players: cards, `net:sayc` or `sim:sayc`."""
    first, second = (parse_field(name, text_field(asked, name), _player) for name in ("first", "second"))
    count, seed = whole_field(asked, "count", 100, 1, MOST_BOARDS), whole_field(asked, "seed", 1)
    return play_match(first, second, count, seed=seed, jobs=1).as_dict() | {"seed": seed, "kind": "sample"}


def _player(text: str) -> str:
    """A player by name; a name of a file is none."""
    kind, colon, card = text.rpartition(":")
    if card.strip().lower() not in NAMES and text not in ("net", "sim"):
        raise ParseError(f"expected a system ({', '.join(NAMES)}), net:… or sim:… with one of them, got {text!r}")
    if colon and kind not in ("net", "sim", "cardsim"):
        raise ParseError(f"expected net: or sim: before the system, got {text!r}")
    return text


def answer_check(asked: dict[str, Any]) -> dict[str, Any]:
    """What is wrong with a card's text: mistakes with line and column, or else what a look through it has found."""
    text, deals = text_field(asked, "text"), whole_field(asked, "deals", 100, 0, 400)
    try:
        name = post_system(text)
    except SystemErrors as errors:
        return {"ok": False, "errors": [error_dict(each) for each in errors.errors], "findings": [], "kind": "rule"}
    card = System.load(name)
    found = lint(card, deals=deals) if deals else []
    return {
        "ok": not any(each.level == ERROR for each in found),
        "errors": [],
        "system": card.name,
        "rules": len(card.rules),
        "counts": {level: sum(each.level == level for each in found) for level in LEVELS},
        "findings": [finding_dict(each) for each in found],
        "kind": "rule",
    }


def answer_tree(asked: dict[str, Any]) -> dict[str, Any]:
    """A system as a tree: sections with every call, how often it comes, what it shows and a hand that makes it."""
    card = System.load(questions.systems_of(asked)[0])
    after = parse_field("after", text_field(asked, "after", ""), Auction.parse)
    if after.is_over:
        raise BridgeError("expected an auction with a call to come, got one that is over").at(source="after")
    depth, deals = whole_field(asked, "depth", 1, 1, 3), whole_field(asked, "deals", 1000, 100, 10_000)
    sections = Booklet(card, deals=deals, seed=whole_field(asked, "seed", 0)).sections(depth, after)
    return {"system": card.name, "sections": [_section_dict(each) for each in sections], "kind": "rule"}


def _section_dict(section: BookletSection) -> dict[str, Any]:
    entries = [
        {
            "call": str(entry.call),
            "share": entry.share,
            "hand": None if entry.hand is None else str(entry.hand),
            **meaning_dict(entry.meaning),
        }
        for entry in section.entries
    ]
    about = {"title": section.title, "auction": str(section.auction), "depth": section.depth, "hands": section.hands}
    return about | {"calls": entries}


def answer_systems(asked: dict[str, Any]) -> dict[str, Any]:
    """The shipped cards, each with its name and what it says about itself."""
    cards = [(stem, System.load(stem)) for stem in dict.fromkeys(NAMES.values())]
    return {"systems": [{"id": stem, **_card_dict(card)} for stem, card in cards], "kind": "rule"}


def answer_system(asked: dict[str, Any]) -> dict[str, Any]:
    """A shipped card with its whole text and its rules."""
    stem = NAMES[text_field(asked, "name")]
    card = System.load(stem)
    text = (SHIPPED / f"{stem}.yaml").read_text(encoding="utf-8-sig")
    return {"id": stem, **_card_dict(card), "text": text, "situations": _situations(card), "kind": "rule"}


def _card_dict(card: System) -> dict[str, Any]:
    return {"name": card.name, "about": card.text, "rules": len(card.rules), "system_hash": card.fingerprint}


def _situations(card: System) -> list[dict[str, Any]]:
    return [
        {
            "when": situation.key,
            "rules": [
                {
                    "id": rule.id,
                    "call": rule.call.text,
                    "hand": rule.hand_text,
                    "text": rule.text,
                    "source": rule.source,
                }
                for rule in situation.rules
            ],
        }
        for situation in card.situations
    ]
