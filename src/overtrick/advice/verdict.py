"""Advice in words: the verdict, how far to trust the figures, and what speaks against the other calls."""

from overtrick.advice.advice import Advice, Candidate
from overtrick.advice.simulation import Estimate
from overtrick.core import Call, Scoring

UNITS: dict[Scoring, str] = {"imps": "IMPs", "matchpoints": "of a matchpoint", "points": "points"}
"""What a gain is counted in."""


def verdict(advice: Advice) -> str:
    """The advice in a sentence or two; what does not go together comes first."""
    call, system = advice.call, advice.system_call
    says = f"{advice.view.seat.name.capitalize()} {_does(call)}."
    best = advice.simulation_call
    if advice.contradiction is not None:
        return f"{_sentence(advice.contradiction)} If all is right, the card says {system.symbol}."
    if best is None:
        return f"{says} {'System and network agree.' if system == advice.network_call else _differ(advice)}"
    if call != system:
        liked = f"{call.symbol} by {_size(advice, call, system)}"
        return f"{says} The system says {system.symbol}; simulation likes {liked}."
    if (other := advice.unexpected) is not None:
        return f"{says} {other.call.symbol} would gain {_size(advice, other.call, call)}, but {_objection(other)}."
    if {best, advice.network_call, system} == {call}:
        return f"{says} System, network and simulation agree."
    if best == call:
        return f"{says} {_differ(advice)}"
    gains = f"{best.symbol} would gain {_size(advice, best, call)}"
    if not advice.matters:
        return f"{says} A call this early is not left to simulation; {gains}."
    return f"{says} Too close to call: {gains}."


def _objection(candidate: Candidate) -> str:
    """Why a call that would win is not one that a partner could understand."""
    if not candidate.option.strays:
        return "no partner would expect it"
    return "it denies such a hand" if candidate.reason.fits else "the hand is not what it shows"


def caution(advice: Advice) -> str:
    """How far to trust the figures: where it matters whether opponents believe a tempting call, both values."""
    limit, unit = advice.settings.margin, UNITS[advice.settings.scoring]
    asked = [each for each in advice.candidates if each.call == advice.made or _is_tempting(each)]
    apart = [candidate for candidate in asked if _apart(candidate) > limit]
    if not apart:
        return ""
    most = max(apart, key=_apart)
    assert most.gain is not None
    assert most.punished is not None
    plain, punished = _worth(most.gain.mean, advice), _worth(most.punished.mean, advice)
    return (
        f"Trust is limited: {most.call.symbol} is worth {plain} {unit} against opponents who believe it, "
        f"{punished} against those who know better; the lower value counts where the hand is not what the call shows."
    )


def _is_tempting(candidate: Candidate) -> bool:
    """Whether a call that the hand does not have would clearly win while it is believed."""
    return candidate.option.strays and candidate.gain is not None and candidate.gain.low > 0


def _apart(candidate: Candidate) -> float:
    if candidate.gain is None or candidate.punished is None:
        return 0.0
    return candidate.gain.mean - candidate.punished.mean


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:] + ("" if text.endswith("?") else ".")


def _worth(value: float, advice: Advice) -> str:
    return f"{value:+.0%}" if advice.settings.scoring == "matchpoints" else f"{value:+.1f}"


def _size(advice: Advice, call: Call, against: Call) -> str:
    gain = advice.gain(call, against)
    return interval(gain, advice.settings.scoring)


def interval(gain: Estimate, scoring: Scoring, sign: str = "") -> str:
    """A value and how far it may be off."""
    form = "{:%s.0%%} ± {:.0%%}" if scoring == "matchpoints" else "{:%s.1f} ± {:.1f}"
    return (form % sign).format(gain.mean, gain.high - gain.mean)


def _differ(advice: Advice) -> str:
    return f"The system says {advice.system_call.symbol}, the network {advice.network_call.symbol}."


def _does(call: Call) -> str:
    return {0: "passes", 1: "doubles", 2: "redoubles"}.get(call.index, f"bids {call.symbol}")


def why_not(advice: Advice, candidate: Candidate) -> str:
    """What speaks against a call that is not advised."""
    parts = [candidate.reason.against] * bool(candidate.reason.against)
    if advice.simulation is not None:
        parts.append(price(advice, candidate))
    return "; ".join(parts) or f"the network makes it in {candidate.option.probability:.0%}"


def price(advice: Advice, candidate: Candidate) -> str:
    """What a call costs or gains against the one advised, once there is a simulation."""
    scoring = advice.settings.scoring
    gain, unit = advice.gain(candidate.call, advice.call), UNITS[scoring]
    if gain.low <= 0 <= gain.high:
        return f"too close to call ({interval(gain, scoring, '+')} {unit})"
    lost = Estimate(abs(gain.mean), 0.0, abs(gain.mean) + gain.high - gain.mean)
    return f"{'costs' if gain.mean < 0 else 'gains'} {interval(lost, scoring)} {unit}"
