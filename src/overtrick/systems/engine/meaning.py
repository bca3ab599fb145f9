"""What a call means: read off the list that makes the call, and said in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from overtrick.core import PASS, Auction, Call, Note, Seat, Suit, Vulnerability
from overtrick.hands.cells import CELL_HANDS, CellSet, Shown, chosen_cells, stated
from overtrick.systems.engine.alerting import Alerts, Regulation, alerts
from overtrick.systems.engine.book import SUIT_OF_CALL, Line
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.engine.wording import clauses, is_number, joined, tells_forcing, without_false

KNOWN, NATURAL, UNKNOWN = "rule", "natural", "unknown"
OPEN_HCP = 22
"""Points from which on nobody counts: `12-21`, but `12+`."""

_COUNTED = re.compile("points|tricks|losers|controls|key cards|aces|stopper")
_MARKS = re.compile(
    r"(?<![\w-])(?P<call>[1-7](?:NT|[CDHSN♠♥♦♣]))(?![\w-])"
    r"|(?<![\w'-])(?P<suit>[SHDC])(?![\w'-])"
    r"|(?P<sign>[♠♥♦♣])"
)
_FORCING = {"1 round": "forcing", "game": "forcing to game", "invite": "invites", "signoff": "to play"}


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call tells about the hand of the player who made it, together with the calls before it."""

    seat: Seat
    call: Call
    shown: Shown
    """Ranges as players state them."""
    cells: CellSet = field(repr=False)
    """Every cell the hand may lie in."""
    forcing: str
    artificial: bool
    text: str
    announce: str
    rules: tuple[str, ...]
    """The ids of the rules that make the call here."""
    kind: str
    """`rule` of the card, `natural` fallback, or `unknown`: no hand of the player would make it."""
    words: str = ""
    """The text of the rule, where it has one; `text` falls back on its condition."""
    name: str = ""
    """The name of the convention, where it has one."""
    alerts: Alerts = field(default_factory=dict)
    """By regulation, how the opponents learn of it: `no`, `alert`, `announce`, `delayed`."""
    regulation: Regulation = "acbl"
    """The regulation under which the game is played."""

    @property
    def alert(self) -> str:
        """How the opponents learn what the call means under the regulation."""
        return self.alerts.get(self.regulation, "no")

    def under(self, regulation: Regulation) -> "Meaning":
        """The same under a regulation."""
        return self if regulation == self.regulation else replace(self, regulation=regulation)


def explain(tree: Tree, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE) -> list[Meaning]:
    """The meaning of every call of an auction."""
    tree.make_room()
    node = tree.root(auction.dealer, vulnerability)
    meanings = []
    for seat, call in auction:
        meanings.append(meaning(node, call, seat))
        node = node.child(call)
    return meanings


def meaning(node: Node, call: Call, seat: Seat | None = None) -> Meaning:
    """What a call would mean at a node; `seat` is who makes it, North being the dealer unless it is given."""
    result: Meaning | None = node.meanings.get(call.index)
    if result is None:
        result = node.meanings[call.index] = _meaning(node, call)
    return result if seat is None or result.seat is seat else replace(result, seat=seat)


def _meaning(node: Node, call: Call) -> Meaning:
    before = node.shown[node.turn]
    made = [line for line in node.lines if line.call == call]
    cells = before & node.cells(call)
    leading = _leading(node, made)
    forcing = node.child(call).forces[node.turn & 1].word if node.legal >> call.index & 1 else "no"
    words = _words(node, made, cells or before, forcing)
    return Meaning(
        seat=Seat(node.turn),
        call=call,
        shown=stated(cells or before),
        cells=cells or before,
        forcing=forcing,
        artificial=leading is not None and leading.artificial,
        text=_text(leading, call, words),
        announce="" if leading is None else leading.announce,
        rules=tuple(dict.fromkeys(line.rule for line in made)),
        words=words,
        kind=UNKNOWN if not cells or leading is None else NATURAL if leading in node.natural else KNOWN,
        name="" if leading is None else leading.name,
        alerts=alerts(node, call, leading),
    )


