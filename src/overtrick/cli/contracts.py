"""`overtrick contract`: the best contract of two hands, of one hand and an auction, or of boards that were bid."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from overtrick.arrays import DealBatch
from overtrick.ask.contract_answers import judged_dict
from overtrick.ask.contract_questions import answer_contract
from overtrick.cli.bidding import SystemOption, TheirSystem
from overtrick.cli.console import STDIN, Boards, Jobs, Json, answer_lines_by, is_file
from overtrick.cli.solving import solved
from overtrick.cli.text.contract import HEADING, judged_text, pair_text, position_text, totals_text
from overtrick.contract.cost import LAYOUTS, BiddingCost, CostTotals, costs_of, require_auction
from overtrick.contract.predictor import contract_predictor
from overtrick.core import BridgeError, DDTable, Record
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
    dealer: Annotated[str, typer.Option("--dealer", help="N, E, S or W.")] = "N",
    vul: Annotated[str, typer.Option("--vul", help="None, NS, EW or All.")] = "None",
    system: SystemOption = "sayc",
    their_system: TheirSystem = None,
    why: Annotated[bool, typer.Option("--why", help="Add fit, points, tricks and chance of the first few.")] = False,
    lies: Annotated[int, typer.Option("--lies", min=2, help="Lies of the unseen cards, for each board.")] = LAYOUTS,
    exact: Annotated[bool, typer.Option("--exact", help="Solve the deals of boards instead of estimating.")] = False,
    net: Annotated[
        Path | None, typer.Option("--net", help="The folder of another network, of `overtrick train contract`.")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the lies of the unseen cards.")] = 0,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Say which contract is best: of two hands with -N and -S, or for the HAND to call after an auction.

    For boards with auctions: the IMPs lost in the bidding. The contract reached is put beside the best one of the side
    that declared, over the same lies of the other cards and on the deal as it is, and beside what the network would
    have said at that side's last call.

    With - and --json: one object a line in, {"north": …, "south": …, "vul": …, "against": …, "their_chance": …} or
    {"hand": …, "dealer": …, "vul": …, "auction": …, "system": …, "their_system": …, "why": …}, one answer a line out.
    """
    if source == STDIN and as_json:
        asked: dict[str, Any] = {"system": system, "their_system": their_system, "why": why, "seed": seed}
        answer_lines_by(lambda line: answer_contract(asked | line, net))
        return
    two_hands, alone = north is not None and south is not None, north is None and south is None and against is None
    if source is None and two_hands:
        asked = {"north": north, "south": south, "vul": vul, "seed": seed}
        asked |= {} if against is None else {"against": against}
        asked |= {} if their_chance is None else {"their_chance": their_chance}
        _print(answer_contract(asked), as_json)
    elif source is not None and alone and (source == STDIN or is_file(source) or any(sign in source for sign in ":|=")):
        boards = Boards(source)
        records = _with_tables(_bid(boards), exact, jobs)
        _print_judged(_judged(records, (system, their_system or system), net, lies, seed), exact, as_json)
        boards.finish()
    elif source is not None and alone:
        asked = {"hand": source, "auction": auction, "dealer": dealer, "vul": vul, "why": why, "seed": seed}
        _print(answer_contract(asked | {"system": system, "their_system": their_system}, net), as_json)
    else:
        raise BridgeError(_USAGE)


def _print(answer: dict[str, Any], as_json: bool) -> None:
    text = position_text if "by" in answer else pair_text
    print(json.dumps(answer, ensure_ascii=False) if as_json else text(answer))


# Boards


def _bid(boards: Boards) -> Iterator[Record]:
    """The complete boards with a whole auction; the others are left out."""
    for record in boards.complete():
        try:
            require_auction(record)
        except BridgeError as error:
            number = record.board.number
            boards.leave_out(error.at(source=f"board {number}" if number else boards.source))
        else:
            yield record


def _with_tables(records: Iterator[Record], exact: bool, jobs: int) -> Iterator[Record]:
    """The boards with the tricks of their deals: solved, unless they bring them along, or estimated."""
    if exact:
        yield from solved(records, jobs)
        return
    while chunk := list(islice(records, _CHUNK)):
        tricks = four_hands().tricks(DealBatch.stack(record.board.deal for record in chunk)).tolist()
        for record, found in zip(chunk, tricks, strict=True):
            yield replace(record, table=DDTable.of(found))


def _judged(
    records: Iterator[Record], pair: tuple[str, str], net: Path | None, lies: int, seed: int
) -> Iterator[BiddingCost]:
    predictor = contract_predictor(net)
    while chunk := list(islice(records, _CHUNK)):
        tree = Table.of(*pair, BATCH_NODES).tree
        tables = [record.table for record in chunk if record.table is not None]
        yield from costs_of(chunk, tables, tree, predictor, layouts=lies, seed=seed)


def _print_judged(judged: Iterable[BiddingCost], exact: bool, as_json: bool) -> None:
    every: list[BiddingCost] = []
    for each in judged:
        if as_json:
            print(json.dumps(judged_dict(each, exact=exact), ensure_ascii=False), flush=True)
            continue
        if not every:
            print(HEADING)
        every.append(each)
        print(judged_text(each, len(every)), flush=True)
    if every:
        print(totals_text(CostTotals.of(every)))
