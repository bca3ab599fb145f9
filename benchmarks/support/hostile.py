"""What an attacker sends: cards, bodies, texts and headers made to break something, with the statuses they may get."""

import gzip
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

REFUSED = range(400, 500)
ANSWERED = range(200, 300)
HAND, DEAL = "AKJT985.6.A76.84", "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"
FREAK = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
SLOW_FREAK = "N:AQT86.A8642.Q7.5 KJ975.KJ975.J8.4 432..AT65432.T32 .QT3.K9.AKQJ9876"


class Attack(NamedTuple):
    """A request, and the statuses that are fine as its answer."""

    name: str
    route: str
    body: bytes
    fine: range = REFUSED
    headers: dict[str, str] = {}  # noqa: RUF012
    method: str = "POST"


def card(hand: str = "any", *, when: str = "opening", head: str = "", rule: str = "") -> str:
    return f"system: T\n{head}\nsituations:\n- when: '{when}'\n  rules:\n  - {{call: 1N, hand: '{hand}'{rule}}}\n"


def definitions(count: int, text: str, last: str) -> str:
    rows = (f"  d{number}: {text.replace('NEXT', f'd{number + 1}')}\n" for number in range(count))
    return "define:\n" + "".join(rows) + f"  d{count}: {last}\n"


def cards() -> Iterator[tuple[str, str, range]]:
    """Cards that explode, with what may come of them; those within every limit are work, and get an answer."""
    deep = "[" * 100_000
    params = "params:\n" + "".join(f"  p{n}: '{f'{{p{n + 1}}}' * 900}'\n" for n in range(5)) + f"  p5: {'x' * 900}\n"
    rows = "  - {call: 1N, hand: 5+H}\n"
    busy = " or ".join(["stopper in two of S H D C"] * 40)
    yield "parameters that multiply", card("{p0}", head=params), REFUSED
    yield "YAML aliases", "a: &a [x,x]\nb: &b [*a,*a]\nc: &c [*b,*b]\n", REFUSED
    yield "YAML 100,000 deep", f"system: {deep}", REFUSED
    yield "twenty letters in a tag", card(when=f"<{' '.join('X' * 20)}>"), REFUSED
    yield "a pattern of 1,000 gaps", card(when="... " * 1000), REFUSED
    yield (
        "definitions many ways",
        card("d0", head=definitions(11, " or ".join(["(NEXT, not NEXT)"] * 50), "5+ H")),
        REFUSED,
    )
    yield "definitions in a ring", card("d0", head=definitions(3, "NEXT", "d0")), REFUSED
    yield "7,000 rules", "system: T\nsituations:\n- when: opening\n  rules:\n" + rows * 7000, REFUSED
    yield "6,000 rules", "system: T\nsituations:\n- when: opening\n  rules:\n" + rows * 6000, range(200, 500)
    yield (
        "conditions at the limit",
        card(busy) + "".join(f"  - {{call: 1N, hand: '{busy}'}}\n" for _ in range(140)),
        ANSWERED,
    )
    yield "1,000 mistakes", card() + "  - {call: 1N, hand: 5+ Qxyz}\n" * 1000, REFUSED
    yield "18,000 blocks", card(head=f"use: [{','.join(['stayman'] * 18_000)}]"), REFUSED
    yield "a number of 4,900 digits", card(f"{{{'9' * 4900} + 1}} hcp"), REFUSED
    yield "1e999", card("1e999 hcp"), REFUSED
    yield "NUL", 'system: "T\\0"\n', REFUSED
    yield "a regular expression", card(head=f"use: [{{stayman: {{'(a+)+$': '({'a' * 4000}'}}}}]"), REFUSED
    yield "another folder", card(head="include: ../../../etc/passwd"), REFUSED


