"""Calls, advice and hidden hands as text for a terminal: tables, bars and heat maps."""

from collections.abc import Sequence

from overtrick.advice.simulation import Estimate
from overtrick.ask.advise import AdviseAnswer, CandidateCall, PolicyAnswer
from overtrick.ask.posterior import HiddenHand, PosteriorAnswer
from overtrick.ask.rendering.meanings import meaning_text, requirement_text, table
from overtrick.core import Card, Contract, Scoring, Suit
from overtrick.core.cards import RANKS
from overtrick.players.simulated import MARGINS

_BARS = " ▁▂▃▄▅▆▇█"
_MOST_POINTS = 25
_LONGEST = 8
_NAMES = {"lho": "Left-hand opponent", "partner": "Partner", "rho": "Right-hand opponent"}
_COLUMNS = ("call", "system", "network", "IMPs", "matchpoints", "points", "")
_UNITS: dict[Scoring, str] = {"imps": " IMPs", "matchpoints": " of the board", "points": " points"}


def posterior_text(answer: PosteriorAnswer) -> str:
    """What `posterior` answers: for each hidden hand its shapes, a bar for every number of points, lengths, cards."""
    held = {card for card, chance in answer.players["partner"].prior.cards.items() if not chance}
    parts = [_player_text(_NAMES[name], player, held) for name, player in answer.players.items()]
    return "\n\n".join([*parts, support_text(answer)])


def _player_text(name: str, player: HiddenHand, held: set[Card]) -> str:
    low, high = player.hcp_range
    shapes = ", ".join(f"{shape.shape} {shape.p:.0%}" for shape in player.shapes[:4])
    lines = [f"{name}: {player.mean_hcp:.1f} hcp ({low}-{high}); {shapes}"]
    lines += [f"  now     {_bars(player.chances.hcp)}", f"  before  {_bars(player.prior.hcp)}"]
    lines.append("  hcp     " + "".join(f"{points:<5}" for points in range(0, _MOST_POINTS + 1, 5)))
    lines.append(
        "    mean "
        + "".join(f"{length:>4}" for length in [*range(_LONGEST), f"{_LONGEST}+"])
        + "  |"
        + "".join(f"{rank:>4}" for rank in reversed(RANKS))
    )
    lines += [_suit_text(suit, player, held) for suit in reversed(Suit)]
    return "\n".join(lines)


def _bars(chances: Sequence[float]) -> str:
    """A bar for each number of points, the highest as high as the line."""
    most = max(chances)
    heights = (round(8 * chance / most) if chance < most else 8 for chance in chances[: _MOST_POINTS + 1])
    return "".join(
        _BARS[max(height, 1)] if chance >= 0.005 else " " for height, chance in zip(heights, chances, strict=False)
    )


def _suit_text(suit: Suit, player: HiddenHand, held: set[Card]) -> str:
    """The chances of the lengths and of the cards, in percent; a dot for what is as good as impossible."""
    lengths = player.chances.lengths[suit]
    percents = [*lengths[:_LONGEST], sum(lengths[_LONGEST:])]
    cards = [card for card in player.chances.cards if card.suit is suit]
    row = "".join("   -" if card in held else _percent(player.chances.cards[card]) for card in cards)
    return f"  {suit.symbol} {player.mean_lengths[suit]:>4.1f} {''.join(map(_percent, percents))}  |{row}"


def _percent(chance: float) -> str:
    return f"{100 * chance:>4.0f}" if chance >= 0.005 else "   ."


def support_text(answer: PosteriorAnswer | AdviseAnswer) -> str:
    """How far to trust an answer, in one line."""
    support = answer.support
    assert support is not None
    parts = [f"{support.word}: {answer.layouts} layouts, effective {answer.effective_samples:.0f}"]
    parts.append(f"calls made with a chance of {support.likelihood:.0%} on average")
    if support.agreeing < 0.5:
        parts.append(f"a player strays from the card in {1 - support.agreeing:.0%} of them")
    if support.unknown_calls:
        parts.append(f"calls that the system does not know: {support.unknown_calls}")
    if answer.approximated_by:
        parts.append(f"the network took the card for {' and '.join(answer.approximated_by)}")
    return "; ".join(parts)


def policy_text(answer: PolicyAnswer) -> str:
    """The network's call: its chances, what it shows, and what the system asks for it."""
    why = answer.reason
    source = f" ({why.line.source})" if why.line is not None and why.line.source else ""
    speaker = answer.model.partition(" ")[0]
    likely = ", ".join(f"{call.symbol} {chance:.1%}" for call, chance in list(answer.probabilities.items())[:5])
    lines = [
        f"{answer.call.symbol}   {why.rule_text or 'no rule of the system'}{source}",
        f"network {likely} ({speaker})",
    ]
    lines.append(f"shows   {meaning_text(why.meaning)}")
    for number, part in enumerate(why.requires):
        lines.append(f"{'' if number else 'why':8}{requirement_text(part)}")
    return "\n".join(lines)