def shown_by_seat(node: Node) -> tuple[Shown, ...]:
    """What every seat has shown so far, counted from the dealer."""
    return tuple(stated(cells) for cells in node.shown)


def _leading(node: Node, made: list[Line]) -> Line | None:
    """The line that explains a call: the first that some hand of the caller can reach."""
    before = node.shown[node.turn]
    return next((line for line in made if line.may & before), made[0] if made else None)


_KINDS = {
    **{"negative": "negative double", "responsive": "responsive double", "support": "support double"},
    **{"takeout": "takeout", "penalty": "penalties", "values": "values", "cards": "values", "artificial": "artificial"},
}
"""By tag, what is said of a call whose lines have nothing to say together."""
MOST_TEXTS = 3
"""Alternatives that a listener can take in."""
RARELY = 0.1
"""The share of a call's hands from which on a line has its say in the text."""


def _words(node: Node, made: list[Line], cells: CellSet, forcing: str) -> str:
    """What the texts of all lines of a call say together, without what is not true of its hands."""
    by_text: dict[str, CellSet] = {}
    for line in made:
        by_text[line.text] = 0
    if len(by_text) > 1:
        for line in made:
            by_text[line.text] |= own_cells(node, line)
        by_text = _often(by_text)
    trumps = {line.text: trumps_of(line) for line in made}
    if len(by_text) > 1:
        text = joined(without_false(text, own, forcing, trumps[text]) for text, own in by_text.items())
    else:
        text = "".join(by_text)
    return without_false(text, cells, forcing, next(iter(trumps.values()), None))


def _often(by_text: dict[str, CellSet]) -> dict[str, CellSet]:
    """The texts that enough of a call's hands belong to, the one with the most hands first."""
    hands = {text: float(CELL_HANDS[chosen_cells(cells)].sum()) for text, cells in by_text.items()}
    ranked = sorted(hands, key=lambda text: -hands[text])
    least = RARELY * sum(hands.values())
    return {text: by_text[text] for text in ranked[:MOST_TEXTS] if hands[text] > least or text == ranked[0]}


def own_cells(node: Node, line: Line) -> CellSet:
    """The cells whose hands may make a call by this very line: no line before it takes them all."""
    cells = node.shown[node.turn] & line.may
    for other in node.lines:
        if other is line or not cells:
            break
        cells &= ~other.must
    return cells


def line_words(node: Node, line: Line) -> str:
    """The text of a line, as far as it is true of all its hands."""
    return without_false(line.text, own_cells(node, line) or line.may, line.forcing, trumps_of(line))


def trumps_of(line: Line) -> Suit | None:
    """The suit that the text of a line means by trumps."""
    return SUIT_OF_CALL[line.call.index] if line.agrees is None else line.agrees


def _text(line: Line | None, call: Call, words: str) -> str:
    """The words; those of the first line's condition where the card has none."""
    if line is None:
        return "not in the system"
    if words or call == PASS:
        return words
    if not line.text:
        return str(line.condition)
    kind = next((text for tag, text in _KINDS.items() if tag in line.tags), "natural")
    return "raise" if kind == "natural" and line.agrees is not None else kind


def is_alerted(meaning: Meaning) -> bool:
    """Whether the opponents are alerted, or hear what the call means, when it is made."""
    return meaning.alert in ("alert", "announce")


def note(meaning: Meaning) -> Note:
    """What a file says about the call."""
    return Note(sentence(meaning), alerted=is_alerted(meaning))


