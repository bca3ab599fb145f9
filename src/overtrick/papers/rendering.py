"""Reports of papers as text for a terminal, and as one web page without outside parts."""

from html import escape

from overtrick.papers.paper_report import Figure, Measured, PaperReport, PaperRow, PaperTable, figure_at

_NONE = "–"
STYLE = """
body{font:15px/1.5 system-ui,sans-serif;max-width:68rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-variant-numeric:tabular-nums}
th,td{padding:.15rem .6rem;text-align:right;border-bottom:1px solid #ddd}
th:first-child,td:first-child,.differs{text-align:left}thead th{border-bottom:2px solid #888}
.paper{color:#666}.charts{display:flex;flex-wrap:wrap;gap:1rem}.notes{color:#555;font-size:.9em}
pre{overflow-x:auto;line-height:1.25}.quick{border-left:4px solid #c2410c;padding-left:.8rem}
"""


def report_text(report: PaperReport) -> str:
    """The whole report for a terminal."""
    paper = report.paper
    head = [f"{paper.title} ({paper.authors}, {paper.where})", "", *report.basis]
    texts = [f"{title}\n{text}" for title, text in report.texts]
    return "\n\n".join(["\n".join(head), *map(table_text, report.tables), *texts]) + "\n"


def table_text(table: PaperTable) -> str:
    """A table in columns as wide as what is in them, our figures first."""
    heads = [name for name, _ in _heads(table)]
    lines = [["", *heads], *([row.label, *_cells(table, row)] for row in table.rows)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads) + 1)]
    written = [
        "  ".join([line[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(line[1:], widths[1:], strict=True))])
        for line in lines
    ]
    differs = ["", *(row.differs for row in table.rows)]
    rows = [f"{line}  {note}".rstrip() for line, note in zip(written, differs, strict=True)]
    return "\n".join([table.heading, *rows, *table.notes])


def report_html(report: PaperReport) -> str:
    """The whole report as one page: no scripts, nothing to fetch."""
    paper = report.paper
    basis = "".join(f"<p>{escape(line)}</p>" for line in report.basis)
    charts = "".join(chart.svg() for chart in report.charts)
    texts = "".join(f"<h2>{escape(title)}</h2><pre>{escape(text)}</pre>" for title, text in report.texts)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(paper.title)}</title>'
        f"<style>{STYLE}</style><h1>{escape(paper.title)}</h1>"
        f"<p>{escape(paper.authors)}, {escape(paper.where)}. Our figures stand first, those of the paper in grey.</p>"
        f"<div{' class=quick' if report.options.quick else ''}>{basis}</div>"
        f'<div class="charts">{charts}</div>{"".join(map(_table_html, report.tables))}{texts}</html>\n'
    )


def _table_html(table: PaperTable) -> str:
    heads = _heads(table)
    noted = any(row.differs for row in table.rows)
    head = "".join(f"<th{kind}>{escape(name)}" for name, kind in heads) + '<th class="differs">' * noted
    rows = "".join(
        f"<tr><td>{escape(row.label)}"
        + "".join(f"<td{kind}>{escape(cell)}" for (_, kind), cell in zip(heads, _cells(table, row), strict=True))
        + (f'<td class="differs">{escape(row.differs)}' if noted else "")
        for row in table.rows
    )
    notes = "".join(f'<p class="notes">{escape(note)}</p>' for note in table.notes)
    return f"<h2>{escape(table.heading)}</h2><table><thead><tr><th>{head}<tbody>{rows}</table>{notes}"


def _heads(table: PaperTable) -> list[tuple[str, str]]:
    """The head of every printed column, and its class in HTML: ours, the paper's, or both beside each other."""
    heads = []
    for number, column in enumerate(table.columns):
        ours, paper = table.has("ours", number), table.has("paper", number)
        if ours or not paper:
            heads.append((column.name, ""))
        if paper:
            heads.append(("paper" if ours else f"{column.name} (paper)", " class=paper"))
    return heads


def _cells(table: PaperTable, row: PaperRow) -> list[str]:
    cells = []
    for number, column in enumerate(table.columns):
        ours, paper = table.has("ours", number), table.has("paper", number)
        if ours or not paper:
            cells.append(_written(figure_at(row.ours, number), column.form))
        if paper:
            cells.append(_written(figure_at(row.paper, number), column.form))
    return cells


def _written(figure: Figure, form: str) -> str:
    if isinstance(figure, Measured):
        return f"{figure.value:{form}} ± {figure.error:{form.removeprefix('+')}}"
    return _NONE if figure is None else f"{figure:{form}}"
