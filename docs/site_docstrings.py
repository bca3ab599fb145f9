"""Docstrings as the site shows them: doctests become blocks of code, which Markdown alone takes for quotes."""

import re
from typing import Any

import griffe

_DOCTEST = re.compile(r"^([ ]*)(>>> .*(?:\n(?!\s*$).*)*)", re.MULTILINE)


class DoctestBlocks(griffe.Extension):
    """Puts a fence around every doctest."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = _DOCTEST.sub(_fenced, obj.docstring.value)


def _fenced(match: re.Match[str]) -> str:
    lines = [line.removeprefix(match[1]) for line in match[0].splitlines()]
    return "\n".join(("```python", *lines, "```"))
