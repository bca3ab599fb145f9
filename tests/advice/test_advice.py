"""Advice: by stages, on common layouts, with reasons that agree with the card."""

import json
from dataclasses import replace

import pytest

from overtrick.advice import grades
from overtrick.advice.advice import Advice, advise, first_advice, simulated
from overtrick.advice.contradiction import contradiction
from overtrick.advice.grades import GRADES, grade
from overtrick.advice.reasons import reason
from overtrick.advice.simulation import Estimate
from overtrick.advice.verdict import caution, verdict
from overtrick.ask.advise import AdviseAnswer, AdviseQuestion, advice_answer, answer, first_stage
from overtrick.ask.wire import JsonObject, to_json
from overtrick.core import Auction, BridgeError, Call, Hand, Seat, Vulnerability
from overtrick.players import candidates
from overtrick.players.simulated import MARGINS
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
    graded = grade(last)
    assert graded is not None
    assert graded.word in ("mistake", "blunder")
    assert graded.judge == "simulation"


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
    assert "5+ ♥ (yours: 3)" in transfer.against
    assert "not in the card" in reason(at.node, Call.parse("7C"), at.hand).against


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


# What a partner can trust


def advised(hand: str, calls: str = "", dealer: str = "N", vul: str = "None", made: str = "P") -> AdviseAnswer:
    """The answer over a few layouts."""
    auction = Auction.parse(calls, Seat.parse(dealer))
    question = AdviseQuestion(
        hand=Hand(hand), auction=auction, vulnerability=Vulnerability.parse(vul), made=Call(made), layouts=30
    )
    return answer(question)


PASSES = (
    ("Q952.962.T3.QJ82", "P 1D", "N", "EW"),  # 2♠ once
    ("2.QT32.AK83.J976", "P P 1S P 2S P 2N P 3N P P", "W", "NS"),  # 4♣ against 3NT
    ("KJ864.7.6532.JT4", "", "S", "All"),  # a weak two on five cards
    ("J9854.43.432.432", "P P", "N", "EW"),  # 2♥ on a doubleton
    ("T743.T54.T95.J53", "2C", "E", "None"),  # a double of a strong 2♣
)


@pytest.mark.parametrize(("hand", "calls", "dealer", "vul"), PASSES)
def test_a_hand_that_has_nothing_passes_and_that_is_right(hand: str, calls: str, dealer: str, vul: str) -> None:
    found = advised(hand, calls, dealer, vul)
    assert found.call == Call("P")
    assert found.made is not None
    assert found.made.grade in GRADES[: GRADES.index("fair") + 1]
    assert found.made.judge == "card"


@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("vulnerability", list(Vulnerability))
def test_no_points_are_not_opened(seat: int, vulnerability: Vulnerability) -> None:
    auction = Auction.parse(" ".join("PPP"[:seat]))
    first, _ = first_stage(AdviseQuestion(hand=Hand("5432.432.5432.43"), auction=auction, vulnerability=vulnerability))
    assert first.call == Call("P")
    assert [candidate.call for candidate in first.candidates] == [Call("P")]


def test_to_pass_a_forcing_bid_is_at_most_fair() -> None:
    found = advised("QT2.AQJT6.T2.K54", "P 1H X 1S P", "E")
    assert found.call != Call("P")
    assert found.made is not None
    assert found.made.grade in GRADES[GRADES.index("fair") :]


