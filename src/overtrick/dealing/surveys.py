"""How each condition fares over random deals, and what to say when nothing satisfies them all."""

import numpy as np

from overtrick.arrays import random_deals
from overtrick.core import Deal
from overtrick.dealing.compiling import truth
from overtrick.dealing.conditions import Condition, Conjunct
from overtrick.dealing.places import places
from overtrick.dealing.reports import ConjunctReport
from overtrick.dealing.script import Script
from overtrick.dealing.tree import Tricks, nodes
from overtrick.dealing.views import DealView

SURVEYED = 10_000
"""Random deals on which each condition is tested for the report."""

Survey = tuple[ConjunctReport, ...]


def survey(script: Script, entropy: tuple[int, ...]) -> Survey:
    """How each condition fares over random deals with the predealt cards in place."""
    condition = script.condition
    if not condition.conjuncts:
        return ()
    rng = np.random.default_rng(np.random.SeedSequence(entropy, spawn_key=(0,)))
    view = DealView.of(random_deals(SURVEYED, rng, script.known), condition.counts)
    holds = np.ones((len(condition.conjuncts), SURVEYED), np.bool_)
    costly = [is_costly(conjunct) for conjunct in condition.conjuncts]
    for row, conjunct, skip in zip(holds, condition.conjuncts, costly, strict=True):
        if not skip:
            row[:] = truth(conjunct.expression)(view)
    fails = (~holds).sum(axis=0)
    return tuple(
        ConjunctReport(conjunct.text, None, None)
        if skip
        else _surveyed(conjunct, script, float(row.mean()), float((~row & (fails == 1)).mean()))
        for row, conjunct, skip in zip(holds, condition.conjuncts, costly, strict=True)
    )


def _surveyed(conjunct: Conjunct, script: Script, passes: float, rejects_alone: float) -> ConjunctReport:
    """A row of the survey; what never held is counted where that is possible."""
    if passes == 0:
        alone = places(Condition((conjunct,), script.condition.counts), script.known)
        if alone:
            return ConjunctReport(conjunct.text, alone[0].share, rejects_alone, is_exact=True)
    return ConjunctReport(conjunct.text, passes, rejects_alone)


def why_impossible(condition: Condition, known: Deal, surveyed: Survey) -> str:
    """Which condition, or which of them together, no hand satisfies."""
    for row in surveyed:
        if row.is_exact and row.passes == 0:
            return f"{row.text} holds for no deal" + (" with the predealt cards" if any(map(len, known)) else "")
    empty = next(place for place in places(condition, known) if place.hands.count == 0)
    who = " and ".join(seat.name.lower() for seat in empty.seats)
    texts = " && ".join(condition.conjuncts[index].text for index in sorted(empty.covered))
    return f"no cards for {who} satisfy {texts}, given what the other hands need"


def suspect(surveyed: Survey) -> str:
    """What to say about a condition that nothing satisfied."""
    never = [row.text for row in surveyed if row.passes == 0]
    if never:
        return f"in {SURVEYED:,} random deals this never held: {', '.join(never)}"
    known = [row for row in surveyed if row.passes is not None]
    if not known:
        return "the condition looks impossible"
    worst = min(known, key=lambda row: row.passes or 0.0)
    return f"each condition holds by itself, most rarely {worst.text} ({100 * (worst.passes or 0):.2g} %)"


def is_costly(conjunct: Conjunct) -> bool:
    """Whether it asks for tricks."""
    return any(isinstance(node, Tricks) for node in nodes(conjunct.expression))
