"""Does an installed Overtrick work? `python tools/smoke.py [VERSION SOLVER]`, by the Python it is installed in.

VERSION is what it has to say of itself. SOLVER is where exact double dummy has to come from: endplay (the default where
that is installed), system, or none. Needs the standard library only. Prints what is wrong and ends with 1, or says
nothing and ends with 0.
"""

import importlib.metadata
import importlib.util
import json
import os
import socket
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

SOLVERS = ("endplay", "system", "none")
DEAL = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"
HIDING = {
    "endplay": "",
    "system": "import sys; sys.modules['endplay'] = None\n",
    "none": "import ctypes.util, sys; sys.modules['endplay'] = None; ctypes.util.find_library = lambda name: None\n",
}
"""What Python runs first, so that a library which is there is not found."""
PATIENCE = 600.0
"""Seconds in which the server has to answer, on a busy machine."""


class Broken(Exception):
    """What does not work."""


def main(version: str = "", solver: str = "") -> int:
    version = version or importlib.metadata.version("overtrick")
    solver = solver or ("endplay" if importlib.util.find_spec("endplay") else "none")
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "sitecustomize.py").write_text(HIDING[solver], encoding="utf-8")
        os.environ["PYTHONPATH"] = folder
        os.environ.pop("OVERTRICK_DDS", None)
        try:
            check_package(folder)
            check_commands(version, folder)
            check_solver(solver, folder)
            check_page(folder)
        except Broken as error:
            print(error)
            return 1
    return 0


def check_package(folder: str) -> None:
    """Imported from where it is installed, with its types."""
    script = "import overtrick; print(overtrick.__file__); print(overtrick.bid('KQ52.AJ73.84.K62', '1N P').call)"
    place, call = _run([sys.executable, "-c", script], folder).splitlines()
    _expect(call == "2C", f"overtrick.bid says {call}")
    _expect((Path(place).parent / "py.typed").is_file(), "py.typed is missing")
    _expect(Path(place).is_relative_to(sysconfig.get_path("purelib")), f"imported from {place}")


def check_commands(version: str, folder: str) -> None:
    """The command is there, bids by two cards, estimates, and knows the hidden hands."""
    said = _overtrick(folder, "--version").strip()
    _expect(said == f"overtrick {version}", f"--version says {said!r}")
    _expect(_overtrick(folder, "bid", "KQ52.AJ73.84.K62", "-a", "1N P").startswith("2C"), "bid does not say 2C")
    _expect("tricks" in json.loads(_overtrick(folder, "tricks", DEAL, "--json")), "tricks has no tricks")
    posterior = _overtrick(folder, "posterior", "KQ52.AJ73.84.K62", "-a", "1N P", "--json")
    _expect("lho" in json.loads(posterior)["players"], "posterior has no players")
    answer = _overtrick(folder, "bid", "KQ52.AJ73.84.K62", "-a", "1N P", "--system", "acol")
    _expect(answer.startswith("2C"), "acol does not bid 2C")


def check_solver(solver: str, folder: str) -> None:
    """Exact tricks come from that library; without one, a sentence says how to get it."""
    if solver == "none":
        said = _overtrick(folder, "dd", DEAL, code=2)
        _expect("libdds0" in said and "Traceback" not in said, f"without a solver dd says {said!r}")
        return
    tricks = json.loads(_overtrick(folder, "dd", DEAL, "--json"))["tricks"]
    _expect(tricks["S"]["N"] == 9, f"dd gives South {tricks['S']['N']} tricks at notrump, not 9")
    script = "from overtrick.solver.library import library; print(library().path)"
    place = _run([sys.executable, "-c", script], folder, code=None)
    _expect(("endplay" in place) is (solver == "endplay"), f"the solver came from {place}")


def check_page(folder: str) -> None:
    """The server serves the page and answers a question."""
    port = free_port()
    with serving(port, [*_command(), "serve", "--no-browser", "--port", str(port)], folder):
        for path in ("main.js", "first.json"):
            _expect(bool(_fetched(f"http://127.0.0.1:{port}/{path}")), f"{path} is empty")
        question = json.dumps({"hand": "KQ52.AJ73.84.K62", "auction": "1N P"})
        call = json.loads(_fetched(f"http://127.0.0.1:{port}/v1/bid", question))["call"]
        _expect(call == "2C", f"/v1/bid says {call}")


def free_port() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


@contextmanager
def serving(port: int, command: list[str], folder: str) -> Iterator[float]:
    """A command that serves the page, with the seconds until it did."""
    start = time.monotonic()
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(command, cwd=folder, stdout=said, stderr=said) as server,
    ):
        try:
            while not _answers(port):
                if server.poll() is not None or time.monotonic() - start > PATIENCE:
                    said.seek(0)
                    raise Broken(f"{' '.join(command)} does not serve the page: {said.read()[-500:]}")
                time.sleep(0.2)
            yield time.monotonic() - start
        finally:
            server.terminate()


def _answers(port: int) -> bool:
    with suppress(OSError):
        return "<title>" in _fetched(f"http://127.0.0.1:{port}/")
    return False


def _fetched(address: str, question: str | None = None) -> str:
    body = None if question is None else question.encode()
    request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def _command() -> list[str]:
    return [str(Path(sysconfig.get_path("scripts")) / ("overtrick.exe" if os.name == "nt" else "overtrick"))]


def _overtrick(folder: str, *words: str, code: int = 0) -> str:
    return _run([*_command(), *words], folder, code)


def _run(command: list[str], folder: str, code: int | None = 0) -> str:
    """What a command prints (on standard error, where it is to fail)."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    if code is not None and done.returncode != code:
        raise Broken(f"{' '.join(command)} ended with {done.returncode}: {(done.stderr or done.stdout).strip()}")
    return done.stderr if code else done.stdout


def _expect(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(otherwise)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
