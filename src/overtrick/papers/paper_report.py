"""A paper's tables and figures with our own beside them: the values that every reproduction fills in."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from overtrick.core import BridgeError
from overtrick.data import VARIABLE, data_file
from overtrick.papers.charts import Chart

Advance = Callable[[int], None]
"""Called with the number of pieces just finished."""
Watch = Callable[[str, int | None], AbstractContextManager[Advance]]
"""Watches a piece of work: given its title and how many pieces it has, a context that is told of those finished."""


@contextmanager
def unwatched(title: str, total: int | None) -> Iterator[Advance]:
    """Work that nobody watches."""
    yield lambda finished: None


@dataclass(frozen=True)
class PaperOptions:
    """What is asked of a reproduction."""

    quick: bool = False
    """A small sample, generated on the spot, in place of the full protocol and its data files."""
    seed: int = 1
    data: tuple[Path, ...] = ()
    """Data files, in place of those in the folder that OVERTRICK_DATA names."""
    run: Path | None = None
    """Where a long run keeps what it has finished, so that it can go on after a kill."""
    only: tuple[str, ...] = ()
    """The tables and figures asked for, such as `Table IX`, `IX` or `fig 2`; all where none is named."""

    def wants(self, *headings: str) -> bool:
        """Whether any of these tables and figures is asked for."""
        asked = {_short(name) for name in self.only}
        return not asked or any(asked & _names_in(heading) for heading in headings)

    def check_only(self, contents: Sequence[str]) -> None:
        """Refuse a table or figure that the report does not have."""
        for name in self.only:
            if not any(_short(name) in _names_in(heading) for heading in contents):
                raise BridgeError(f"expected --only with one of {', '.join(contents)}, got {name!r}")

    def files(self, name: str, how_to_make: str) -> tuple[Path, ...]:
        """The data files given, or the one of that name in the data folder; BridgeError says what is needed."""
        if self.data:
            return self.data
        path = data_file(name)
        if path is None:
            raise BridgeError(
                f"the full protocol needs a data file: expected --data FILE, or {name} in the folder named by "
                f"{VARIABLE} ({how_to_make}); --quick needs none"
            )
        return (path,)


def _short(name: str) -> str:
    """A name as it is compared: `Figure 2a` is `fig 2a`."""
    return re.sub(r"fig(ure|\.)?(?=[ \d])", "fig", name.strip().casefold())


def _names_in(heading: str) -> set[str]:
    """All names of what a heading such as `Table 2 and Figure 10: an example` is about, with and without `table`."""
    names = {_short(name) for name in heading.split(":")[0].split(" and ")}
    names |= {re.sub(r"(\d)[a-z]$", r"\1", name) for name in names}  # Fig 2a is part of Fig 2
    return names | {re.sub(r"^(table|fig) ", "", name) for name in names}


@dataclass(frozen=True)
class Measured:
    """A figure with its error or deviation."""

    value: float
    error: float


Figure = float | Measured | None
"""A figure of a table; None where there is none."""


@dataclass(frozen=True)
class Column:
    """A column of figures: what they are, and how they are written (a format specification)."""

    name: str
    form: str = ".3f"


@dataclass(frozen=True)
class PaperRow:
    """A line of a table: the paper's figures and ours, in the same columns, and what differs between the two."""

    label: str
    paper: tuple[Figure, ...] = ()
    ours: tuple[Figure, ...] = ()
    differs: str = ""


@dataclass(frozen=True)
class PaperTable:
    """A table or figure of a paper, our figures beside its own."""

    name: str
    """As the paper has it, such as `Table IX`; empty for a table of our own."""
    title: str
    columns: tuple[Column, ...]
    rows: tuple[PaperRow, ...]
    notes: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        return f"{self.name}: {self.title}" if self.name else self.title

    def has(self, side: str, column: int) -> bool:
        """Whether `ours` or `paper` has any figure in that column."""
        return any(figure_at(getattr(row, side), column) is not None for row in self.rows)


def figure_at(figures: Sequence[Figure], column: int) -> Figure:
    """The figure in that column; a row may end early."""
    return figures[column] if column < len(figures) else None


def columns(*names: str, form: str = ".3f") -> tuple[Column, ...]:
    """Columns that are all written in the same form."""
    return tuple(Column(name, form) for name in names)


@dataclass(frozen=True)
class Paper:
    """What is reproduced."""

    year: int
    title: str
    authors: str
    where: str


@dataclass(frozen=True)
class PaperReport:
    """All tables and figures of a paper with ours beside them."""

    paper: Paper
    options: PaperOptions
    basis: tuple[str, ...]
    """What our figures come from: data, sizes, seed; and, if quick, what the small sample means for them."""
    tables: tuple[PaperTable, ...]
    charts: tuple[Chart, ...] = field(default=(), repr=False)
    texts: tuple[tuple[str, str], ...] = ()
    """Further results that are no tables, each with its title."""

    def only_wanted(self) -> "PaperReport":
        """The report with the tables and figures that were asked for."""
        wants = self.options.wants
        return replace(
            self,
            tables=tuple(table for table in self.tables if wants(table.heading)),
            charts=tuple(chart for chart in self.charts if wants(chart.title)),
            texts=tuple((title, text) for title, text in self.texts if wants(title)),
        )
