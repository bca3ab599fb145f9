"""Names in a card that nothing answers to: ids after `before` and `after`, tags in patterns, letters of a hand."""

from collections.abc import Iterator

from overtrick.core.errors import nearest
from overtrick.systems.language.patterns import VARIABLES, Pattern
from overtrick.systems.language.rules import Rule, Situation
from overtrick.systems.language.text import SUIT_LETTERS
from overtrick.systems.system import System
from overtrick.systems.tools.check import WARNING, Finding

_ALWAYS = ("natural", "artificial", "shows ?", "agrees ?")
"""Tags that calls have by themselves, with `?` for a suit."""
_OF_THE_NATURAL_BIDDER = ("takeout", "penalty", "cue", "cards", "asks", "quantitative")
_OTHER = {"M": "OM", "OM": "M", "m": "om", "om": "m"}


def unknown(card: System) -> list[Finding]:
    """Every such name, each once."""
    ids = {rule.id for rule in card.rules}
    tags = {blank(tag) for rule in card.rules for tag in rule.tags} | {*_ALWAYS, *_OF_THE_NATURAL_BIDDER}
    findings: list[Finding] = []
    for situation in card.situations:
        findings += _unknown_tags(situation, tags)
        for rule in situation.rules:
            findings += _unknown_ids(rule, ids)
            findings += _unbound(rule, situation.when)
    return list(dict.fromkeys(findings))


def _unknown_ids(rule: Rule, ids: set[str]) -> Iterator[Finding]:
    for key, names in (("before", rule.before), ("after", rule.after)):
        for name in names:
            if name not in ids:
                yield _finding(rule, f"{key}: no rule has the id {name!r}{nearest(name, ids)}")


def _unknown_tags(situation: Situation, tags: set[str]) -> Iterator[Finding]:
    """Tags of our own calls that no rule has; what the opponents play is theirs to say."""
    for token in situation.when.tokens if situation.when is not None and situation.rules else ():
        for choice in token.choices if token.ours else ():
            if choice.tag is not None and blank(choice.tag) not in tags:
                message = f"when: {situation.key}: no rule has the tag <{choice.tag}>{nearest(choice.tag, tags)}"
                yield _finding(situation.rules[0], message)


def _unbound(rule: Rule, when: Pattern | None) -> Iterator[Finding]:
    """Letters of the hand that stand for no suit in particular: the rule then speaks of any."""
    asked = rule.hand.variables & VARIABLES.keys()
    bound = {*rule.call.variables, *rule.suits}.union(*(condition.variables for condition in rule.conditions))
    bound |= frozenset() if when is None else _letters(when)
    bound |= {_OTHER[letter] for letter in bound if letter in _OTHER}
    bound |= set("XYZW") if len(bound.intersection("XYZW")) == 3 else set()  # the fourth suit
    for letter in sorted(asked - bound):
        suits = ", ".join(str(suit) for suit in VARIABLES[letter])
        message = f"hand: {letter} stands for no suit of the call or the auction; for: {{{letter}: [{suits}]}} says any"
        yield _finding(rule, message)


def _letters(when: Pattern) -> set[str]:
    choices = [choice for token in when.tokens for choice in token.choices]
    words = [word for choice in choices for word in (choice.tag or "").split()]
    return {word for word in (*words, *(choice.strain for choice in choices)) if isinstance(word, str)}


def blank(tag: str) -> str:
    """A tag with a question mark for every suit."""
    return " ".join("?" if word in VARIABLES or word in SUIT_LETTERS else word for word in tag.split())


def asked_tags(situation: Situation) -> set[str]:
    """The tags of our own calls that a pattern asks for, with a question mark for every suit."""
    tokens = situation.when.tokens if situation.when is not None else ()
    return {blank(choice.tag) for token in tokens if token.ours for choice in token.choices if choice.tag is not None}


def _finding(rule: Rule, message: str) -> Finding:
    return Finding(WARNING, "unknown", rule.source, rule.id, message)
