"""What trials say together."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from overtrick.core import Hand
from overtrick.doctor.card_trials import TRIAL, Trials
from overtrick.doctor.hand_features import FEATURES, FeatureBound
from overtrick.doctor.places import WHATEVER
from overtrick.doctor.prescriptions import hand_text, rule_text
from overtrick.doctor.proposals import Gain, Proposal, diagnose, suspects
from overtrick.systems.system import System

HCP = next(place for place, feature in enumerate(FEATURES) if feature.name == "hcp")


def trials(count: int, seed: int = 0) -> Trials:
    """Trials of no effect in twenty places, a board each."""
    rng = np.random.default_rng(seed)
    rows = np.zeros(count, TRIAL)
    rows["board"] = np.arange(count)
    rows["hand"] = Hand.parse("KQ52.AJ73.84.K62").mask
    rows["pattern"] = np.char.add("1M (2m) P", rng.integers(0, 20, count).astype(str)).astype("S")
    rows["rule"], rows["usual"], rows["tried"], rows["kind"] = b"natural: pass", b"P", b"2M", b"contested"
    rows["features"] = rng.integers(0, 2, (count, len(FEATURES)))
    rows["features"][:, HCP] = rng.integers(5, 15, count)
    rows["weight"] = 2
    rows["chances"] = 0.2, 0.6
    rows["gain"] = rng.normal(-0.5, 5, count)
    return rows


def with_opinion(rows: Trials, rather: NDArray[np.bool_]) -> Trials:
    """The network would rather make the call tried at some of the turns, and the card's at the others."""
    rows["chances"] = np.where(rather[:, np.newaxis], (0.1, 0.9), (0.9, 0.1))
    return rows


def test_a_place_where_another_call_wins_is_found_with_its_hands() -> None:
    rows = trials(20_000)
    here = rows["pattern"] == b"1M (2m) P7"
    strong = rows["features"][:, HCP] >= 10
    rows["gain"][here] += np.where(strong[here], 5, -5)
    best = diagnose(with_opinion(rows, here & strong), 20_000).proposals[0]
    assert best.patterns == ("1M (2m) P7",)
    assert (best.usual, best.tried) == ("P", "2M")
    assert FeatureBound(HCP, 10, 14) in best.bounds
    assert best.each.mean == pytest.approx(4.5, abs=1.0)
    assert best.times == pytest.approx(2 * (here & strong).mean(), rel=0.01)


def test_what_trials_won_has_no_part_in_finding_a_place() -> None:
    """So all of them can prove it."""
    rows = with_opinion(trials(20_000), np.random.default_rng(1).random(20_000) < 0.6)
    found = suspects(rows)
    rows["gain"] = np.random.default_rng(2).normal(0, 9, len(rows))
    again = suspects(rows)
    assert [place.key for place in again] == [place.key for place in found]
    assert [place.bounds for place in again] == [place.bounds for place in found]


def test_where_the_network_agrees_with_the_card_nothing_is_proposed() -> None:
    rows = trials(20_000)
    rows["gain"] += 5
    assert diagnose(rows, 20_000).proposals
    assert not diagnose(with_opinion(rows, np.zeros(len(rows), np.bool_)), 20_000).proposals


