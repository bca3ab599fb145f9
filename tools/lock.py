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

EVERYWHERE = ("--universal", "--python-version", "3.11", "--generate-hashes")
"""uv's options for one lock of all platforms and Pythons."""
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
            lowest = ["--resolution=lowest-direct", *EVERYWHERE]
            print(resolved(binaries / "uv", ranges("runtime"), Path(folder), lowest))
            return 0
        known: list[str] = []
        for name in reversed(LOCKS):  # dev first: the smaller sets take its versions
            text = resolved(binaries / "uv", ranges(name), Path(folder), [*EVERYWHERE, *known])
            lock_file(name).write_text(HEADER.format(name=name) + text, encoding="utf-8")
            known = known or [f"--constraints={lock_file(name)}"]
            hashes = sum(len(pin.hashes) for pin in pins(name))
            print(f"{lock_file(name).relative_to(ROOT)}: {len(pins(name))} versions, {hashes} hashes")
    return 0


def resolved(uv: Path, requirements: list[str], folder: Path, options: Sequence[str]) -> str:
    """The versions that meet some requirements, as text; CalledProcessError where there are none."""
    source = folder / "requirements.in"
    source.write_text("\n".join(requirements), encoding="utf-8")
    command = [
        str(uv),
        "pip",
        "compile",
        "--no-config",
        "--quiet",
        "--no-header",
        "--no-annotate",
        *options,
        str(source),
    ]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
