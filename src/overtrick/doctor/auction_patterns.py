"""An auction as the pattern of a system's file: suits as letters, so that like auctions are one situation."""

import re
from dataclasses import dataclass

from overtrick.core import PASS, Call, Suit
from overtrick.systems.engine.tree import Node

_LETTERS = {
    Suit.HEARTS: ("M", "OM"),
    Suit.SPADES: ("M", "OM"),
    Suit.CLUBS: ("m", "om"),
    Suit.DIAMONDS: ("m", "om"),
}
"""The first major that comes up is M and the other OM; minors likewise."""
_SUIT = re.compile(r"\b[CDHS]\b")


@dataclass(frozen=True)
class AuctionPattern:
    """A pattern, and the letters that its suits have."""

    text: str
    letters: tuple[tuple[Suit, str], ...]

    @classmethod
    def of(cls, node: Node) -> "AuctionPattern":
        """The calls so far as the player to call writes them; opponents' passes are left out."""
        steps: list[tuple[Node, Call]] = []
        child = node
        while child.parent is not None:
            steps.append((child, child.auction.calls[-1]))
            child = child.parent
        letters: dict[Suit, str] = {}
        words = []
        for after, call in reversed(steps):
            caller = len(after.auction.calls) - 1 & 3
            ours = (caller ^ node.turn) & 1 == 0
            if after.opener < 0 or (call is PASS and not ours):
                continue
            word = _word(call, "artificial" in after.tags[caller], letters)
            words.append(word if ours else f"({word})")
        return cls(" ".join(words) or "opening", tuple(letters.items()))

    def calls(self, *calls: tuple[Call, bool]) -> tuple[str, ...]:
        """Next calls, each with whether it is artificial, in the letters of the pattern.

        A suit that has none yet gets the next one, another in each call.
        """
        letters = dict(self.letters)
        return tuple(_word(call, artificial, letters) for call, artificial in calls)

    def hand_text(self, text: str, *calls: tuple[Call, bool]) -> str:
        """A condition on hands that names suits, in the letters of the pattern and of these calls."""
        letters = dict(self.letters)
        for call, artificial in calls:
            _word(call, artificial, letters)
        return _SUIT.sub(lambda suit: letters.get(Suit.parse(suit[0]), suit[0]), text)


def _word(call: Call, artificial: bool, letters: dict[Suit, str]) -> str:
    if not call.is_bid:
        return str(call)
    suit = call.strain.suit
    if suit is None or artificial:
        return str(call)
    return f"{call.level}{_letter(suit, letters)}"


def _letter(suit: Suit, letters: dict[Suit, str]) -> str:
    """The letter of a suit; it gets one if it has none."""
    if suit not in letters:
        first, other = _LETTERS[suit]
        letters[suit] = other if first in letters.values() else first
    return letters[suit]


_PLAYERS = ("right-hand opponent", "partner", "left-hand opponent", "you")
"""From the last call backwards."""
_SUITS = {"M": "major", "OM": "other major", "m": "minor", "om": "other minor"}
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "N": "NT"}
_VERBS = {"P": "pass", "X": "double", "XX": "redouble"}


def situation_words(pattern: str) -> str:
    """A pattern as a sentence: `You open 1 of a major, left-hand opponent bids 2 of a minor, partner passes.`"""
    if pattern == "opening":
        return "Nobody has opened."
    seen: set[str] = set()
    spoken = []
    for place, word in enumerate(pattern.split(" ")):
        call = word.strip("()")
        verb = _VERBS.get(call, "bid" if place else "open")
        spoken.append((verb, "" if call in _VERBS else f" {call_words(call, seen)}", word.startswith("(")))
    parts: list[str] = []
    player = 0
    for verb, what, is_theirs in reversed(spoken):
        player += (player % 2 == 0) != is_theirs  # an opponent's pass is not written
        who = _PLAYERS[player % 4]
        parts.append(f"{who} {verb if who == 'you' else _third_person(verb)}{what}")
        player += 1
    sentence = ", ".join(reversed(parts))
    return f"{sentence[0].upper()}{sentence[1:]}."


def _third_person(verb: str) -> str:
    return f"{verb}es" if verb.endswith("s") else f"{verb}s"


def call_words(call: str, seen: set[str]) -> str:
    """A call in words: `3 of a major`, of `that major` once it has come up; `2♥` where the suit is named."""
    level, strain = call[:1], call[1:]
    if strain in _SUITS and level.isdigit():
        article = "the" if strain in ("OM", "om") else "that" if strain in seen else "a"
        seen.add(strain)
        return f"{level} of {article} {_SUITS[strain]}"
    return f"{level}{_SIGNS[strain]}" if strain in _SIGNS else call
