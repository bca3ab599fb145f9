"""`overtrick eval` and `overtrick chance`: what a hand, or two, is worth by every count, and what two can make."""

from typing import Annotated

import typer

from overtrick.ask.evaluate import EvaluateQuestion, answer, require_applies
from overtrick.ask.tricks import ChanceQuestion, answer_chance
from overtrick.ask.wire import from_json
from overtrick.cli.console import STDIN, Json, answer_lines, print_answer
from overtrick.core import BridgeError
from overtrick.strength.counts import load_count


def eval_(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="Such as AKJ94.Q3.KT5.A72, or - for stdin.")],
    partner: Annotated[str | None, typer.Option("--partner", "-p", help="Partner's hand.")] = None,
    trump: Annotated[
        str | None, typer.Option("--trump", "-t", help="C, D, H, S or N; with a partner, the longest suit together.")
    ] = None,
    their_suit: Annotated[
        str | None,
        typer.Option(
            "--their-suit", help="The suit bid on the left of HAND; bid on its right, exchange the two hands."
        ),
    ] = None,
    counts: Annotated[
        list[str] | None, typer.Option("--count", help="A count of your own too (TOML, of `strength fit`); repeatable.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Value a hand by every evaluator, side by side; with a partner, what the two are worth together.

    With - and --json: one object {"hand": …, "partner": …, "trump": …, "their_suit": …} a line in, one answer a line
    out.
    """
    own = [load_count(name) for name in counts or ()]
    if hand == STDIN and as_json:
        answer_lines("eval", answer=lambda question: answer(question, own))
        return
    asked = {"hand": hand, "partner": partner, "trump": trump, "their_suit": their_suit}
    question = from_json(EvaluateQuestion, asked)
    for count in own:
        require_applies(count, question)
    print_answer(answer(question, own), as_json)


def chance(
    north: Annotated[str | None, typer.Option("--north", "-N", help="North's hand.")] = None,
    south: Annotated[str | None, typer.Option("--south", "-S", help="South's hand.")] = None,
    source: Annotated[str | None, typer.Argument(metavar="[-]", help="- reads requests from standard input.")] = None,
    vul: Annotated[str, typer.Option("--vul", help="None, NS, EW or All.")] = "None",
    as_json: Json = False,
) -> None:
    """The chance of making every contract with these two hands, over all layouts of the other cards.

    With - and --json: one object {"north": …, "south": …, "vul": …} a line in, one answer a line out.
    """
    if source == STDIN and as_json:
        answer_lines("chance")
        return
    if north is None or south is None or source is not None:
        raise BridgeError("expected two hands: overtrick chance -N HAND -S HAND (or - --json)")
    question = from_json(ChanceQuestion, {"north": north, "south": south, "vul": vul})
    print_answer(answer_chance(question), as_json)
