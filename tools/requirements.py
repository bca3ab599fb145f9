"""The requirements of pyproject.toml, and the locks made of them: what may be installed, and what is."""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LOCKS = ("build", "runtime", "dev")
"""`requirements/NAME.lock`: what builds Overtrick, what it needs to run, and both with everything that tests it."""


def ranges(name: str) -> list[str]:
    """The requirements behind a lock, as pyproject.toml has them."""
    groups = _content()["dependency-groups"]
    if name == "runtime":
        return list(_content()["project"]["dependencies"])
    if name == "build":
        return list(groups["build"])
    return [*user_ranges(), *groups["dev"], *groups["build"]]


def user_ranges() -> list[str]:
    """What users may install: the requirements and all extras."""
    project = _content()["project"]
    return [*project["dependencies"], *(each for extra in project["optional-dependencies"].values() for each in extra)]


def _content() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def lock_file(name: str) -> Path:
    """The file of a lock."""
    return ROOT / "requirements" / f"{name}.lock"


@dataclass(frozen=True)
class Pin:
    """One version of one package, for the Pythons and platforms of its marker, with the hashes of all of its files."""

    package: str
    version: str
    marker: str
    hashes: tuple[str, ...]


_ENTRY = re.compile(
    r"(?P<package>[a-z0-9-]+)==(?P<version>[^\s;]+)(?: ; (?P<marker>[^\\\n]+?))?"
    r"(?P<hashes>(?: \\\n    --hash=sha256:[0-9a-f]{64}\b)+)\n"
)
_HASH = re.compile(r"sha256:([0-9a-f]{64})")


def pins(name: str) -> list[Pin]:
    """What a lock has; ValueError where it has anything but comments, versions, markers and SHA-256 hashes."""
    text = lock_file(name).read_text(encoding="utf-8")
    body = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("#"))
    left = _ENTRY.sub("", body).strip()
    if left:
        raise ValueError(f"expected versions with SHA-256 hashes in {name}.lock, got {left.splitlines()[0]!r}")
    return [
        Pin(entry["package"], entry["version"], entry["marker"] or "", tuple(_HASH.findall(entry["hashes"])))
        for entry in _ENTRY.finditer(body)
    ]
