"""A training run on the terminal: its progress, and an orderly end when it is interrupted."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from overtrick.training.loop import Watcher


@contextmanager
def watching(steps: int, in_short: Callable[[Any], str]) -> Iterator["Watcher"]:
    """A progress bar on standard error when that is a terminal; a first Ctrl-C or kill stops after a checkpoint."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from overtrick.training.loop import Watcher

    asked: list[int] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def ask(number: int, frame: Any) -> None:
        asked.append(number)
        for each, handler in before.items():  # a second one stops at once
            signal.signal(each, handler)

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
