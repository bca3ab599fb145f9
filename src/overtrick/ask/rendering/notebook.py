"""Answers as HTML for notebooks: cards and tables in the style of the deals."""

from collections.abc import Iterable
from html import escape

from overtrick.ask.advise import AdviseAnswer, CandidateCall, PolicyAnswer
from overtrick.ask.bid import BidAnswer
from overtrick.ask.contract import ContractFigures, PairContractAnswer, PositionContractAnswer
from overtrick.ask.evaluate import EvaluateAnswer
from overtrick.ask.explain import ExplainAnswer
from overtrick.ask.rendering.hands import likely_table
from overtrick.ask.rendering.hidden_hands import (
    believed_text,
    caution_lines,
    deceptive_text,
    made_text,
    support_text,
    worth_text,
)
from overtrick.ask.rendering.meanings import meaning_text, requirement_text
from overtrick.ask.tricks import ChanceAnswer, TricksAnswer
from overtrick.core import Call, Contract, Scoring
from overtrick.core.drawing.html import call_mark, card, grid, strain_mark, table_html
from overtrick.core.drawing.layout import FAINT, seat_name
from overtrick.systems.engine.meaning import Meaning
from overtrick.systems.engine.needs import Requirement

_BAR = 90
"""Pixels that a chance of one is wide."""


def bid_html(answer: BidAnswer) -> str:
    """The call, what it shows, and what its rule asks."""
    return card(_call(answer.call, answer.rule) + _reasons(answer.meaning, answer.requires or ()))


def policy_html(answer: PolicyAnswer) -> str:
    """The network's call and the chances of the others."""
    chances = ((call_mark(call), _chance(chance)) for call, chance in list(answer.probabilities.items())[:5])
    return card(_call(answer.call, answer.reason.rule) + grid(("call", "network"), chances))


def advice_html(answer: AdviseAnswer) -> str:
    """The verdict, what the call shows, the candidates side by side, and how far to trust it."""
    heads = ("call", "system", "network", "IMPs", "matchpoints", "if believed", "ends in")
    rows = (_candidate(candidate, answer.scoring) for candidate in answer.candidates)
    head = [_call(answer.call, answer.reason.rule), f"<div>{escape(answer.verdict)}</div>"]
    parts = [*(head if answer.contradiction is None else reversed(head)), *map(_faint, caution_lines(answer))]
    parts += [_reasons(answer.reason.meaning, answer.reason.requires), grid(heads, rows)]
    parts += [f"<div>{escape(made_text(answer))}</div>", _faint(deceptive_text(answer))]
    return card("".join([*parts, _faint(support_text(answer) if answer.support else "")]))


def explanation_html(answer: ExplainAnswer) -> str:
    """Every call with what it means."""
    rows = ((seat_name(made.by), call_mark(made.call), escape(meaning_text(made.meaning))) for made in answer.calls)
    return card(grid(("", "call", "shows"), rows))


def tricks_html(answer: TricksAnswer) -> str:
    """The most likely tricks by declarer and strain."""
    return table_html(likely_table(answer))


def chance_html(answer: ChanceAnswer) -> str:
    """Expected tricks and the chance of every contract, for either declarer."""
    rows = (
        [str(seat), strain_mark(strain), f"{answer.expected_tricks[seat][strain]:.1f}", *map(_percent, chances)]
        for seat, by_strain in answer.chances.items()
        for strain, chances in reversed(list(by_strain.items()))
    )
    return card(grid(("", "", "tricks", *map(str, range(1, 8))), rows))


def evaluate_html(answer: EvaluateAnswer) -> str:
    """Every count of a hand, of partner's, and of the two."""
    theirs = answer.partner_evaluators or {}
    rows = [
        [
            escape(name),
            f"{value:g}",
            f"{theirs[name]:g}" if name in theirs else "",
            escape(answer.says[name].partition(" (")[0]),
        ]
        for name, value in answer.evaluators.items()
    ]
    rows += [
        [f"{escape(name)}, together", f"{pair.strength:g}", "", f"about {pair.tricks} tricks" if pair.tricks else ""]
        for name, pair in (answer.together or {}).items()
    ]
    return card(grid(("count", str(answer.hand), str(answer.partner or ""), ""), rows))


def position_contract_html(answer: PositionContractAnswer) -> str:
    """The contracts to head for, the likeliest best one first."""
    rows = ((_contract_word(ranked.contract), _chance(ranked.p)) for ranked in answer.ranked)
    return card(grid(("contract", "best"), rows))


def pair_contract_html(answer: PairContractAnswer) -> str:
    """The best contracts of two hands for points, IMPs and matchpoints."""
    heads = ("best for", "contract", "makes", "points", "IMPs", "matchpoints")
    return card(grid(heads, ([name, *_figures(figures)] for name, figures in answer.best.items())))


def _figures(figures: ContractFigures) -> list[str]:
    contract = "Pass" if figures.contract is None else figures.contract.symbol
    numbers = [f"{figures.expected:+.0f}", f"{figures.imps:+.2f}", _percent(figures.matchpoints)]
    return [contract, _percent(figures.chance), *numbers]


def _candidate(candidate: CandidateCall, scoring: Scoring) -> list[str]:
    ends = ", ".join(f"{_contract_word(end.contract)} {end.p:.0%}" for end in candidate.contracts[:3])
    matchpoints = "" if candidate.matchpoints is None else _percent(candidate.matchpoints.mean)
    values = worth_text(candidate, scoring), matchpoints, believed_text(candidate, scoring)
    system = "✓" if candidate.is_system else ""
    return [call_mark(candidate.call), system, _chance(candidate.probability), *values, ends]


def _call(call: Call, rule: str | None) -> str:
    name = _faint(rule or "no rule of the system")
    return f'<div style="font-size:20px">{call_mark(call)} <span style="font-size:14px">{name}</span></div>'


def _reasons(meaning: Meaning, requires: Iterable[Requirement]) -> str:
    lines = [f"shows {escape(meaning_text(meaning))}"]
    lines += [f"{'✓' if part.ok else '✗'} {escape(requirement_text(part))}" for part in requires]
    return "".join(f"<div>{line}</div>" for line in lines)


def _contract_word(word: str) -> str:
    """A contract with its declarer, or a choice such as `4S`, `X` or `Pass`."""
    if word[0].isdigit():
        return Contract.parse(word).symbol if word[-1] in "NESW" and len(word) > 2 else Call.parse(word).symbol
    return escape(word)


def _chance(chance: float) -> str:
    bar = f"display:inline-block;height:8px;width:{_BAR * chance:.0f}px;background:#5B3CC4;border-radius:2px"
    return f'{_percent(chance)} <span style="{bar}"></span>'


def _percent(chance: float | None) -> str:
    return "" if chance is None else f"{chance:.0%}"


def _faint(text: str) -> str:
    return f'<span style="color:{FAINT}">{escape(text)}</span>' if text else ""
