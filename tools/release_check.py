"""Everything that has to hold before a release: `make release-check`. Prints a table; ends with 1 when a check fails.

    python -m tools.release_check              # all checks
    python -m tools.release_check uv "3.12"    # those with one of these words in their name

The wheel is installed in a fresh environment of every Python at hand, from wheels only, and tried with each source of
the solver (tools/smoke.py). A check that needs what this computer does not have is skipped, and says so.
"""

import os
import re
import sys
import tempfile
import time
import tomllib
from collections.abc import Callable, Iterator, Sequence
from ctypes.util import find_library
from functools import cached_property, partial
from pathlib import Path
from subprocess import CalledProcessError

from benchmarks import start_up
from tools import dist
from tools.environments import Environment, interpreters, run
from tools.lock import resolved
from tools.requirements import ROOT, ranges
from tools.smoke import SOLVERS, Broken, free_port, serving

PLATFORMS = ("linux", "macos", "windows")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
"""Where wheels of everything have to exist, whether or not such a computer is at hand."""
NEW_USER_SECONDS = 180
"""From a clone to the page."""

Check = Callable[[], str]
"""Gives a remark for the table; Broken where something is wrong, Skipped where it cannot be tried."""


class Skipped(Exception):
    """What is missing for a check."""


def main(words: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        everything = Release(Path(folder)).checks()
        asked = [each for each in everything if not words or any(word in each[0] for word in words)]
        outcomes = [_outcome(name, check) for name, check in asked]
    print(f"{len(outcomes)} checks, {outcomes.count('FAILED')} failed, {outcomes.count('skipped')} skipped")
    return 1 if "FAILED" in outcomes else 0


def _outcome(name: str, check: Check) -> str:
    """Make a check and print its line."""
    start = time.monotonic()
    try:
        outcome, remark = "ok", check()
    except Skipped as reason:
        outcome, remark = "skipped", str(reason)
    except Broken as error:
        outcome, remark = "FAILED", str(error)
    print(f"{name:<44} {outcome:<8} {time.monotonic() - start:4.0f} s  {remark}".rstrip(), flush=True)
    return outcome


def disagreements(root: Path) -> list[str]:
    """Where the texts of a release name another version than the package, or no date."""
    version = version_of(root)
    changelog = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    heading = re.search(r"^## (.+)$", changelog, re.MULTILINE)
    dated = re.fullmatch(r"(\S+) \((\d{4}-\d\d-\d\d)\)", heading[1] if heading else "")
    if dated is None:
        return [f"expected a version and its date at the top of CHANGELOG.md, got {heading[1] if heading else 'none'}"]
    expected = {
        "CHANGELOG.md": (dated[1], version),
        "CITATION.cff": (_field(citation, "version"), version),
        "date in CITATION.cff": (_field(citation, "date-released"), dated[2]),
    }
    return [f"{place}: expected {wanted}, got {got}" for place, (got, wanted) in expected.items() if got != wanted]


def version_of(root: Path) -> str:
    """The version of the package, which is where the archives have it from."""
    return _field((root / "src" / "overtrick" / "__init__.py").read_text(encoding="utf-8"), "__version__")


def _field(text: str, name: str) -> str:
    found = re.search(rf"^{name}\s*[:=]\s*\"?([^\"\n]+)\"?$", text, re.MULTILINE)
    return found[1] if found else "nothing"


class Release:
    """The checks of the tree as it is; what they make is in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._installed: dict[str, Environment] = {}

    def checks(self) -> Iterator[tuple[str, Check]]:
        """All of them with their names, in the order they are made."""
        yield "version, dates and addresses", self._texts
        yield "wheel and source archive, twice the same", self._archives
        yield "contents, locks, licences", partial(self._pytest, "tests/test_supply.py")
        yield "README and docs: commands, Python, links", partial(self._pytest, "tests/test_documents.py", "README.md")
        yield "examples and notebooks", partial(self._pytest, "tests/test_examples.py")
        yield "documentation site without warnings", self._site
        for version in interpreters():
            yield f"Python {version}: wheel installed, no compiler", partial(self._install, version)
            for solver in SOLVERS:
                yield f"Python {version}: works, solver {solver}", partial(self._smoke, version, solver)
        yield "lowest versions: installed, works", self._lowest
        yield "source archive: installed, works", self._source
        for platform in PLATFORMS:
            yield f"wheels for {platform}, Python {PYTHONS[0]} to {PYTHONS[-1]}", partial(self._wheels_for, platform)
        yield "pipx install", self._pipx
        yield "uv tool install", self._uv_tool
        yield "uvx", self._uvx
        yield "new user: copy, make run, page", self._new_user
        for name in start_up.LIMITS:
            yield f"start: {name}", partial(self._start, name)

    # What is written

    def _texts(self) -> str:
        wrong = disagreements(ROOT)
        if wrong:
            raise Broken("; ".join(wrong))
        urls = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]
        placeholders = sum(".example/" in url for url in urls.values())
        return version_of(ROOT) + (f"; {placeholders} project addresses are placeholders" if placeholders else "")

    def _archives(self) -> str:
        run([sys.executable, "-m", "tools.dist"])
        return ", ".join(f"{path.name} {path.stat().st_size / 1e6:.1f} MB" for path in sorted(dist.TARGET.iterdir()))

    def _pytest(self, *files: str) -> str:
        return run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]).splitlines()[-1]

    def _site(self) -> str:
        site = self._folder / "site"
        run([sys.executable, "-m", "mkdocs", "--quiet", "build", "--strict", "--site-dir", str(site)])
        return f"{len(list(site.rglob('*.html')))} pages"

    # What is installed

    def _install(self, version: str) -> str:
        environment = Environment(interpreters()[version], self._folder / version)
        environment.install(self._wheel)
        self._installed[version] = environment
        return f"{len(environment.packages())} packages"

    def _smoke(self, name: str, solver: str) -> str:
        environment = self._installed.get(name)
        if environment is None:
            raise Skipped("it is not installed")
        if solver == "system" and find_library("dds") is None:
            raise Skipped("this system has no libdds0")
        if solver == "endplay" and "endplay" not in environment.packages():
            raise Skipped("endplay has no wheel for this Python")
        return run([environment.python, str(ROOT / "tools" / "smoke.py"), version_of(ROOT), solver])

    def _lowest(self) -> str:
        python, *_ = interpreters()
        pinned = self._folder / "lowest.txt"
        pinned.write_text(self._resolved("--resolution=lowest-direct", "--python-version", python), encoding="utf-8")
        environment = self._installed["lowest"] = Environment(interpreters()[python], self._folder / "lowest")
        environment.install("--requirement", str(pinned))
        environment.install("--no-deps", self._wheel)
        self._smoke("lowest", "endplay")
        names = [re.split(r"[<>=;]", requirement)[0] for requirement in ranges("runtime")]
        return ", ".join(f"{name} {environment.packages()[name]}" for name in names)

    def _source(self) -> str:
        environment = self._installed["source"] = Environment(sys.executable, self._folder / "source")
        environment.install("--no-binary=overtrick", str(self._archive("*.tar.gz")))
        return self._smoke("source", "endplay")

    def _wheels_for(self, platform: str) -> str:
        for python in PYTHONS:
            self._resolved("--python-version", python, "--python-platform", platform)
        return "found by uv, not tried"

    def _resolved(self, *options: str) -> str:
        """The versions that users get, from wheels only."""
        try:
            return resolved(self._tools / "uv", ranges("runtime"), self._folder, ["--only-binary=:all:", *options])
        except CalledProcessError as error:
            raise Broken(" ".join(error.stderr.split())) from None

    # How users install it

    def _pipx(self) -> str:
        places = {name: str(self._folder / "pipx" / name) for name in ("PIPX_HOME", "PIPX_BIN_DIR", "PIPX_MAN_DIR")}
        run([str(self._tools / "pipx"), "install", self._wheel], **places)
        return run([str(Path(places["PIPX_BIN_DIR"]) / "overtrick"), "--version"])

    def _uv_tool(self) -> str:
        places = {name: str(self._folder / "uv" / name) for name in ("UV_TOOL_DIR", "UV_TOOL_BIN_DIR")}
        run([str(self._tools / "uv"), "tool", "install", "--quiet", self._wheel], **places)
        return run([str(Path(places["UV_TOOL_BIN_DIR"]) / "overtrick"), "--version"])

    def _uvx(self) -> str:
        return run([str(self._tools / "uvx"), "--quiet", "--from", self._wheel, "overtrick", "--version"])

    def _new_user(self) -> str:
        clone, port = dist.copied(ROOT, self._folder / "clone"), free_port()
        command = ["make", "run", f"SERVE=--no-browser --port {port}"]
        with serving(port, command, str(clone)) as seconds:
            if seconds > NEW_USER_SECONDS:
                raise Broken(f"the page came after {seconds:.0f} s, not {NEW_USER_SECONDS}")
        return f"the page after {seconds:.0f} s"

    def _start(self, name: str) -> str:
        arguments, limit = start_up.LIMITS[name]
        clock, processor = start_up.taken(arguments)
        if processor > limit:
            busy = os.getloadavg()[0] > (os.cpu_count() or 1) if hasattr(os, "getloadavg") else False
            said = f"{processor:.2f} s of processor time, not {limit}"
            raise Skipped(f"{said}, while other work runs here") if busy else Broken(said)
        return f"{clock:.2f} s, {processor:.2f} s of processor time, at most {limit}"

    @cached_property
    def _tools(self) -> Path:
        """Where pipx and uv are."""
        environment = Environment(sys.executable, self._folder / "tools")
        try:
            environment.install("pipx", "uv")
        except Broken as error:
            raise Skipped(f"no pipx or uv: {error}") from None
        return environment.binaries

    @property
    def _wheel(self) -> str:
        return str(self._archive("*.whl"))

    def _archive(self, pattern: str) -> Path:
        found = next(dist.TARGET.glob(pattern), None)
        if found is None:
            raise Broken("there is no archive in dist/: make dist")
        return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
