"""The licences of everything Overtrick is installed with, as their packages state them.

python -m tools.licences            # docs/licences.md anew, from the packages that are installed
python -m tools.licences --check    # 1 when a licence is unknown or not compatible with ours
"""

import re
import sys
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, metadata

from tools.requirements import ROOT, pins

PAGE = ROOT / "docs" / "licences.md"
COMPATIBLE = {"0BSD", "BSD", "BSD-2-Clause", "BSD-3-Clause", "MIT", "MIT-CMU", "ISC", "Zlib", "CC0-1.0", "Apache-2.0"}
COMPATIBLE |= {"MPL-2.0", "PSF-2.0"}
"""What a program under the MIT licence may depend on: permissive licences, and the MPL, which binds its own files."""
_IN_FULL = {
    "Apache 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD 2-Clause License": "BSD-2-Clause",
    "BSD License": "BSD",
    "ISC License": "ISC",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}
_ROW = re.compile(
    r"^\| (?P<package>[a-z0-9-]+) \| (?P<licence>.+?) \| (?:every user|extras and development) \|$", re.MULTILINE
)
_HEAD = """\
# Licences

Overtrick is under the MIT licence. It carries no code of others; what it is installed with comes under the licences
below, as each package states its own. The double-dummy solver, DDS by Bo Haglund and others, is a library inside
`endplay`, under Apache-2.0. MPL-2.0 binds the files of the package that has it, not programs that use it.

Made by `python -m tools.licences`; `make audit` and tests/test_supply.py check what is installed against it.

| package | licence | needed by |
|---|---|---|
"""


def main(arguments: Sequence[str]) -> int:
    licences = {name: licence_of(name) for name in _names("dev")}
    if "--check" not in arguments:
        PAGE.write_text(page(licences), encoding="utf-8")
    wrong = {name: licence for name, licence in licences.items() if not is_compatible(licence)}
    for name, licence in wrong.items():
        print(f"{name}: expected a licence compatible with MIT, got {licence or 'none that is known'}")
    print(f"{len(licences)} packages, {len(wrong)} with an unknown or incompatible licence")
    return 1 if wrong else 0


def listed() -> dict[str, str]:
    """What the page says, by package."""
    return {row["package"]: row["licence"] for row in _ROW.finditer(PAGE.read_text(encoding="utf-8"))}


def page(licences: dict[str, str]) -> str:
    """The page that lists them."""
    runtime = set(_names("runtime"))
    rows = (
        f"| {name} | {licence} | {'every user' if name in runtime else 'extras and development'} |\n"
        for name, licence in sorted(licences.items(), key=lambda entry: (entry[0] not in runtime, entry[0]))
    )
    return _HEAD + "".join(rows)


def licence_of(package: str) -> str:
    """The licence that a package states, as an SPDX expression; empty where none is known.

    Of one that states none, or that only other platforms or Pythons install, what the page has.
    """
    try:
        stated = metadata(package)
    except PackageNotFoundError:
        return listed().get(package, "")
    classifiers = [line.split(" :: ")[-1] for line in stated.get_all("Classifier") or () if line.startswith("License")]
    written = [text for key in ("License-Expression", "License") for text in stated.get_all(key) or ()]
    short = [text.strip() for text in (*written, *classifiers) if text.strip() and "\n" not in text.strip()]
    return _IN_FULL.get(short[0], short[0]) if short else listed().get(package, "")


def is_compatible(expression: str) -> bool:
    """Whether we may depend on it: of alternatives one, else all."""
    return any(
        set(re.split(r" AND |[()\s]+", choice.strip("() "))) <= COMPATIBLE for choice in expression.split(" OR ")
    )


def _names(lock: str) -> list[str]:
    return list(dict.fromkeys(pin.package for pin in pins(lock)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
