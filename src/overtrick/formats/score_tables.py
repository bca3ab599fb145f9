"""The `ScoreTable` of a PBN game: what every table of the evening made of the board."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from overtrick.core import BridgeError, Contract, Record, Result, Vulnerability

_CELL = re.compile(r'"[^"]*"|\S+')
_MOST_TABLES = 1000
"""Tables that one row may stand for."""


class TableScore(NamedTuple):
    """What happened at one table."""

    score: int
    """North-South's."""
    result: Result | None
    """How it came about, where the file says so."""


def score_table(record: Record) -> list[TableScore]:
    """The scores of all tables that the file has for this board, its own among them; rows without one are left out."""
    header, _, rows = record.tags.get("ScoreTable", "").partition("\n")
    names = [re.sub(r"\\.*", "", name).strip(" +-").lower() for name in header.split(";")]
    scores: list[TableScore] = []
    for row in rows.splitlines():
        cells = [cell.strip('"') for cell in _CELL.findall(row)]
        if len(cells) == len(names):
            scores += _scores(dict(zip(names, cells, strict=True)), record.board.vulnerability)
    return scores


def _scores(row: Mapping[str, str], vulnerability: Vulnerability) -> list[TableScore]:
    """The score of a row, as often as it was reached."""
    result = _result(row)
    score = _number(row.get("score_ns", ""))
    if score is None and (theirs := _number(row.get("score_ew", ""))) is not None:
        score = -theirs
    if score is None and result is not None:
        score = result.score(vulnerability)
    times = _number(row.get("multiplicity", "1")) or 1
    return [] if score is None else [TableScore(score, result)] * min(max(times, 1), _MOST_TABLES)


def _result(row: Mapping[str, str]) -> Result | None:
    contract, tricks = row.get("contract", ""), row.get("result", "")
    if contract.lower() == "pass":
        return Result(None)
    if not re.fullmatch(r"\d|1[0-3]", tricks):
        return None
    try:
        return Result(Contract.parse(contract + row.get("declarer", "")), int(tricks))
    except BridgeError:
        return None


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d{1,5}", text) else None
