"""Expert auctions from Vugraph, where the shared data is at hand: they replay, and reach the recorded contract."""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from overtrick import Auction, BridgeError, Result, Seat
from overtrick.formats import bbo, jsonl, lin

DATA = Path(os.environ.get("OVERTRICK_DATA", Path(__file__).parents[3] / "shared" / "data")) / "vugraph.jsonl.gz"
STEP = int(os.environ.get("OVERTRICK_VUGRAPH_STEP", "40"))  # 1 replays every table

pytestmark = pytest.mark.skipif(not DATA.exists(), reason=f"the shared data is not there ({DATA})")


def sampled(step: int) -> Iterator[dict[str, str]]:
    """Every so many lines of the file."""
    with gzip.open(DATA, "rt", encoding="utf-8") as lines:
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
    if recorded.contract == auction.contract:
        return "agrees"
    if (
        recorded.contract
        and auction.contract
        and replace(recorded.contract, declarer=auction.contract.declarer) == auction.contract
    ):
        return "agrees but for the declarer"
    return "differs"


def test_auctions_replay_and_reach_the_recorded_contract() -> None:
    """Level, strain and doubling agree with the record in 99.4 % of tables or more; with the declarer, just fewer.

    Over all 789,559 tables: every auction is legal and finished; of the 788,807 with a readable record 99.77 % agree
    but for the declarer and 99.39 % in full. Where only the declarer differs (3,004), the card led speaks for the
    auction in 1,163, for the record in 797, for neither in 984.
    """
    counts = Counter(map(verdict, sampled(STEP)))
    tables = counts.total()
    recorded = tables - counts["no contract recorded"]
    print(f"{tables} tables: {dict(counts)}")
    assert tables > 10_000
    assert counts["illegal"] == counts["unfinished"] == 0
    assert (counts["agrees"] + counts["agrees but for the declarer"]) / recorded >= 0.994
    assert counts["agrees"] / recorded >= 0.993


def test_expert_tables_survive_json_lin_and_links() -> None:
    for table in sampled(8000):
        names = ("dealer", "vul", "deal", "auction", "result")
        record = jsonl.from_dict({name: table[name] for name in names if name in table})
        assert jsonl.loads(jsonl.dumps([record])) == [record]
        assert lin.loads(lin.dumps([record])) == [record]
        assert bbo.parse(bbo.link(record)) == record
