"""Mutants: one small mistake at a time is put into a copy of the source, and a named test has to notice it.

    python benchmarks/mutants.py                       # all mutants of mutants.toml
    python benchmarks/mutants.py --only scores queue   # those with one of these words in their file or description
    python benchmarks/mutants.py --random 50 --seed 1 --tests tests/core -- core/contracts.py core/auctions.py

Every mutant of the list names a text that occurs exactly once in its file, what stands there instead, and the test
that fails then. Random ones change an operator or a number somewhere in the files given; survivors of these may be
equivalent to the original and are for a person to read. Prints a row a mutant; ends with 1 if one lived.
"""

import argparse
import ast
import importlib.util
import os
import queue
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
LIST = Path(__file__).with_suffix(".toml")
SOURCE = "src/overtrick"
SECONDS = 300
"""The longest that a test may take; a mutant that hangs is noticed too."""

KILLED, LIVED, BROKEN, STILLBORN = "killed by", "LIVED in spite of", "the unmutated test fails:", "cannot be imported:"
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
}
"""Operators that random mutants put in the place of others."""


class Mutant(NamedTuple):
    """A mistake in one file."""

    file: str
    breaks: str
    """What goes wrong."""
    source: str
    """The file with the mistake."""
    tests: tuple[str, ...]
    """Those that should fail."""


def listed(path: Path = LIST) -> Iterator[Mutant]:
    """The mutants of the list; ValueError when the text of one does not occur exactly once."""
    for file, section in tomllib.loads(path.read_text(encoding="utf-8")).items():
        source = (ROOT / SOURCE / file).read_text(encoding="utf-8")
        for breaks, text, instead, test in section["mutants"]:
            if source.count(text) != 1:
                raise ValueError(f"{file}: expected {text!r} once, got it {source.count(text)} times")
            name = test if "::" in test else f"{section['tests']}::{test}"
            yield Mutant(file, breaks, source.replace(text, instead), (name,))


def random_mutants(files: Sequence[str], tests: Sequence[str], count: int, seed: int) -> Iterator[Mutant]:
    """Mutants at random places of files, each place at most once."""
    trees = {file: ast.parse((ROOT / SOURCE / file).read_text(encoding="utf-8")) for file in files}
    places = [(file, number) for file, tree in trees.items() for number in range(len(list(_changes(tree))))]
    for file, number in random.Random(seed).sample(places, min(count, len(places))):
        tree = ast.parse((ROOT / SOURCE / file).read_text(encoding="utf-8"))
        node, change = list(_changes(tree))[number]
        before = ast.unparse(node)
        change()
        breaks = f"line {node.lineno}: {before} → {ast.unparse(node)}"
        yield Mutant(file, " ".join(breaks.split()), ast.unparse(tree), tuple(tests))


def _changes(tree: ast.Module) -> Iterator[tuple[ast.expr, Callable[[], None]]]:
    """Everywhere that something can be changed, and how."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
            yield node, lambda node=node: node.ops.__setitem__(0, SWAPPED[type(node.ops[0])]())  # type: ignore[misc]
        elif isinstance(node, ast.BoolOp | ast.BinOp) and type(node.op) in SWAPPED:
            yield node, lambda node=node: setattr(node, "op", SWAPPED[type(node.op)]())  # type: ignore[misc]
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, lambda node=node: setattr(node, "op", ast.UAdd())  # type: ignore[misc]
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield node, lambda node=node: setattr(node, "value", _other(node.value))  # type: ignore[misc]


def _other(value: int) -> int:
    return not value if isinstance(value, bool) else value + 1


def copied(folder: Path) -> Path:
    """A copy of what tests need."""
    for name in ("src", "tests", "benchmarks"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", ".hypothesis"))
    for name in ("pyproject.toml", "README.md"):
        shutil.copy2(ROOT / name, folder)
    return folder


def run_tests(folder: Path, tests: Sequence[str], *more: str) -> tuple[int, str]:
    """The exit code of pytest and what it prints; -1 when it does not end."""
    words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *more, *tests]
    environment = os.environ | {"PYTHONPATH": f"{folder}/src", "CI": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    process = subprocess.Popen(
        words, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        start_new_session=True,
    )  # fmt: skip
    try:
        out, _ = process.communicate(timeout=SECONDS)
        return process.returncode, out
    except subprocess.TimeoutExpired:
        return -1, ""
    finally:
        _end(process)


def _end(process: subprocess.Popen[str]) -> None:
    """End the session of a process: tests that fail may leave servers behind."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def failing(folder: Path, tests: Sequence[str]) -> set[str]:
    """Those of the tests that fail without any mistake."""
    code, out = run_tests(folder, tests, "-rfE")
    failed = {re.split(r"\[| - ", name)[0] for name in re.findall(r"^(?:FAILED|ERROR) (\S+)", out, re.MULTILINE)}
    if code and not failed:
        raise SystemExit(out)
    return {test for test in tests if any(name.startswith(test) or test.startswith(name) for name in failed)}


