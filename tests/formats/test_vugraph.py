"""Expert auctions from Vugraph, where the shared data is at hand: they replay, and reach the recorded contract."""

import gzip
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from data import data_file
from overtrick import Auction, BridgeError, Result, Seat
from overtrick.formats import bbo, jsonl, lin


def sampled(step: int) -> Iterator[dict[str, str]]:
    """Every so many lines of the file."""
    with gzip.open(data_file("vugraph.jsonl.gz"), "rt", encoding="utf-8") as lines:
        yield from map(json.loads, islice(lines, 0, None, step))


def verdict(table: dict[str, str]) -> str:
    """How the auction of a table compares with the contract recorded for it."""
    try:
        auction = Auction.parse(table["auction"], Seat.parse(table["dealer"]))
    except BridgeError:
        return "illegal"
    if not auction.is_over:
        return "unfinished"
    try:
        recorded = Result.parse(table["result"])
    except (KeyError, BridgeError):  # a few have no result, or `pg` for one
        return "no contract recorded"
    if recorded.contract is None or auction.contract is None:
        return "passed out by both" if recorded.contract is auction.contract else "passed out by one"
    if recorded.contract == auction.contract:
        return "agrees"
    if replace(recorded.contract, declarer=auction.contract.declarer) == auction.contract:
        return "agrees but for the declarer"
    return "differs"


def test_auctions_replay_and_reach_the_recorded_contract() -> None:
    """Where auction and record both name a contract, it is the same one in 99.4 % of tables or more.

    Over all 789,559 tables: every auction is legal and finished; of the 786,251 with two contracts 99.43 % agree in
    full, 99.8 % but for the declarer. Where only the declarer differs (3,004), the card led speaks for the auction in
    1,163, for the record in 797, for neither in 984.
    """
    counts = Counter(map(verdict, sampled(1)))
    print(f"{counts.total()} tables: {dict(counts)}")
    assert counts.total() > 10_000
    assert counts["illegal"] == counts["unfinished"] == 0
    both = counts["agrees"] + counts["agrees but for the declarer"] + counts["differs"]
    assert counts["agrees"] / both >= 0.994
    assert (both - counts["differs"]) / both >= 0.997


def test_expert_tables_survive_json_lin_and_links() -> None:
    for table in sampled(8000):
        names = ("dealer", "vul", "deal", "auction", "result")
        record = jsonl.from_dict({name: table[name] for name in names if name in table})
        assert jsonl.loads(jsonl.dumps([record])) == [record]
        assert lin.loads(lin.dumps([record])) == [record]
        assert bbo.parse(bbo.link(record)) == record
