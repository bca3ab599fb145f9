"""A card with accepted proposals in it, and the proof that it is better: nothing is written without."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from overtrick.core import BridgeError
from overtrick.matches.playing import compare_systems
from overtrick.matches.scoring import PerBoard
from overtrick.storage import write_text
from overtrick.systems.system import NAMES, SHIPPED, System
from overtrick.systems.tools.audit import audit
from overtrick.systems.tools.check import INFO, Finding, lint
from overtrick.systems.tools.findings import HCP, LENGTHS, Audit
from overtrick.systems.tools.unknown import unknown
from overtrick.training.data.writer import Progress

WANTED = 0.999
"""The share of hands that lie within what their calls state."""
ERRORS = 2
"""Standard errors by which the new card must win."""
AUDITED = 3000
"""Deals of the audit."""
FRESH = 1_000_000_007
"""Added to the seed: the deals of the proof are none of those that found the proposals."""

_SITUATIONS = re.compile(r"^situations:[ \t]*(?:#.*)?$", re.MULTILINE)
_ITEM = re.compile(r"^( *)- ", re.MULTILINE)


@dataclass(frozen=True)
class Proof:
    """What was found of a new card, beside the old one."""

    new_findings: tuple[Finding, ...]
    audit: Audit
    match: PerBoard
    """IMPs a board against the old card."""
    boards: int

    @property
    def is_true_to_its_words(self) -> bool:
        return not self.audit.faults and min(map(self.audit.share_within, (HCP, LENGTHS))) >= WANTED

    @property
    def wins(self) -> bool:
        return self.match.mean > ERRORS * self.match.error

    @property
    def holds(self) -> bool:
        return not self.new_findings and self.is_true_to_its_words and self.wins


def rules_of(patch: str) -> str:
    """The situations of a patch: YAML as `system doctor` prints it, or all proposals of its JSON."""
    text = patch.strip()
    if text.startswith("{"):
        try:
            text = "".join(proposal["yaml"] for proposal in json.loads(text)["proposals"]).strip()
        except (ValueError, KeyError, TypeError):
            raise BridgeError("expected the JSON of `overtrick system doctor --json`, with its proposals") from None
    text = _SITUATIONS.sub("", text, count=1).strip("\n")
    if _ITEM.search(text) is None:
        raise BridgeError("expected situations such as `- when: 1M` with their rules, got none")
    return text + "\n"


def treated(card: str, patch: str) -> str:
    """The text of a card with the situations of a patch before its own."""
    shipped = NAMES.get(card.strip().lower())
    path = Path(card) if shipped is None else SHIPPED / f"{shipped}.yaml"
    System.load(card)  # what is wrong with it is said first
    text, rules = path.read_text(encoding="utf-8-sig"), rules_of(patch)
    place = _SITUATIONS.search(text)
    if place is None and re.search(r"^situations:", text, re.MULTILINE):
        raise BridgeError(f"expected 'situations:' on a line of its own in {path.name}")
    if place is None:
        return f"{text.rstrip()}\nsituations:\n{rules}"
    known = _ITEM.search(text, place.end())
    indented = _indented(rules, len(known[1]) if known is not None else 0)
    return f"{text[: place.end()]}\n{indented}{text[place.end() + 1 :]}"


def _indented(rules: str, blanks: int) -> str:
    first = _ITEM.search(rules)
    assert first is not None
    off = len(first[1])
    lines = (line[off:] if not line[:off].strip() else line for line in rules.splitlines())
    return "".join(f"{' ' * blanks if line else ''}{line}\n" for line in lines)


def treat(
    card: str, patch: str, target: Path, count: int, *, seed: int = 1, jobs: int = 0, progress: Progress | None = None
) -> Proof:
    """Write a card with the rules of a patch to `target`, if it is proved better than the card as it was.

    Until then it is beside the target, where layers and blocks of its own are found.
    """
    trial = target.with_name(f"{target.stem}.unproved.yaml")
    text = treated(card, patch)
    write_text(text, trial)
    try:
        proof = prove(card, str(trial), count, seed=seed, jobs=jobs, progress=progress)
    finally:
        trial.unlink(missing_ok=True)
    if proof.holds:
        write_text(text, target)
    return proof


def prove(old: str, new: str, count: int, *, seed: int = 1, jobs: int = 0, progress: Progress | None = None) -> Proof:
    """Compare a card with the one it was made from: what check and audit find, and a match on fresh deals."""
    findings = _new_findings(System.load(old), System.load(new))
    audited = audit(new, count=AUDITED, seed=seed + FRESH, jobs=jobs)
    match = compare_systems(new, old, count, seed=seed + FRESH, exact=True, most=0, jobs=jobs, progress=progress)
    return Proof(findings, audited, match.per_board("imps"), count)


def _new_findings(old: System, new: System) -> tuple[Finding, ...]:
    """What `check` finds in the new card only; line numbers move, so they do not count."""
    before = Counter(map(_kind, _findings(old)))
    fresh = []
    for finding in _findings(new):
        before[_kind(finding)] -= 1
        if before[_kind(finding)] < 0:
            fresh.append(finding)
    return tuple(fresh)


def _findings(card: System) -> list[Finding]:
    return [finding for finding in (*lint(card), *unknown(card)) if finding.level != INFO]


def _kind(finding: Finding) -> tuple[str, str, str]:
    return finding.level, finding.kind, finding.rule
