"""Reviews as people read them: a board, its faults and its luck; a session with its players and their dearest calls."""

from collections import Counter
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from overtrick.ask.review import ReviewAnswer
from overtrick.core import Record, Scoring, Seat, Side, drawing
from overtrick.core.drawing.html import grid
from overtrick.core.drawing.layout import occasion
from overtrick.review.board_review import BoardReview, players_of
from overtrick.review.call_review import KINDS
from overtrick.review.play_review import LeadReview
from overtrick.review.session_review import DealTables, PlayerReview, SessionReview
from overtrick.systems.system import NAMES, System

UNITS: dict[Scoring, str] = {"imps": "IMPs", "matchpoints": "matchpoints", "points": "points"}


# A board


def answer_text(answer: ReviewAnswer) -> str:
    """The board with marks at its calls, and what they cost."""
    return f"{answer.board.marked}\n\n{board_text(answer.board, answer.scoring)}"


def answer_html(answer: ReviewAnswer) -> str:
    """The same for a notebook."""
    return board_html(answer.board, answer.scoring)


def board_text(board: BoardReview, scoring: Scoring = "imps") -> str:
    """A line for the board, one for each call with a mark, and what is to be said about the play."""
    return "\n".join([_summary(board, scoring), *(f"   {line}" for line in _remarks(board))])


def _summary(board: BoardReview, scoring: Scoring) -> str:
    name = _name(board)
    lost = ", ".join(f"{side.symbol} {_size(board.lost_by(side), scoring)}" for side in Side)
    result = board.result.phrase if board.is_played else f"{board.result.phrase} (double dummy)"
    scores = f"{_signed(board.score)}, par {_signed(board.par.score)}"
    return f"{name[0].upper()}{name[1:]}: {result}, {scores}; lost by calls: {lost}{_luck(board, scoring)}"


def _name(board: BoardReview, place: int | None = None) -> str:
    """What a board is called: by its number and room, without a number by its place among the others."""
    number, room = board.record.board.number, board.record.tags.get("Room", "").strip("? ").lower()
    name = f"board {number}" if number is not None else "board" if place is None else f"the board at place {place + 1}"
    return f"{name} {room}" if room else name


def _luck(board: BoardReview, scoring: Scoring) -> str:
    """What no call explains, in IMPs for North-South."""
    if scoring != "imps":
        return ""
    play = f" ({_signed(board.by_play)} in the play)" if board.is_played and board.by_play else ""
    return f"; luck N-S {_signed(board.luck, 1)}{play}"


def _remarks(board: BoardReview) -> list[str]:
    """A line for each call with a mark, for the lead if it has one, and for the play."""
    names, play = players_of(board.record), board.play
    lines = [f"{call.mark:2} {names[call.seat]} {call.said}: {call.remark}" for call in board.calls if call.mark]
    if play.lead is not None and play.lead.mark:
        lines.append(f"{play.lead.mark:2} {names[play.lead.seat]}, {play.lead.said}: {play.lead.why}")
    given = (
        f"{names[each.seat]} {each.card.symbol} (trick {each.trick}{f', {each.tricks} tricks' * (each.tricks > 1)})"
        for each in play.given
    )
    if play.given:
        lines.append(f"tricks given up, seen with all cards: {', '.join(given)}")
    if play.trouble:
        lines.append(f"the play is left out: {play.trouble}")
    return [*lines, board.table_trouble] if board.table_trouble else lines


def _signed(value: float, digits: int = 0) -> str:
    """With the sign that contracts have too: "4♠ by West, −1, −50"; nothing is +0."""
    return f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")


def _size(value: float, scoring: Scoring) -> str:
    return f"{value:.0%}" if scoring == "matchpoints" else f"{value:.1f}"


def board_html(board: BoardReview, scoring: Scoring = "imps", place: int | None = None) -> str:
    """What is to be said about the board, its diagram, and its auction with marks; links lead to its `place`."""
    remarks = "".join(f"<p>{escape(line)}</p>" for line in _remarks(board))
    head = "<article>" if place is None else f'<article id="{_anchor(place)}">'
    return f"{head}<h3>{escape(_summary(board, scoring))}</h3>{remarks}{drawing.record_html(board.marked)}</article>"


def _anchor(place: int) -> str:
    """The name by which a report's links find a board."""
    return f"board-{place + 1}"


# A session


