"""The JSON object of a body or a line: what JSON allows and a question never needs is refused."""

import json
from itertools import chain
from typing import Any

from overtrick.ask.wire.limits import JsonObject
from overtrick.core import ParseError

DEEPEST = 40
"""Levels of lists and objects."""


def json_object(raw: bytes, source: str | None = None) -> JsonObject:
    """The object of a body, or without `source` of a line.

    ParseError for other values, fields that come twice, NaN, numbers without end, and half characters.
    """
    try:
        body = json.loads(
            raw.decode("utf-8-sig"), parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_distinct
        )
        if b"\\u" in raw:
            json.dumps(body, ensure_ascii=False).encode()  # half a character can be written so, and nowhere else
    except json.JSONDecodeError as error:
        line = None if source is None else error.lineno
        raise ParseError(f"expected a JSON object: {error.msg}", source=source, line=line, column=error.colno) from None
    except UnicodeError:
        raise ParseError("expected JSON in UTF-8, of whole characters", source=source) from None
    except RecursionError:
        raise ParseError(f"expected at most {DEEPEST} levels of lists and objects", source=source) from None
    except ParseError as error:
        raise error.at(source=source) from None
    except ValueError:  # Python reads whole numbers of 4,300 digits at most
        raise ParseError("expected numbers of a reasonable length", source=source) from None
    if not isinstance(body, dict):
        raise ParseError("expected a JSON object", source=source)
    if _is_too_deep(body):
        raise ParseError(f"expected at most {DEEPEST} levels of lists and objects", source=source)
    return body


def _refuse_constant(word: str) -> Any:
    raise ParseError(f"expected a number, got {word}")


def _finite(text: str) -> float:
    number = float(text)
    if abs(number) == float("inf"):
        raise ParseError(f"expected a number, got {text[:40]}, which is too large")
    return number


def _distinct(pairs: list[tuple[str, Any]]) -> JsonObject:
    values = dict(pairs)
    if len(values) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]
        raise ParseError(f"expected every field once, got {json.dumps(twice)[:42]} twice")
    return values


def _is_too_deep(value: Any) -> bool:
    level = [value]
    for _ in range(DEEPEST):
        inside = chain.from_iterable(each.values() if isinstance(each, dict) else each for each in level)
        level = [each for each in inside if isinstance(each, dict | list)]
        if not level:
            return False
    return True