def texts() -> Iterator[tuple[str, str]]:
    """Texts in the formats of boards that are slow to read by a careless reader."""
    deal, size = f'[Deal "{DEAL}"]\n', 300_000
    auction = f'{deal}[Dealer "N"]\n[Auction "N"]\n1C '
    yield "a PBN note of blanks", f'{deal}[Note "1: a{" " * size}b"]'
    yield "PBN brackets", deal + 'x[a "b"]\n' * (size // 9) + "\n x"
    yield "PBN comments", deal + "{" + "a\n\n}{" * (size // 5)
    yield "PBN escapes", deal + "{}" + '\\"' * (size // 2)
    yield "PBN notes that add up", f'{auction}{"=1= " * (size // 4)}\n[Note "1:{"a" * 600_000}"]'
    event = f'[Event "{"a" * 500_000}"]\n'
    yield "PBN values taken over", event + deal + f'\n[Event "#"]\n{deal}' * 900
    yield "LIN comments", "md|3SAKJT985H6DA76C84,,,|" + "nt|a|" * (size // 5) + "pg||"
    yield "a line of the library", "AK.AK.AK.AK" + " " * size + "x:"
    yield "a link of brackets", "https://www.bridgebase.com/tools/handviewer.html?n=sakq&a=1C" + "(" * size
    yield "JSON brackets", "[" * size
    yield "JSON of empty boards", "[" + "{}," * 300_000 + "{}]"


def bodies() -> Iterator[tuple[str, bytes]]:
    """Bodies that are JSON, or nearly, and no question."""
    yield "1.2 MB of brackets", b"[" * 1_199_000
    yield "100,000 objects deep", b'{"hand":' * 100_000
    yield "lists in a hand", b'{"hand": ' + b"[" * 900 + b"]" * 900 + b"}"
    yield "5,000 digits", b'{"seed": ' + b"9" * 5000 + b"}"
    yield "NaN", b'{"hand": NaN}'
    yield "1e999", b'{"seed": 1e999}'
    yield "half a character", b'{"hand": "\\ud800"}'
    yield "NUL in a hand", b'{"hand": "\\u0000"}'
    yield "a field twice", b'{"hand": "a", "hand": "b"}'
    yield "a number for a hand", b'{"hand": 7}'
    yield "UTF-16", json.dumps({"hand": HAND}).encode("utf-16")
    yield "2 MB", b'{"hand": "' + b"A" * 2_000_000 + b'"}'


def questions() -> Iterator[tuple[str, str, dict[str, Any], range]]:
    """Questions that are well formed and ask for the impossible, or for too much."""
    deep = "(" * 1900 + "1"
    all_and_none = "tricks(west, spades) == 13 && tricks(east, spades) == 0"
    yield "a condition that never holds", "deal", {"condition": "hcp(north) + hcp(south) + hcp(east) > 40"}, REFUSED
    yield "a condition by chance", "deal", {"condition": "rnd(1000000000) == 1"}, REFUSED
    yield "a condition of tricks", "deal", {"condition": all_and_none}, REFUSED
    yield "a condition 1,900 deep", "deal", {"condition": deep}, REFUSED
    yield "a condition of 5,000", "deal", {"condition": "hcp(north) > 1 && " * 300}, REFUSED
    yield "10^9 deals", "deal", {"count": 10**9}, REFUSED
    yield "a million boards", "match", {"first": "sayc", "second": "acol", "count": 10**6}, REFUSED
    yield "a million layouts", "posterior", {"hand": HAND, "layouts": 10**6}, REFUSED
    yield "a seed below 0", "deal", {"seed": -1}, REFUSED
    yield "a seed of 400 digits", "deal", {"seed": 10**400}, REFUSED
    yield "a broken seed", "deal", {"seed": 0.5}, REFUSED
    yield "a freak deal", "dd", {"deal": FREAK}, range(200, 505)
    yield "a slow deal", "dd", {"deal": SLOW_FREAK}, range(200, 505)
    rules = "".join(f"  - {{call: {1 + number % 7}N, hand: {number % 37}+ hcp}}\n" for number in range(6000))
    text = f"system: T\nsituations:\n- when: '...'\n  rules:\n{rules}"
    yield "6,000 rules checked with 400 deals", "systems/check", {"text": text, "deals": 400}, range(200, 505)
    yield "an auction of 2,000 passes", "explain", {"auction": "P " * 999}, REFUSED
    yield "a system in another folder", "bid", {"hand": HAND, "system": "../../etc/passwd"}, REFUSED


def attacks() -> Iterator[Attack]:
    """Everything that is one request."""
    for name, text, fine in cards():
        question = {"hand": HAND, "auction": "", "card": text[:200_000]}
        yield Attack(f"card: {name}", "bid", json.dumps(question).encode(), fine)
    for name, text in texts():
        yield Attack(f"text: {name}", "parse", json.dumps({"text": text[:1_000_000]}).encode(), range(200, 500))
    for name, raw in bodies():
        yield Attack(f"body: {name}", "bid", raw)
    for name, route, asked, fine in questions():
        yield Attack(f"question: {name}", f"{route}?job=false", json.dumps(asked).encode(), fine)
    good = json.dumps({"hand": HAND}).encode()
    yield Attack("compressed body", "bid", gzip.compress(good), headers={"content-encoding": "gzip"})
    yield Attack("a bomb in gzip", "bid", gzip.compress(b" " * 50_000_000), headers={"content-encoding": "gzip"})
    yield Attack("body as text/plain", "bid", good, headers={"content-type": "text/plain"})
    yield Attack("Host of another site", "bid", good, headers={"host": "evil.example"})
    yield Attack("Host with a port of its own", "bid", good, headers={"host": "evil.example:8000"})
    yield Attack("Host that ends in ours", "bid", good, headers={"host": "127.0.0.1.evil.example"})
    yield Attack("Origin of another site", "bid", good, headers={"origin": "http://evil.example"})
    yield Attack("Origin null", "bid", good, headers={"origin": "null"})
    yield Attack("Origin of another port", "bid", good, headers={"origin": "http://127.0.0.1:1"})
    yield Attack("Sec-Fetch-Site: cross-site", "bid", good, headers={"sec-fetch-site": "cross-site"})
    yield Attack("a preflight", "bid", b"", range(400, 500), {"origin": "http://evil.example"}, "OPTIONS")
    yield Attack("20 kB of headers", "bid", good, headers={"x-much": "a" * 20_000})
    yield Attack("300 headers", "bid", good, headers={f"x-{number}": "a" for number in range(300)})
    yield Attack("an address of 10 kB", "bid?" + "a" * 10_000, good)
    yield Attack("a file outside the page", "..%2f..%2f..%2fetc%2fpasswd", b"", method="GET")
    yield Attack("a system outside the folder", "systems/..%2f..%2f..%2fetc%2fpasswd", b"", method="GET")
    yield Attack("a job that is none", "jobs/" + "0" * 36, b"", method="GET")
