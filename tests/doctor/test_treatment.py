"""A card with accepted proposals, and what must be proved before it is written."""

import json
from pathlib import Path

import pytest

from overtrick.core import BridgeError
from overtrick.doctor import treatment
from overtrick.doctor.treatment import Proof, rules_of, treat, treated
from overtrick.matches.scoring import PerBoard
from overtrick.systems.system import System
from overtrick.systems.tools.findings import Audit

CARD = """system: Tiny
situations:
  - when: opening
    rules:
      - {id: 1N, call: 1N, hand: "15-17 hcp, balanced"}
      - {id: 1X, call: 1X, hand: "12+ hcp, X longest"}
"""
PATCH = (
    '# a remark\n- when: opening\n  rules:\n  - {id: doctor-1, call: 2N, hand: "20-21 hcp, balanced", before: [1X]}\n'
)


@pytest.fixture
def card(tmp_path: Path) -> Path:
    path = tmp_path / "tiny.yaml"
    path.write_text(CARD, encoding="utf-8")
    return path


@pytest.mark.parametrize("patch", [PATCH, f"situations:\n{PATCH}", json.dumps({"proposals": [{"yaml": PATCH}]})])
def test_rules_go_before_the_card_s_own(card: Path, patch: str) -> None:
    new = System.loads(treated(str(card), patch))
    assert [rule.id for rule in new.rules] == ["doctor-1", "1N", "1X"]


def test_shipped_cards_are_treated_as_copies() -> None:
    new = System.loads(treated("sayc", PATCH))
    assert len(new.rules) == len(System.load("sayc").rules) + 1


@pytest.mark.parametrize("patch", ["", "nonsense", '{"proposals": 3}'])
def test_a_patch_without_rules_is_refused(patch: str) -> None:
    with pytest.raises(BridgeError, match="expected"):
        rules_of(patch)


def proof(mean: float) -> Proof:
    return Proof((), Audit("Tiny", "Tiny"), PerBoard(mean, 0.1), 100)


@pytest.mark.parametrize(("mean", "written"), [(0.3, True), (0.19, False), (-1, False)])
def test_nothing_is_written_without_proof(
    card: Path, monkeypatch: pytest.MonkeyPatch, mean: float, written: bool
) -> None:
    seen: list[str] = []

    def proved(old: str, new: str, *_: object, **__: object) -> Proof:
        seen.extend(rule.id for rule in System.load(new).rules)
        return proof(mean)

    monkeypatch.setattr(treatment, "prove", proved)
    target = card.with_name("new.yaml")
    assert treat(str(card), PATCH, target, 100).holds is written
    assert "doctor-1" in seen
    assert target.exists() is written
    assert sorted(path.name for path in card.parent.iterdir()) == ["new.yaml"] * written + ["tiny.yaml"]


def test_the_proof_itself(card: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An opening for strong hands wins against a card that passes them; two meanings of a call are found."""
    monkeypatch.setattr(treatment, "AUDITED", 40)
    weak = card.with_name("weak.yaml")
    weak.write_text(CARD.replace("12+ hcp", "12-14 hcp"), encoding="utf-8")
    strong = "- when: opening\n  rules:\n  - {id: doctor-1, call: 1X, hand: '15+ hcp, X longest', before: [1X]}\n"
    artificial = "- when: opening\n  rules:\n  - {id: relay, call: 1C, hand: 0-3 hcp, artificial: true}\n"
    found = treat(str(weak), strong + artificial, card.with_name("new.yaml"), 150, jobs=1)
    assert found.match.mean > 0
    assert any(finding.kind == "two meanings" for finding in found.new_findings)
    assert not found.holds
