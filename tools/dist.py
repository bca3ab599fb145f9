"""The wheel and the source archive in dist/, built twice: `make dist`. Ends with 1 when the bytes differ.

Hatchling writes files in a fixed order with fixed permissions; SOURCE_DATE_EPOCH, the date of the last commit, is the
time of all of them. The second build is from a copy with other times and another umask.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.requirements import ROOT

TARGET = ROOT / "dist"
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", ".*_cache", ".hypothesis", "__pycache__", "dist", "build")


def main() -> int:
    epoch = _date_of_commit()
    first = build(ROOT, TARGET, epoch)
    with tempfile.TemporaryDirectory() as folder:
        second = build(copied(ROOT, Path(folder) / "source"), Path(folder) / "dist", epoch, umask=0o077)
    for name in sorted(first | second):
        same = first.get(name) == second.get(name)
        print(f"{first.get(name, '-' * 64)}  dist/{name}  {'the same twice' if same else 'NOT the same twice'}")
    return 0 if first == second else 1


def build(source: Path, target: Path, epoch: str, umask: int = 0o022) -> dict[str, str]:
    """Build both archives of a source tree into an empty folder: names and SHA-256."""
    shutil.rmtree(target, ignore_errors=True)
    environment = os.environ | {"SOURCE_DATE_EPOCH": epoch}
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(target)]
    subprocess.run(command, cwd=source, env=environment, umask=umask, check=True, stdout=subprocess.DEVNULL)
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in target.iterdir()}


def copied(source: Path, target: Path) -> Path:
    """A copy of the source tree whose files have other times."""
    return Path(shutil.copytree(source, target, ignore=_LEFT_OUT, copy_function=shutil.copy))


def _date_of_commit() -> str:
    git = ["git", "log", "-1", "--format=%ct"]
    dated = subprocess.run(git, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout.strip()
    return os.environ.get("SOURCE_DATE_EPOCH") or dated or "1577836800"


if __name__ == "__main__":
    sys.exit(main())
