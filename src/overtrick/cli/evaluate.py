"""`overtrick eval`: what a hand, or two, is worth by every count."""

import json
from typing import Annotated, Any

import typer

from overtrick.ask.evaluate import answer_eval
from overtrick.cli.console import STDIN, Json, answer_lines
from overtrick.core import Hand, Strain, drawing
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
        answer_lines(answer_eval)
        return
    asked = {"hand": hand, "partner": partner, "trump": trump}
    answer = answer_eval({key: value for key, value in asked.items() if value is not None})
    print(json.dumps(answer) if as_json else _as_text(answer))


def _as_text(answer: dict[str, Any]) -> str:
    mine, theirs = answer["evaluators"], answer.get("partner_evaluators")
    says = {each.name: each.says for each in EVALUATORS}
    lines = [drawing.hand_text(Hand.parse(answer["hand"]))]
    if theirs:
        lines.append(f"{drawing.hand_text(Hand.parse(answer['partner']))}   (partner)")
    if "trump" in answer:
        lines.append(f"trumps: {Strain.parse(answer['trump']).symbol}")
    lines.append("")
    for name, value in mine.items():
        both = "" if theirs is None or name not in theirs else f"{theirs[name]:8g}{value + theirs[name]:8g}"
        lines.append(f"{name:24}{value:8g}{both}   {says.get(name, '')}".rstrip())
    for name, found in answer.get("together", {}).items():
        tricks = "" if found["tricks"] is None else f"  about {found['tricks']} tricks"
        lines.append(f"{name:24}{'together':>16}{found['strength']:8g}{tricks}")
    return "\n".join(lines)
