"""Python interpreters at hand, and fresh environments of them."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from tools.requirements import ROOT
from tools.smoke import Broken

LOWEST, HIGHEST = 11, 20
"""The minor versions of Python 3 that are looked for."""


class Environment:
    """A fresh environment with pip in a folder."""

    def __init__(self, interpreter: str, folder: Path) -> None:
        run([interpreter, "-m", "venv", str(folder)])
        self.binaries = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = str(self.binaries / "python")

    def install(self, *requirements: str) -> None:
        """Install from wheels only, as on a computer without a compiler."""
        run([self.python, "-m", "pip", "install", "--quiet", "--no-compile", "--only-binary=:all:", *requirements])

    def packages(self) -> dict[str, str]:
        """The versions that are installed, by package."""
        listed = json.loads(run([self.python, "-m", "pip", "list", "--format=json"]))
        return {each["name"].lower(): each["version"] for each in listed}


def run(command: Sequence[str], **variables: str) -> str:
    """What a command prints; Broken with its last lines where it fails."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, cwd=ROOT, env=clean | variables, capture_output=True, text=True, check=False)
    if done.returncode:
        lines = (done.stderr + done.stdout).strip().splitlines()
        raise Broken(" / ".join(lines[-3:]) or f"{command[0]} ended with {done.returncode}")
    return done.stdout.strip()


@cache
def interpreters() -> dict[str, str]:
    """Every Python from 3.11 on that is on the PATH or in pyenv, by version."""
    found: dict[str, str] = {}
    for version in (f"3.{minor}" for minor in range(LOWEST, HIGHEST)):
        works = (path for path in _candidates(version) if _version_of(path) == version)
        if (path := next(works, None)) is not None:
            found[version] = path
    return found


def _candidates(version: str) -> Iterator[str]:
    if (on_path := shutil.which(f"python{version}")) is not None:
        yield on_path
    if (pyenv := shutil.which("pyenv")) is not None:
        root = subprocess.run([pyenv, "root"], capture_output=True, text=True, check=False).stdout.strip()
        yield from map(str, sorted(Path(root).glob(f"versions/{version}.*/bin/python{version}")))


def _version_of(path: str) -> str:
    """The version of an interpreter that can make environments; empty for one that cannot, or a shim without one."""
    code = "import ensurepip, sys, venv; print('{}.{}'.format(*sys.version_info))"
    return subprocess.run([path, "-c", code], capture_output=True, text=True, check=False).stdout.strip()
