"""Boards looked at again: what calls cost, what is charged to whom, and what is not a fault."""

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from command import overtrick
from overtrick.advice.advice import first_advice, simulated
from overtrick.advice.grades import Grade, is_faultless
from overtrick.advice.leads import LeadAdvice, lead
from overtrick.advice.simulation import Estimate
from overtrick.ask import QUESTIONS
from overtrick.ask.rendering.reviews import board_text, session_text
from overtrick.ask.review import ReviewAnswer
from overtrick.ask.wire import to_json
from overtrick.cli.review import _new_reviews
from overtrick.core import (
    Auction,
    Board,
    BridgeError,
    Call,
    Card,
    Contract,
    DDTable,
    Deal,
    Position,
    Record,
    Result,
    Seat,
    Side,
    Vulnerability,
)
from overtrick.formats import pbn
from overtrick.formats.files import read_records
from overtrick.review.board_review import BoardReview, ReviewSettings, require_reviewable, review_board, review_calls
from overtrick.review.call_review import PIECE, CallReview, kind_of, settled
from overtrick.review.pair_systems import SessionSystems
from overtrick.review.play_review import LEAD_PIECE, LEAD_SOLVED, review_play
from overtrick.review.review_rows import from_row, settings_of, to_row
from overtrick.review.session_review import SessionReview
from overtrick.solver import analyse_play, solve
from overtrick.systems.network import bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View
from overtrick.training.data.writer import RowWriter

DEAL = Deal.parse("N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4")
QUICK = ReviewSettings(layouts=40)
MATCH = Path(__file__).parents[2] / "examples/match.lin"


def record(calls: str, result: str | None = None, play: str = "") -> Record:
    """North, the dealer, and South have 31 points and a spade fit."""
    known = None if result is None else Result.parse(result)
    players = {Seat.NORTH: "Ann", Seat.EAST: "Ben", Seat.SOUTH: "Cas", Seat.WEST: "Dot"}
    board = Board(DEAL, Seat.NORTH, Vulnerability.EW, 1)
    cards = tuple(map(Card.parse, play.split()))
    return Record(board, Auction.parse(calls, Seat.NORTH), result=known, play=cards, players=players)


@pytest.fixture(scope="module")
def sold_out() -> BoardReview:
    """South passes partner's 15 to 17 with 14 points."""
    return review_board(record("1N P P P", "1NN+3"), QUICK)


@pytest.fixture(scope="module")
def by_the_card() -> BoardReview:
    return review_board(record("1N P 2C P 2S P 4S P P P"), QUICK)


def test_a_blunder_is_found_and_charged_to_who_made_it(sold_out: BoardReview) -> None:
    dearest = sold_out.dearest
    assert dearest is not None
    assert (dearest.seat, str(dearest.call), dearest.mark, dearest.kind) == (Seat.SOUTH, "P", "??", "response")
    assert dearest.cost > 3
    assert "is better" in dearest.remark
    assert sold_out.lost_by(Side.NORTH_SOUTH) == pytest.approx(dearest.cost)
    assert sold_out.lost_by(Side.EAST_WEST) == 0
    assert sold_out.luck == pytest.approx(sold_out.against_par + dearest.cost)


def test_the_calls_from_one_on_are_reviewed_as_with_all_others(sold_out: BoardReview) -> None:
    assert review_calls(sold_out.record, QUICK, 2) == sold_out.calls[2:]


