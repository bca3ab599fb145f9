"""`overtrick tricks` and `overtrick chance`: what the networks estimate."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from overtrick.arrays import DealBatch
from overtrick.cli.console import (
    STDIN,
    Boards,
    Jobs,
    Json,
    Output,
    Source,
    answer_lines,
    parse_field,
    text_field,
    written_to,
)
from overtrick.cli.solving import solved
from overtrick.cli.tricks_paper import paper
from overtrick.core import BridgeError, Deal, Hand, Record, Seat, Strain, Vulnerability
from overtrick.tricks.distributions import Floats, chances, expected_scores, expected_tricks
from overtrick.tricks.estimators import four_hands, two_hands

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
        answer_lines(lambda asked: _answer(asked, backend))
        return
    boards = Boards(source)
    records: Iterable[Record] = solved(boards.complete(), jobs) if exact else boards.complete()
    with written_to(output) as out:
        for record, found in _estimated(records, backend):
            if as_json:
                print(json.dumps(_as_dict(record.board.deal, found, probabilities, backend)), file=out)
            else:
                print(_as_text(record, found, exact), file=out)
    boards.finish()


tricks.command()(paper)


def _estimated(records: Iterable[Record], backend: str) -> Iterator[tuple[Record, Floats]]:
    """Each record with its probabilities, a chunk at a time."""
    waiting = iter(records)
    while chunk := list(islice(waiting, _CHUNK)):
        found = four_hands(backend).probabilities(DealBatch.stack(record.board.deal for record in chunk))
        yield from zip(chunk, found, strict=True)


def _answer(asked: dict[str, Any], backend: str) -> dict[str, Any]:
    deal: Deal = parse_field("deal", text_field(asked, "deal"), Deal.parse)
    try:
        deal.require_complete()
    except BridgeError as error:
        raise error.at(source="deal") from None
    found = four_hands(backend).probabilities(DealBatch.stack([deal]))[0]
    return _as_dict(deal, found, bool(asked.get("probabilities")), backend)


def _by_place(values: Any) -> dict[str, dict[str, Any]]:
    """Values of shape (declarer, strain) under the letters of the protocol."""
    return {str(seat): {str(strain): values[seat][strain] for strain in Strain} for seat in Seat}


def _as_dict(deal: Deal, found: Floats, probabilities: bool, backend: str) -> dict[str, Any]:
    answer: dict[str, Any] = {
        "deal": str(deal),
        "tricks": _by_place(found.argmax(axis=-1).tolist()),
        "expected": _by_place([[round(value, 3) for value in row] for row in expected_tricks(found).tolist()]),
    }
    if probabilities:
        answer["probabilities"] = _by_place(
            [[[round(p, 5) for p in places] for places in row] for row in found.tolist()]
        )
    return answer | {"kind": "learned", "model": four_hands(backend).model}


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
        answer_lines(_answer_chance)
        return
    if north is None or south is None or source is not None:
        raise BridgeError("expected two hands: overtrick chance -N HAND -S HAND (or - --json)")
    answer = _answer_chance({"north": north, "south": south, "vul": vul})
    print(json.dumps(answer) if as_json else _chance_text(answer))


def _answer_chance(asked: dict[str, Any]) -> dict[str, Any]:
    north, south = (parse_field(name, text_field(asked, name), Hand.parse) for name in ("north", "south"))
    vulnerability = parse_field("vul", text_field(asked, "vul", "None"), Vulnerability.parse)
    found = two_hands().of_hands(north, south)
    scores = expected_scores(found, vulnerable=vulnerability.includes(Seat.NORTH))
    pairs = [(str(seat), place) for place, seat in enumerate((Seat.NORTH, Seat.SOUTH))]

    def rounded(values: Any, digits: int) -> dict[str, Any]:
        return {
            seat: {str(strain): _round(values[place][strain].tolist(), digits) for strain in Strain}
            for seat, place in pairs
        }

    return {
        "north": str(north),
        "south": str(south),
        "vul": str(vulnerability),
        "chances": rounded(chances(found), 4),
        "expected_tricks": rounded(expected_tricks(found), 3),
        "expected_scores": rounded(scores, 1),
        "kind": "learned",
        "model": two_hands().model,
    }


def _round(value: Any, digits: int) -> Any:
    return [round(each, digits) for each in value] if isinstance(value, list) else round(value, digits)


def _chance_text(answer: dict[str, Any]) -> str:
    lines = []
    for seat in ("N", "S"):
        lines.append(f"{seat} declares  tricks" + "".join(f"{level:>8}" for level in range(1, 8)))
        for strain in reversed(Strain):
            made = answer["chances"][seat][str(strain)]
            tricks = answer["expected_tricks"][seat][str(strain)]
            lines.append(f"{strain.symbol:>10}{tricks:9.1f}" + "".join(f"{p:>8.0%}" for p in made))
        best = max(
            (score, f"{level}{strain.symbol}")
            for strain in Strain
            for level, score in enumerate(answer["expected_scores"][seat][str(strain)], 1)
        )
        lines.append(f"best undoubled contract {best[1]}, {best[0]:+.0f} on average (vul {answer['vul']})\n")
    return "\n".join(lines)
