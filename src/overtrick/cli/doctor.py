"""`overtrick system doctor`: what a card could do better, measured on random deals."""

from pathlib import Path
from typing import Annotated

import typer

from overtrick.ask.rendering.diagnosis import (
    diagnosis_json,
    diagnosis_page,
    diagnosis_rules,
    diagnosis_text,
    proof_json,
    proof_text,
)
from overtrick.cli.console import CardName, Jobs, Json, Scheduler, print_json, progress_bar, writable
from overtrick.core import BridgeError
from overtrick.doctor.examination import Examination
from overtrick.doctor.treatment import treat
from overtrick.storage import write_text
from overtrick.systems.system import NAMES

Against = Annotated[
    str | None, typer.Option("--against", metavar="PLAYER", help="Who sits East-West: a card, or net:CARD[@NETWORK].")
]
ByNetwork = Annotated[
    bool, typer.Option("--by-network", help="Let a network bid on after the calls compared: faster, by shipped cards.")
]
TrialsPath = Annotated[
    Path | None,
    typer.Option("--trials", callback=writable, help="Keep the trials here (.npz), to print them again at once."),
]
RulesPath = Annotated[
    Path | None,
    typer.Option("--rules", callback=writable, help="Write the rules here, to look through and --apply."),
]
Patch = Annotated[
    Path | None,
    typer.Option("--apply", metavar="PATCH", help="Write CARD with these rules (or this JSON) to -o, if proved."),
]


def doctor(
    card: CardName,
    against: Against = None,
    by_network: ByNetwork = False,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many random deals.")] = 200_000,
    seed: Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same deals.")] = 1,
    most: Annotated[int, typer.Option("--most", min=1, help="How many proposals to print.")] = 40,
    exact: Annotated[
        int, typer.Option("--exact", min=0, help="Trials of each proposal printed that are solved exactly.")
    ] = 40,
    trials: TrialsPath = None,
    html: Annotated[Path | None, typer.Option("--html", callback=writable, help="Write a web page here.")] = None,
    rules: RulesPath = None,
    apply: Patch = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", callback=writable, help="The new card of --apply.")
    ] = None,
    scheduler: Scheduler = None,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Try other calls at the turns of CARD's auctions, and list what would win: situation, hands, IMPs, rule to add.

    A network's opinion says where to look, trials say what a proposal is worth. A run that was killed goes on: until it
    has ended, its trials are beside FILE of --trials, or in the current folder.

    --apply PATCH -o NEW.yaml puts rules that you accept into a copy of CARD, and proves it: `check` finds nothing new,
    `audit` stays at 99.9 %, and a match on -n fresh deals against CARD is won by two standard errors. Without proof
    nothing is written, and the command ends with 1.
    """
    if apply is not None:
        _apply(card, apply, output, count, seed, jobs, as_json)
        return
    if against is not None and by_network:
        raise BridgeError("expected --against or --by-network, not both: a network bids on at all four seats")
    if output is not None:
        raise BridgeError("expected -o with --apply PATCH; --html, --rules and --trials name other files to write")
    examination = Examination(card, against, count, seed, by_network=by_network)
    path = trials or Path(f"{NAMES.get(card.strip().lower()) or Path(card).stem}-doctor.npz")
    with progress_bar("trying calls", count) as advance:
        made = examination.trials(path, keep=trials is not None, jobs=jobs, scheduler=scheduler, progress=advance)
    with progress_bar("solving some of the trials"):
        found = examination.diagnose(made, most, exact)
    try:
        if html is not None:
            write_text(diagnosis_page(found, most, card), html)
        if rules is not None:
            write_text(diagnosis_rules(found, most), rules)
    finally:  # what was found is printed also where a file cannot be written
        if as_json:
            print_json(diagnosis_json(found, most))
        else:
            print(diagnosis_text(found, most))


def _apply(card: str, patch: Path, output: Path | None, count: int, seed: int, jobs: int, as_json: bool) -> None:
    if output is None:
        raise BridgeError("expected -o NEW.yaml, the file for the new card, with --apply")
    try:
        text = patch.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BridgeError(f"cannot read {patch}: {error}") from None
    with progress_bar("proving", count) as advance:
        proof = treat(card, text, output, count, seed=seed, jobs=jobs, progress=advance)
    if as_json:
        print_json(proof_json(proof))
    else:
        print(proof_text(proof, str(output)))
    if not proof.holds:
        raise typer.Exit(1)
