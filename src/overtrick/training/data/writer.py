"""Rows of long work, kept as they come, so that a run that was killed goes on where it stopped.

Beside the rows stands a header in JSON: the settings they are made with, and how many tasks and bytes are settled.
Bytes behind those were cut short by a kill and are removed. Rows that were made with other settings are refused: a
file never mixes two data sets. So is a second run on the same file while the first is at work.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, Any, Self, TypeVar

from overtrick.core import BridgeError
from overtrick.parallel import cores, executor, in_order
from overtrick.storage import check_writable, locked_file, write_errors, write_text
from overtrick.training.recipe import differences

Task = TypeVar("Task")
Progress = Callable[[int], None]
"""Called with the number of deals, boards or pairs just finished."""


class RowWriter:
    """The rows of a file in the making, from `with` on; what an earlier run has settled is kept."""

    def __init__(
        self, rows: Path, settings: Mapping[str, Any], header: Path | None = None, what: Path | None = None
    ) -> None:
        self.rows = rows
        self.tasks = self.bytes = 0
        """What is settled."""
        self._header = header or rows.with_name(rows.name + ".json")
        self._settings: dict[str, Any] = json.loads(json.dumps(dict(settings)))
        self._what = what or rows
        self._file: IO[bytes]

    @classmethod
    def beside(cls, path: Path, settings: Mapping[str, Any]) -> "RowWriter":
        """For a file that is to be made at `path`: the rows are kept in `path`.partial until then."""
        return cls(path.with_name(path.name + ".partial"), settings, what=path)

    def __enter__(self) -> Self:
        check_writable(self._what)
        if self._what.exists() and not self._what.is_file():
            raise BridgeError(f"cannot write {self._what}: expected a file, not a pipe or a device")
        self._file = locked_file(Path(os.path.realpath(self.rows)), str(self._what))
        try:
            self._resume()
        except BaseException:
            if not os.fstat(self._file.fileno()).st_size:
                self.rows.unlink(missing_ok=True)
            self._file.close()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        if any(error) and not self.bytes:  # nothing to go on with
            self.rows.unlink(missing_ok=True)
            self._header.unlink(missing_ok=True)
        self._file.close()

    def _resume(self) -> None:
        size = os.fstat(self._file.fileno()).st_size
        if self._header.exists():
            stored = self._read_header()
            tasks, settled = stored.pop("tasks", 0), stored.pop("bytes", size)
            if changed := differences(stored, self._settings):
                raise BridgeError(
                    f"the rows in {self.rows} were made with other settings: {'; '.join(changed)}; "
                    f"remove it and {self._header.name} to start anew"
                )
            self.tasks, self.bytes = (tasks, settled) if settled <= size else (0, size)
        elif size:
            raise BridgeError(
                f"expected the settings of the rows in {self.rows}, and there is no {self._header.name}; "
                "remove it to start anew"
            )
        self.truncate(self.bytes)

    def truncate(self, size: int) -> None:
        """Keep only the first `size` bytes."""
        with write_errors(self._what):
            self._file.truncate(size)
        self.bytes = size
        self._write_header()

    def append(self, rows: bytes) -> None:
        """Settle the rows of one more task: they are on the disk before the header says so."""
        with write_errors(self._what):
            self._file.seek(self.bytes)
            self._file.write(rows)
            self._file.flush()
            os.fsync(self._file.fileno())
        self.tasks, self.bytes = self.tasks + 1, self.bytes + len(rows)
        self._write_header()

    def complete(
        self,
        work: Callable[[Task], bytes],
        tasks: Sequence[Task],
        size: Callable[[Task], int],
        *,
        jobs: int = 0,
        scheduler: str | None = None,
        progress: Progress | None = None,
    ) -> None:
        """Do the tasks that are not settled yet, on `jobs` cores or a cluster; `progress` is called with each size."""
        if not self.tasks:
            self.truncate(0)
        left = tasks[self.tasks :]
        report = progress or (lambda finished: None)
        report(sum(map(size, tasks[: self.tasks])))
        with executor(jobs, scheduler) as workers:
            for task, rows in zip(left, in_order(work, left, workers), strict=True):
                self.append(rows)
                report(size(task))

    def fill_up(
        self, work: Callable[[Task], bytes], tasks: Iterator[Task], left: int, *, jobs: int = 0, added: Progress
    ) -> None:
        """Do tasks of which there is no end until that many more bytes are settled; `added` is called with theirs."""
        with executor(jobs) as workers:
            while left > 0:
                for rows in in_order(work, islice(tasks, jobs or cores()), workers):
                    wanted = rows[:left]
                    if left > 0:
                        self.append(wanted)
                        added(len(wanted))
                    left -= len(wanted)

    def remove(self) -> None:
        """Remove rows and header: the file is finished."""
        with write_errors(self._what):
            self.rows.unlink()
            self._header.unlink()

    def _read_header(self) -> dict[str, Any]:
        try:
            stored = json.loads(self._header.read_text(encoding="utf-8"))
        except (ValueError, OSError):
            stored = None
        if not isinstance(stored, dict):
            raise BridgeError(f"expected the settings of {self.rows} in {self._header}, got something else; remove it")
        return stored

    def _write_header(self) -> None:
        header = {**self._settings, "tasks": self.tasks, "bytes": self.bytes}
        write_text(json.dumps(header, indent=2) + "\n", self._header)
