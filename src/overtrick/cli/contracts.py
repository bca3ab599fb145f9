"""`overtrick contract`: the best contract of two hands, of one hand and an auction, or of boards that were bid."""

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from overtrick.arrays import DealBatch
from overtrick.ask.contract import ContractQuestion, CostAnswer, answer
from overtrick.ask.rendering.contract import HEADING, cost_text, totals_text
from overtrick.ask.wire import from_json
from overtrick.cli.console import (
    STDIN,
    Boards,
    DealerOption,
    Jobs,
    Json,
    SystemOption,
    TheirSystem,
    VulOption,
    answer_lines,
    complain,
    is_boards,
    print_answer,
    print_json,
    progress_bar,
    watched,
)
from overtrick.contract.cost import LAYOUTS, costs_of
from overtrick.contract.predictor import contract_predictor
from overtrick.core import BridgeError, DDTable, Record
from overtrick.solver import SolverError, solve_tables
from overtrick.solver.tables import wrong_table
from overtrick.systems.table import BATCH_NODES, Table
from overtrick.tricks.estimators import four_hands

_USAGE = (
    "expected two hands, one hand and an auction, or boards: overtrick contract -N HAND -S HAND, overtrick contract "
    "HAND -a AUCTION, or overtrick contract FILE (or - --json)"
)
_CHUNK = 100  # boards judged together


def contract(
    source: Annotated[
        str | None,
        typer.Argument(metavar="[HAND|SOURCE]", help="The hand to call; or boards: a link, a file; or - for stdin."),
    ] = None,
    north: Annotated[str | None, typer.Option("--north", "-N", help="North's hand.")] = None,
    south: Annotated[str | None, typer.Option("--south", "-S", help="South's hand.")] = None,
    against: Annotated[
        str | None, typer.Option("--against", help="Their contract, such as 4S or 4SXE: bid on, or defend?")
    ] = None,
    their_chance: Annotated[
        float | None, typer.Option("--their-chance", help="How likely it makes, 0 to 1; estimated unless it is given.")
    ] = None,
    auction: Annotated[str, typer.Option("--auction", "-a", help="The calls so far, from the dealer on.")] = "",
    dealer: DealerOption = "N",
    vul: VulOption = "None",
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    why: Annotated[bool, typer.Option("--why", help="Add fit, points, tricks and chance of the first few.")] = False,
    layouts: Annotated[int, typer.Option("--layouts", min=2, help="Layouts of the unseen cards a board.")] = LAYOUTS,
    lies: Annotated[int | None, typer.Option("--lies", min=2, hidden=True, help="As --layouts.")] = None,
    net: Annotated[
        Path | None, typer.Option("--net", help="The folder of another network, of `overtrick train contract`.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the layouts of the unseen cards.")] = 0,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Say which contract is best: of two hands with -N and -S, or for the HAND to call after an auction.

    For boards with auctions: the IMPs lost in the bidding. The contract reached is put beside the best that either side
    could have had, by bidding, defending, doubling or saving, over the same layouts of the other cards and on the deal
    as it is, solved exactly; and the call is named after which that was out of reach.

    With - and --json: one object a line in, {"north": …, "south": …, "vul": …, "against": …, "their_chance": …} or
    {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …, "why": …}, one answer a line out.
    """
    systems = {"system": system, "their_system": their_system}
    answer_here = partial(answer, net=net)
    if source == STDIN and as_json:
        answer_lines("contract", systems | {"why": why, "seed": seed}, answer_here)
        return
    two_hands, alone = north is not None and south is not None, north is None and south is None and against is None
    if source is None and two_hands:
        asked: dict[str, object] = {"north": north, "south": south, "vul": vul, "seed": seed}
        asked |= {"against": against, "their_chance": their_chance}
        with progress_bar("comparing contracts"):
            answered = answer(from_json(ContractQuestion, asked))
        print_answer(answered, as_json)
    elif source is not None and alone and is_boards(source):
        boards = Boards(source)
        costs = _costs(boards.bid(), (system, their_system or system), net, lies or layouts, seed, jobs)
        _print_costs(watched(costs, "comparing contracts"), as_json)
        boards.finish()
    elif source is not None and alone:
        asked = {"hand": source, "auction": auction, "dealer": dealer, "vul": vul, "why": why, "seed": seed}
        with progress_bar("comparing contracts"):
            answered = answer_here(from_json(ContractQuestion, asked | systems))
        print_answer(answered, as_json)
    else:
        raise BridgeError(_USAGE)


# Boards


def _costs(
    records: Iterator[Record], pair: tuple[str, str], net: Path | None, layouts: int, seed: int, jobs: int
) -> Iterator[CostAnswer]:
    predictor = contract_predictor(net)
    while chunk := list(islice(records, _CHUNK)):
        tree = Table.of(*pair, BATCH_NODES).tree
        exact = _exact_tables(chunk, jobs)
        tables = [known or four_hands().table(record.board.deal) for record, known in zip(chunk, exact, strict=True)]
        costs = costs_of(chunk, tables, tree, predictor, layouts=layouts, seed=seed)
        for cost, known in zip(costs, exact, strict=True):
            yield CostAnswer(cost=cost, tricks="exact" if known else "estimated")


def _exact_tables(records: list[Record], jobs: int) -> list[DDTable | None]:
    """The tricks of the deals, solved; without the solver those that the file has."""
    deals = DealBatch.stack([record.board.deal for record in records])
    try:
        with progress_bar("solving", len(records)) as advance:
            tricks = solve_tables(deals, threads=jobs, chunk=8, progress=advance)
    except SolverError:  # there is none on this computer
        return [record.table for record in records]
    tables = [DDTable.of(rows) for rows in tricks.tolist()]
    for record, table in zip(records, tables, strict=True):
        if wrong := wrong_table(record.table, table):
            complain(f"board {record.board.number}: {wrong}" if record.board.number else wrong)
    return [*tables]


def _print_costs(answers: Iterable[CostAnswer], as_json: bool) -> None:
    printed: list[CostAnswer] = []
    for answered in answers:
        if as_json:
            print_json(answered)
            continue
        if not printed:
            print(HEADING)
        printed.append(answered)
        print(cost_text(answered.cost, len(printed)), flush=True)
    if printed:
        print(totals_text(printed))
