"""What running processes use: memory and processor time, and which of them listens at a port."""

import contextlib
import os
import sys
from pathlib import Path
from threading import Event, Thread


def children(pid: int) -> list[int]:
    """The processes that a process has started, from any of its threads."""
    texts = (_proc(f"{pid}/task/{task.name}/children") for task in Path(f"/proc/{pid}/task").glob("*"))
    return [int(word) for text in texts for word in text.split()]


def resident(pid: int) -> int:
    """Bytes of memory that a process has; 0 where it is gone."""
    pages = _proc(f"{pid}/statm").split()
    return int(pages[1]) * os.sysconf("SC_PAGE_SIZE") if pages else 0


def processor_time(pid: int) -> float:
    """Seconds that a process and those it has started have worked."""
    fields = _proc(f"{pid}/stat").rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0
    return own + sum(map(processor_time, children(pid)))


def process_at(port: int) -> int:
    """The process that listens at a port of this computer."""
    inodes = {
        words[9]
        for words in (line.split() for line in _proc("net/tcp").splitlines()[1:])
        if words[3] == "0A" and int(words[1].split(":")[1], 16) == port
    }
    for link in Path("/proc").glob("[0-9]*/fd/*"):
        with contextlib.suppress(OSError):
            if os.readlink(link).removeprefix("socket:[").rstrip("]") in inodes:
                return int(link.parts[2])
    sys.exit(f"nobody listens at port {port}")


class Memory:
    """The largest memory of a server and of its answering processes since the last look, sampled."""

    def __init__(self, pid: int) -> None:
        self._pid, self._stop = pid, Event()
        self.largest = [0, 0]
        self._thread = Thread(target=self._sample, daemon=True)
        self._thread.start()

    def _sample(self) -> None:
        while not self._stop.wait(0.05):
            self.largest = [max(pair) for pair in zip(self.largest, self.now(), strict=True)]

    def now(self) -> list[int]:
        """Megabytes of the server, and of the largest process that it has started."""
        started = max(map(resident, children(self._pid)), default=0)
        return [resident(self._pid) // 1_000_000, started // 1_000_000]

    def stop(self) -> None:
        self._stop.set()
        self._thread.join()


def _proc(name: str) -> str:
    try:
        return Path(f"/proc/{name}").read_text()
    except OSError:  # gone meanwhile
        return ""
