"""Advice: by stages, on common layouts, with reasons that agree with the card."""

import json

import pytest

from overtrick.advice.advice import Advice, advise
from overtrick.advice.reasons import reason
from overtrick.ask.advise import AdviseQuestion, advice_answer, first_stage
from overtrick.ask.wire import JsonObject, to_json
from overtrick.core import BridgeError, Call, Hand, Seat
from overtrick.systems.system import SHIPPED
from players.seated import view

SLAMMISH = "AKQJT98.A.AKQ.32"
STAYMAN = "KQ84.A97.A762.T6"


@pytest.fixture(scope="module")
def stages() -> list[Advice]:
    return list(advise(view(SLAMMISH, "P P P"), Call.parse("P"), 60, seed=1, piece=20))


def written(advice: Advice) -> JsonObject:
    return to_json(advice_answer(advice))


def test_the_policy_comes_first_and_figures_follow(stages: list[Advice]) -> None:
    names = [each.stage for each in stages]
    assert names[:2] == ["policy", "posterior"]
    assert names[-1] == "done"
    assert set(names[2:-1]) == {"imps"}
    assert stages[0].simulation is None
    counts = [each.simulation.layouts for each in stages if each.simulation is not None]
    assert counts == sorted(counts)
    orders = [[each.call for each in stage.candidates] for stage in stages[:-1]]
    assert all(order[: len(orders[0])] == orders[0] for order in orders)  # rows keep still until all is done


def test_passing_out_a_certain_game_is_no_good(stages: list[Advice]) -> None:
    last = stages[-1]
    passed = last.candidate(Call.parse("P"))
    assert last.call != Call.parse("P")
    assert passed.contracts == (("Pass", 1.0),)
    assert passed.points == 0
    assert passed.imps is not None
    assert passed.imps.high < 0
    assert last.grade in ("mistake", "blunder")


def test_figures_are_against_the_best_call(stages: list[Advice]) -> None:
    best, *rest = stages[-1].candidates
    assert best.imps is not None
    assert (best.imps.mean, best.imps.low, best.imps.high) == (0, 0, 0)
    for each in rest:
        assert each.imps is not None
        assert each.imps.mean <= 0
        assert each.imps.low <= each.imps.mean <= each.imps.high
        assert abs(sum(share for _, share in each.contracts) - 1) < 1e-9


def test_the_answer_is_plain_json(stages: list[Advice]) -> None:
    for stage in stages:
        answer = json.loads(json.dumps(written(stage), allow_nan=False))
        assert answer["call"] in answer["probabilities"] or answer["call"] == answer["system_call"]
    assert answer["made"]["call"] == "P"
    assert answer["expected_imps"]["P"] < 0
    assert "IMPs" in answer["why_not"]["P"]
    assert answer["kind"] == "sample"
    assert answer["candidates"][0]["requires"]


def test_the_same_seed_gives_the_same_figures() -> None:
    ones = [list(advise(view(STAYMAN, "1N P"), layouts=30, seed=2))[-1] for _ in range(2)]
    assert written(ones[0]) == written(ones[1])
    assert ones[0].system_call == Call.parse("2C")


def test_reasons_say_what_a_hand_misses() -> None:
    at = view(STAYMAN, "1N P")
    own = reason(at.node, Call.parse("2C"), at.hand)
    assert own.is_system
    assert all(part.ok for part in own.requires)
    transfer = reason(at.node, Call.parse("2D"), at.hand)
    assert "5+ H (yours: 3)" in transfer.against
    assert "no rule" in reason(at.node, Call.parse("7C"), at.hand).against


def test_what_cannot_be_advised_is_refused() -> None:
    with pytest.raises(BridgeError, match="over"):
        next(advise(view(STAYMAN, "1N P P P")))
    with pytest.raises(BridgeError, match="higher than 1N"):
        next(advise(view(STAYMAN, "1N P"), Call.parse("1C")))
    with pytest.raises(BridgeError, match="whose turn"):
        next(advise(view(STAYMAN, "1N P", seat=Seat.WEST)))


def test_a_system_that_the_network_has_not_learnt_makes_its_own_calls() -> None:
    card = (SHIPPED / "sayc.yaml").read_text(encoding="utf-8").replace("nt: 15-17", "nt: 12-14")
    hand = Hand("KJ5.A84.KQ76.T92")
    first, _ = first_stage(AdviseQuestion(hand=hand, card=card))
    assert (first.system_call, first.call) == (Call("1N"), Call("1N"))
    assert first.network_call == Call("1D")  # which opens a strong notrump