def sentence(meaning: Meaning) -> str:
    """A meaning in one line: `15-17 hcp, balanced`, `Stayman, asks for a four-card major: 8+ hcp; forcing`."""
    said, ranges = remark(meaning), ranges_text(meaning.shown)
    if not said and not meaning.words and _COUNTED.search(meaning.text) is not None:
        said = meaning.text
    parts = [ranges if not said or meaning.kind == UNKNOWN else f"{said}: {ranges}"]
    return "; ".join([*parts, *properties(meaning), *["not in the system"] * (meaning.kind == UNKNOWN)])


def remark(meaning: Meaning) -> str:
    """The name of the convention and the words beyond what the ranges say."""
    balanced = "balanced" if meaning.shown.balanced else None
    words = [clause for clause in clauses(meaning.words) if not is_number(clause) and clause != balanced]
    if meaning.name:
        words = [meaning.name, *(clause for clause in words if not _repeats(clause, meaning.name))]
    return ", ".join(words)


def _repeats(clause: str, name: str) -> bool:
    """Whether a clause is a word of the name (`takeout` double, `penalties`) or the name itself."""
    return clause == name or (" " not in clause and clause[:6] in name)


def titled(meaning: Meaning) -> str:
    """The text, after the name of the convention."""
    if not meaning.name or meaning.text.startswith(meaning.name):
        return meaning.text
    return f"{meaning.name}: {meaning.text}" if meaning.text else meaning.name


def properties(meaning: Meaning) -> list[str]:
    """That a call forces, invites or ends the auction, where its words do not say so; that it is artificial."""
    forcing = "" if tells_forcing(meaning.words) else forcing_text(meaning.forcing)
    return [word for word in (forcing, "artificial" * meaning.artificial) if word]


def forcing_text(word: str) -> str:
    """How forcing a call is, as players say it; nothing for one that is not."""
    return "" if word == "no" else _FORCING.get(word, f"forcing {word}")


def ranges_text(shown: Shown) -> str:
    """The ranges worth saying: points, balanced, suits of three cards or more, and short ones.

    >>> ranges_text(Shown((6, 9), ((0, 6), (0, 7), (3, 4), (0, 3)), 1.0))
    '6-9 hcp, 0-3♠, 3-4♥'
    """
    parts = [hcp_text(shown.hcp)]
    parts += ["balanced"] * (shown.balanced is True)
    for suit in reversed(Suit):
        low, high = shown.lengths[suit]
        least, most = (4, 2) if shown.balanced else (3, 3)
        if low >= least or high <= most:
            parts.append(f"{range_text((low, high), 7)}{suit.symbol}")
    return ", ".join(parts)


def hcp_text(ends: Sequence[int]) -> str:
    """A range of points; what reaches beyond 21 is open."""
    return f"{range_text(ends, OPEN_HCP)} hcp"


def range_text(ends: Sequence[int], most: int) -> str:
    """A range as players write it: `15-17`, `5+` from `most` on, `4`."""
    low, high = ends
    return str(low) if low == high else f"{low}+" if high >= most else f"{low}-{high}"


def call_text(call: Call) -> str:
    """A call as people read it: `1♠`, `pass`, `X`."""
    return "pass" if call == PASS else call.symbol


def marked(text: str) -> tuple[str | Suit | Call, ...]:
    """Words about hands and calls with the suits and bids in them apart, for whoever draws these.

    In the words of conditions and rules a letter alone is a suit, and nothing else.

    >>> marked("at least 5+ H")
    ('at least 5+ ', <Suit.HEARTS: 2>)
    >>> marked("asks for a major: 2♣ over 1NT")
    ('asks for a major: ', Call('2C'), ' over ', Call('1NT'))
    """
    pieces: list[str | Suit | Call] = []
    end = 0
    for match in _MARKS.finditer(text):
        pieces += [text[end : match.start()]] if match.start() > end else []
        pieces.append(Call.parse(match["call"]) if match["call"] else Suit.parse(match["suit"] or match["sign"]))
        end = match.end()
    return (*pieces, text[end:]) if end < len(text) else tuple(pieces)
