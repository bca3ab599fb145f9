"""The files of the page: exactly those in web/, by name, with their type and a tag that changes with their content."""

import hashlib
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

WEB = files("overtrick.service") / "web"
TYPES = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "ico": "image/x-icon",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
}

_COMMENT = re.compile(rb"^ */\*\*(?:(?!\*/).)*\*/$", re.MULTILINE | re.DOTALL)
"""A comment of a script on lines of its own: a description with its types."""


class PageFile(NamedTuple):
    """A file of the page."""

    content: bytes
    type: str
    etag: str


def page_file(path: str) -> PageFile | None:
    """The file of that name, `index.html` for the empty one; None unless it is one of the page's.

    What was asked for is looked up among the names that are there, and never made into a path.
    """
    found = dict(_files(WEB, "")).get(path or "index.html")
    if found is None:
        return None
    content = found.read_bytes()
    ending = found.name.rpartition(".")[2]
    if ending == "js":
        content = without_comments(content)
    return PageFile(content, TYPES[ending], f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def without_comments(script: bytes) -> bytes:
    """A script as browsers get it. Descriptions and types are for readers and checks; every line keeps its number."""
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


def _files(folder: Traversable, before: str) -> Iterator[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for each in folder.iterdir():
        if each.is_dir():
            yield from _files(each, f"{before}{each.name}/")
        elif each.name.rpartition(".")[2] in TYPES:
            yield before + each.name, each
