"""`overtrick tricks` and `overtrick chance`: what the networks estimate."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from overtrick.arrays import DealBatch, Floats
from overtrick.ask.tricks import (
    ChanceAnswer,
    ChanceQuestion,
    TricksQuestion,
    answer_chance,
    estimated,
    use_backend,
)
from overtrick.ask.tricks import backend as backend_in_use
from overtrick.ask.wire import from_json
from overtrick.cli.console import (
    STDIN,
    Boards,
    Jobs,
    Json,
    Output,
    Source,
    answer_lines,
    print_answer,
    print_json,
    written_to,
)
from overtrick.cli.papers import paper
from overtrick.cli.solving import solved
from overtrick.core import BridgeError, Record, Seat, Strain
from overtrick.tricks.estimators import four_hands

_CHUNK = 512
Backend = Annotated[str, typer.Option("--backend", help="numpy, or jax where that is installed.")]


class _EstimateByDefault(TyperGroup):
    """`overtrick tricks SOURCE` without a further command word estimates."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in (*self.commands, "-h", "--help"):
            args = ["estimate", *args]
        return super().parse_args(ctx, args)


tricks = typer.Typer(
    cls=_EstimateByDefault,
    add_completion=False,
    no_args_is_help=True,
    help="Estimate double-dummy tricks of the deals in SOURCE (a file, a deal, or -); or: tricks paper.",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@tricks.command()
def estimate(
    source: Source,
    exact: Annotated[bool, typer.Option("--exact", help="Solve too, and put the exact tricks beside.")] = False,
    probabilities: Annotated[
        bool, typer.Option("--probabilities", help="Add the chance of each number of tricks.")
    ] = False,
    as_json: Json = False,
    backend: Backend = "numpy",
    output: Output = None,
    jobs: Jobs = 0,
) -> None:
    """Estimate the double-dummy table of every deal in SOURCE: the most likely tricks, and how sure that is.

    With - and --json: one object {"deal": …, "probabilities": true} a line in, one answer a line out.
    """
    if source == STDIN and as_json:
        use_backend(backend)
        answer_lines("tricks")
        return
    use_backend(backend)
    boards = Boards(source)
    records: Iterable[Record] = solved(boards.complete(), jobs) if exact else boards.complete()
    with written_to(output) as out:
        for record, found in _estimated(records):
            if as_json:
                question = TricksQuestion(deal=record.board.deal, probabilities=probabilities)
                print_json(estimated(question, found), file=out)
            else:
                print(_as_text(record, found, exact), file=out)
    boards.finish()


tricks.command()(paper)


def _estimated(records: Iterable[Record]) -> Iterator[tuple[Record, Floats]]:
    """Each record with its probabilities, a chunk at a time."""
    waiting = iter(records)
    while chunk := list(islice(waiting, _CHUNK)):
        found = four_hands(backend_in_use()).probabilities(DealBatch.stack(record.board.deal for record in chunk))
        yield from zip(chunk, found, strict=True)


def _as_text(record: Record, found: Floats, exact: bool) -> str:
    lines = [str(record.board.deal), "".join(f"{strain.symbol:>14}" for strain in Strain)]
    for seat in Seat:
        cells = []
        for strain in Strain:
            likely = int(found[seat, strain].argmax())
            beside = f" [{record.table[seat, strain]}]" if exact and record.table is not None else ""
            cells.append(f"{likely} ({found[seat, strain, likely]:.0%}){beside}")
        lines.append(f"{seat}  " + "".join(f"{cell:>14}" for cell in cells))
    return "\n".join(lines) + "\n"


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
    print_answer(answer_chance(question), _chance_text, as_json)


def _chance_text(answer: ChanceAnswer) -> str:
    lines = []
    for seat in (Seat.NORTH, Seat.SOUTH):
        lines.append(f"{seat} declares  tricks" + "".join(f"{level:>8}" for level in range(1, 8)))
        for strain in reversed(Strain):
            tricks, made = answer.expected_tricks[seat][strain], answer.chances[seat][strain]
            lines.append(f"{strain.symbol:>10}{tricks:9.1f}" + "".join(f"{p:>8.0%}" for p in made))
        best = max(
            (score, f"{level}{strain.symbol}")
            for strain in Strain
            for level, score in enumerate(answer.expected_scores[seat][strain], 1)
        )
        lines.append(f"best undoubled contract {best[1]}, {best[0]:+.0f} on average (vul {answer.vulnerability})\n")
    return "\n".join(lines)
