"""What the commands share: where boards come from, where text goes, progress, errors, JSON lines."""

import json
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Timer
from typing import IO, TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from overtrick.ask import QUESTIONS, Kind
from overtrick.ask.wire import JsonObject, to_json
from overtrick.ask.wire.bodies import json_object
from overtrick.ask.wire.codecs import codec_of
from overtrick.cli.ending import complain as complain
from overtrick.core import BridgeError, Hand, Record, Seat, Vulnerability
from overtrick.core.errors import nearest
from overtrick.formats import files
from overtrick.formats.reading import require_one_dealer
from overtrick.storage import check_folder, check_writable, whole_text

if TYPE_CHECKING:
    from overtrick.training.loop import Watcher


def writable(path: Path | None) -> Path | None:
    """A file to write, looked at before the work begins: BridgeError where it cannot be written."""
    if path is not None:
        check_writable(path)
    return path


def writable_folder(folder: Path | None) -> Path | None:
    """The same for a folder, which is made when it is needed."""
    if folder is not None:
        check_folder(folder)
    return folder


EXPORT = typer.Option("--export", callback=writable_folder, help="Write the trained network to this folder.")
Source = Annotated[
    str,
    typer.Argument(metavar="SOURCE", help="A deal, a BBO link, a file (PBN, LIN, GIB, JSON lines), or - for stdin."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]
Jobs = Annotated[int, typer.Option("--jobs", "-j", min=0, help="Cores to use; 0 for all of them.")]
Output = Annotated[
    Path | None, typer.Option("--output", "-o", callback=writable, help="Write here instead of standard output.")
]
OutputFile = Annotated[
    Path,
    typer.Option("--output", "-o", callback=writable, help="The .npz file to write; a killed run goes on."),
]
Dealer = Annotated[str | None, typer.Option("--dealer", help="N, E, S or W, instead of what the source says.")]
Vul = Annotated[str | None, typer.Option("--vul", help="None, NS, EW or All, instead of what the source says.")]

DealerOption = Annotated[str, typer.Option("--dealer", help="N, E, S or W.")]
VulOption = Annotated[str, typer.Option("--vul", help="None, NS, EW or All.")]


def card_names(incomplete: str) -> list[str]:
    """For the shell's completion: shipped systems, and files here that may be one."""
    from overtrick.systems.system import NAMES

    here = (str(path) for pattern in ("*.yaml", "*.yml") for path in Path().glob(pattern))
    return [name for name in (*NAMES, *here) if name.startswith(incomplete)]


CARD = "sayc, 2/1, acol, or a card's .yaml file."
CardName = Annotated[str, typer.Argument(metavar="CARD", help=CARD, autocompletion=card_names)]
SystemOption = Annotated[str, typer.Option("--system", "-s", help=CARD, autocompletion=card_names)]
TheirSystem = Annotated[
    str | None,
    typer.Option("--their-system", help="The opponents' card; the same unless it is given.", autocompletion=card_names),
]

ScoringOption = Annotated[
    str, typer.Option("--scoring", help="What decides where calls are simulated: imps, matchpoints or points.")
]

RegulationOption = Annotated[
    str, typer.Option("--regulation", help="Whose rules say what is alerted and announced: acbl or ebu.")
]

Scheduler = Annotated[
    str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Solve on the Dask cluster at this address.")
]

STDIN = "-"
_HAND = r"(?:[2-9TJQKAtjqka]*\.){3}[2-9TJQKAtjqka]*"
_ENDINGS = tuple(ending for endings in files.FORMATS.values() for ending in endings)
Value = TypeVar("Value")


def chosen(kind: Any, text: str, option: str) -> Any:
    """One of the words that a `Literal` allows; BridgeError for another."""
    return codec_of(kind).decode(text.lower(), option)


class Boards:
    """The boards of a source. What cannot be used is reported as it comes, and remembered for the exit code."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.used = self.damaged = self.unbid = self.blank = self.unended = 0

    def __iter__(self) -> Iterator[Record]:
        for outcome in _outcomes(self.source):
            if isinstance(outcome, Record):
                self.used += 1
                yield outcome
            else:
                self.damaged += 1
                complain(outcome)

    def complete(self) -> Iterator[Record]:
        """The boards whose deal has all 52 cards; the others are left out."""
        return self._usable(self._dealt(), lambda record: record.board.deal.require_complete())

    def _dealt(self) -> Iterator[Record]:
        """The boards of which a card is known; the others are counted."""
        for record in self:
            if any(map(len, record.board.deal)):
                yield record
            else:
                self.used -= 1
                self.blank += 1

    def called(self, records: Iterable[Record] | None = None) -> Iterator[Record]:
        """The boards with an auction, if only the start of one; the others are counted and left out."""
        for record in self if records is None else records:
            if record.auction is None:
                self.used -= 1
                self.unbid += 1
            else:
                yield record

    def bid(self) -> Iterator[Record]:
        """The boards with 52 cards and a whole auction; the others are left out."""
        return self._usable(map(self._ended, self.called(self.complete())), _require_bid)

    def _ended(self, record: Record) -> Record:
        """The board with the passes that end its auction; whether they were missing is counted."""
        ended = record.with_last_passes()
        self.unended += ended is not record
        return ended

    def _usable(self, records: Iterable[Record], require: Callable[[Record], object]) -> Iterator[Record]:
        """The boards for which what is required does not raise."""
        for record in records:
            try:
                require(record)
            except BridgeError as error:
                self.used -= 1
                self.damaged += 1
                number = record.board.number
                complain(error.at(source=f"board {number}" if number else self.source))
            else:
                yield record

    def finish(self) -> None:
        """End with exit code 1 when boards were left out, 2 when nothing was left to use."""
        if self.unbid and not self.used:
            raise BridgeError(
                f"expected auctions in {self.source}, got none: `overtrick bid` bids its boards, `overtrick show --dd` "
                "shows what they yield"
            )
        for number, what in ((self.unbid, "an auction"), (self.blank, "cards")):
            if number:
                complain(f"{counted(number, 'board')} without {what} left out")
        if self.unended:
            complain(f"{counted(self.unended, 'auction')} without the last passes read as finished")
        if self.damaged or self.unbid or self.blank:
            raise typer.Exit(1 if self.used else 2)


def _require_bid(record: Record) -> None:
    record.require_auction()
    require_one_dealer(record)


def counted(number: int, noun: str) -> str:
    """`1 board`, `2 boards`."""
    return f"{number:,} {noun}{'s' * (number != 1)}"


def _outcomes(source: str) -> Iterable[Record | BridgeError]:
    if source == STDIN:
        return files.read_records(sys.stdin.buffer, source="<stdin>")
    if is_file(source):
        return files.read_records(Path(source))
    if re.fullmatch(rf"{_HAND}(?:\s+{_HAND}){{3}}", source.strip()):
        return files.parse_records(f"N:{source}")
    if not any(sign in source for sign in ":|="):
        near = nearest(source, [str(path) for folder in (".", "examples") for path in Path(folder).glob("*.*")])
        raise BridgeError(f"expected a deal, a link or a file, and there is no file {source!r}{near}")
    return files.parse_records(source)


def is_boards(source: str) -> bool:
    """Whether a word of the command line stands for boards rather than for one hand."""
    if source == STDIN or is_file(source) or source.lower().endswith(_ENDINGS):
        return True
    if not any(sign in source for sign in ":|=") and len(source.split(".")) < 8:
        return False
    try:
        return not Hand.parse(source).is_complete  # S:KQ52 H:AJ73 D:84 C:K62
    except BridgeError:
        return True


def with_conditions(record: Record, dealer: str | None, vul: str | None) -> Record:
    """The record with another dealer or vulnerability, where one is given."""
    board = record.board
    changed = replace(
        board,
        dealer=board.dealer if dealer is None else Seat.parse(dealer),
        vulnerability=board.vulnerability if vul is None else Vulnerability.parse(vul),
    )
    return record if changed == board else replace(record, board=changed)


def is_file(source: str) -> bool:
    """Whether a word of the command line names a file that is there."""
    try:
        return Path(source).exists()
    except (OSError, ValueError):  # a pasted deal or link may be no possible file name
        return False


@contextmanager
def written_to(path: Path | None) -> Iterator[IO[str]]:
    """Standard output, or a file that appears only once all is written."""
    if path is None:
        yield sys.stdout
        sys.stdout.flush()
        return
    with whole_text(path) as file:
        yield file


PATIENCE = 1.0
"""Seconds of work before a progress bar appears."""


@contextmanager
def progress_bar(title: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A function to call with the number of pieces just finished, where there are any.

    After a second of work the bar is drawn on standard error, when that is a terminal. What is printed on the same
    terminal meanwhile stands above it.
    """
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeRemainingColumn

    counted = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) if total else (SpinnerColumn(),)
    columns = (TextColumn("{task.description}"), *counted)
    console = Console(stderr=True, soft_wrap=True)
    progress = Progress(*columns, console=console, transient=True, redirect_stdout=sys.stdout.isatty())
    task = progress.add_task(title, total=total)
    timer = Timer(PATIENCE, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda done: progress.advance(task, done)
    finally:
        timer.cancel()
        timer.join()
        progress.live.stop()


def watched(items: Iterable[Value], title: str, output: Path | None = None) -> Iterator[Value]:
    """The items as they come, counted on a progress bar; not where they are printed on the terminal themselves."""
    if output is None and sys.stdout.isatty():
        yield from items
        return
    with progress_bar(title) as advance:
        for item in items:
            yield item
            advance(1)


@contextmanager
def watching(steps: int, in_short: Callable[[Any], str]) -> Iterator["Watcher"]:
    """A progress bar on standard error when that is a terminal; a first Ctrl-C or kill stops after a checkpoint."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from overtrick.training.loop import Watcher

    asked: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def ask(number: int, frame: Any) -> None:
        if asked:  # a second one stops at once
            signal.signal(number, before[signal.Signals(number)])
            signal.raise_signal(number)
        asked.append(number)

    for number in before:
        signal.signal(number, ask)
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    try:
        with Progress(*columns, console=Console(stderr=True), disable=not sys.stderr.isatty()) as progress:
            task = progress.add_task("", total=steps)

            def noted(note: Any) -> None:
                progress.update(task, description=in_short(note))

            yield Watcher(lambda step: progress.update(task, completed=step), noted, lambda: bool(asked))
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def answer_lines(name: str, given: JsonObject | None = None, answer: Callable[[Any], object] | None = None) -> None:
    """The JSON-lines protocol: one question a line in, one answer a line out, in order, flushed at once.

    `name` is the kind of question, `given` what a line may leave out, `answer` who answers instead of the usual one. An
    `id` is echoed; a line that cannot be answered gets an `error` and the stream goes on.
    """
    kind = QUESTIONS[name]
    answer = answer or kind.answer
    for line in sys.stdin.buffer:
        if line.strip():
            print_json(_answer_line(line, kind, given or {}, answer))


def _answer_line(line: bytes, kind: Kind, given: JsonObject, answer: Callable[[Any], object]) -> JsonObject:
    echo: JsonObject = {}
    try:
        asked = json_object(line)
        if "id" in asked:
            echo = {"id": asked["id"]}
        return echo | to_json(answer(kind.read(given | asked)))
    except BridgeError as error:
        return echo | {"error": {"message": error.message, "where": str(error.where)}}


def print_json(value: object, file: IO[str] | None = None) -> None:
    """A line of JSON, flushed at once."""
    written = value if isinstance(value, dict | list) else to_json(value)
    file = file or sys.stdout
    is_unicode = "utf" in (getattr(file, "encoding", None) or "utf-8").lower()
    print(json.dumps(written, ensure_ascii=not is_unicode), file=file, flush=True)


def print_answer(answer: Value, as_json: bool, text: Callable[[Value], str] = str, file: IO[str] | None = None) -> None:
    """An answer as people read it, or as programs do."""
    if as_json:
        print_json(answer, file)
    else:
        print(text(answer), file=file, flush=True)
