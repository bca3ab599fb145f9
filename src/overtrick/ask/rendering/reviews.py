"""Reviews as people read them: a board, its faults and its luck; a session with its players and their dearest calls."""

from collections.abc import Iterable, Sequence
from html import escape

from overtrick.ask.review import ReviewAnswer
from overtrick.core import Scoring, Side, drawing
from overtrick.core.drawing.html import grid
from overtrick.review.board_review import BoardReview, players_of
from overtrick.review.call_review import KINDS, CallReview
from overtrick.review.session_review import PlayerReview, SessionReview, TwoTables

UNITS: dict[Scoring, str] = {"imps": "IMPs", "matchpoints": "matchpoints", "points": "points"}


# A board


def answer_text(answer: ReviewAnswer) -> str:
    """The board with marks at its calls, and what they cost."""
    return f"{answer.board.marked}\n\n{board_text(answer.board, answer.scoring)}"


def answer_html(answer: ReviewAnswer) -> str:
    """The same for a notebook."""
    return board_html(answer.board, answer.scoring)


def board_text(board: BoardReview, scoring: Scoring = "imps") -> str:
    """A line for the board, and one for each call with a mark."""
    return "\n".join([_summary(board, scoring), *(f"   {_call_line(board, call)}" for call in _marked(board))])


def _summary(board: BoardReview, scoring: Scoring) -> str:
    number = board.record.board.number
    name = "Board" if number is None else f"Board {number}"
    lost = ", ".join(f"{side.symbol} {_size(board.lost_by(side), scoring)}" for side in Side)
    result = board.result.phrase if board.is_played else f"{board.result.phrase} (double dummy)"
    return f"{name}: {result}, {board.score:+d}, par {board.par.score:+d}; lost by calls: {lost}"


def _call_line(board: BoardReview, call: CallReview) -> str:
    who = players_of(board.record)[call.seat]
    return f"{call.mark:2} {who} {call.call.symbol}: {call.remark}"


def _marked(board: BoardReview) -> list[CallReview]:
    return [call for call in board.calls if call.mark]


def _size(value: float, scoring: Scoring) -> str:
    return f"{value:.0%}" if scoring == "matchpoints" else f"{value:.1f}"


def board_html(board: BoardReview, scoring: Scoring = "imps") -> str:
    """The board with its diagram, its auction with marks, and what is to be said about them."""
    luck = (
        f"Not explained by calls (play, lie of the cards): {board.luck:+.1f} IMPs for N-S." if scoring == "imps" else ""
    )
    lines = [_summary(board, scoring), *(_call_line(board, call) for call in _marked(board)), luck]
    said = "".join(f"<p>{escape(line)}</p>" for line in lines if line)
    return f"<article>{drawing.record_html(board.marked)}{said}</article>"


# A session


def session_text(session: SessionReview, scoring: Scoring = "imps", player: str | None = None) -> str:
    """What players and pairs have lost by kind, the dearest calls of each, and the other table's results."""
    blocks = [_table(_chosen(session.pairs, player), scoring), _table(_chosen(session.players, player), scoring)]
    costly = (each for each in _chosen(session.players, player) if each.dearest)
    blocks += ["\n".join(_dearest_lines(session, each, scoring)) for each in costly]
    return "\n\n".join(block for block in [*blocks, _two_tables_text(session)] if block)


def _two_tables_text(session: SessionReview) -> str:
    """Deals that two tables played, and who won how much."""
    lines = []
    for first, second in session.two_tables:
        swing = TwoTables(first, second).swing
        won = (
            "level"
            if not swing
            else f"{abs(swing)} IMP{'s' * (abs(swing) > 1)} to N-S of the {'first' if swing > 0 else 'second'} table"
        )
        number = first.record.board.number
        lines.append(f"  {'' if number is None else f'board {number}: '}{_ended(first)} and {_ended(second)}: {won}")
    return "\n".join(["At two tables", *lines]) if lines else ""


def _ended(board: BoardReview) -> str:
    return f"{board.result.phrase} ({board.score:+d})"


def _chosen(players: Sequence[PlayerReview], name: str | None) -> list[PlayerReview]:
    return [each for each in players if name is None or name.lower() in each.name.lower()]


def _heads(scoring: Scoring) -> list[str]:
    return ["", "boards", f"{UNITS[scoring]} lost", "a board", *KINDS]


def _rows(players: Iterable[PlayerReview], scoring: Scoring) -> list[list[str]]:
    return [
        [
            each.name,
            str(each.boards),
            _size(each.total, scoring),
            f"{each.a_board:.0%}" if scoring == "matchpoints" else f"{each.a_board:.2f}",
            *(_size(each.lost[kind], scoring) if each.lost[kind] else "" for kind in KINDS),
        ]
        for each in players
    ]


def _table(players: list[PlayerReview], scoring: Scoring) -> str:
    if not players:
        return ""
    lines = [_heads(scoring), *_rows(players, scoring)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return "\n".join(
        "  ".join(
            f"{cell:>{width}}" if place else f"{cell:{width}}"
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def _dearest_lines(session: SessionReview, player: PlayerReview, scoring: Scoring) -> list[str]:
    lines = [f"The dearest calls of {player.name}"]
    for place, call in player.dearest:
        number = session.boards[place].record.board.number
        where = f"board {number}" if number is not None else f"the board at place {place + 1}"
        lines.append(f"  {_size(call.cost, scoring):>5}  {where}: {call.call.symbol}; {call.why}")
    if player.to_practise:
        lines.append(f"  To practise next: {player.to_practise}")
    return lines


_HEAD = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Review</title>
<style>
body{margin:1.5rem;font:15px/1.45 system-ui,sans-serif;max-width:70rem}
article{margin:2rem 0;break-inside:avoid;border-top:1px solid #DFE3EA;padding-top:1rem}
article p{margin:.3rem 0}
</style>"""


def session_html(session: SessionReview, title: str, scoring: Scoring = "imps", player: str | None = None) -> str:
    """The whole report as a page: pairs, players, dearest calls, then board by board."""
    tables = "".join(
        grid(_heads(scoring), [[escape(cell) for cell in row] for row in _rows(_chosen(several, player), scoring)])
        for several in (session.pairs, session.players)
    )
    dearest = "".join(
        f"<h3>{escape(lines[0])}</h3><ol>{''.join(f'<li>{escape(line.strip())}</li>' for line in lines[1:])}</ol>"
        for each in _chosen(session.players, player)
        if each.dearest
        for lines in [_dearest_lines(session, each, scoring)]
    )
    head, *compared = _two_tables_text(session).splitlines() or [""]
    items = "".join(f"<li>{escape(line.strip())}</li>" for line in compared)
    beside = f"<h3>{head}</h3><ul>{items}</ul>" if items else ""
    boards = "".join(board_html(board, scoring) for board in session.boards)
    return f"{_HEAD}<h1>{escape(title)}</h1>{tables}{dearest}{beside}{boards}</html>\n"
