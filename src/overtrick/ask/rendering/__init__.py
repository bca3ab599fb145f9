"""Answers as people read them: text for a terminal, HTML and SVG for a notebook."""

from importlib import import_module
from typing import Any, ClassVar


class Rendered:
    """An answer that prints as its command does and draws itself in a notebook.

    A subclass names the functions that do it, each as `module:function` of this folder, imported when first used.
    """

    _text: ClassVar[str]
    _html: ClassVar[str]

    def __init_subclass__(cls, *, text: str, html: str) -> None:
        cls._text, cls._html = text, html

    def in_short(self) -> str:
        """The answer in a few words."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.in_short()}>"

    def __str__(self) -> str:
        return self._rendered(self._text)

    def _repr_html_(self) -> str:
        return self._rendered(self._html)

    def _rendered(self, place: str) -> str:
        module, _, name = place.partition(":")
        render: Any = getattr(import_module(f"overtrick.ask.rendering.{module}"), name)
        return str(render(self))
