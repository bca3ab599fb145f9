"""The figures of the house: how many modules, how large, which names mean two things, how many files a question passes.

A mirror, not a gate. All but the last is read from the source. For the last a child process answers a question with the
tree's `src` on its path and notes the files under `src/overtrick` in which at least one function is called. What runs
while a module is imported (its body, class bodies, what these call) does not count; the files of `cli/` do.
"""

import argparse
import ast
import json
import os
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

QUESTION = ("KQ52.AJ73.84.K62", "-a", "1N P")
MOST_IN_A_FOLDER, MOST_OF_A_STEM = 14, 2

TRACER = """
import json, runpy, sys, threading
target, sys.argv = sys.argv[1], ["overtrick", *sys.argv[2:]]
passed, importing = set(), 0
def profile(frame, event, _):
    global importing
    code = frame.f_code
    if code.co_name == "_load_unlocked" and "importlib" in code.co_filename:
        importing += (event == "call") - (event == "return")
    elif event == "call" and not importing and code.co_flags & 1:  # bodies of modules and classes are not optimized
        passed.add(code.co_filename)
threading.setprofile(profile)
sys.setprofile(profile)
try:
    runpy.run_module("overtrick", run_name="__main__")
finally:
    sys.setprofile(None)
    with open(target, "w") as file:
        json.dump(sorted(passed), file)
"""


@dataclass(frozen=True)
class Module:
    """A file of the package: its dotted name, its text, its syntax tree."""

    name: str
    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @property
    def package(self) -> str:
        """The folder it is in, from which relative imports start."""
        return self.name if self.path.name == "__init__.py" else self.name.rpartition(".")[0]

    def imported(self, known: frozenset[str]) -> set[str]:
        """The modules of the package that this one names, or a name of which it names, in an import statement."""
        named: set[str] = set()
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                named.update(_module_of(alias.name, known) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                source = _absolute(node, self.package)
                named.update(_module_of(f"{source}.{alias.name}", known) for alias in node.names)
        return named & known - {self.name}


def _absolute(node: ast.ImportFrom, package: str) -> str:
    if not node.level:
        return node.module or ""
    parents = package.split(".")[: len(package.split(".")) - node.level + 1]
    return ".".join([*parents, node.module] if node.module else parents)


def _module_of(dotted: str, known: frozenset[str]) -> str:
    """The module that has a dotted name: `overtrick.core` for `overtrick.core.Call`."""
    return dotted if dotted in known else dotted.rpartition(".")[0]


def read_modules(source: Path) -> list[Module]:
    """Every module under a `src` folder."""
    modules = []
    for path in sorted(source.joinpath("overtrick").rglob("*.py")):
        parts = path.relative_to(source).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        modules.append(Module(name, path, path.read_text(encoding="utf-8")))
    return modules


def single_importers(modules: list[Module]) -> dict[str, str]:
    """Modules that exactly one other imports, with that one."""
    known = frozenset(module.name for module in modules)
    importers: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        for name in module.imported(known):
            importers[name].append(module.name)
    return {name: by[0] for name, by in sorted(importers.items()) if len(by) == 1}


def classes_of_two_meanings(modules: list[Module]) -> dict[str, list[str]]:
    """Class names that two or more modules define."""
    homes: dict[str, list[str]] = defaultdict(list)
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(module.name)
    return {name: where for name, where in sorted(homes.items()) if len(set(where)) > 1}


def functions(modules: list[Module]) -> Iterator[tuple[int, str]]:
    """Every function with its number of lines."""
    for module in modules:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{module.name}.{node.name}"


def files_passed(source: Path, *words: str) -> list[str]:
    """The files in which a function is called while `overtrick WORDS` answers."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "passed.json")
        command = [sys.executable, "-c", TRACER, str(target), *words]
        environment = os.environ | {"PYTHONPATH": str(source)}
        subprocess.run(command, env=environment, cwd=folder, stdout=subprocess.DEVNULL, check=True)
        passed = [Path(name) for name in json.loads(target.read_text())]
    package = source / "overtrick"
    return sorted(str(path.relative_to(package)) for path in passed if path.is_relative_to(package))


def show(figure: str, value: object, details: list[str], verbose: bool) -> None:
    print(f"{figure:45} {value}")
    for line in details if verbose else ():
        print(f"    {line}")


def show_source(modules: list[Module], verbose: bool) -> None:
    stems = Counter(module.path.stem for module in modules if module.path.stem not in ("__init__", "__main__"))
    repeated = [f"{stem} {count}" for stem, count in stems.most_common() if count > MOST_OF_A_STEM]
    folders = Counter(module.package for module in modules if module.path.name != "__init__.py")
    full = [f"{folder} {count}" for folder, count in folders.most_common() if count > MOST_IN_A_FOLDER]
    alone, doubled = single_importers(modules), classes_of_two_meanings(modules)
    untyped = {module.name: sum("dict[str, Any]" in line for line in module.text.splitlines()) for module in modules}
    longest, (length, function) = max(modules, key=lambda module: module.lines), max(functions(modules))
    show("modules", len(modules), [], verbose)
    show("lines of Python", sum(module.lines for module in modules), [], verbose)
    show("modules with one importer", len(alone), [f"{name}  by {by}" for name, by in alone.items()], verbose)
    show("class names of two meanings", len(doubled), [f"{name}  {' '.join(at)}" for name, at in doubled.items()], True)
    show(
        "lines with dict[str, Any]",
        sum(untyped.values()),
        [f"{n}  {name}" for name, n in untyped.items() if n],
        verbose,
    )
    show(f"module names used more than {MOST_OF_A_STEM} times", len(repeated), repeated, True)
    show(f"folders of more than {MOST_IN_A_FOLDER} modules", len(full), full, True)
    show("longest file", f"{longest.name}, {longest.lines} lines", [], verbose)
    show("longest function", f"{function}, {length} lines", [], verbose)


def show_map(modules: list[Module]) -> None:
    """The map of docs/architecture.md: a line for every folder and module, as their docstrings begin."""
    print("```")
    for module in modules:
        is_folder, depth = module.path.name == "__init__.py", module.name.count(".")
        name = module.path.parent.name + "/" if is_folder else module.path.name
        says = (ast.get_docstring(module.tree) or "").split("\n\n")[0].replace("\n", " ")
        print(f"{'  ' * depth}{name:{30 - 2 * depth}} {says}")
    print("```")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument(
        "--tree", type=Path, default=Path(__file__).parents[1], help="a checkout; this one by default"
    )
    arguments.add_argument("-v", "--verbose", action="store_true", help="list what is counted")
    arguments.add_argument("--map", action="store_true", help="print the map of docs/architecture.md, and no figures")
    asked = arguments.parse_args()
    source = asked.tree.resolve() / "src"
    if asked.map:
        show_map(read_modules(source))
        return
    show_source(read_modules(source), asked.verbose)
    for command in ("bid", "advise"):
        passed = files_passed(source, command, *QUESTION)
        inner = sum(not name.startswith("cli") for name in passed)
        show(f"files passed by {command}", f"{len(passed)} ({inner} without cli)", passed, asked.verbose)


if __name__ == "__main__":
    main()
