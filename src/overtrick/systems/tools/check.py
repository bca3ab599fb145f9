"""Looking a card over: rules that never come up, promises no hand keeps, replies that are missing.

Everything is told with an auction and a hand to look at.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np

from overtrick.core import PASS, Hand, Suit
from overtrick.hands.bounds import outer
from overtrick.hands.cells import sample_hands
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.memo import uncollected
from overtrick.systems.engine.tree import Node
from overtrick.systems.language.patterns import VARIABLES
from overtrick.systems.language.phrases import Counted, Phrase, walk
from overtrick.systems.language.rules import Rule
from overtrick.systems.language.text import COMBINES, Setting
from overtrick.systems.system import System
from overtrick.systems.tools.conflicts import conflicts
from overtrick.systems.tools.evidence import Evidence, Key, RuleEvidence
from overtrick.systems.tools.explore import TRIED, SituationPoint, Visit, came_here, cells_left, hands_of
from overtrick.systems.tools.false_texts import false_texts

ERROR, WARNING, INFO = "error", "warning", "info"
LEVELS = (ERROR, WARNING, INFO)

_LOOKED_AT = 12  # hands of a rule that never comes up, to see who takes them
_ASKED = 24  # hands tried at a node where a reply is owed
_OVERLAP = 0.05  # the share of a line's hands that an earlier one must take to be told


@dataclass(frozen=True)
class Finding:
    """Something about a card that its author should know."""

    level: str
    kind: str
    """`two meanings`, `empty`, `unreachable`, `illegal`, `narrow`, `text`, `hole`, `forcing`, `overlap`, `unused` …"""
    where: str
    """File and line."""
    rule: str
    message: str
    auction: str = ""
    """The auction before the call in question."""
    hands: tuple[Hand, ...] = ()

    def __str__(self) -> str:
        return f"{self.where}: {self.level}: {self.message} [{self.kind}]"


def lint(card: System, *, deals: int = 400, seed: int = 0, overlaps: bool = False) -> list[Finding]:
    """Everything found about a card: errors first, then in the order of its files."""
    with uncollected():
        linter = _Linter(card, deals, seed)
        findings = [*linter.conflicts(), *linter.rules(), *linter.holes(), *linter.forcing()]
        if overlaps:
            findings += linter.overlaps()
    return sorted(dict.fromkeys(findings), key=lambda finding: (LEVELS.index(finding.level), *_place(finding.where)))


def _place(where: str) -> tuple[str, int]:
    file, _, line = where.rpartition(":")
    return file, int(line) if line.isdigit() else 0


class _Linter:
    def __init__(self, card: System, deals: int, seed: int) -> None:
        self.deals = deals
        self.rng = np.random.default_rng(seed)
        evidence = Evidence(card, deals, seed)
        self.survey = evidence.survey
        self.nodes = evidence.nodes
        self.evidence = evidence.by_rule

    # Calls

    def conflicts(self) -> Iterator[Finding]:
        """Calls with two meanings that partner cannot tell apart."""
        for node, first, second, difference, hands in conflicts(self.nodes, self.rng):
            message = f"{_title(first)} and {_title(second)} are one call with two meanings: {difference}"
            yield Finding(ERROR, "two meanings", first.source, first.rule, message, str(node.auction), hands)

    # Rules

    def rules(self) -> Iterator[Finding]:
        """What is wrong with single rules."""
        for known in self.evidence.values():
            finding = next(self._judged(known), None)
            if finding is not None:
                yield finding
            elif not known.used:
                yield _finding(INFO, "unseen", known.rule, f"{_name(known.rule)} was not used on {self.deals:,} deals")

    def _judged(self, known: RuleEvidence) -> Iterator[Finding]:
        """The first thing that is wrong with a rule explains the others."""
        rule = known.rule
        if _is_empty(rule.hand):
            if not _leave_no_room(rule.hand):
                yield _finding(ERROR, "empty", rule, f"no hand fulfils {rule.hand_text!r}")
            return
        if not known.standing and not known.cut_off:
            yield from () if known.silenced else self._absent(known)
        elif not known.standing:
            yield from self._cut_off(known)
        elif not known.used and all(not cells_left(node, line) for node, line in known.standing):
            yield from self._covered(known)
        if rule.shows is not None:
            yield from self._narrow(known)
        for message, node in false_texts(known.standing):
            yield _finding(WARNING, "text", rule, message, str(node.auction))

    def _absent(self, known: RuleEvidence) -> Iterator[Finding]:
        rule = known.rule
        pattern = known.situations[0].key
        if not known.fitting:
            yield _finding(INFO, "unseen", rule, f"no auction was found that fits {pattern!r}")
        elif not any(_may_be_legal(point, rule) for point, _ in known.fitting):
            auction = known.fitting[0][0].node.auction
            message = f"{rule.call.text} is never legal after {pattern!r}"
            yield _finding(_grave(known), "illegal", rule, message, str(auction))
        else:
            auction = known.fitting[0][0].node.auction
            message = f"the conditions of {_name(rule)} were never true after {pattern!r}"
            yield _finding(WARNING if _is_plain(known) else INFO, "unseen", rule, message, str(auction))

    def _cut_off(self, known: RuleEvidence) -> Iterator[Finding]:
        """A rule whose lines no hand gets to."""
        node, line = known.cut_off[0]
        if line.call == PASS and node.must_act:
            return  # told with the call that forces
        last = node.rule_lines[-1]
        message = f"{_name(known.rule)} never comes up: {_title(last)} before it takes every hand"
        hands = hands_of(self.rng, line, 1, node.shown[node.turn])
        yield _finding(_grave(known), "unreachable", known.rule, message, str(node.auction), hands)

    def _covered(self, known: RuleEvidence) -> Iterator[Finding]:
        """A rule all of whose hands earlier lines take."""
        node, line = known.standing[0]
        takers: dict[Line, list[Hand]] = {}
        for hand in hands_of(self.rng, line, _LOOKED_AT, node.shown[node.turn]):
            taker = next(each for each in node.lines if each.condition.holds(hand))
            takers.setdefault(taker, []).append(hand)
        taken, hands = max(takers.items(), key=lambda pair: len(pair[1]), default=(None, []))
        before = f"{_title(taken)} comes first" if taken is not line else "the lines before it take its hands"
        if not line.may & node.shown[node.turn]:
            before = "the calls before rule its hands out"
        message = f"{_name(known.rule)} never comes up: {before}"
        yield _finding(_grave(known), "unreachable", known.rule, message, str(node.auction), tuple(hands[:1]))

    def _narrow(self, known: RuleEvidence) -> Iterator[Finding]:
        for node, line in known.standing[:4]:
            assert line.shows is not None
            for hand in hands_of(self.rng, line, TRIED, node.shown[node.turn]):
                if not line.shows.holds(hand) and node.bid(hand)[1] is line:
                    message = f"shows: {line.shows} is narrower than hand: {line.condition}"
                    yield _finding(ERROR, "narrow", known.rule, message, str(node.auction), (hand,))
                    return

    # Replies

    def holes(self) -> Iterator[Finding]:
        """Calls that ask for a reply the card does not have for every hand."""
        worst: dict[tuple[Key, bool], tuple[float, Node, Hand]] = {}
        for node in self.nodes:
            asked = _asked_by(node)
            if asked is None or not node.natural:
                continue
            share, hand = self._missing(node)
            about = (asked.source, asked.rule), node.contested
            if hand is not None and share > worst.get(about, (0.0,))[0]:
                worst[about] = share, node, hand
        for (key, contested), (share, node, hand) in worst.items():
            if key not in self.evidence:
                continue
            rule = self.evidence[key].rule
            message = f"{_name(rule)} has no reply of the card's for {share:.0%} of the hands"
            level = INFO if contested else WARNING
            yield _finding(level, "hole", rule, message, str(node.auction), (hand,))

    def _missing(self, node: Node) -> tuple[float, Hand | None]:
        """The share of hands at a node that the natural fallback bids, and one of them."""
        visit = self.survey.visits.get(node)
        if visit is not None and len(visit.rows) >= _ASKED:
            rows = [row for line, some in visit.taken.items() if line in node.natural for row in some.tolist()]
            return len(rows) / len(visit.rows), self.survey.hand(rows[0]) if rows else None
        hands = [hand for hand in sample_hands(node.shown[node.turn], _ASKED, self.rng) if came_here(node, hand)]
        missing = [hand for hand in hands if not any(line.condition.holds(hand) for line in node.rule_lines)]
        return (len(missing) / len(hands), missing[0]) if missing else (0.0, None)

    def forcing(self) -> Iterator[Finding]:
        """Passes written where partner's call forces: they are never made."""
        for known in self.evidence.values():
            nodes = {
                node.auction.calls[-2]: node for node, line in known.cut_off if line.call == PASS and node.must_act
            }
            for call, node in nodes.items():
                asked = _asked_by(node)
                by = f"{call} ({asked.rule}, {asked.source})" if asked is not None else str(call)
                message = f"{_name(known.rule)} passes {by}, which is forcing, and is never used there"
                yield _finding(WARNING, "forcing", known.rule, message, str(node.auction))

    # Overlaps

    def overlaps(self) -> Iterator[Finding]:
        """Lines of which an earlier one, with another call, takes a good part of the hands: the order decides."""
        reported: set[tuple[str, str]] = set()
        visits = sorted(self.survey.visits.values(), key=lambda visit: -len(visit.rows))
        for visit in visits[:200]:
            for first, second, share, hand in self._overlaps_at(visit):
                pair = f"{first.source} {first.rule}", f"{second.source} {second.rule}"
                if pair not in reported:
                    reported.add(pair)
                    message = f"{_title(second)} gives {share:.0%} of its hands to {_title(first)}"
                    where = self.evidence[second.source, second.rule].rule
                    yield _finding(INFO, "overlap", where, message, str(visit.node.auction), (hand,))

    def _overlaps_at(self, visit: Visit) -> Iterator[tuple[Line, Line, float, Hand]]:
        lines = [line for line in visit.node.rule_lines if (line.source, line.rule) in self.evidence]
        for index, second in enumerate(lines):
            holds = self.survey.judge.holds(second.condition, visit.rows)
            total = int(holds.sum())
            if not total or second.condition == lines[-1].condition:
                continue
            mine = set(visit.rows[holds].tolist())
            for first in lines[:index]:
                lost = mine & set(visit.taken.get(first, np.empty(0, np.intp)).tolist())
                if first.call != second.call and _OVERLAP * total <= len(lost) < total:
                    yield first, second, len(lost) / total, self.survey.hand(min(lost))


