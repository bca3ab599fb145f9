"""`overtrick review` and `overtrick lead`: boards that were bid with every call graded, and the opening lead."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, groupby
from pathlib import Path
from typing import Annotated

import typer

from overtrick.advice.leads import LAYOUTS as LEAD_LAYOUTS
from overtrick.ask.lead import LeadQuestion, stages
from overtrick.ask.position import FEWEST_LAYOUTS, MOST_LAYOUTS
from overtrick.ask.rendering.reviews import board_text, session_html, session_text
from overtrick.ask.review import ReviewAnswer
from overtrick.ask.wire import from_json
from overtrick.cli.console import (
    CARD,
    STDIN,
    Boards,
    DealerOption,
    Jobs,
    Json,
    ScoringOption,
    Source,
    TheirSystem,
    VulOption,
    answer_lines,
    card_names,
    chosen,
    print_answer,
    print_json,
    progress_bar,
    writable,
    written_to,
)
from overtrick.core import BridgeError, Record, Scoring
from overtrick.core.drawing.layout import occasion
from overtrick.core.errors import nearest, shown
from overtrick.parallel import cores, executor, in_order
from overtrick.review.board_review import BoardReview, ReviewSettings, players_of, review_board
from overtrick.review.call_review import LAYOUTS
from overtrick.review.pair_systems import SessionSystems
from overtrick.review.review_rows import from_row, settings_of, to_row
from overtrick.review.session_review import SessionReview
from overtrick.training.data.writer import RowWriter

MOST_NAMES = 8
"""Players that are named where one is asked for who is not there."""
DEFAULT = "sayc"
"""The card of who names none, and whose calls do not tell."""
PlayedSystem = Annotated[
    str | None,
    typer.Option(
        "--system", "-s", help=f"{CARD} Without it, the card that each pair bids like.", autocompletion=card_names
    ),
]
LeaderSystem = Annotated[
    str | None,
    typer.Option("--system", "-s", help=f"{CARD} Without it, nobody knows.", autocompletion=card_names),
]
Asked = tuple[Record, ReviewSettings]
"""A board, and how it is looked at."""


def review(
    source: Source,
    system: PlayedSystem = None,
    their_system: TheirSystem = None,
    player: Annotated[str | None, typer.Option("--player", help="Sum up this player's calls only.")] = None,
    scoring: ScoringOption = "imps",
    layouts: Annotated[
        int, typer.Option("--layouts", min=FEWEST_LAYOUTS, max=MOST_LAYOUTS, help="Layouts of the hidden cards a call.")
    ] = LAYOUTS,
    html: Annotated[Path | None, typer.Option("--html", callback=writable, help="Write a report here.")] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the layouts of the hidden cards.")] = 0,
    jobs: Jobs = 0,
    as_json: Json = False,
) -> None:
    """Grade every call of the boards in SOURCE, from what its player could know, and say where the IMPs went.

    North-South play --system, East-West --their-system. Where you name none, each pair is judged by the shipped card
    that makes most of its calls, by SAYC where that is not clear. A call is compared with the one that advice would
    have given there; the card's own call costs nothing, nor does what is too close to call. Marks: ! better than the
    card's call, ?! inaccurate, ? a mistake, ?? a blunder. The opening lead and the tricks given up in the play are
    looked at where the boards have them. With --html a run that was killed goes on: its boards are beside the report
    until it ends.

    With - and --json: one object a line in, {"text": a board in any format, "system": …}, one answer a line out.
    """
    scored: Scoring = chosen(Scoring, scoring, "scoring")
    if source == STDIN and as_json:
        systems = {"system": system or DEFAULT, "their_system": their_system}
        answer_lines("review", systems | {"scoring": scored, "layouts": layouts, "seed": seed})
        return
    boards, found, before = Boards(source), list[BoardReview](), ""
    records = list(boards.bid())
    _require_player(records, player)
    settings = ReviewSettings((system or DEFAULT, their_system or system or DEFAULT), layouts, scored, seed)
    if system is None and their_system is None:
        played = SessionSystems.of(records)
        asked = [(record, replace(settings, systems=played.at(record), strangers=True)) for record in records]
    else:
        asked = [(record, settings) for record in records]
    with progress_bar("reviewing", len(asked)) as advance:
        for board in _reviewed(asked, html, jobs):
            found.append(board)
            advance(1)
            if as_json:
                print_json(ReviewAnswer(board=board, scoring=scored, seed=seed))
                continue
            where = occasion(board.record)
            if where and where != before:
                print(where)
            before = where
            print(board_text(board, scored), flush=True)
    if not found:
        boards.finish()
    session = SessionReview.of(found)
    if not as_json:
        print(f"\n{session_text(session, scored, player)}")
    if html is not None:
        with written_to(html) as out:
            out.write(session_html(session, f"Review of {Path(source).name}", scored, player))
    boards.finish()


def lead(
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The hand on lead; or - for JSON lines.")],
    auction: Annotated[str, typer.Option("--auction", "-a", help="The whole auction, from the dealer on.")] = "",
    dealer: DealerOption = "N",
    vul: VulOption = "None",
    system: LeaderSystem = None,
    their_system: TheirSystem = None,
    scoring: ScoringOption = "imps",
    layouts: Annotated[
        int, typer.Option("--layouts", min=FEWEST_LAYOUTS, max=MOST_LAYOUTS, help="Layouts that are solved.")
    ] = LEAD_LAYOUTS,
    seed: Annotated[int, typer.Option("--seed", min=0, help="For the layouts of the hidden cards.")] = 0,
    as_json: Json = False,
) -> None:
    """Say which card to lead after an auction: all thirteen, solved exactly over layouts that agree with the calls.

    The leader's side plays --system. Where you name no card, the calls are read as experts of any system make them.
    Tricks are the defenders'; IMPs are against the card advised.

    With - and --json: one object a line in, {"hand": …, "auction": …, "dealer": …, "vul": …, "system": …,
    "strangers": true where nobody knows what they bid}, one answer a line out.
    """
    scored: Scoring = chosen(Scoring, scoring, "scoring")
    systems = {"system": system or DEFAULT, "their_system": their_system}
    given = systems | {"scoring": scored, "layouts": layouts, "seed": seed}
    if hand == STDIN and as_json:
        answer_lines("lead", given)
        return
    asked = {"hand": hand, "auction": auction, "dealer": dealer, "vul": vul}
    question = from_json(LeadQuestion, given | asked | {"strangers": system is None and their_system is None})
    with progress_bar("solving layouts", layouts) as advance:
        done = 0
        for answered in stages(question):
            advance(answered.layouts - done)
            done = answered.layouts
    print_answer(answered, as_json)


def _require_player(records: list[Record], player: str | None) -> None:
    """BridgeError where boards were read and none of them has a player of such a name."""
    names = sorted({name for record in records for name in players_of(record).values()})
    if player is None or not names or any(player.lower() in name.lower() for name in names):
        return
    there = ", ".join(names[:MOST_NAMES]) + (" and others" if len(names) > MOST_NAMES else "")
    raise BridgeError(f"expected a player of these boards ({there}), got {shown(player)}{nearest(player, names)}").at(
        source="--player"
    )


def _reviewed(asked: list[Asked], html: Path | None, jobs: int) -> Iterator[BoardReview]:
    """The reviews, in order; those that a killed run has left beside the report first."""
    if not asked:
        return
    if html is None or (html.exists() and not html.is_file()):
        yield from _new_reviews(asked, jobs)
        return
    rows = RowWriter.beside(html, settings_of(asked))
    with rows:
        done = rows.rows.read_bytes()[: rows.bytes].splitlines()
        yield from (from_row(row, record) for row, (record, _) in zip(done, asked, strict=False))
        for board in _new_reviews(asked[len(done) :], jobs):
            rows.append(to_row(board))
            yield board
    rows.remove()


def _new_reviews(asked: list[Asked], jobs: int) -> Iterator[BoardReview]:
    """The rooms of a deal are reviewed by one process, which solves the deal once."""
    deals = [list(rooms) for _, rooms in groupby(asked, key=lambda each: each[0].board.deal)]
    with executor(min(jobs or cores(), len(deals)) or 1) as workers:
        yield from chain.from_iterable(in_order(_review, deals, workers))


def _review(rooms: list[Asked]) -> list[BoardReview]:
    return [review_board(*asked) for asked in rooms]