def test_a_call_is_found_in_the_auctions_of_a_situation_together() -> None:
    """None of which has enough turns, as whatever the card calls there."""
    rows = with_opinion(trials(400), np.ones(400, np.bool_))
    rows["pattern"] = np.char.add("1M (2m) X", (np.arange(400) // 10).astype(str)).astype("S")
    rows["usual"], rows["tried"] = np.array([b"2N", b"3M"])[np.arange(400) % 2], rows["pattern"].astype("S4")
    rows["kind"], rows["usual_kind"], rows["tried_kind"] = b"1X (1Y) <negative>", rows["usual"], b"raise"
    rows["gain"] += 3
    (found,) = diagnose(rows, 400).proposals
    assert (found.kind, found.usual, found.tried) == ("1X (1Y) <negative>", WHATEVER, "raise")
    assert len(found.patterns) == 40


def test_each_rule_that_is_wrong_is_told_by_itself() -> None:
    """Though the call that is better than both is, in all auctions together, surer than either."""
    rows = with_opinion(trials(2_000), np.ones(2_000, np.bool_))
    rows["rule"] = np.array([b"takeout (card.yaml:7)", b"strong-double (card.yaml:9)"])[np.arange(2_000) % 2]
    rows["usual"], rows["kind"], rows["tried_kind"] = np.array([b"P", b"1N"])[np.arange(2_000) % 2], b"(1X) P", b"X"
    rows["tried"], rows["gain"] = b"X", rows["gain"] + 3
    found = diagnose(rows, 2_000).proposals
    assert sorted(proposal.rule for proposal in found) == ["strong-double (card.yaml:9)", "takeout (card.yaml:7)"]


@pytest.mark.parametrize(("boards", "calls"), [(1_000, {"3D", "3N"}), (500, {"3N"})])
def test_two_calls_at_a_place_are_two_proposals_unless_for_the_same_turns(boards: int, calls: set[str]) -> None:
    """Some hands of 2NT and a pass belong in a transfer, others in game."""
    rows = with_opinion(trials(1_000), np.ones(1_000, np.bool_))
    rows["board"] = np.arange(1_000) % boards
    rows["pattern"], rows["rule"], rows["kind"], rows["usual_kind"] = b"2N", b"no (card.yaml:13)", b"2N", b"P"
    rows["tried"] = rows["tried_kind"] = np.where(np.arange(1_000) < 500, b"3D", b"3N")
    rows["gain"] += np.where(rows["tried"] == b"3D", 3, 4)
    assert {proposal.tried for proposal in diagnose(rows, 1_000).proposals} == calls


@pytest.mark.parametrize("rare_loss", [0, 12])
def test_a_card_without_faults_gives_no_more_proposals_than_announced(rare_loss: int) -> None:
    """Also where a call wins a little nearly always and loses much now and then."""
    found = announced = 0.0
    for seed in range(12):
        rows = trials(5_000, seed)
        if rare_loss:
            rng = np.random.default_rng(seed)
            rows["gain"] = np.where(rng.random(len(rows)) < 1 / 13, -rare_loss, 1)
        diagnosis = diagnose(rows, len(rows))
        found += len(diagnosis.proposals)
        announced += diagnosis.false
    assert found <= announced + 3 * announced**0.5


def test_few_trials_that_all_say_the_same_are_not_certain() -> None:
    ones = np.ones(25, np.float32)
    assert Gain.of(ones, ones).errors_above_zero < 3


PROPOSAL = Proposal(
    patterns=("1M (2m) P",),
    rule="natural: pass",
    before=(),
    after=(),
    said="tags: [takeout]",
    asked="",
    kind="",
    usual="P",
    tried="X",
    bounds=(FeatureBound(HCP, 13, 17), FeatureBound(12, 2), FeatureBound(13, None, 0)),
    times=0.01,
    trials=100,
    each=Gain(2, 0.5),
    samples=(),
)


@pytest.mark.parametrize("tried", ["X", "2M", "raise", "jump raise", "cheapest X", "cheapest mine", "game in partner"])
def test_proposals_are_rules_that_a_card_can_have(tried: str) -> None:
    """In every feature, from one end and from the other."""
    bounds = [FeatureBound(place, *ends) for place in range(len(FEATURES)) for ends in ((1, None), (None, 1), (1, 1))]
    sensible = [bound for bound in bounds if tried != "X" or FEATURES[bound.feature].suit != "tried"]
    rules = [rule_text(replace(PROPOSAL, tried=tried, bounds=(bound,)), place) for place, bound in enumerate(sensible)]
    assert len(System.loads(f"system: Treated\nsituations:\n{''.join(rules)}").rules) == len(sensible)


def test_a_rule_says_what_the_proposal_says() -> None:
    assert hand_text(PROPOSAL) == "13-17 hcp, 2+ in each unbid suit"
    rule = '{id: doctor-1, call: X, if: "not vul us", hand: "13-17 hcp, 2+ in each unbid suit", tags: [takeout]}'
    assert rule_text(PROPOSAL, 1) == f'- when: "1M (2m) P"\n  rules:\n  - {rule}\n'


def test_a_rule_asks_what_the_rule_before_it_asks() -> None:
    proposal = replace(PROPOSAL, tried="1m", bounds=(FeatureBound(HCP, 12),), asked="12-14 hcp, balanced", said="")
    assert hand_text(proposal) == "12-14 hcp, balanced, 12+ hcp"
    assert hand_text(replace(proposal, asked="any")) == "12+ hcp"


def test_a_card_takes_the_rule(tmp_path: Path) -> None:
    card = tmp_path / "treated.yaml"
    card.write_text(f"system: Treated\nsituations:\n{rule_text(PROPOSAL, 1)}", encoding="utf-8")
    assert any(rule.id == "doctor-1" for rule in System.load(card).rules)


def test_a_rule_that_takes_any_hand_leaves_the_range_to_the_proposal() -> None:
    rows = trials(4_000)
    rows["asked"], rows["pattern"] = b"any", b"1M (2m) P"
    strong = rows["features"][:, HCP] >= 10
    rows["gain"] += np.where(strong, 4, -4)
    assert FeatureBound(HCP, 10, 14) in diagnose(with_opinion(rows, strong), 4_000).proposals[0].bounds
