"""Questions to the bidding network, answered with plain values, as the command line and other programs speak them."""

from typing import Any

from overtrick.advice.advice import Advice, Candidate
from overtrick.advice.reasons import CallReason, reason
from overtrick.advice.simulation import Estimate
from overtrick.arrays import Floats
from overtrick.core import CALLS, Call, Card, Suit
from overtrick.layouts.posterior import Posterior, Support
from overtrick.layouts.summary import Picture, pictures, prior_picture
from overtrick.systems.engine.meaning import meaning_dict
from overtrick.systems.views import OTHERS, View
from overtrick.tricks.estimators import four_hands_fast

SELDOM = 0.0005
"""Chances below this are left out."""


def policy_answer(view: View, policy: Floats | None = None) -> dict[str, Any]:
    """The network's call, the chances of all calls, and what the card says about it.

    `policy` is what the network says, where that is known already. Shape: (call,).
    """
    policy = view.policy if policy is None else policy
    why = reason(view.node, CALLS[int(policy.argmax())], view.hand)
    return {
        "call": str(why.call),
        **_reason_dict(why),
        "by": str(view.seat),
        "system_call": str(why.own.call),
        "probabilities": _probabilities(policy),
        **_told_dict(view),
        "kind": "learned",
        "model": view.network.model,
    }


def posterior_answer(posterior: Posterior) -> dict[str, Any]:
    """What lho, partner and rho may hold, each beside what was known before the first call."""
    view, prior = posterior.view, prior_picture(posterior.view.hand)
    return {
        "players": {
            name: _picture_dict(picture, prior) for name, picture in zip(OTHERS, pictures(posterior), strict=True)
        },
        "hand": str(view.hand),
        "seat": str(view.seat),
        "layouts": len(posterior),
        "effective_samples": round(posterior.effective, 1),
        "support": support_dict(posterior.support),
        **_told_dict(view),
        "kind": "sample",
        "model": view.network.model,
        "seed": posterior.seed,
    }


def advice_answer(advice: Advice) -> dict[str, Any]:
    """The candidates with rule, network and simulation side by side; figures as far as they are there."""
    chosen = advice.candidate(advice.call)
    answer: dict[str, Any] = {
        "call": str(advice.call),
        **_reason_dict(chosen.reason),
        "by": str(advice.view.seat),
        "stage": advice.stage,
        "verdict": verdict(advice),
        "system_call": str(advice.system_call),
        "network_call": str(advice.network_call),
        "simulation_call": None if advice.simulation_call is None else str(advice.simulation_call),
        "probabilities": _probabilities(advice.policy),
        "candidates": [_candidate_dict(each) for each in advice.candidates],
        "why_not": {str(each.call): _why_not(advice, each) for each in advice.candidates if each is not chosen},
        **_told_dict(advice.view),
        "kind": "learned",
        "model": advice.view.network.model,
    }
    if advice.posterior is not None:
        answer |= {"support": support_dict(advice.posterior.support), "seed": advice.posterior.seed}
    if advice.simulation is not None:
        answer |= {
            "expected_imps": {str(each.call): _rounded(each.imps) for each in advice.candidates},
            "layouts": advice.simulation.layouts,
            "effective_samples": round(advice.simulation.effective, 1),
            "kind": "sample",
            "model": f"{advice.view.network.model}, {four_hands_fast().model}",
        }
    if advice.made is not None:
        answer["made"] = {"call": str(advice.made), "grade": advice.grade}
        answer["made"] |= {"imps": _estimate_dict(advice.candidate(advice.made).imps)}
    return answer


def support_dict(support: Support) -> dict[str, Any]:
    """How far to trust an answer."""
    return {
        "word": support.word,
        "count": support.count,
        "likelihood": round(support.likelihood, 4),
        "agreeing": round(support.agreeing, 4),
        "unknown_calls": support.unknown_calls,
    }