def outcome(mutant: Mutant, folder: Path) -> str:
    """Whether the tests notice the mistake."""
    path = folder / SOURCE / mutant.file
    original = path.read_text(encoding="utf-8")
    try:
        _write(path, mutant.source)
        code, _ = run_tests(folder, mutant.tests, "-x")
    finally:
        _write(path, original)
    return {0: LIVED, 1: KILLED, -1: KILLED}.get(code, STILLBORN)


def _write(path: Path, source: str) -> None:
    """Write a module; what Python has compiled of it goes, which may be of the same second and size."""
    path.write_text(source, encoding="utf-8")
    Path(importlib.util.cache_from_source(str(path))).unlink(missing_ok=True)


def report(mutants: Sequence[Mutant], jobs: int) -> Counter[str]:
    """Try all mutants, print a row each, and count how they ended."""
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="mutants-") as scratch, ThreadPoolExecutor(jobs) as pool:
        copies: queue.SimpleQueue[Path] = queue.SimpleQueue()
        for number in range(jobs):
            copies.put(copied(Path(scratch) / str(number)))
        first = copies.get()
        broken = failing(first, sorted({test for mutant in mutants for test in mutant.tests}))
        copies.put(first)

        def tried(mutant: Mutant) -> str:
            if broken.intersection(mutant.tests):
                return BROKEN
            folder = copies.get()
            try:
                return outcome(mutant, folder)
            finally:
                copies.put(folder)

        for mutant, ended in zip(mutants, pool.map(tried, mutants), strict=True):
            tests = " ".join(test.removeprefix("tests/") for test in mutant.tests)
            print(f"{mutant.file:32} {mutant.breaks:64} {ended} {tests}", flush=True)
            counts[ended] += 1
    return counts


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="WORD", help="mutants that have one of these words")
    parser.add_argument("--jobs", type=int, default=1, help="tests that run at once")
    parser.add_argument("--random", type=int, default=0, metavar="N", help="N random mutants of FILES instead")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--tests", nargs="+", default=[], help="what should notice random mutants")
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"below {SOURCE}, for random mutants")
    asked = parser.parse_args()
    if asked.random:
        mutants = list(random_mutants(asked.files, asked.tests, asked.random, asked.seed))
    else:
        mutants = list(listed())
    if asked.only:
        mutants = [mutant for mutant in mutants if any(word in f"{mutant.file} {mutant.breaks}" for word in asked.only)]
    counts = report(mutants, asked.jobs)
    ends = [f"{counts[ended]} {ended.split()[0].lower()}" for ended in (KILLED, LIVED)]
    print(f"{len(mutants)} mutants: {', '.join(ends)}, {counts[BROKEN] + counts[STILLBORN]} could not be tried")
    return 0 if counts[KILLED] == len(mutants) else 1


if __name__ == "__main__":
    sys.exit(main())