def _finding(
    level: str, kind: str, rule: Rule, message: str, auction: str = "", hands: tuple[Hand, ...] = ()
) -> Finding:
    return Finding(level, kind, rule.source, rule.id, message, auction, hands)


def _name(rule: Rule) -> str:
    return f"{rule.call.text}" if rule.id == rule.call.text else f"{rule.call.text} ({rule.id})"


def _title(line: Line | None) -> str:
    if line is None:
        return "another line"
    return f"{line.call} ({line.rule}, {line.source})" if line.source else f"{line.call} ({line.rule})"


def _is_plain(known: RuleEvidence) -> bool:
    """Whether the rule's patterns leave little open, so that the places searched for stand for all."""
    return all(situation.when is None or situation.when.wildcards == 0 for situation in known.situations)


def _grave(known: RuleEvidence) -> str:
    """An error in the card's own rules; in those of blocks and layers, which serve many cards, a warning."""
    return ERROR if _is_plain(known) and all(situation.rank == 0 for situation in known.situations) else WARNING


def _is_empty(hand: Phrase) -> bool:
    """Whether no hand fulfils a phrase, whatever suits its letters stand for and whatever partner has promised."""
    names = sorted(hand.variables - {COMBINES, "unbid"})
    if COMBINES in hand.variables or len(names) > 3:
        return False
    unbid = [some for size in range(5) for some in combinations(Suit, size)] if "unbid" in hand.variables else [()]
    chosen = (dict(zip(names, suits, strict=True)) for suits in product(Suit, repeat=len(names)))
    return not any(outer(hand.bind(Setting.of(*each))) for each in product(chosen, unbid))