def test_no_luck_is_no_bad_luck(sold_out: BoardReview, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(BoardReview, "luck", -0.04)
    assert "luck N-S +0.0" in board_text(sold_out)


def test_numbers_below_zero_have_the_sign_that_contracts_have(sold_out: BoardReview) -> None:
    down = replace(sold_out, record=replace(sold_out.record, result=Result.parse("1NN-2")))
    assert "1NT by North, −2, −100, par +" in board_text(down)


def test_a_swing_names_who_won_it(sold_out: BoardReview, by_the_card: BoardReview) -> None:
    other = replace(by_the_card, record=replace(by_the_card.record, players={Seat.NORTH: "Eva", Seat.SOUTH: "Finn"}))
    assert "IMPs to Eva and Finn" in session_text(SessionReview.of([sold_out, other]))
    nobody = replace(by_the_card, record=replace(by_the_card.record, players={}))
    assert "IMPs to N-S of the second table" in session_text(SessionReview.of([sold_out, nobody]))


def test_that_the_better_call_comes_first_is_not_said_twice() -> None:
    """Pass fits West's hand too, but the card has 2NT for both minors before it."""
    _, closed = (each for each in read_records(MATCH) if isinstance(each, Record) and each.board.number == 2)
    passed = next(call for call in review_calls(closed, QUICK) if call.why.startswith("2NT"))
    first, _, price = passed.why.partition("; ")
    is_sure = price.startswith("costs ")
    assert first == f"2NT (both minors, 5-5) is {'better' if is_sure else 'what the card bids'}"
    assert is_sure or price.startswith(("too close to call (", "gains "))


def test_the_cards_own_calls_cost_nothing(by_the_card: BoardReview) -> None:
    assert [call.mark for call in by_the_card.calls] == [""] * 10
    assert by_the_card.dearest is None
    assert not by_the_card.is_played
    assert by_the_card.result.phrase.startswith("4♠ by North")


def test_the_record_carries_the_marks_into_its_drawing(sold_out: BoardReview) -> None:
    assert "Pass??¹" in str(sold_out.marked)
    assert "??</b>" in sold_out.marked._repr_html_()


def test_a_session_sums_up_players_pairs_and_tables(sold_out: BoardReview, by_the_card: BoardReview) -> None:
    session = SessionReview.of([sold_out, by_the_card])
    assert [player.name for player in session.players] == ["Ann", "Ben", "Cas", "Dot"]
    assert [pair.name for pair in session.pairs] == ["Ann and Cas", "Ben and Dot"]
    cas = session.players[2]
    assert (cas.boards, cas.to_practise, [dear.board for dear in cas.dearest]) == (2, "response", [0])
    assert session.pairs[0].total == pytest.approx(cas.total)
    (tables,) = session.several_tables
    assert tables.swing < 0
    assert [tables.share(table) for table in tables.tables] == [0.0, 1.0]
    field = SessionReview.of([sold_out, by_the_card, replace(by_the_card)])
    assert "4♠ by North, +1 (+450) 75%" in session_text(field)


def test_players_without_names_are_told_apart_by_room(by_the_card: BoardReview) -> None:
    nameless = [replace(by_the_card.record, players={}, tags={"Room": room}) for room in ("Open", "Closed")]
    session = SessionReview.of([replace(by_the_card, record=each) for each in nameless])
    assert [player.name for player in session.players][3:5] == ["West (open room)", "North (closed room)"]
    assert [board_text(board).partition(":")[0] for board in session.boards] == ["Board 1 open", "Board 1 closed"]


def test_the_other_tables_of_a_score_table_are_compared(sold_out: BoardReview) -> None:
    """North-South have 180 for 1NT with three overtricks: beaten by three of four, level with nobody."""
    rows = ["4S N 10", "1NT N 10", "1NT N 7", "4S N 10", "3NT N 10"]
    table = "\n".join(["Contract;Declarer;Result", *rows])
    board = replace(sold_out, record=replace(sold_out.record, tags={"ScoreTable": table}))
    assert board.share == 0.25
    line = (
        "board 1: 1NT by North, +3 (+180), N-S 25%; elsewhere 3NT by North, +1 (+430); 2 × 4♠ by North, made (+420); "
        "1NT by North, made (+90)"
    )
    assert line in session_text(SessionReview.of([board]))
    answer = to_json(ReviewAnswer(board=board, scoring="imps", seed=0))
    assert (answer["elsewhere"], answer["share"]) == ([420, 90, 420, 430], 0.25)
    assert sold_out.share is None


@pytest.fixture(scope="module")
def played() -> BoardReview:
    """East leads the ace's suit into declarer's hands, and West throws a winner away; the file's table is wrong."""
    given = replace(record("1N P 3N P P P", "3NN+3", "DT DQ D5 D2 C9 CJ CA C5"), table=DDTable.of([[7] * 5] * 4))
    return review_board(given, QUICK)


def test_the_lead_and_the_tricks_given_up_are_looked_at(played: BoardReview) -> None:
    lead = played.play.lead
    assert lead is not None
    assert (lead.seat, str(lead.card), lead.kind) == (Seat.EAST, "DT", "lead")
    assert lead.lost.low <= lead.lost.mean <= lead.lost.high
    tricks = analyse_play(DEAL, Contract.parse("3NN"), played.record.play)
    assert sum(given.tricks for given in played.play.given) == sum(
        abs(after - before) for before, after in pairwise(tricks)
    )
    dear = replace(lead, grade=Grade("blunder", "simulation"), lost=Estimate(4.0, 2.0, 6.0), better=Card.parse("HQ"))
    session = SessionReview.of([replace(played, play=replace(played.play, lead=dear))])
    ben = session.players[1]
    assert (ben.lost["lead"], ben.to_practise, ben.dearest[0].review) == (4.0, "lead", dear)
    assert "?? Ben, lead of ♦T" in board_text(session.boards[0])
    command = "overtrick lead T9.QJT9.T987.QT5 -a '1N P 3N P P P' --dealer N --vul EW"
    assert f"To practise next: opening leads: {command}" in session_text(session)


@pytest.mark.parametrize(("is_sure", "layouts"), [(True, LEAD_SOLVED), (False, LEAD_SOLVED + LEAD_PIECE)])
def test_leads_that_are_surely_no_fault_cost_fewer_layouts(
    monkeypatch: pytest.MonkeyPatch, *, is_sure: bool, layouts: int
) -> None:
    looked_at = []

    def watched(*asked: Any, **how: Any) -> Iterator[LeadAdvice]:
        for advice in lead(*asked, **how):
            looked_at.append(advice.layouts)
            yield advice

    monkeypatch.setattr("overtrick.review.play_review.lead", watched)
    monkeypatch.setattr("overtrick.review.play_review.is_faultless", lambda gains, scoring: is_sure)
    played = record("1N P 3N P P P", play="HQ")
    review_play(played, ("sayc", "sayc"), LEAD_SOLVED + LEAD_PIECE, strangers=True)
    assert looked_at[-1] == layouts


def test_programs_get_the_lead_and_the_play_too(played: BoardReview) -> None:
    answer = to_json(ReviewAnswer(board=played, scoring="imps", seed=0))
    assert (answer["lead"]["card"], answer["lead"]["by"], answer["play_trouble"]) == ("DT", "E", "")
    assert [given["card"] for given in answer["given"]] == [str(given.card) for given in played.play.given]
    assert answer["by_play"] == played.by_play > 0


def test_a_wrong_table_in_the_file_is_not_used_and_said(played: BoardReview) -> None:
    assert played.record.table == solve(DEAL)
    assert "the file's double-dummy table is wrong and not used: 7 tricks for North" in board_text(played)
    assert to_json(ReviewAnswer(board=played, scoring="imps", seed=0))["table_trouble"] == played.table_trouble


def test_a_play_that_breaks_the_laws_is_left_out_and_said() -> None:
    revoked = review_board(record("1N P 3N P P P", "3NN+3", "HQ S2"), ReviewSettings(layouts=20))
    assert revoked.play.lead is None
    assert "the play is left out: trick 1: S played S2 without holding it" in board_text(revoked)
    assert len(revoked.calls) == 6


@pytest.mark.parametrize(
    ("play", "trouble"),
    [
        ('[Play "S"]\nSK', "expected it to begin with E, who leads, got S"),
        ('[Play "E"]\n- S4 H2 HK', "expected its cards in order"),
        ('[Play "E"]\n', ""),
    ],
)
def test_a_play_that_could_not_be_read_is_said(play: str, trouble: str) -> None:
    text = f'[Board "1"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n[Auction "N"]\n1N P 3N P P P\n{play}\n'
    (board,) = pbn.loads(text)
    assert review_play(board, ("sayc", "sayc"), 10).trouble == trouble


def test_a_review_is_the_same_after_it_was_kept(played: BoardReview) -> None:
    assert from_row(to_row(played), replace(played.record, table=None)) == played


def test_what_is_too_close_or_is_the_cards_call_is_no_fault() -> None:
    call = CallReview(
        place=2,
        seat=Seat.SOUTH,
        call=Call.parse("P"),
        better=Call.parse("2C"),
        grade=Grade("fair", "network"),
        lost=Estimate(0.5, -0.4, 1.4),
        kind="response",
        is_system=False,
        broken=None,
        why="2♣ is better",
    )
    assert (call.cost, call.mark) == (0, "")
    assert replace(call, lost=Estimate(0.5, 0.1, 0.9)).mark == "?!"
    assert replace(call, lost=Estimate(0.5, 0.1, 0.9), is_system=True).cost == 0
    assert replace(call, broken="pass promised 0-7 points, you hold 14").mark == "!?"
    assert replace(call, better=Call.parse("P"), grade=Grade("best", "simulation")).mark == "!"


@pytest.mark.parametrize(
    ("calls", "made", "better", "kind"),
    [
        ("", "1C", "P", "opening"),
        ("P P", "P", "1C", "opening"),
        ("1N P", "P", "2C", "response"),
        ("1N P 2C P", "2H", "2D", "rebid"),
        ("1N 2H", "P", "2S", "competing"),
        ("1N 2H", "P", "X", "doubling"),
        ("1N P 2C P 2S P", "4S", "6S", "slam"),
    ],
)
def test_calls_are_told_apart_by_what_they_are_about(calls: str, made: str, better: str, kind: str) -> None:
    assert kind_of(Auction.parse(calls, Seat.NORTH), Call.parse(made), Call.parse(better)) == kind


@pytest.mark.parametrize(("calls", "message"), [(None, "got none"), ("1N P", "a call to come")])
def test_boards_without_a_whole_auction_are_refused(calls: str | None, message: str) -> None:
    played = record(calls or "")
    with pytest.raises(BridgeError, match=message):
        review_board(replace(played, auction=None) if calls is None else played)


def test_one_question_is_one_board() -> None:
    with pytest.raises(BridgeError, match="expected one board, got 2"):
        QUESTIONS["review"].answer_json({"text": f'[Deal "{DEAL}"]\n\n[Deal "{DEAL}"]\n'})


BOARDS = f"""\
[Event "Club night"]
[Date "2026.11.16"]
[Board "1"]
[South "Cas"]
[Dealer "N"]
[Vulnerable "EW"]
[Deal "{DEAL}"]
[Auction "N"]
1N Pass Pass Pass

[Board "2"]
[Dealer "E"]
[Deal "{DEAL}"]
"""


def test_the_command_reviews_what_can_be_reviewed_and_writes_a_report(tmp_path: Path) -> None:
    """Of four boards one is damaged, one has no auction and one ends in the middle of it."""
    path, report = tmp_path / "boards.pbn", tmp_path / "report.html"
    whole, without = BOARDS.split("\n\n")
    damaged, unfinished = whole.replace("AQ32.K4", "AQ32.A4"), whole.replace("Pass Pass Pass", "Pass")
    lacking = whole.replace("Pass Pass Pass", "Pass Pass").replace(
        "[Auction", '[Contract "1NT"]\n[Declarer "N"]\n[Auction'
    )
    path.write_text("\n\n".join([damaged, lacking, without, unfinished]))
    run = overtrick("review", str(path), "--layouts", "20", "-j", "1", "--player", "cas", "--html", str(report))
    assert run.code == 1
    twice, open_end, unbid, unended = run.err.splitlines()
    assert unended == "overtrick: 1 auction without the last passes read as finished"
    assert "held by two players: HA" in twice
    assert open_end == "overtrick: board 1: expected a whole auction, got 1N P with a call to come"
    assert unbid == "overtrick: 1 board without an auction left out"
    assert run.out.startswith("Club night, 2026.11.16\nBoard 1: ")
    assert "?? Cas Pass" in run.out
    link = "http://127.0.0.1:8000/#/practice/1N-P"
    assert f"To practise next: responses after 1NT Pass: overtrick serve, then {link}\n" in run.out
    assert f'<a href="{link}">responses after 1NT Pass</a>' in report.read_text()
    assert '<a href="#board-1">board 1</a>: Pass; ' in report.read_text()
    assert '<article id="board-1"><h3>Board 1: ' in report.read_text()
    assert "<p>Club night, 2026.11.16</p>" in report.read_text()
    assert "The dearest calls of Cas" in run.out
    assert "Ben" not in run.out
    assert "??</b>" in report.read_text()


def test_a_player_who_is_not_there_is_said_before_anything_is_reviewed() -> None:
    run = overtrick("review", str(MATCH), "--player", "Novack")
    assert (run.code, run.out) == (2, "")
    assert run.err == (
        "overtrick: --player: expected a player of these boards (Berg, Clarke, Ito, Lund, Marsh, Novak, Okafor, Ruiz), "
        "got 'Novack'; did you mean 'Novak'?\n"
    )


DAMAGED = (
    ("AQ32.K4", "AQ32.A4"),  # a card that two players hold
    ("AQ32.K4", "AQ3.K4"),  # twelve cards
    ("AQ32.K4", "AQ32.KX"),  # no card
    ('"N:', '"Q:'),  # no seat
    ('[Dealer "N"]', '[Dealer "North-East"]'),
    ("1N Pass", "1N 1C"),  # a call below the last
    ("1N Pass", "8N Pass"),  # no call
    ("Pass Pass Pass", "X XX X"),  # a double of what is doubled
    ("Pass Pass Pass", "Pass 2C"),  # a call to come
    ('[Auction "N"]', '[Auction "E"]'),  # not the dealer's
    ('[Vulnerable "EW"]', '[Vulnerable "Nobody at all"]'),
    ('[South "Cas"]', '[Contract "9S"]\n[Declarer "S"]'),
    ('[South "Cas"]', '[DoubleDummyTricks "all of them"]'),
)


@pytest.fixture
def unread(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Forty boards as text, each third of the first 39 damaged; their reviews cost no simulation."""

    def reviewed(record: Record, settings: ReviewSettings) -> BoardReview:
        require_reviewable(record)
        return BoardReview(replace(record, table=DDTable.of([[7] * 5] * 4)), ())

    def all_reviewed(asked: list[tuple[Record, ReviewSettings]], jobs: int) -> Iterator[BoardReview]:
        return (reviewed(*each) for each in asked)

    monkeypatch.setattr("overtrick.cli.review._new_reviews", all_reviewed)
    monkeypatch.setattr("overtrick.ask.review.review_board", reviewed)
    whole = BOARDS.split("\n\n")[0]
    texts = [whole.replace('"1"', f'"{number}"') for number in range(1, 41)]
    for place, (right, wrong) in enumerate(DAMAGED):
        assert right in whole
        texts[3 * place + 1] = texts[3 * place + 1].replace(right, wrong)
    return texts


def test_13_damaged_boards_of_40_leave_the_other_27(unread: list[str]) -> None:
    run = overtrick("review", "-", "-j", "1", stdin="\n\n".join(unread))
    assert (run.code, len(run.err.splitlines())) == (1, 13)
    assert "Traceback" not in run.err
    left = [int(line.split(":")[0].split()[1]) for line in run.out.splitlines() if line.startswith("Board ")]
    assert left == [number for number in range(1, 41) if number % 3 != 2]


def test_13_damaged_lines_of_40_leave_the_other_27(unread: list[str]) -> None:
    lines = [json.dumps({"id": number, "text": text}) for number, text in enumerate(unread, 1)]
    run = overtrick("review", "-", "--json", stdin="\n".join(lines))
    answers = list(map(json.loads, run.out.splitlines()))
    assert [answer["id"] for answer in answers] == list(range(1, 41))
    refused = [answer for answer in answers if "error" in answer]
    assert [answer["id"] for answer in refused] == list(range(2, 40, 3))
    assert all(answer["error"]["where"].startswith("text") for answer in refused)


@pytest.mark.parametrize(
    ("calls", "more", "is_over"),
    [
        ("1N", '[Contract "1NT"]\n[Declarer "N"]', True),
        ("1N Pass", '[Contract "1NT"]\n[Declarer "N"]', True),
        ("1N Pass", '[Contract "2NT"]\n[Declarer "N"]', False),
        ("1N Pass", '[Contract "1NTX"]\n[Declarer "N"]', False),
        ("1N Pass Pass", "", False),
        ("1N Pass", "", False),
        ("Pass Pass", '[Contract "Pass"]', True),
    ],
)
def test_auctions_without_their_last_passes_are_finished_where_that_is_plain(
    calls: str, more: str, is_over: bool
) -> None:
    text = BOARDS.split("\n\n")[0].replace("1N Pass Pass Pass", calls).replace('[South "Cas"]', more)
    answer = QUESTIONS["parse"].answer_json({"text": text})
    assert answer["unended"] == is_over
    assert answer["boards"][0]["auction"].endswith(" P P P") == is_over


@pytest.mark.parametrize(("calls", "made", "is_early"), [("1N P 2C P 2S P", "4S", True), ("1N P", "P", False)])
def test_calls_that_are_surely_no_fault_cost_fewer_layouts(calls: str, made: str, *, is_early: bool) -> None:
    position = Position(DEAL[Seat.SOUTH], Auction.parse(calls, Seat.NORTH), Vulnerability.EW)
    view = View.of(bidding_network(), Table.of("sayc"), position)
    stages = list(simulated(first_advice(view, Call.parse(made), view.policy), 200, piece=PIECE))
    looked_at = [stage.simulation.layouts for stage in stages if stage.simulation is not None]
    used = settled(iter(stages)).simulation
    assert used is not None
    assert (used.layouts < max(looked_at)) is is_early


def test_a_call_is_surely_no_fault_three_standard_errors_on() -> None:
    """A good call loses 0.3 IMPs at most; an interval is two standard errors to each side."""
    sure, unsure = Estimate(0.0, -0.19, 0.19), Estimate(0.0, -0.21, 0.21)
    assert is_faultless([sure, Estimate(2.0, 1.0, 3.0)], "imps")
    assert not is_faultless([sure, unsure], "imps")
    assert not is_faultless([Estimate(-0.2, -0.28, -0.12)], "imps")
    assert is_faultless([], "imps")
    assert not is_faultless([sure], "matchpoints")


def test_both_rooms_of_a_deal_go_to_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that it is solved once; the boards come in their order."""
    tables_a_task: list[int] = []

    def at_once(work: Callable[[Any], Any], deals: list[Any], workers: object) -> Iterator[Any]:
        tables_a_task.extend(map(len, deals))
        return map(work, deals)

    monkeypatch.setattr("overtrick.cli.review.in_order", at_once)
    monkeypatch.setattr("overtrick.cli.review.executor", lambda jobs: nullcontext())
    monkeypatch.setattr("overtrick.cli.review.review_board", lambda record, settings: record)
    here, there = record("1N P P P"), record("1N P 3N P P P")
    north, east, south, west = DEAL
    other = replace(here, board=replace(here.board, deal=Deal((east, north, south, west))))
    asked = [here, there, other, here]
    reviewed: list[Any] = list(_new_reviews([(each, QUICK) for each in asked], 1))
    assert reviewed == asked
    assert tables_a_task == [2, 1, 1]


def test_a_run_that_was_killed_goes_on(tmp_path: Path, sold_out: BoardReview) -> None:
    """The first board is on the disk, with a sentence that no run would find."""
    path, report = tmp_path / "boards.pbn", tmp_path / "report.html"
    path.write_text(BOARDS)
    records = [each for each in read_records(path) if isinstance(each, Record) and each.auction]
    kept = replace(sold_out, calls=tuple(replace(call, why="kept by the run before") for call in sold_out.calls))
    with RowWriter.beside(
        report, settings_of([(each, ReviewSettings(layouts=20, strangers=True)) for each in records])
    ) as rows:
        rows.append(to_row(kept))
    run = overtrick("review", str(path), "--layouts", "20", "-j", "1", "--html", str(report))
    assert "kept by the run before" in run.out
    assert "kept by the run before" in report.read_text()
    assert sorted(tmp_path.iterdir()) == [path, report]


def test_pairs_are_judged_by_the_card_they_bid_like_unless_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "boards.pbn"
    path.write_text(BOARDS)
    monkeypatch.setattr(SessionSystems, "of", lambda records: SessionSystems({("Cas", "N"): "acol"}))
    quick = ("--layouts", "20", "-j", "1", "--json")
    for words, wanted in (((), {"NS": "acol", "EW": "sayc"}), (("-s", "2/1"), {"NS": "2/1", "EW": "2/1"})):
        run = overtrick("review", str(path), *quick, *words)
        assert json.loads(run.out.splitlines()[0])["systems"] == wanted
    assert "Calls are judged by SAYC." in session_text(SessionReview.of([BoardReview(record("1N P P P"), ())]))


def test_the_pages_question_whose_card_is_played_has_an_answer_for_each_board() -> None:
    text = "\n".join(json.dumps(to_json(record)) for record in list(read_records(MATCH))[:4])
    answer = QUESTIONS["played"].answer_json({"text": text})
    assert answer["boards"] == [{"NS": "sayc", "EW": "sayc"}] * 4


def test_the_command_speaks_json_lines() -> None:
    lines = [json.dumps({"id": 1, "text": BOARDS.split("\n\n")[0], "layouts": 20}), json.dumps({"id": 2, "text": "?"})]
    run = overtrick("review", "-", "--json", stdin="\n".join(lines))
    first, second = map(json.loads, run.out.splitlines())
    assert [call["mark"] for call in first["calls"]] == ["", "", "??", ""]
    assert second["error"]["where"] == "text:1:1"