def session_text(
    session: SessionReview,
    scoring: Scoring = "imps",
    player: str | None = None,
) -> str:
    """What players and pairs have lost by kind, the dearest calls of each, and the other table's results."""
    blocks = [
        _judged_by(session),
        _table(_chosen(session.pairs, player), scoring),
        _table(_chosen(session.players, player), scoring),
    ]
    for each in _chosen(session.players, player):
        if each.dearest:
            practice = Practice.of(session, each)
            blocks.append("\n".join([*_dearest_lines(session, each, scoring), f"  To practise next: {practice.text}"]))
    return "\n\n".join(block for block in [*blocks, _tables_text(session, scoring)] if block)


def _judged_by(session: SessionReview) -> str:
    """The cards by which calls were judged, and of which pairs where they have not all the same."""
    cards: dict[str, list[str]] = {}
    for pair in session.pairs:
        for system in sorted(pair.systems):
            cards.setdefault(System.load(system).name, []).append(pair.name)
    said = [f"{card} ({', '.join(pairs)})" for card, pairs in cards.items()] if len(cards) > 1 else list(cards)
    return f"Calls are judged by {'; '.join(said)}."


def _tables_text(session: SessionReview, scoring: Scoring) -> str:
    """Deals that several tables played, and who won how much."""
    lines = []
    for deal in session.several_tables:
        number = deal.tables[0].record.board.number
        compared = _swing(deal) if len(deal.tables) == 2 and scoring == "imps" else _field(deal)
        lines.append(f"  {'' if number is None else f'board {number}: '}{compared}")
    lines += [f"  {_name(board)}: {_elsewhere(board)}" for board in session.boards if board.elsewhere]
    return "\n".join(["At other tables", *lines]) if lines else ""


def _swing(deal: DealTables) -> str:
    first, second = deal.tables
    swing = deal.swing
    won = f"{abs(swing)} IMP{'s' * (abs(swing) > 1)} to {_north_south(deal, 0 if swing > 0 else 1)}"
    return f"{_ended(first)} and {_ended(second)}: {won if swing else 'level'}"


def _north_south(deal: DealTables, table: int) -> str:
    """Who sat North-South there: by name where both names are known."""
    players = deal.tables[table].record.players
    names = [players.get(seat) for seat in Side.NORTH_SOUTH.seats]
    if not all(names):
        return f"N-S of the {('first', 'second')[table]} table"
    return " and ".join(str(name) for name in names)


def _field(deal: DealTables) -> str:
    """All results, the best for North-South first, with their share of the matchpoints."""
    ranked = sorted(deal.tables, key=lambda table: -table.score)
    return "; ".join(f"{_ended(table)} {deal.share(table):.0%}" for table in ranked)


def _elsewhere(board: BoardReview) -> str:
    """The share of the matchpoints, and what happened at the other tables of the file's score table."""
    tables = sorted(board.elsewhere, key=lambda table: -table.score)
    seen = Counter(
        _signed(table.score) if table.result is None else f"{table.result.phrase} ({_signed(table.score)})"
        for table in tables
    )
    listed = "; ".join(f"{times} × {table}" if times > 1 else table for table, times in seen.items())
    return f"{_ended(board)}, N-S {board.share:.0%}; elsewhere {listed}"


def _ended(board: BoardReview) -> str:
    return f"{board.result.phrase} ({_signed(board.score)})"


def _chosen(players: Sequence[PlayerReview], name: str | None) -> list[PlayerReview]:
    return [each for each in players if name is None or name.lower() in each.name.lower()]


def _rows(players: Sequence[PlayerReview], scoring: Scoring) -> list[list[str]]:
    """A line of heads and one for each player; what nobody lost anything by is left out."""
    heads = ["", "boards", f"{UNITS[scoring]} lost", "a board", *KINDS, "tricks"]
    rows = [
        [
            each.name,
            str(each.boards),
            _size(each.total, scoring),
            f"{each.a_board:.0%}" if scoring == "matchpoints" else f"{each.a_board:.2f}",
            *(_size(each.lost[kind], scoring) if each.lost[kind] else "" for kind in KINDS),
            str(each.tricks or ""),
        ]
        for each in players
    ]
    shown = [column for column in range(len(heads)) if not column or any(row[column] for row in rows)]
    return [[row[column] for column in shown] for row in (heads, *rows)]


def _table(players: list[PlayerReview], scoring: Scoring) -> str:
    if not players:
        return ""
    lines = _rows(players, scoring)
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:>{width}}" if place else f"{cell:{width}}"
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _dearest_html(session: SessionReview, player: PlayerReview) -> str:
    """The dearest calls of a player, each with a link to its board."""
    items = "".join(
        f'<li><a href="#{_anchor(place)}">{escape(_name(session.boards[place], place))}</a>: '
        f"{escape(f'{call.said}; {call.why}')}</li>"
        for place, call in player.dearest
    )
    practice = f"<p>To practise next: {Practice.of(session, player).html}</p>"
    return f"<h3>The dearest calls of {escape(player.name)}</h3><ol>{items}</ol>{practice}"


