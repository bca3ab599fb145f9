"""Advice and hidden hands as text for a terminal: tables, bars and heat maps."""

from typing import Any

from overtrick.cli.text.meanings import meaning_text, table
from overtrick.core import Call, Suit
from overtrick.core.cards import RANKS

_BARS = " ▁▂▃▄▅▆▇█"
_MOST_POINTS = 25
_LONGEST = 8
_NAMES = {"lho": "Left-hand opponent", "partner": "Partner", "rho": "Right-hand opponent"}
_COLUMNS = ("call", "system", "network", "IMPs", "matchpoints", "points", "")


def posterior_text(answer: dict[str, Any]) -> str:
    """What `posterior` answers: for each hidden hand its shapes, a bar for every number of points, lengths, cards."""
    held = {card for card, chance in answer["players"]["partner"]["prior"]["cards"].items() if not chance}
    parts = [_player_text(_NAMES[name], player, held) for name, player in answer["players"].items()]
    return "\n\n".join([*parts, support_text(answer)])


def _player_text(name: str, player: dict[str, Any], held: set[str]) -> str:
    low, high = player["hcp_range"]
    shapes = ", ".join(f"{each['shape']} {each['p']:.0%}" for each in player["shapes"][:4])
    lines = [f"{name}: {player['mean_hcp']:.1f} hcp ({low}-{high}); {shapes}"]
    lines += [f"  now     {_bars(player['hcp'])}", f"  before  {_bars(player['prior']['hcp'])}"]
    lines.append("  hcp     " + "".join(f"{points:<5}" for points in range(0, _MOST_POINTS + 1, 5)))
    lines.append(
        "    mean "
        + "".join(f"{length:>4}" for length in [*range(_LONGEST), f"{_LONGEST}+"])
        + "  |"
        + "".join(f"{rank:>4}" for rank in reversed(RANKS))
    )
    lines += [_suit_text(suit, player, held) for suit in reversed(Suit)]
    return "\n".join(lines)


def _bars(chances: list[float]) -> str:
    """A bar for each number of points, the highest as high as the line."""
    most = max(chances)
    heights = (round(8 * chance / most) if chance < most else 8 for chance in chances[: _MOST_POINTS + 1])
    return "".join(
        _BARS[max(height, 1)] if chance >= 0.005 else " " for height, chance in zip(heights, chances, strict=False)
    )


def _suit_text(suit: Suit, player: dict[str, Any], held: set[str]) -> str:
    """The chances of the lengths and of the cards, in percent; a dot for what is as good as impossible."""
    lengths = player["lengths"][str(suit)]
    percents = [*lengths[:_LONGEST], sum(lengths[_LONGEST:])]
    cards = [f"{suit}{rank}" for rank in reversed(RANKS)]
    row = "".join("   -" if card in held else _percent(player["cards"][card]) for card in cards)
    return f"  {suit.symbol} {player['mean_lengths'][str(suit)]:>4.1f} {''.join(map(_percent, percents))}  |{row}"


def _percent(chance: float) -> str:
    return f"{100 * chance:>4.0f}" if chance >= 0.005 else "   ."


def support_text(answer: dict[str, Any]) -> str:
    """How far to trust an answer, in one line."""
    support = answer["support"]
    parts = [f"{support['word']}: {answer['layouts']} layouts, effective {answer['effective_samples']:.0f}"]
    parts.append(f"calls made with a chance of {support['likelihood']:.0%} on average")
    if support["agreeing"] < 0.5:
        parts.append(f"somebody strays from his card in {1 - support['agreeing']:.0%} of them")
    if support["unknown_calls"]:
        parts.append(f"calls that the system does not know: {support['unknown_calls']}")
    if "approximated_by" in answer:
        parts.append(f"the network took the card for {' and '.join(answer['approximated_by'])}")
    return "; ".join(parts)


def advice_text(answer: dict[str, Any]) -> str:
    """What `advise` answers: the verdict, the why-card, the candidates side by side, and why not the others."""
    source = f" ({answer['source']})" if answer["source"] else ""
    lines = [f"{answer['call']}   {answer['rule'] or 'no rule of the system'}{source}", answer["verdict"]]
    lines.append(f"shows   {meaning_text(answer['meaning'])}")
    for number, part in enumerate(answer["requires"]):
        yours = f"  (yours: {part['yours']})" if part["yours"] else ""
        lines.append(f"{'why' if not number else '':6}{'✓' if part['ok'] else '✗'} {part['text']}{yours}")
    lines += ["", table(_COLUMNS, [_candidate_row(each) for each in answer["candidates"]]), ""]
    lines += [f"not {call:4}{text}" for call, text in answer["why_not"].items()]
    if "made" in answer:
        lines.append(f"made {answer['made']['call']}: {answer['made']['grade']}")
    return "\n".join([*lines, support_text(answer)])


def _candidate_row(each: dict[str, Any]) -> list[str]:
    imps, points = each["imps"], each["points"]
    won = "best" if imps["low"] == imps["high"] == 0 else f"{imps['mean']:+.1f} ± {imps['high'] - imps['mean']:.1f}"
    ends = ", ".join(f"{end['contract']} {end['p']:.0%}" for end in each["contracts"][:3])
    return [
        Call.parse(each["call"]).symbol,
        "✓" if each["is_system"] else "",
        f"{each['probability']:.0%}",
        won,
        f"{each['matchpoints']['mean']:.0%}",
        f"{points:+.0f}",
        ends,
    ]