def advice_text(answer: AdviseAnswer) -> str:
    """What `advise` answers: the verdict, the why-card, the candidates side by side, and why not the others."""
    why = answer.reason
    source = f" ({why.line.source})" if why.line is not None and why.line.source else ""
    head = [f"{answer.call.symbol}   {why.rule_text or 'no rule of the system'}{source}", answer.verdict]
    lines = [*(head if answer.contradiction is None else reversed(head)), *caution_lines(answer)]
    lines.append(f"shows   {meaning_text(why.meaning)}")
    for number, part in enumerate(why.requires):
        lines.append(f"{'' if number else 'why':6}{'✓' if part.ok else '✗'} {requirement_text(part)}")
    lines += ["", _candidates_text(answer), ""]
    lines += [f"not {call.symbol:5}{text}" for call, text in answer.why_not.items()]
    lines += [text for text in (deceptive_text(answer), made_text(answer)) if text]
    return "\n".join([*lines, support_text(answer)])


def caution_lines(answer: AdviseAnswer) -> list[str]:
    """How far to trust the figures, unless the deceptive call says the same."""
    return [answer.caution] if answer.caution and answer.deceptive is None else []


def made_text(answer: AdviseAnswer) -> str:
    """The grade of the call that was made, with its judge; nothing where none was."""
    made = answer.made
    if made is None:
        return ""
    return f"made {made.call.symbol}: {made.grade}" + (f", by the {made.judge}" if made.judge else "")


def deceptive_text(answer: AdviseAnswer) -> str:
    """The call that wins only while the opponents believe it; nothing where there is none."""
    found, scoring = answer.deceptive, answer.scoring
    if found is None:
        return ""
    believed, known = (interval_text(each, scoring) for each in (found.plain, found.punished))
    unit = _UNITS[scoring]
    return (
        f"against these very opponents: {found.call.symbol} is worth {believed}{unit} while they believe it, "
        f"{known} once they know; partner believes it too, so it is not advised"
    )


def interval_text(gain: Estimate, scoring: Scoring) -> str:
    """A gain with its interval, in the unit of the scoring."""
    off = gain.high - gain.mean
    return f"{gain.mean:+.0%} ± {off:.0%}" if scoring == "matchpoints" else f"{gain.mean:+.1f} ± {off:.1f}"


def worth_text(candidate: CandidateCall, scoring: Scoring) -> str:
    """What a call wins against the best one, in IMPs; nothing while that is not known."""
    imps = candidate.imps
    if imps is None:
        return ""
    is_best = scoring == "imps" and imps.low == imps.high == 0
    return "best" if is_best else interval_text(imps, "imps")


def believed_text(candidate: CandidateCall, scoring: Scoring) -> str:
    """What a call that the hand does not have wins while it is believed, where that is another value."""
    gain, punished = candidate.gain, candidate.punished
    if not candidate.strays or gain is None or punished is None or gain.mean - punished.mean <= MARGINS[scoring]:
        return ""
    return interval_text(gain, scoring)


def _candidates_text(answer: AdviseAnswer) -> str:
    """The candidates in a table; with a column for those that are worth more while they are believed."""
    rows = [_candidate_row(candidate, answer.scoring) for candidate in answer.candidates]
    believed = [believed_text(candidate, answer.scoring) for candidate in answer.candidates]
    if not any(believed):
        return table(_COLUMNS, rows)
    rows = [[*row[:-1], text, row[-1]] for row, text in zip(rows, believed, strict=True)]
    return table((*_COLUMNS[:-1], "if believed", ""), rows)


def _candidate_row(candidate: CandidateCall, scoring: Scoring) -> list[str]:
    matchpoints, points = candidate.matchpoints, candidate.points
    assert matchpoints is not None
    assert points is not None
    ends = ", ".join(f"{_symbols(end.contract)} {end.p:.0%}" for end in candidate.contracts[:3])
    sure = f" ± {matchpoints.high - matchpoints.mean:.0%}" * (scoring == "matchpoints")
    return [
        candidate.call.symbol,
        "✓" if candidate.is_system else "",
        f"{candidate.probability:.0%}",
        worth_text(candidate, scoring),
        f"{matchpoints.mean:.0%}{sure}",
        f"{points:+.0f}",
        ends,
    ]


def _symbols(contract: str) -> str:
    """How an auction ends, for people."""
    return "passed out" if contract == "Pass" else Contract.parse(contract).symbol