def _leave_no_room(hand: Phrase) -> bool:
    """Whether the card's parameters leave no number for a range of a phrase: then nothing is wrong with its rule."""
    return any(isinstance(part, Counted) and not part.values for part in walk(hand))


def _may_be_legal(point: SituationPoint, rule: Rule) -> bool:
    """Whether the rule's call is legal at a place, for some suit of its own letter."""
    node = point.node
    suits: dict[str, Suit] = {**node.suits_known, **dict(point.bound)}
    if not rule.call.variables <= suits.keys() | VARIABLES.keys():
        return True  # `agreed` or the like, of which nothing is known here
    free = [name for name in rule.call.variables if name in VARIABLES and name not in suits]
    choices = [rule.suits.get(name) or VARIABLES[name] for name in free]
    for filled in product(*choices):
        call = rule.call.at(suits | dict(zip(free, filled, strict=True)), node.auction.last_bid)
        if call is not None and node.legal >> call.index & 1:
            return True
    return False


def _asked_by(node: Node) -> Line | None:
    """The line of partner's last call if it asks for a reply now: it forces, or is artificial, and RHO passed."""
    calls = node.auction.calls
    if len(calls) < 2 or calls[-1] != PASS or calls[-2] == PASS or node.parent is None or node.parent.parent is None:
        return None
    before = node.parent.parent
    made = next((line for line in before.rule_lines if line.call == calls[-2]), None)
    if made is None or made.forcing == "signoff":
        return None
    return made if node.must_act or (made.artificial and made.forcing != "no") else None
