"""`overtrick eval`: what a hand, or two, is worth by every count."""

from typing import Annotated

import typer

from overtrick.ask.evaluate import EvaluateAnswer, EvaluateQuestion, answer
from overtrick.ask.wire import from_json
from overtrick.cli.console import STDIN, Json, answer_lines, print_answer
from overtrick.core import drawing
from overtrick.strength.evaluators import EVALUATORS


def eval_(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Such as AKJ94.Q3.KT5.A72, or - for stdin.")],
    partner: Annotated[str | None, typer.Option("--partner", "-p", help="Partner's hand.")] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", "-t", help="C, D, H, S or N; with a partner, the longest suit together.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Value a hand by every evaluator, side by side; with a partner, what the two are worth together.

    With - and --json: one object {"hand": …, "partner": …, "trump": …} a line in, one answer a line out.
    """
    if hand == STDIN and as_json:
        answer_lines("eval")
        return
    question = from_json(EvaluateQuestion, {"hand": hand, "partner": partner, "trump": trump})
    print_answer(answer(question), _as_text, as_json)


def _as_text(valued: EvaluateAnswer) -> str:
    mine, theirs = valued.evaluators, valued.partner_evaluators
    says = {evaluator.name: evaluator.says for evaluator in EVALUATORS}
    lines = [drawing.hand_text(valued.hand)]
    if valued.partner is not None:
        lines.append(f"{drawing.hand_text(valued.partner)}   (partner)")
    if valued.trump is not None:
        lines.append(f"trumps: {valued.trump.symbol}")
    lines.append("")
    for name, value in mine.items():
        both = "" if theirs is None or name not in theirs else f"{theirs[name]:8g}{value + theirs[name]:8g}"
        lines.append(f"{name:24}{value:8g}{both}   {says.get(name, '')}".rstrip())
    for name, pair in (valued.together or {}).items():
        tricks = "" if pair.tricks is None else f"  about {pair.tricks} tricks"
        lines.append(f"{name:24}{'together':>16}{pair.strength:8g}{tricks}")
    return "\n".join(lines)
