"""What the blocks of a card earn, as a table to read and as a page with a chart: IMPs against lines to remember."""

from html import escape

from overtrick.doctor.worth import BlockWorth, CardWorth
from overtrick.papers.charts import Chart
from overtrick.papers.rendering import STYLE

_HEAD = ("block", "lines", "comes up", "differs", "IMPs a board", "matchpoints", "IMPs a page")
_PAGE = 50
"""Lines that fill a page of notes."""
_NEVER = "–"


def worth_text(worth: CardWorth) -> str:
    """The table, the block that earns most first, and what it rests on."""
    lines = [list(_HEAD), *(_cells(each) for each in worth.blocks)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(_HEAD))]
    table = ["  ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) for line in lines]
    return "\n".join([_basis(worth), "", *table, "", *_notes(worth)])


def worth_page(worth: CardWorth) -> str:
    """The same as one page without outside parts, the chart first."""
    title = f"What the conventions of {worth.card} earn"
    head = "".join(f"<th>{word}" for word in _HEAD)
    rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}" for cell in _cells(each)) + "</tr>" for each in worth.blocks)
    notes = "".join(f"<p>{escape(note)}</p>" for note in _notes(worth))
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
        f"<h1>{escape(title)}</h1><p>{escape(_basis(worth))}</p>{worth_chart(worth).svg()}"
        f"<table><thead><tr>{head}</tr></thead>{rows}</table>{notes}</html>\n"
    )


def worth_chart(worth: CardWorth) -> Chart:
    """IMPs a board against the lines to remember, a point a block, with its error."""
    measured = [each for each in worth.blocks if each.refused is None]
    lines = [each.lines for each in measured] or [1]
    ends = [end for each in measured for end in (each.imps.mean - each.imps.error, each.imps.mean + each.imps.error)]
    low, high = min(0.0, *ends, 0.0), max(0.01, *ends, 0.01)
    chart = Chart(
        f"{worth.card}: which conventions are worth a page of notes",
        "lines to remember",
        "IMPs a board",
        (0, max(lines) * 1.25),
        (low - 0.05 * (high - low), high + 0.05 * (high - low)),
        width=760,
        height=460,
    )
    means = [each.imps.mean for each in measured]
    chart.line([0, max(lines) * 1.25], [0, 0], "#888")
    chart.error_bars(lines, means, [each.imps.error for each in measured])
    chart.points(lines, means, radius=3)
    for each in measured:
        chart.label(each.lines, each.imps.mean, each.block)
    return chart


def _cells(each: BlockWorth) -> list[str]:
    cells = [each.block, str(each.lines), f"{each.comes_up:.2%}"]
    if each.refused is not None:
        return [*cells, *[_NEVER] * 4]
    imps, points = each.imps, each.matchpoints
    a_page = f"{_PAGE * imps.mean / each.lines:+.3f}" if each.lines else _NEVER
    cells += [f"{each.differs:.2%}", f"{imps.mean:+.4f} ± {imps.error:.4f}"]
    return [*cells, f"{100 * points.mean:+.2f} ± {100 * points.error:.2f} %", a_page]


def _basis(worth: CardWorth) -> str:
    tricks = "exact" if worth.exact else "estimated"
    return (
        f"{worth.card} ({worth.fingerprint}) against itself without each block: {worth.boards:,} boards, "
        f"both rooms, {tricks} tricks, seed {worth.seed}."
    )


def _notes(worth: CardWorth) -> list[str]:
    notes = [
        "comes up: a pair's boards on which a rule of the block makes a call; differs: boards that the rooms bid "
        f"differently; a page is {_PAGE} lines; ± is one standard error."
    ]
    for each in worth.blocks:
        if each.refused is not None:
            notes.append(f"{each.block} cannot be left out: {each.refused}")
        elif each.needed_by:
            files = ", ".join(each.needed_by)
            notes.append(f"{each.block} is needed by {files}: its figure holds what their calls lose without it, too.")
    return notes
