"""Tables by the hundred thousand: one JSON object a line with dealer, vul, deal and auction, and the sides' systems.

`formats.jsonl` reads such lines one by one, and says what is wrong with each. Here the calls of all lines are checked
together, and lines that are broken, incomplete or against the laws are left out.
"""

import gzip
import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from overtrick.arrays.auctions import LONGEST, NO_CALL, Bytes, are_legal
from overtrick.core import CALLS, BridgeError, Seat, Vulnerability
from overtrick.systems.network import EXPERTS

_INDEX = {str(call): call.index for call in CALLS}
_BIT = {rank: place for place, rank in enumerate("23456789TJQKA")}
_SEATS = {str(seat): int(seat) for seat in Seat}


_SIDES = ("ns", "ew")


def load(path: Path, systems: Sequence[str]) -> tuple[Bytes, Bytes, Bytes, Bytes, Bytes]:
    """Owners (table, card), dealers, vulnerabilities, systems (table, side), calls (table, call) of the whole lines.

    A line names the systems under `ns` and `ew`, as programs' auctions do; where it names none, they are the experts'.
    """
    rows, number = [], {name: place for place, name in enumerate(systems)}
    try:
        with gzip.open(path, "rb") if path.suffix == ".gz" else path.open("rb") as lines:
            for line in lines:
                try:
                    rows.append(_row(json.loads(line), number))
                except (ValueError, KeyError, TypeError, AttributeError, BridgeError):
                    continue
    except (OSError, EOFError) as error:
        raise BridgeError(f"expected tables, one JSON object a line, in {path}: {error}") from None
    data = np.frombuffer(b"".join(rows), np.uint8).reshape(-1, 56 + LONGEST)
    calls = data[:, 56:]
    calls = calls[:, : int((calls != NO_CALL).sum(axis=1).max(initial=0))]
    whole = are_legal(calls)
    if not whole.any():
        known = ", ".join(systems)
        raise BridgeError(f"expected tables of {known}, one JSON object a line, in {path}, got none")
    return data[whole, :52], data[whole, 52], data[whole, 53], data[whole, 54:56], calls[whole]


def _row(fields: dict[str, Any], number: Mapping[str, int]) -> bytes:
    """A table as bytes: 52 owners, dealer, vulnerability, two systems, calls."""
    calls = [_INDEX[word] for word in fields["auction"].split()]
    if not 4 <= len(calls) <= LONGEST:
        raise ValueError("too few or too many calls")
    places = [_SEATS[fields["dealer"]], _vulnerability(fields["vul"])]
    places += [number[fields.get(side, EXPERTS)] for side in _SIDES]
    return _owners(fields["deal"]) + bytes(places) + bytes(calls) + bytes([NO_CALL]) * (LONGEST - len(calls))


@lru_cache
def _vulnerability(text: str) -> int:
    return int(Vulnerability.parse(text))


@lru_cache(4)
def _owners(text: str) -> bytes:
    """Who holds each card of a deal such as `N:… … … …`."""
    first, hands = _SEATS[text[0]], text[2:].split()
    owners = bytearray([NO_CALL] * 52)
    for turn, hand in enumerate(hands):
        for suit, ranks in zip((3, 2, 1, 0), hand.split("."), strict=True):
            for rank in ranks:
                owners[13 * suit + _BIT[rank]] = (first + turn) % 4
    if sum(map(len, hands)) != 52 + 4 * 3 or any(owners.count(seat) != 13 for seat in range(4)):
        raise ValueError("not 13 cards each, each card once")
    return bytes(owners)
