"""Vectors by named widths, so that nobody has to know at which number a part begins."""

from collections.abc import Mapping


def layout(**widths: int) -> Mapping[str, slice]:
    """Where each part of a vector lies, the parts standing in the order they are named.

    >>> parts = layout(hand=52, vulnerability=2)
    >>> parts["vulnerability"], size(parts)
    (slice(52, 54, None), 54)
    """
    parts, start = {}, 0
    for name, width in widths.items():
        parts[name] = slice(start, start + width)
        start += width
    return parts


def size(parts: Mapping[str, slice]) -> int:
    """The length of the whole vector."""
    return int(max(part.stop for part in parts.values()))
