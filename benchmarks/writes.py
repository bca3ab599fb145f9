"""Every command that writes, under every fault: what is left, and how the command ends.

`python -m benchmarks.writes` prints two tables and ends with 1 where anything was lost. As root the disks are small
file systems in memory that are full or read-only; else files are limited in size and permissions taken away.
"""

import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.support.forked import CLOSED, FREEZE, INTERRUPT, KILL, Commands, Request
from benchmarks.support.writing_commands import CASES, ONLY_PRINTED, Case, forgotten, make_inputs
from overtrick.cli.ending import CLOSED_PIPE, INTERRUPTED
from overtrick.core import BridgeError
from overtrick.nets.artifact import Artifact

LIMIT = 120
OLD = "old\n" * 10


# What is left


def snapshot(path: Path) -> object:
    """What a file or folder says, but for dates and seconds; None where it is not there."""
    if path.is_dir():
        inside = {each.name: snapshot(each) for each in sorted(path.iterdir())}
        return {name: said for name, said in inside.items() if not name.startswith("checkpoint.previous")}
    if not path.exists():
        return None
    if path.suffix == ".npz":
        with np.load(path, allow_pickle=False) as file:
            return {name: hashlib.sha256(file[name].tobytes()).hexdigest() for name in file if name != "seconds"}
    if path.suffix in (".json", ".jsonl"):
        return [_without_time(json.loads(line)) for line in _json_texts(path)]
    return path.read_bytes()


def _json_texts(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return text.splitlines() if path.suffix == ".jsonl" else [text]


def _without_time(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_time(each) for key, each in value.items() if key not in ("seconds", "date", "command")}
    return value


@dataclass
class Bench:
    """Runs the cases; notes what was lost."""

    folder: Path
    commands: Commands
    places: dict[str, str]
    lost: list[str] = field(default_factory=list)

    def request(self, case: Case, **options: Any) -> Request:
        words = [word.format(folder=self.target, **self.places) for word in case.words.split()]
        given = {"out": str(self.folder / "out"), "err": str(self.folder / "err"), "patches": case.patches} | options
        return Request(words, str(self.target), **given)

    @property
    def target(self) -> Path:
        return self.folder / "target"

    def run(self, case: Case, **options: Any) -> int:
        """Run a case to its end; the exit code."""
        self.commands.start(self.request(case, **options))
        return self.commands.wait()

    def errors(self) -> str:
        return (self.folder / "err").read_text(encoding="utf-8", errors="replace")

    def empty(self, old: Path | None) -> None:
        """The folder with nothing in it but the old file or artifact."""
        for each in self.target.iterdir():
            shutil.rmtree(each) if each.is_dir() else each.unlink()
        if old is not None:
            put = self.target / old.name
            shutil.copytree(old, put) if old.is_dir() else shutil.copyfile(old, put)

    def note(self, name: str, fault: str, problem: str) -> None:
        self.lost.append(f"{name}, {fault}: {problem}\n{self.errors()}")


@contextmanager
def small_disk(folder: Path) -> Iterator[bool]:
    """A file system of 8 MB in memory at a folder, where that is possible."""
    folder.mkdir()
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", folder], capture_output=True
        ).returncode
    )
    try:
        yield mounted
    finally:
        if mounted:
            subprocess.run(["umount", folder], check=True)


