"""The API as a page to read, made from its OpenAPI description: no scripts, nothing from elsewhere."""

from collections.abc import Iterator
from html import escape
from typing import Any


def listing(description: dict[str, Any]) -> str:
    """Every route with what it takes."""
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
