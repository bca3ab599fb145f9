"""What a call means: ranges, forcing, artificial, words; read off the list that makes the call."""

from dataclasses import dataclass, replace
from weakref import WeakKeyDictionary

from overtrick.core import PASS, Auction, Call, Seat, Vulnerability
from overtrick.hands.cells import CellSet
from overtrick.hands.shown import Shown, stated
from overtrick.systems.engine.lines import Line
from overtrick.systems.engine.tree import Node, Tree

KNOWN, NATURAL, UNKNOWN = "rule", "natural", "unknown"
_KNOWN_HERE: "WeakKeyDictionary[Node, dict[Call, Meaning]]" = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a call tells about the hand of the player who made it, together with his calls before."""

    seat: Seat
    call: Call
    shown: Shown
    """Ranges as players state them."""
    cells: CellSet
    """Every cell the hand may lie in."""
    forcing: str
    artificial: bool
    text: str
    announce: str
    rules: tuple[str, ...]
    """The ids of the rules that make the call here."""
    kind: str
    """`rule` of the card, `natural` fallback, or `unknown`: no hand of his would make it."""
    words: str = ""
    """The text of the rule, where it has one; `text` falls back on its condition."""


def explain(tree: Tree, auction: Auction, vulnerability: Vulnerability = Vulnerability.NONE) -> list[Meaning]:
    """The meaning of every call of an auction."""
    node = tree.root(auction.dealer, vulnerability)
    found = []
    for seat, call in auction:
        found.append(meaning(node, call, seat))
        node = node.child(call)
    return found


def meaning(node: Node, call: Call, seat: Seat | None = None) -> Meaning:
    """What a call would mean at a node; `seat` is who makes it, North being the dealer unless it is given."""
    known = _KNOWN_HERE.setdefault(node, {})
    found = known.get(call)
    if found is None:
        found = known[call] = _meaning(node, call)
    return found if seat is None or found.seat is seat else replace(found, seat=seat)


def _meaning(node: Node, call: Call) -> Meaning:
    before = node.shown[node.turn]
    made = [line for line in node.lines if line.call == call]
    cells = before & node.cells(call)
    leading = _leading(node, made)
    forcing = node.child(call).forces[node.turn & 1].word if node.legal >> call.index & 1 else "no"
    return Meaning(
        seat=Seat(node.turn),
        call=call,
        shown=stated(cells or before),
        cells=cells or before,
        forcing=forcing,
        artificial=leading is not None and leading.artificial,
        text=_text(leading, call),
        announce="" if leading is None else leading.announce,
        rules=tuple(dict.fromkeys(line.rule for line in made)),
        words="" if leading is None else leading.text,
        kind=UNKNOWN if not cells or leading is None else NATURAL if leading in node.natural else KNOWN,
    )


def shown_by_seat(node: Node) -> tuple[Shown, ...]:
    """What every seat has shown so far, counted from the dealer."""
    return tuple(stated(cells) for cells in node.shown)


def _leading(node: Node, made: list[Line]) -> Line | None:
    """The line that explains a call: the first that some hand of the caller's can reach."""
    before = node.shown[node.turn]
    return next((line for line in made if line.may & before), made[0] if made else None)


def _text(line: Line | None, call: Call) -> str:
    if line is None:
        return "not in the system"
    return line.text or (str(line.condition) if call != PASS else "")