class Row:
    """One command under all faults."""

    def __init__(self, bench: Bench, name: str, mounted: bool) -> None:
        self.bench, self.name, self.case, self.mounted = bench, name, CASES[name], mounted
        self.made = bench.target / self.case.made
        self.old: Path | None = None
        self.new: object = None
        self.moments = 0
        self.usual_lines = 0
        """On standard error when all is well: the notes of a run."""

    def fill(self) -> list[str]:
        """The cells of the row."""
        self.clean()
        cells = [self.full_disk(), self.read_only(), self.closed_pipe()]
        cells += [self.struck(INTERRUPT, INTERRUPTED), self.struck(KILL, -signal.SIGKILL), self.second_run()]
        return [*cells, self.damaged() if self.case.made == "run" and "--export" in self.case.words else ""]

    def clean(self) -> None:
        """What the command makes when all is well, and what was there before."""
        bench = self.bench
        bench.empty(None)
        counted = str(bench.folder / "moments")
        if code := bench.run(self.case, counted=counted):
            raise SystemExit(f"{self.name} ends with {code}: {bench.errors()}")
        self.moments = int(Path(counted + ".count").read_text())
        self.new = snapshot(self.made)
        self.usual_lines = len(bench.errors().splitlines())
        if self.case.is_artifact:
            self.old = bench.folder / "net"
            shutil.copytree(self.made, self.old, dirs_exist_ok=True)
            arrays = dict(Artifact.load(self.old, *_KINDS).weights)
            changed = {key: array + 1 for key, array in arrays.items()}
            loaded = Artifact.load(self.old, *_KINDS)
            Artifact(loaded.kind, loaded.config, changed, loaded.card, loaded.golden).save(self.old)
        elif not self.case.goes_on:
            self.old = bench.folder / self.case.made
            self.old.write_text(OLD)

    def left(self) -> str:
        """What is there: old, new, none, or a part, which is a loss."""
        if self.case.is_artifact:
            return self._left_of_artifact()
        if self.case.goes_on:
            return "new" if self._is_new() else "begun" if any(self.bench.target.iterdir()) else "none"
        if not self.made.exists():
            return "NONE"
        return "new" if self._is_new() else "old" if self.made.read_text(errors="replace") == OLD else "PART"

    def _is_new(self) -> bool:
        try:
            return snapshot(self.made) == self.new
        except Exception:
            return False

    def _left_of_artifact(self) -> str:
        assert self.old is not None
        try:
            weights = Artifact.load(self.made, *_KINDS).weights
        except BridgeError:
            return "PART"
        old = Artifact.load(self.old, *_KINDS).weights
        same = all(np.array_equal(weights[key], old[key]) for key in old)
        return "old" if same else "new"

    def check(self, fault: str, code: int, expected: tuple[int, ...], *, killed: bool = False) -> str:
        """What the cell says; losses are noted."""
        left, errors = self.left(), self.bench.errors()
        if code not in expected:
            self.bench.note(self.name, fault, f"exit code {code}")
        if left.isupper():
            self.bench.note(self.name, fault, f"left {left}")
        if not killed and (
            "Traceback" in errors or "leaked" in errors or len(errors.splitlines()) > self.usual_lines + 2
        ):
            self.bench.note(self.name, fault, "too much on standard error")
        rest = [each.name for each in self.bench.target.rglob("*") if each.name.endswith((".unfinished", ".lock"))]
        if rest and not killed:
            self.bench.note(self.name, fault, f"left {rest}")
        return left

    def again(self, fault: str) -> str:
        """The same command once more, without a fault: it must come to the same end."""
        code = self.bench.run(self.case)
        if code or not (self.left() == "new" if self.case.is_artifact else self._is_new()):
            self.bench.note(self.name, fault, f"not the same when it goes on (exit code {code})")
            return "LOST"
        return "="

    def full_disk(self) -> str:
        """No byte left, and two pages."""
        cells = []
        for free in (8192,) if self.case.is_slow else (0, 8192):
            self.bench.empty(self.old)
            code = self._on_full_disk(free) if self.mounted else self.bench.run(self.case, largest=free // 4)
            left = self.check("full disk", code, (0, 2) if free else (2,))
            cells.append(f"{code} {left}{self.again('full disk') if self.case.goes_on else ''}")
        return ", ".join(cells)

    def _on_full_disk(self, free: int) -> int:
        filler = self.bench.target / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        os.truncate(filler, filler.stat().st_size - free)
        code = self.bench.run(self.case)
        filler.unlink()
        return code

    def read_only(self) -> str:
        self.bench.empty(self.old)
        self._set_writable(False)
        try:
            code = self.bench.run(self.case)
        finally:
            self._set_writable(True)
        return f"{code} {self.check('read-only', code, (2,))}"

    def _set_writable(self, is_writable: bool) -> None:
        if self.mounted:
            mode = "rw" if is_writable else "ro"
            subprocess.run(["mount", "-o", f"remount,{mode}", self.bench.target], check=True)
        else:
            self.bench.target.chmod(0o755 if is_writable else 0o555)

    def closed_pipe(self) -> str:
        self.bench.empty(self.old)
        code = self.bench.run(self.case, out=CLOSED)
        return f"{code} {self.check('closed pipe', code, (0, CLOSED_PIPE))}"

    def struck(self, fault: str, expected: int) -> str:
        """Ctrl-C or kill −9 at several moments."""
        cells: dict[str, int] = {}
        last = self.moments
        chosen = {last // 2, last - 1} if self.case.is_slow else {1, 2, last // 2, last - 1, last}
        for moment in sorted(chosen & set(range(1, last + 1))):
            self.bench.empty(self.old)
            code = self.bench.run(self.case, fault=fault, moment=moment)
            left = self.check(f"{fault} at {moment} of {last}", code, (expected, 0), killed=fault == KILL)
            if self.case.goes_on or fault == KILL:
                left += self.again(f"{fault} at {moment} of {last}")
            cells[f"{code} {left}"] = cells.get(f"{code} {left}", 0) + 1
        return ", ".join(f"{count} × {end}" for end, count in cells.items())

    def second_run(self) -> str:
        """One run is frozen in the middle of its writing; the second refuses, and goes on when the first is killed."""
        self.bench.empty(self.old)
        first = self.bench.commands.start(
            self.bench.request(self.case, fault=FREEZE, moment=max(2, self.moments // 2), err="/dev/null")
        )
        _wait_until_frozen(first)
        code = self.bench.run(self.case)
        said = "another run is writing" in self.bench.errors()
        if code != 2 or not said:
            self.bench.note(self.name, "second run", f"exit code {code}")
        os.killpg(first, signal.SIGKILL)
        self.bench.commands.wait()
        return f"{code} {'refused' if said else 'NOT REFUSED'}, then {self.again('second run')}"

    def damaged(self) -> str:
        """The last checkpoint cut short, filled with zeros, or another file: the run goes on from the one before."""
        cells = []
        self.bench.empty(None)
        self.bench.run(self.case)
        path = self.made / "checkpoint.npz"
        for damage in (_cut, _zero, _other):  # after each, the run has come to its end again
            path.write_bytes(damage(path.read_bytes()))
            again = self.again(f"damaged checkpoint ({damage.__name__})")
            if "the one before" not in self.bench.errors():
                self.bench.note(self.name, "damaged checkpoint", "nothing said")
            cells.append(again)
        return " ".join(cells)


_KINDS = ("contract", "bidding", "four_hands", "two_hands")


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _zero(data: bytes) -> bytes:
    return bytes(len(data))


def _other(data: bytes) -> bytes:
    return b"PK\3\4 something else"


def _wait_until_frozen(process: int) -> None:
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        if state == "T":
            return
        time.sleep(0.02)
    raise SystemExit(f"process {process} was never frozen")


def printed_row(bench: Bench, name: str, words: str) -> list[str]:
    """A command whose standard output is full, then a closed pipe."""
    cells = []
    case = CASES[name] if name in CASES else Case(words, (), "")
    for out, expected in (("/dev/full", (2,)), (CLOSED, (CLOSED_PIPE,))):
        code = bench.run(case, out=out)
        errors = bench.errors()
        if code not in expected or "Error" in errors or "cannot" in errors.replace("cannot write standard output", ""):
            bench.note(name, f"standard output {out}", f"exit code {code}")
        cells.append(f"{code}")
    return cells


HEADS = (
    "full disk",
    "read-only",
    "closed pipe",
    "Ctrl-C at … moments",
    "kill −9 at … moments",
    "second run",
    "damaged",
)


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--only", default="", help="commands, separated by commas")
    only = [name for name in options.parse_args().only.split(",") if name]
    if missing := forgotten():
        sys.exit(f"not tested here: {', '.join(missing)}")
    begin = time.monotonic()
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))  # the disks are taken away again
    with tempfile.TemporaryDirectory() as name, small_disk(Path(name) / "target") as mounted:
        folder, inputs = Path(name), Path(name) / "inputs"
        inputs.mkdir()
        bench = Bench(folder, Commands(), make_inputs(inputs))
        print(f"disks: {'file systems of 8 MB in memory' if mounted else 'limits of size and permissions'}\n")
        print(f"| command | {' | '.join(HEADS)} |\n|{'---|' * (len(HEADS) + 1)}")
        for command in only or CASES:
            if command in CASES:
                print(f"| {command} | {' | '.join(Row(bench, command, mounted).fill())} |", flush=True)
        print("\n| standard output | full | closed pipe |\n|---|---|---|")
        for command, words in ONLY_PRINTED.items():
            if not only or command in only:
                print(f"| {command} | {' | '.join(printed_row(bench, command, words))} |", flush=True)
        bench.commands.close()
    print(f"\n{len(bench.lost)} losses, {time.monotonic() - begin:.0f} s")
    for each in bench.lost:
        print(f"\nLOST: {each}")
    sys.exit(bool(bench.lost))


if __name__ == "__main__":
    main()
