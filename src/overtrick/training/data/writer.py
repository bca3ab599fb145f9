"""Long work whose results are kept as they come, so that a run that was killed goes on where it stopped."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from overtrick.core import BridgeError
from overtrick.parallel import executor, in_order

Task = TypeVar("Task")


class RowsSoFar:
    """What is done of a file so far: its rows, and a note of how many tasks they are and what they were made of."""

    def __init__(self, path: Path, made_of: list[object]) -> None:
        """Beside the file that is to be made at `path`; rows that were made of something else are refused."""
        self.rows = path.with_name(path.name + ".partial")
        self._note = path.with_name(path.name + ".partial.json")
        self._made_of = made_of
        self._tasks = self._bytes = 0

    def take_up(self) -> int:
        """How many tasks need not be done again; rows that were cut short by a kill are removed."""
        if self._note.exists() and self.rows.exists():
            note = json.loads(self._note.read_text())
            if note["made_of"] != self._made_of:
                raise BridgeError(
                    f"expected rows made of {self._made_of} in {self.rows}, got {note['made_of']}; remove it"
                )
            self._tasks, self._bytes = note["tasks"], note["bytes"]
        with self.rows.open("ab") as file:
            file.truncate(self._bytes)
        return self._tasks

    def finish(
        self,
        work: Callable[[Task], bytes],
        tasks: Sequence[Task],
        size: Callable[[Task], int],
        *,
        jobs: int = 0,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        """Do all tasks that are not done yet, on so many cores; `progress` hears of the size of each that is."""
        finished = self.take_up()
        tell = progress or (lambda done: None)
        tell(sum(map(size, tasks[:finished])))
        with executor(jobs) as workers:
            for task, rows in zip(tasks[finished:], in_order(work, tasks[finished:], workers), strict=True):
                self.append(rows)
                tell(size(task))

    def append(self, rows: bytes) -> None:
        """The rows of one more task."""
        with self.rows.open("ab") as file:
            file.write(rows)
        self._tasks, self._bytes = self._tasks + 1, self._bytes + len(rows)
        note = {"made_of": self._made_of, "tasks": self._tasks, "bytes": self._bytes}
        unfinished = self._note.with_name(self._note.name + ".unfinished")
        unfinished.write_text(json.dumps(note))
        unfinished.replace(self._note)

    def remove(self) -> None:
        """The file is finished."""
        self.rows.unlink()
        self._note.unlink(missing_ok=True)
