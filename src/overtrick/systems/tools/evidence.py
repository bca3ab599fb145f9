"""Where the rules of a card come up: what is known of each before anything is said about it.

Sampled deals show most of it. What they did not show is searched for: for every pattern an auction that fits it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from overtrick.core import Vulnerability
from overtrick.systems.engine.book import Line
from overtrick.systems.engine.tree import Node, Tree
from overtrick.systems.language.rules import Rule, Situation
from overtrick.systems.system import System
from overtrick.systems.tools.explore import SituationPoint, Survey, opening_places, places

_PLACES = 24  # nodes looked at for a pattern: every choice of its suits
_VARIANTS = (
    *((Vulnerability.NONE, passes) for passes in (2, 3)),
    *((vulnerability, 0) for vulnerability in (Vulnerability.NS, Vulnerability.EW, Vulnerability.BOTH)),
)
"""Where else a rule may come up whose conditions ask for a passed hand, a seat or the vulnerability."""
_KEPT = 40  # places remembered for a rule

Key = tuple[str, str]
"""A rule by its place in the files and its id."""


@dataclass
class RuleEvidence:
    """What is known of a rule: where its lines stand, and where its pattern fits without them."""

    rule: Rule
    situations: list[Situation]
    standing: list[tuple[Node, Line]] = field(default_factory=list)
    """In the list of a node."""
    cut_off: list[tuple[Node, Line]] = field(default_factory=list)
    """Written for a node, but behind a line that takes every hand, or a pass where nobody may pass."""
    fitting: list[tuple[SituationPoint, Situation]] = field(default_factory=list)
    silenced: bool = False
    """Whether a rule with `only` takes its call somewhere."""
    used: int = 0
    """How many sampled hands took its lines."""


class Evidence:
    """What is known of all rules of a card: from sampled deals, then from places searched for."""

    def __init__(self, card: System, deals: int, seed: int) -> None:
        self.by_rule: dict[Key, RuleEvidence] = {}
        for situation in card.situations:
            for rule in situation.rules:
                key = rule.source, rule.id
                self.by_rule.setdefault(key, RuleEvidence(rule, [])).situations.append(situation)
        self._tree = Tree(card)
        self.survey = Survey(self._tree, deals, seed)
        self.nodes: dict[Node, None] = dict.fromkeys(self.survey.visits)
        """All points of auctions that were looked at, in that order."""
        self._count_uses()
        unseen = [each for each in card.situations if any(not self._of(rule).standing for rule in each.rules)]
        self._search(Vulnerability.NONE, 0, unseen)
        for vulnerability, passes in _VARIANTS:
            self._search(vulnerability, passes, filter(self._misses, unseen))

    def _of(self, rule: Rule) -> RuleEvidence:
        return self.by_rule[rule.source, rule.id]

    def _count_uses(self) -> None:
        """Where rules stand in the survey, and how many hands took them."""
        for node, visit in self.survey.visits.items():
            self._stand(node)
            for line, rows in visit.taken.items():
                known = self.by_rule.get((line.source, line.rule))
                if known is not None:
                    known.used += len(rows)

    def _misses(self, situation: Situation) -> bool:
        """Whether a rule of a situation stands nowhere yet and has conditions that may be true elsewhere."""
        return any(not self._of(rule).standing and rule.conditions for rule in situation.rules)

    def _search(self, vulnerability: Vulnerability, passes: int, situations: Iterable[Situation]) -> None:
        """Look for auctions that fit the patterns of these situations."""
        for situation in situations:
            if situation.when is None:
                points = opening_places(self._tree, vulnerability, passes)
            else:
                points = places(self._tree, situation.when, _PLACES, vulnerability, passes)
            for point in points:
                self.nodes[point.node] = None
                self._fit(point, situation)
                self._stand(point.node)
                if (vulnerability, passes) in _VARIANTS and not self._misses(situation):
                    break

    def _stand(self, node: Node) -> None:
        for line in node.rule_lines:
            known = self.by_rule.get((line.source, line.rule))
            if known is not None and len(known.standing) < _KEPT:
                known.standing.append((node, line))

    def _fit(self, point: SituationPoint, situation: Situation) -> None:
        """Note a place for the rules of a situation, and which of their lines are written there but cut off."""
        node = point.node
        standing = set(node.rule_lines)
        book = node.books[node.turn & 1]
        alone = {line.call for line in standing if line.only}
        for line in book.lines(node, situation, point.bound):
            known = self.by_rule[line.source, line.rule]
            if line not in standing:
                known.silenced |= line.call in alone
                known.cut_off += [(node, line)] * (line.call not in alone)
        for rule in situation.rules:
            known = self._of(rule)
            if len(known.fitting) < _KEPT:
                known.fitting.append((point, situation))
