"""Make the locks anew from pyproject.toml: the newest versions in its ranges, with the hashes of all their files.

    make lock                        # requirements/build.lock, runtime.lock and dev.lock
    python -m tools.lock --lowest    # print the lowest versions that users may have, to try Overtrick with them

The resolver is uv, which pip installs into a temporary environment. It solves for every platform and for Python 3.11
and newer at once, so one lock has markers where versions differ. No address of a registry is written.
"""

import os
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from pathlib import Path

from tools.requirements import LOCKS, ROOT, lock_file, pins, ranges

LOWEST_PYTHON = "3.11"
HEADER = """\
# Made by `make lock` from pyproject.toml: do not edit.
# pip install --require-hashes -r requirements/{name}.lock
"""


def main(arguments: Sequence[str]) -> int:
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        binaries = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        subprocess.run([binaries / "python", "-m", "pip", "install", "--quiet", "uv"], check=True)
        if "--lowest" in arguments:
            print(_resolved(binaries / "uv", ranges("runtime"), Path(folder), ["--resolution=lowest-direct"]))
            return 0
        known: list[str] = []
        for name in reversed(LOCKS):  # dev first: the smaller sets take its versions
            text = _resolved(binaries / "uv", ranges(name), Path(folder), known)
            lock_file(name).write_text(HEADER.format(name=name) + text, encoding="utf-8")
            known = known or [f"--constraints={lock_file(name)}"]
            hashes = sum(len(pin.hashes) for pin in pins(name))
            print(f"{lock_file(name).relative_to(ROOT)}: {len(pins(name))} versions, {hashes} hashes")
    return 0


def _resolved(uv: Path, requirements: list[str], folder: Path, more: Sequence[str]) -> str:
    """The lock of some requirements as text."""
    source = folder / "requirements.in"
    source.write_text("\n".join(requirements), encoding="utf-8")
    options = ["--no-config", "--quiet", "--universal", "--python-version", LOWEST_PYTHON, "--generate-hashes"]
    options += ["--no-header", "--no-annotate", *more]
    result = subprocess.run([uv, "pip", "compile", *options, source], check=True, stdout=subprocess.PIPE, text=True)
    return result.stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
