"""Meanings of calls as text for a terminal: one line, or a table."""

from typing import Any

from overtrick.core import Call
from overtrick.systems.engine.meaning import OPEN_HCP, forcing_text, hcp_text, range_text

_COLUMNS = ("seat", "call", "hcp", "♠", "♥", "♦", "♣", "", "meaning", "rule")
_AT_LEFT = ("seat", "call", "", "meaning", "rule")


def explanation_text(answer: dict[str, Any]) -> str:
    """What `explain` answers, as tables: the calls, what each seat has shown, the calls that may come next."""
    parts = [table(_COLUMNS, [_call_row(each) for each in answer["calls"]])] if answer["calls"] else []
    seats = [[seat, "", *_ranges(shown), "", "", ""] for seat, shown in answer["shown"].items()]
    parts.append("shown so far\n" + table(("seat", *_COLUMNS[2:7]), [[row[0], *row[2:7]] for row in seats]))
    if "available" in answer:
        rows = [_call_row(each)[1:] for each in answer["available"]]
        parts.append(f"{answer['turn']} to call\n" + table(_COLUMNS[1:], rows))
    return "\n\n".join(parts)


def meaning_text(said: dict[str, Any]) -> str:
    """A meaning in one line."""
    ranges = [hcp_text(said["hcp"])] + ["balanced"] * (said["balanced"] is True)
    for suit, ends in said["lengths"].items():
        if tuple(ends) != (0, 13) and (ends[0] >= 3 or ends[1] <= 3):
            ranges.append(f"{range_text(ends, 7)} {suit}")
    words = [", ".join(ranges), forcing_text(said["forcing"]), "artificial" * said["artificial"], said["text"]]
    return "; ".join(word for word in words if word)


def _call_row(each: dict[str, Any]) -> list[str]:
    remarks = [forcing_text(each["forcing"]), "artificial" * each["artificial"], each["announce"] and "announced"]
    remarks += ["not in the system"] * (each["kind"] == "unknown")
    rule = ", ".join(each["rules"])
    said = ", ".join(remark for remark in remarks if remark)
    return [each["by"], Call.parse(each["call"]).symbol, *_ranges(each), said, each["text"], rule]


def _ranges(shown: dict[str, Any]) -> list[str]:
    return [range_text(shown["hcp"], OPEN_HCP), *(range_text(ends, 13) for ends in shown["lengths"].values())]


def table(head: tuple[str, ...], rows: list[list[str]]) -> str:
    """Rows under a head, each column as wide as it needs; the last one is left to run on."""
    widths = [max(len(row[column]) for row in [list(head), *rows]) for column in range(len(head))]
    drawn = []
    for row in [list(head), *rows]:
        cells = [
            f"{cell:<{width}}" if name in _AT_LEFT else f"{cell:>{width}}"
            for cell, width, name in zip(row, widths, head, strict=True)
        ]
        drawn.append("  ".join(cells).rstrip())
    return "\n".join(drawn)