def test_the_cards_own_call_is_at_least_fair_whatever_simulation_says(
    stages: list[Advice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grades, "_word", lambda advice, made: "blunder")
    own = stages[-1].system_call
    assert grade(replace(stages[-1], made=own)) == ("fair", "card")
    assert grade(stages[-1]) == ("blunder", "simulation")


def test_a_call_that_the_hand_does_not_have_is_never_advised_and_at_most_fair() -> None:
    found = advised("5432.432.5432.43", "P P", made="2H")
    made = next(candidate for candidate in found.candidates if candidate.call == Call("2H"))
    assert made.strays
    assert not made.understood
    assert made.punished is not None
    assert made.gain is not None
    assert made.punished.mean < made.gain.mean
    assert found.made is not None
    assert found.made.grade in GRADES[GRADES.index("fair") :]
    assert "Trust is limited" in found.caution
    if found.deceptive is not None:  # it may win while they believe it, and is said apart
        assert found.deceptive.call == Call("2H")
        assert found.deceptive.plain.low > 0
    assert found.call == Call("P")


def test_a_hand_that_contradicts_its_own_calls_is_told_so_first() -> None:
    found = advised("AQ32.K4.KJ32.A32", "1S P 2C P", made="2D")
    assert found.verdict.startswith("Your 1♠ promised five or more spades, you hold four: is this the hand")
    assert found.support is not None
    assert found.support.word == "contradictory"
    assert found.call == found.system_call
    assert contradiction(view("AQ432.K4.KJ3.A32", "1S P 2C P")) is None


def test_calls_that_contradict_each_other_are_told_first() -> None:
    passed = view("AQ3.K4.KJ432.432", "P P 1D 2C 3N P")
    assert "North's 3NT does not go with what North has shown before" in str(contradiction(passed))


def test_a_trap_pass_is_the_cards_own() -> None:
    found = advised("4.KQJ94.A43.Q432", "1S 2H")
    assert found.call == found.system_call == Call("P")


def test_what_wins_but_no_partner_would_expect_is_said_and_not_advised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "LIKELY", 0.5)  # the network passes in a tenth
    found = advised("Q987.KQJ52.Q94.2", "1S P P 2D P", dealer="S", vul="All")
    assert found.call == found.system_call != Call("P")
    others = [candidate.gain for candidate in found.candidates if not candidate.understood]
    assert len(others) == len(found.candidates) - 1
    clear = [gain for gain in others if gain is not None and gain.low > 0 and gain.mean > MARGINS["imps"]]
    objections = ("no partner would expect it", "not what it shows", "it denies such a hand")
    assert any(objection in found.verdict for objection in objections) == bool(clear)


def test_a_winner_that_the_card_passes_over_denies_the_hand(
    stages: list[Advice], monkeypatch: pytest.MonkeyPatch
) -> None:
    last = stages[-1]
    missing = last.candidate(Call.parse("P"))
    fitting = replace(missing, reason=replace(missing.reason, requires=(), outside=""))
    for other, objection in ((missing, "the hand is not what it shows"), (fitting, "it denies such a hand")):
        monkeypatch.setattr(Advice, "unexpected", other)
        assert verdict(last).endswith(f"but {objection}.")
    assert fitting.reason.against.startswith("would fit")


def test_only_a_call_that_tempts_needs_caution(stages: list[Advice]) -> None:
    def caution_at(gain: float, punished: float) -> str:
        believed, known = (Estimate(mean, mean - 1, mean + 1) for mean in (gain, punished))
        stray = replace(stages[-1].candidate(Call.parse("P")), gain=believed, punished=known)
        return caution(replace(stages[-1], candidates=(stages[-1].candidate(stages[-1].call), stray), made=None))

    assert caution_at(-3.1, -3.9) == ""
    assert "Pass is worth +2.7 IMPs" in caution_at(2.7, 2.1)


def test_the_scoring_decides() -> None:
    at = view(STAYMAN, "1N P")
    last = list(advise(at, Call("3N"), 30, scoring="matchpoints"))[-1]
    assert last.settings.scoring == "matchpoints"
    gain = last.gain(Call("3N"), last.call)
    assert -0.5 <= gain.low <= gain.high <= 0.5
    assert "matchpoint" in advice_answer(last).why_not[Call("3N")]


def test_all_layouts_at_once_say_the_same_as_in_pieces() -> None:
    at = view(STAYMAN, "1N P")
    first = first_advice(at, Call("3N"), at.policy)
    ends = [list(simulated(first, 60, seed=4, piece=piece)) for piece in (None, 20)]
    assert [len(stages) for stages in ends] == [2, 4]
    whole, pieced = (stages[-1].candidate(Call("3N")) for stages in ends)
    assert whole.imps == pieced.imps
    assert whole.contracts == pieced.contracts
