"""`overtrick system doctor`: what it prints and writes, and how it ends."""

import json
from pathlib import Path

import numpy as np
import pytest

from command import overtrick
from overtrick.core import Hand
from overtrick.doctor import treatment
from overtrick.doctor.card_trials import TRIAL, Trials
from overtrick.doctor.examination import Examination
from overtrick.doctor.hand_features import FEATURES
from overtrick.doctor.treatment import Proof
from overtrick.matches.scoring import PerBoard
from overtrick.systems.system import System
from overtrick.systems.tools.findings import Audit


def trials(*_: object, **__: object) -> Trials:
    """Trials in one place, where a double wins with ten points, and the network would double with them."""
    rng = np.random.default_rng(1)
    rows = np.zeros(2000, TRIAL)
    rows["board"], rows["hand"], rows["weight"] = np.arange(2000), Hand.parse("KQ52.AJ73.84.K62").mask, 1
    rows["pattern"], rows["rule"], rows["usual"], rows["tried"] = b"1M (2m) P", b"natural: pass", b"P", b"X"
    rows["kind"], rows["usual_kind"], rows["tried_kind"], rows["said"] = b"contested", b"P", b"X", b"tags: [takeout]"
    rows["features"] = rng.integers(0, 2, (2000, len(FEATURES)))
    rows["features"][:, 0] = rng.integers(5, 15, 2000)
    enough = rows["features"][:, 0] >= 10
    rows["gain"] = rng.normal(0, 5, 2000) + np.where(enough, 3, -3)
    rows["chances"] = np.where(enough[:, np.newaxis], (0.2, 0.8), (0.8, 0.2))
    return rows


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Examination, "trials", trials)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_list_as_text_page_rules_and_json(folder: Path) -> None:
    words = ("system", "doctor", "sayc", "-n", "2000", "--exact", "0")
    printed = overtrick(*words, "--html", "a.html", "--rules", "a.yaml")
    assert printed.code == 0, printed.err
    assert "You open 1 of a major, left-hand opponent bids 2 of a minor, partner passes." in printed.out
    assert "1M (2m) P: X instead of P with 10-14 hcp" in printed.out
    assert "would give about 1.0 by chance" in printed.out
    assert '<h2 id="1">' in (folder / "a.html").read_text(encoding="utf-8")
    rules = (folder / "a.yaml").read_text(encoding="utf-8")
    assert System.loads(treatment.treated("sayc", rules)).rules[0].id == "doctor-1"
    found = json.loads(overtrick(*words, "--json").out)
    assert found["proposals"][0]["better"] == "X"
    assert found["proposals"][0]["a_board"]["mean"] > 1
    assert found["proposals"][0]["yaml"] in rules


@pytest.mark.parametrize(("mean", "code"), [(0.3, 0), (0.1, 1)])
def test_proposals_are_applied_if_they_are_proved(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mean: float, code: int
) -> None:
    proof = Proof((), Audit("SAYC", "SAYC"), PerBoard(mean, 0.1), 500)
    monkeypatch.setattr(treatment, "prove", lambda *_, **__: proof)
    (folder / "patch.yaml").write_text("- when: 1M\n  rules:\n  - {id: d, call: 4M, hand: 6+ M}\n", encoding="utf-8")
    printed = overtrick("system", "doctor", "sayc", "--apply", "patch.yaml", "-o", "new.yaml", "-n", "500")
    assert printed.code == code
    assert f"{mean:+.4f} ± 0.1000 IMPs a board" in printed.out
    assert (folder / "new.yaml").exists() is (code == 0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--apply", "patch.yaml"), "expected -o NEW.yaml"),
        (("--apply", "missing.yaml", "-o", "new.yaml"), "cannot read missing.yaml"),
        (("-o", "new.yaml"), "expected -o with --apply"),
    ],
)
def test_what_does_not_go_together_is_refused(folder: Path, words: tuple[str, ...], why: str) -> None:
    printed = overtrick("system", "doctor", "sayc", *words)
    assert printed.code == 2
    assert why in printed.err
