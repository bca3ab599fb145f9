"""What a condition asks of a hand, part by part and in words, and how far the hand is from it."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from overtrick.core import Hand, Suit
from overtrick.hands.conditions import NEVER, AllOf, Atom, Condition, OneOf, atoms_of, values_text
from overtrick.hands.measures import CONTROL_ROUND, HCP, LENGTH, OPENING_COUNT, PEARSON_COUNT, SHAPE, SOLIDITY, STOPPING
from overtrick.hands.shapes import SHAPES
from overtrick.systems.engine.book import Line

_LETTER = re.compile(r"(?<![\w'-])([SHDC])(?![\w'-])")
_COMPARED = re.compile(r"(not )?([SHDC]) (>=|>|==|<=|<) ([SHDC])")
_COMPARISONS = {">=": "no fewer {0} than {1}", ">": "more {0} than {1}", "==": "as many {0} as {1}"}
_COMPARISONS |= {"<": "fewer {0} than {1}", "<=": "no more {0} than {1}", "!=": "not as many {0} as {1}"}
_OPPOSITES = {">=": "<", ">": "<=", "==": "!=", "<": ">=", "<=": ">"}
_STOPPED = ("no stopper", "half a stopper", "one stopper", "two stoppers")
_RULES = {OPENING_COUNT: "rule of", PEARSON_COUNT: "rule of"}
_WITHOUT_NUMBER = (SOLIDITY, CONTROL_ROUND)
NEAR = 1.0
"""How much farther a second alternative may be to be worth saying."""
NEARLY_ALL = 20
"""The hcp that not one hand in a hundred has more of: to ask for no more than so many is not worth saying."""


class Requirement(NamedTuple):
    """A part of what a condition asks: its words, whether the hand fulfils them, and what the hand has."""

    text: str
    ok: bool
    yours: str


def requirements(condition: Condition, hand: Hand) -> tuple[Requirement, ...]:
    """What a condition asks, part by part; of alternatives the one that the hand meets, or comes nearest to."""
    terms = [term for term in _common(_parts(condition, hand)) if not _goes_without_saying(term, hand)]
    return tuple(dict.fromkeys(_requirement(term, hand) for term in terms))


def distance(condition: Condition, hand: Hand) -> float:
    """How far a hand is from fulfilling a condition: points, cards and the like that it is short of or has too many."""
    if isinstance(condition, Atom):
        return 0.0 if condition.holds(hand) else _short_of(condition, hand)
    distances = [distance(term, hand) for term in condition.terms]
    return sum(distances) if isinstance(condition, AllOf) else min(distances, default=float("inf"))


def line_text(line: Line) -> str:
    """What a line asks of a hand."""
    return in_words(line.condition)


def in_words(condition: Condition) -> str:
    """A condition as people say it, suits as signs."""
    if isinstance(condition, Atom):
        return _atom_text(condition)
    inner = [f"({in_words(term)})" if not isinstance(term, Atom) else in_words(term) for term in condition.terms]
    return (", " if isinstance(condition, AllOf) else " or ").join(inner) or str(condition)


def _parts(condition: Condition, hand: Hand) -> Iterable[Condition]:
    """The terms that all have to hold, with the alternatives decided where the hand decides them."""
    if isinstance(condition, AllOf):
        for term in condition.terms:
            yield from _parts(term, hand)
    elif isinstance(condition, OneOf) and condition.terms:
        met = [term for term in condition.terms if term.holds(hand)]
        if met:
            yield from _parts(met[0], hand)
        else:
            yield from _nearest(condition, hand)
    else:
        yield condition


def _nearest(condition: OneOf, hand: Hand) -> Iterable[Condition]:
    """The alternative that the hand comes nearest to, with a second one that is about as near."""
    ranked = sorted(condition.terms, key=lambda term: distance(term, hand))
    near = [term for term in ranked[:2] if distance(term, hand) <= distance(ranked[0], hand) + NEAR]
    if len(near) == 1:
        yield from _parts(near[0], hand)
    else:
        yield OneOf(tuple(term for term in condition.terms if term in near))


def _common(terms: Iterable[Condition]) -> list[Condition]:
    """The terms, with atoms that count the same made one."""
    together: dict[object, Condition] = {}
    for term in terms:
        key: object = (term.measure, term.suit) if isinstance(term, Atom) and term.measure is not SHAPE else term
        known = together.get(key)
        if isinstance(known, Atom) and isinstance(term, Atom):
            term = Atom(term.measure, term.suit, term.values & known.values)
        together[key] = term
    return list(together.values())


def _goes_without_saying(term: Condition, hand: Hand) -> bool:
    """Whether nearly every hand meets a part, and this one does: `0-34 hcp`."""
    if not (isinstance(term, Atom) and term.measure is HCP and term.is_range and term.holds(hand)):
        return False
    low, high = term.range
    return low == 0 and high >= NEARLY_ALL


def _requirement(term: Condition, hand: Hand) -> Requirement:
    if term == NEVER:
        return Requirement("never made here", False, "")
    if isinstance(term, Atom):
        return Requirement(_atom_text(term), term.holds(hand), _yours(term, hand))
    texts = [
        " and ".join(map(in_words, each.terms)) if isinstance(each, AllOf) else in_words(each) for each in term.terms
    ]
    has = dict.fromkeys(_has(atom, hand) for atom in atoms_of(term))
    return Requirement(", or ".join(texts), term.holds(hand), ", ".join(text for text in has if text))


def _yours(atom: Atom, hand: Hand) -> str:
    """What the hand has where the part asks for a number."""
    if atom.measure is SHAPE:
        return "=".join(str(hand.lengths[suit]) for suit in reversed(Suit))
    if atom.measure.most == 1 or atom.measure in _WITHOUT_NUMBER:
        return ""
    value = atom.measure.of_hand(hand, atom.suit)
    return _STOPPED[value] if atom.measure is STOPPING else values_text(atom.measure, 1 << value)


def _has(atom: Atom, hand: Hand) -> str:
    """The same with the name of what is counted."""
    yours = _yours(atom, hand)
    if not yours or atom.measure is SHAPE or atom.measure is STOPPING:
        return yours
    return in_signs(f"{yours} {atom.suit}" if atom.measure is LENGTH else f"{yours} {atom.measure}")


def _atom_text(atom: Atom) -> str:
    low, high = atom.range if atom.values else (0, 0)
    if atom.measure in _RULES and high >= atom.measure.most - 1:
        return f"{_RULES[atom.measure]} {low}"
    if atom.values and not atom.is_range and atom.measure in (HCP, LENGTH):
        subject = atom.suit.symbol if atom.suit is not None else "hcp"
        return f"{values_text(atom.measure, atom.values).replace('|', ' or ')} {subject}"
    return in_signs(str(atom))


def in_signs(text: str) -> str:
    """The words of a condition with suits as signs: `5+ ♠`, `more ♠ than ♥`.

    >>> in_signs("5+ S"), in_signs("S >= H"), in_signs("not S >= H")
    ('5+ ♠', 'no fewer ♠ than ♥', 'fewer ♠ than ♥')
    """
    text = _COMPARED.sub(_comparison, text)
    return _LETTER.sub(lambda match: Suit.parse(match[1]).symbol, text).replace("not side", "no side")


def _comparison(match: re.Match[str]) -> str:
    negated, one, sign, other = match.groups()
    return _COMPARISONS[_OPPOSITES[sign] if negated else sign].format(one, other)


def _short_of(atom: Atom, hand: Hand) -> float:
    """How far the hand's value is from the nearest one that is allowed."""
    if not atom.values:
        return float("inf")
    if atom.measure is SHAPE:
        return _cards_off(atom.values, tuple(hand.lengths[suit] for suit in Suit))
    value = atom.measure.of_hand(hand, atom.suit)
    nearest = min(abs(value - each) for each in range(atom.measure.most + 1) if atom.values >> each & 1)
    return float(nearest * (2 if atom.measure is LENGTH else 1))


@lru_cache(maxsize=1 << 12)
def _cards_off(shapes: int, lengths: tuple[int, ...]) -> float:
    """How many cards would have to be of another suit for the hand to have one of these shapes."""
    return min(
        sum(abs(mine - other) for mine, other in zip(lengths, shape, strict=True)) / 2
        for number, shape in enumerate(SHAPES)
        if shapes >> number & 1
    )