def _dearest_lines(session: SessionReview, player: PlayerReview, scoring: Scoring) -> list[str]:
    lines = [f"The dearest calls of {player.name}"]
    for place, call in player.dearest:
        where = _name(session.boards[place], place)
        lines.append(f"  {_size(call.cost, scoring):>5}  {where}: {call.said}; {call.why}")
    return lines


PAGE = "http://127.0.0.1:8000/"
"""Where `overtrick serve` shows the page, unless it is told otherwise."""
_PRACTICE = {
    "opening": "opening bids",
    "response": "responses",
    "rebid": "second and later calls",
    "competing": "competitive bidding",
    "doubling": "doubles",
    "slam": "slams",
    "lead": "opening leads",
}


class Practice(NamedTuple):
    """What cost a player most, and the way to practise it: a link of the page, for a lead the command."""

    words: str
    link: str
    command: str

    @classmethod
    def of(cls, session: SessionReview, player: PlayerReview) -> "Practice":
        """The kind of call that cost most, at the place of the dearest one."""
        kind = player.to_practise
        assert kind is not None
        dearest = max((dear for dear in player.costly if dear.review.kind == kind), key=lambda dear: dear.review.cost)
        board, call = session.boards[dearest.board], dearest.review
        record = board.record
        if isinstance(call, LeadReview):
            return cls(_PRACTICE[kind], "", _lead_command(record, call.seat))
        before = record.require_auction().before(call.place)
        names = [NAMES.get(board.systems[side], "sayc") for side in (call.seat.side, call.seat.side.opponents)]
        query = "" if names == ["sayc", "sayc"] else f"?d=N:-&us={names[0]}&them={names[1]}"
        after = " ".join(call.symbol for call in before.calls)
        words = f"{_PRACTICE[kind]} after {after}" if after else _PRACTICE[kind]
        return cls(words, f"{PAGE}#/practice/{'-'.join(map(str, before.calls))}{query}", "overtrick serve")

    @property
    def text(self) -> str:
        then = f", then {self.link}" if self.link else ""
        return f"{self.words}: {self.command}{then}"

    @property
    def html(self) -> str:
        shown = f'<a href="{escape(self.link)}">{escape(self.words)}</a> (with <code>{self.command}</code> running)'
        return shown if self.link else f"{escape(self.words)}: <code>{escape(self.command)}</code>"


def _lead_command(record: Record, leader: Seat) -> str:
    board, auction = record.board, record.require_auction()
    where = f"--dealer {auction.dealer} --vul {board.vulnerability}"
    return f"overtrick lead {board.deal[leader]} -a '{auction}' {where}"


_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Review</title>
<meta name="viewport" content="width=device-width">
<style>
body{margin:1.5rem;font:15px/1.45 system-ui,sans-serif;max-width:70rem}
article{margin:2rem 0;break-inside:avoid;border-top:1px solid #DFE3EA;padding-top:1rem}
article,section{overflow-x:auto}
article p{margin:.3rem 0}
article h3{font-size:1em;margin:0 0 .5rem}
.totals td+td,.totals th+th{text-align:right!important}
</style>"""


def session_html(
    session: SessionReview,
    title: str,
    scoring: Scoring = "imps",
    player: str | None = None,
) -> str:
    """The whole report as a page: pairs, players, dearest calls, then board by board."""
    tables = "".join(
        f"<h2>{head}</h2>" + grid(heads, [[escape(cell) for cell in row] for row in rows])
        for head, several in (("Pairs", session.pairs), ("Players", session.players))
        for heads, *rows in [_rows(_chosen(several, player), scoring)]
    )
    dearest = "".join(_dearest_html(session, each) for each in _chosen(session.players, player) if each.dearest)
    head, *compared = _tables_text(session, scoring).splitlines() or [""]
    items = "".join(f"<li>{escape(line.strip())}</li>" for line in compared)
    beside = f"<h3>{head}</h3><ul>{items}</ul>" if items else ""
    boards = "".join(board_html(board, scoring, place) for place, board in enumerate(session.boards))
    totals = f'<section class="totals">{tables}</section>'
    occasions = filter(None, dict.fromkeys(occasion(board.record) for board in session.boards))
    intro = "".join(f"<p>{escape(line)}</p>" for line in (*occasions, _judged_by(session)))
    return f"{_HEAD}<h1>{escape(title)}</h1>{intro}{totals}{dearest}{beside}{boards}</html>\n"
