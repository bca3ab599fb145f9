"""Texts of rules that are not true of the hands the rules take: a number, or how far the call forces."""

from collections.abc import Iterable, Iterator

from overtrick.systems.engine.book import Line
from overtrick.systems.engine.meaning import own_cells, trumps_of
from overtrick.systems.engine.tree import Node
from overtrick.systems.engine.wording import clauses, contradicts_forcing, share_true

LOOKED_AT = 2
"""Points of auctions at which the text of a rule is compared with its hands."""


def false_texts(standing: Iterable[tuple[Node, Line]]) -> Iterator[tuple[str, Node]]:
    """What is wrong with the text of a rule, and where; it stands at these points."""
    for node, line in list(standing)[:LOOKED_AT]:
        for clause in clauses(line.text):
            if contradicts_forcing(clause, line.forcing):
                yield f"text: {clause}, but forcing: {line.forcing}", node
            elif (cells := own_cells(node, line)) and share_true(clause, cells, trumps_of(line)) < 1:
                yield f"text: {clause} is not true of all hands of the rule", node
