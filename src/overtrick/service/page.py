"""What a browser gets: the files of the page in web/, and the API as a page to read."""

import hashlib
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, NamedTuple

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

_COMMENT = re.compile(rb"^ */\*\*(?:(?!\*/).)*\*/$|^// [^\n]*$|/\*\* @type [^\n]*?\*/ ?", re.MULTILINE | re.DOTALL)
"""A comment of a script: a description with its types, what the file is about, or a type within a line."""


class PageFile(NamedTuple):
    """A file of the page."""

    content: bytes
    type: str
    etag: str


def page_file(path: str) -> PageFile | None:
    """The file of that name, `index.html` for the empty one; None unless it is one of the page's.

    What was asked for is looked up among the names that are there, and never made into a path.
    """
    file = dict(_files(WEB, "")).get(path or "index.html")
    if file is None:
        return None
    content = file.read_bytes()
    ending = file.name.rpartition(".")[2]
    if ending == "js":
        content = without_comments(content)
    return PageFile(content, TYPES[ending], f'"{hashlib.sha256(content).hexdigest()[:20]}"')


def without_comments(script: bytes) -> bytes:
    """A script as browsers get it. Descriptions and types are for readers and checks; every line keeps its number."""
    return _COMMENT.sub(lambda comment: b"\n" * comment[0].count(b"\n"), script)


def _files(folder: Traversable, before: str) -> Iterator[tuple[str, Traversable]]:
    if not folder.is_dir():
        return
    for item in folder.iterdir():
        if item.is_dir():
            yield from _files(item, f"{before}{item.name}/")
        elif item.name.rpartition(".")[2] in TYPES:
            yield before + item.name, item


def listing(description: dict[str, Any]) -> str:
    """Every route of an OpenAPI description with what it takes: no scripts, nothing from elsewhere."""
    about = description["info"]
    parts = [
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Overtrick API</title>',
        '<meta name="viewport" content="width=device-width">',
        f"<h1>{escape(about['title'])} {escape(about['version'])}</h1><p>{escape(about.get('summary', ''))}</p>",
        '<p>The whole description for programs: <a href="/openapi.json">openapi.json</a>.</p>',
        *_routes(description),
    ]
    return "\n".join(parts)


def _routes(description: dict[str, Any]) -> Iterator[str]:
    for path, methods in description["paths"].items():
        for method, route in methods.items():
            yield f"<h2><code>{method.upper()} {escape(path)}</code></h2><p>{escape(route.get('summary', ''))}</p>"
            body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            if "$ref" in body:
                schema = description["components"]["schemas"][body["$ref"].rpartition("/")[2]]
                yield f"<p>{escape(schema.get('description', ''))}</p>"
                yield from _fields(schema)


def _fields(schema: dict[str, Any]) -> Iterator[str]:
    yield "<table><tr><th>field</th><th>what</th><th>default</th></tr>"
    for name, field in schema.get("properties", {}).items():
        default = "required" if name in schema.get("required", ()) else repr(field.get("default"))
        yield f"<tr><td><code>{escape(name)}</code></td><td>{escape(_what(field))}</td><td>{escape(default)}</td></tr>"
    yield "</table>"


def _what(field: dict[str, Any]) -> str:
    """A field's type in a few words."""
    if "anyOf" in field:
        return " or ".join(_what(each) for each in field["anyOf"])
    words = [" | ".join(map(str, field["enum"])) if "enum" in field else str(field.get("type", ""))]
    limits = (("minimum", "from"), ("maximum", "to"), ("maxLength", "at most"), ("maxItems", "at most"))
    words += [f"{word} {field[key]:,}" for key, word in limits if key in field]
    words += [str(field["description"])] if "description" in field else []
    return ", ".join(words)