def verdict(advice: Advice) -> str:
    """The advice in a sentence or two."""
    call, system = advice.call, advice.system_call
    says = f"{advice.view.seat} {_does(call)}."
    best = advice.simulation_call
    if best is None:
        agree = "System and network agree." if system == advice.network_call else _differ(advice)
        return f"{says} {agree}"
    if call != system:
        return f"{says} The system says {system}; simulation likes {call} by {_size(advice.gain(call, system))}."
    if {best, advice.network_call} == {call}:
        return f"{says} System, network and simulation agree."
    if best == call:
        return f"{says} {_differ(advice)}"
    gain = _size(advice.gain(best, call))
    if not advice.matters:
        return f"{says} A call this early is left to the system; {best} would gain {gain}."
    return f"{says} Too close to call: {best} would gain {gain}."


def _size(gain: Estimate) -> str:
    return f"{gain.mean:.1f} ± {gain.high - gain.mean:.1f}"


def _differ(advice: Advice) -> str:
    return f"The system says {advice.system_call}, the network {advice.network_call}."


def _does(call: Call) -> str:
    return {0: "passes", 1: "doubles", 2: "redoubles"}.get(call.index, f"bids {call}")


def _why_not(advice: Advice, candidate: Candidate) -> str:
    """What speaks against a call that is not advised."""
    parts = [candidate.reason.against] * bool(candidate.reason.against)
    if advice.simulation is not None:
        gain = advice.gain(candidate.call, advice.call)
        off = gain.high - gain.mean
        if gain.low <= 0 <= gain.high:
            parts.append(f"too close to call ({gain.mean:+.1f} ± {off:.1f} IMPs)")
        else:
            parts.append(f"{'costs' if gain.mean < 0 else 'gains'} {abs(gain.mean):.1f} ± {off:.1f} IMPs")
    return "; ".join(parts) or f"the network makes it in {candidate.probability:.0%}"


def _candidate_dict(candidate: Candidate) -> dict[str, Any]:
    return {
        "call": str(candidate.call),
        "probability": round(candidate.probability, 4),
        **_reason_dict(candidate.reason),
        "is_system": candidate.reason.is_system,
        "against": candidate.reason.against,
        "imps": _estimate_dict(candidate.imps),
        "matchpoints": _estimate_dict(candidate.matchpoints),
        "points": None if candidate.points is None else round(candidate.points, 1),
        "contracts": [{"contract": name, "p": round(p, 4)} for name, p in candidate.contracts],
    }


def _reason_dict(why: CallReason) -> dict[str, Any]:
    return {
        "rule": why.rule,
        "text": why.rule_text,
        "source": "" if why.line is None else why.line.source,
        "meaning": meaning_dict(why.meaning),
        "requires": why.requires,
    }


def _told_dict(view: View) -> dict[str, Any]:
    """The systems the network was told, where they only stand for the cards that are played."""
    return {"approximated_by": list(view.approximated)} if view.approximated else {}


def _probabilities(policy: Floats) -> dict[str, float]:
    likely = [place for place in (-policy).argsort(kind="stable") if policy[place] >= SELDOM]
    return {str(CALLS[place]): round(float(policy[place]), 4) for place in likely}


def _estimate_dict(estimate: Estimate | None) -> dict[str, float] | None:
    if estimate is None:
        return None
    return {name: round(getattr(estimate, name), 3) + 0.0 for name in ("mean", "low", "high")}


def _rounded(estimate: Estimate | None) -> float | None:
    return None if estimate is None else round(estimate.mean, 3) + 0.0


def _picture_dict(picture: Picture, prior: Picture) -> dict[str, Any]:
    return {
        **_chances_dict(picture),
        "mean_hcp": round(picture.mean_points, 2),
        "hcp_range": list(picture.likely_points()),
        "mean_lengths": {str(suit): round(float(picture.mean_lengths[suit]), 2) for suit in reversed(Suit)},
        "shapes": [
            {"shape": name, "p": round(float(picture.shapes[place]), 4), "prior": round(float(prior.shapes[place]), 4)}
            for name, place in picture.top_shapes()
        ],
        "prior": _chances_dict(prior),
    }


def _chances_dict(picture: Picture) -> dict[str, Any]:
    return {
        "hcp": _list(picture.points),
        "lengths": {str(suit): _list(picture.lengths[suit]) for suit in reversed(Suit)},
        "cards": {str(Card(card)): round(float(picture.cards[card]), 4) for card in range(51, -1, -1)},
    }


def _list(chances: Any) -> list[float]:
    return [round(value, 4) for value in chances.tolist()]
