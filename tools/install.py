"""Install the versions of a lock with `pip --require-hashes`: `python -m tools.install runtime`.

Where this Python or this registry lacks a version of the lock, it says so and installs by the ranges of pyproject.toml
instead, so that a new Python is no obstacle. `LOCKED=1` in the environment forbids that. A file that has another hash
than the lock's is never installed.
"""

import os
import subprocess
import sys
from collections.abc import Sequence

from tools.requirements import LOCKS, ROOT, lock_file, ranges

_CHANGED = "DO NOT MATCH THE HASHES"  # pip's words for a file that is not the one that was locked


def main(arguments: Sequence[str]) -> int:
    if len(arguments) != 1 or arguments[0] not in LOCKS:
        print(f"usage: python -m tools.install {'|'.join(LOCKS)}", file=sys.stderr)
        return 2
    (name,) = arguments
    lock = lock_file(name).relative_to(ROOT)
    done = _pip("--require-hashes", "--requirement", str(lock))
    if done.returncode == 0:
        return 0
    print(done.stderr, end="", file=sys.stderr)
    if _CHANGED in done.stderr or os.environ.get("LOCKED"):
        print(f"nothing installed: not the files of {lock}", file=sys.stderr)
        return 1
    print(f"{lock} does not fit this Python or registry: installing by the ranges of pyproject.toml", file=sys.stderr)
    done = _pip(*ranges(name))
    print(done.stderr, end="", file=sys.stderr)
    return done.returncode


def _pip(*arguments: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-m", "pip", "install", "--quiet", *arguments]
    return subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
