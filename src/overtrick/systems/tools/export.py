"""A card for other programs and for partner's bookshelf: BBOalert's file of explanations, and notes in Markdown.

BBOalert (a browser extension for Bridge Base Online) reads lines `context,call,explanation`: the context is the calls
before, two characters each (`1N`, `Db`, `Rd`, `--` for pass, leading passes left out), suits in explanations are `!S`,
and of an explanation of more than 39 characters the part after a `#` goes into the chat. A comma would end the
explanation.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from overtrick.core import DOUBLE, PASS, REDOUBLE, Call, Strain, Suit
from overtrick.systems.engine.meaning import KNOWN, Meaning, meaning, ranges_text, sentence
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.system import System
from overtrick.systems.tools.booklet import auction_title

LONGEST = 39
"""Characters of an explanation that BBO shows beside the call."""

_OPENINGS = "Our openings and what follows"
_TOKENS = {PASS: "--", DOUBLE: "Db", REDOUBLE: "Rd"}


@dataclass(frozen=True)
class Agreement:
    """A call that the card's rules make at some point, with what it means."""

    calls: tuple[Call, ...]
    """Before it, from the opening on."""
    turn: int
    meaning: Meaning
    depth: int


def agreements(card: System, depth: int = 3, *, contested: bool = True) -> Iterator[Agreement]:
    """The calls that the card's own rules make, each before those that follow it.

    Our side's calls to `depth`; the opponents pass, or, when contested, come in once over our opening or open
    themselves. First seat, nobody vulnerable.
    """
    root = Tree(card).root()
    yield from _from(root, depth, 1, contested)
    if contested:
        for call in (Call.of(level, strain) for level in (1, 2, 3) for strain in Strain):
            yield from _from(root.child(call), min(depth, 2), 1, False)


def _from(node: Node, depth: int, level: int, contested: bool) -> Iterator[Agreement]:
    if not node.legal or not depth:
        return
    before = node.shown[node.turn]
    calls = dict.fromkeys(line.call for line in node.rule_lines if before & node.cells(line.call))
    for call in sorted(calls, key=lambda call: (call == PASS, call.index)):
        shown = meaning(node, call)
        if shown.kind != KNOWN:
            continue
        yield Agreement(node.auction.calls, node.turn, shown, level)
        below = node.child(call)
        if call == PASS or not below.legal:
            continue
        yield from _from(below.child(PASS), depth - 1, level + 1, False)
        if contested:
            for theirs in _interference(below):
                yield from _from(below.child(theirs), 1, level + 1, False)


def _interference(node: Node) -> list[Call]:
    """What opponents do most over an opening: double, and bid a strain as cheaply as they can."""
    cheapest: dict[Strain, Call] = {}
    for call in node.auction.legal_calls():
        if call.is_bid:
            cheapest.setdefault(call.strain, call)
    return [call for call in (DOUBLE, *sorted(cheapest.values())) if node.auction.is_legal(call)]


def bboalert(card: System, depth: int = 3) -> str:
    """The card as a file for BBOalert."""
    lines = [f"BBOalert,{_plain(card.name)}"]
    for agreement in agreements(card, depth):
        if agreement.meaning.call == PASS and not agreement.meaning.text:
            continue
        lines.append(f"{context(agreement.calls)},{_token(agreement.meaning.call)},{explanation(agreement.meaning)}")
    return "\n".join([*lines, ""])


def context(calls: tuple[Call, ...]) -> str:
    """The calls before, as BBOalert writes them; passes before the opening are left out.

    >>> from overtrick.core import Auction
    >>> context(Auction.parse("P 1N P 2C X").calls)
    '1N--2CDb'
    """
    opened = next((index for index, call in enumerate(calls) if call != PASS), len(calls))
    return "".join(map(_token, calls[opened:]))


def _token(call: Call) -> str:
    return _TOKENS.get(call) or str(call)


def explanation(meaning: Meaning) -> str:
    """What the opponents are told: in the field beside the call, and in the chat where that is too short."""
    text = _plain(sentence(meaning))
    if len(text) <= LONGEST:
        return text
    brief = _plain(
        meaning.text if meaning.text and len(_plain(meaning.text)) <= LONGEST else ranges_text(meaning.shown)
    )
    if len(brief) > LONGEST:
        brief = brief[: LONGEST + 1].rpartition(" ")[0].rstrip(" ;:") or brief[:LONGEST]
    return f"{brief}#{text}"


def _plain(text: str) -> str:
    """Text without what BBOalert takes for its own: commas, hashes, suit symbols, line ends."""
    for suit in Suit:
        text = text.replace(suit.symbol, f"!{suit}")
    return " ".join(text.replace(",", ";").replace("#", "no.").split())


def notes(card: System, depth: int = 3) -> str:
    """The card as notes in Markdown: a list of calls, the answers to each below it."""
    lines = [f"# {card.name}", ""]
    lines += [card.text, ""] if card.text else []
    chapters: dict[str, list[str]] = {}
    for agreement in agreements(card, depth):
        text = sentence(agreement.meaning) + (
            f"; announced {agreement.meaning.announce}" if agreement.meaning.announce else ""
        )
        head = _heading(agreement)
        indent = "  " * (agreement.depth - 1 if head == _OPENINGS else 0)
        chapters.setdefault(head, []).append(f"{indent}- **{agreement.meaning.call.symbol}** {text}")
    for head, written in chapters.items():
        lines += [f"## {head}", "", *written, ""]
    return "\n".join(lines)


def _heading(agreement: Agreement) -> str:
    """One chapter for our own auctions, one for each auction in which they come in."""
    theirs = [call for index, call in enumerate(agreement.calls) if (index - agreement.turn) & 1 and call != PASS]
    return auction_title(agreement.calls, agreement.turn) if theirs else _OPENINGS
