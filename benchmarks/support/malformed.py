"""Bodies as nobody should send them: truncated, of wrong types, with strange texts, or just noise."""

import json
import random
from collections.abc import Iterator
from typing import Any

GOOD: dict[str, dict[str, Any]] = {
    "parse": {"text": "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"},
    "convert": {"text": "AKJT985.6.A76.84", "to": "lin"},
    "deal": {"count": 1, "seed": 1, "condition": "hcp(south) >= 12"},
    "dd": {"deal": "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752", "vul": "NS"},
    "cards": {
        "deal": "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752",
        "contract": "4SS",
        "played": ["HK", "H8", "H2", "H6"],
    },
    "tricks": {"deal": "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"},
    "eval": {"hand": "AKJT985.6.A76.84", "trump": "S"},
    "chance": {"north": "63.8.KJT932.AK63", "south": "AKJT985.6.A76.84"},
    "contract": {"north": "63.8.KJT932.AK63", "south": "AKJT985.6.A76.84", "against": "4H"},
    "explain": {"auction": "1N P 2C P", "dealer": "N"},
    "bid": {"hand": "AKJT985.6.A76.84", "auction": "1D 1H", "net": True},
    "posterior": {"hand": "AKJT985.6.A76.84", "auction": "1D 1H", "with": ["partner:SQ"]},
    "advise": {"hand": "AKJT985.6.A76.84", "auction": "1D 1H", "made": "1S"},
    "lead": {"hand": "74.KQ7543..Q9752", "auction": "1D 1H 4S P P P", "layouts": 10},
    "review": {
        "text": '[Deal "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 -"][Auction "N"] AP',
        "layouts": 10,
    },
    "match": {"first": "sayc", "second": "acol", "count": 1},
    "annotate": {"text": '[Deal "N:63.8.KJT932.AK63 - - -"]', "system": "acol"},
    "systems/check": {"text": "system: X\n", "deals": 0},
    "systems/tree": {"system": "sayc", "after": "1N P"},
}
"""Bodies that make sense, by route; the first field is needed, except for those of _OPTIONAL."""
_OPTIONAL = ("system", "auction", "count", "first")

_STRANGE: list[Any] = [
    *(None, True, -1, 10**400, 1e308, 0.5, [], {}, ["x"], {"a": {"b": []}}),
    *("", " ", "\0", "\ud800", "💩", "A" * 5000, "N:" + ". " * 50, "1N" * 300, "../../etc/passwd", "{{7*7}}", "%s%n"),
    *("AKQJT98765432.AKQJT98765432..", "P P P P P P", "8C", "1n x"),
]


def malformed(count: int, seed: int = 0) -> Iterator[tuple[str, bytes]]:
    """Routes with bodies, each of which is no JSON object that its route can make sense of."""
    rng = random.Random(seed)
    routes = list(GOOD)
    while count:
        route = rng.choice(routes)
        body = rng.choice((_truncated, _noise, _retyped, _without))(route, rng)
        if body is not None:
            count -= 1
            yield route, body


def _truncated(route: str, rng: random.Random) -> bytes:
    whole = json.dumps(GOOD[route]).encode()
    return whole[: rng.randrange(len(whole))]


def _noise(route: str, rng: random.Random) -> bytes:
    return bytes([rng.choice((0, 255, 91, 123))]) + rng.randbytes(rng.randrange(200))


def _retyped(route: str, rng: random.Random) -> bytes | None:
    """A body whose first field, which its route needs, is something strange."""
    name = next(iter(GOOD[route]))
    strange = rng.choice(_STRANGE)
    if (route == "systems/check" or name in _OPTIONAL) and (strange is None or isinstance(strange, str)):
        return None  # may be left out, or gets an answer that says what is wrong with it
    return json.dumps(GOOD[route] | {name: strange}).encode()


def _without(route: str, rng: random.Random) -> bytes | None:
    """A body without the field that its route needs."""
    name, *others = GOOD[route]
    if name in _OPTIONAL or name == "north":
        return None
    return json.dumps({other: GOOD[route][other] for other in others}).encode()
