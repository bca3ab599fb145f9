"""Auctions to learn from: read from files, split by deal, repeated calls held back."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest

from auction_rows import auction_of, made_up_tables
from overtrick.arrays import DealBatch
from overtrick.core import BridgeError, Deal
from overtrick.training.bidding import auction_lines
from overtrick.training.bidding.bidding_material import (
    BiddingMaterial,
    by_part,
    capped,
    concatenate,
    load_tables,
)
from overtrick.training.split import Part

SYSTEMS = ("sayc", "2/1", "acol", "experts")
DEAL = "N:J65.AQJ.Q764.Q76 AQT72.T93.K52.T3 84.8542.A93.AK94 K93.K76.JT8.J852"
ROW = {"match": "1", "table": "o1", "dealer": "E", "vul": "NS", "deal": DEAL, "auction": "1S P 2S P P P"}
BROKEN = [
    "{",
    "7",
    json.dumps({**ROW, "auction": "1S P 1C P P P"}),
    json.dumps({**ROW, "auction": "1S P 2S P P"}),
    json.dumps({**ROW, "auction": "1S P 2S P P P P"}),
    json.dumps({**ROW, "auction": "1S Q 2S P P P"}),
    json.dumps({**ROW, "deal": DEAL.replace("J65", "AJ65")}),
    json.dumps({**ROW, "deal": DEAL.replace("Q76", "Q7A")}),
    json.dumps({**ROW, "dealer": None}),
]


def write(path: Path, *lines: str) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write("\n".join(lines))
    return path


def test_whole_vugraph_lines_are_read_and_broken_ones_left_out(tmp_path: Path) -> None:
    turned = "E:" + " ".join([*DEAL[2:].split()[1:], DEAL[2:].split()[0]])
    last = json.dumps({**ROW, "deal": turned, "dealer": "N", "vul": "None", "auction": "P P P P"})
    tables = load_tables(write(tmp_path / "v.jsonl.gz", json.dumps(ROW), *BROKEN, last), SYSTEMS)
    assert [str(auction_of(row)) for row in tables.calls] == ["1S P 2S P P P", "P P P P"]
    assert (tables.dealers.tolist(), tables.vulnerabilities.tolist()) == ([1, 0], [1, 0])
    assert tables.systems.tolist() == [[3, 3], [3, 3]]
    np.testing.assert_array_equal(tables.holdings, DealBatch.stack([Deal.parse(DEAL)] * 2).holdings)


def test_lines_of_other_bidders_name_the_systems_of_both_sides(tmp_path: Path) -> None:
    lines = [
        json.dumps({**ROW, "ns": ns, "ew": ew}) for ns, ew in [("acol", "sayc"), ("2/1", "2/1"), ("sayc", "precision")]
    ]
    tables = load_tables(write(tmp_path / "engine.jsonl.gz", *lines), SYSTEMS)
    assert tables.systems.tolist() == [[2, 0], [1, 1]]


def test_a_file_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="got none"):
        auction_lines.load(write(tmp_path / "v.jsonl.gz", *BROKEN), SYSTEMS)
    with pytest.raises(BridgeError, match="one JSON object a line"):
        auction_lines.load(tmp_path / "missing.jsonl.gz", SYSTEMS)


def test_unknown_systems_are_refused_by_name(tmp_path: Path, auction_file: Path) -> None:
    assert len(load_tables(auction_file, SYSTEMS)) == 400
    with pytest.raises(BridgeError, match="got acol"):
        load_tables(auction_file, ("sayc", "2/1"))
    with pytest.raises(BridgeError, match="expected tables of sayc"):
        load_tables(write(tmp_path / "v.jsonl.gz", json.dumps(ROW)), ("sayc",))


def test_systems_are_numbered_as_in_the_recipe(auction_file: Path) -> None:
    there, turned = load_tables(auction_file, SYSTEMS), load_tables(auction_file, ("acol", "2/1", "sayc"))
    np.testing.assert_array_equal(np.array([2, 1, 0])[there.systems], turned.systems)


def test_all_tables_of_a_deal_and_of_its_rotations_are_in_one_part() -> None:
    tables = made_up_tables(200, 5)
    turned = made_up_tables(200, 5)
    turned.holdings[:] = np.roll(tables.holdings, 1, axis=1)
    parts = by_part(concatenate([tables, turned]))
    assert all(len(parts[part]) > 4 for part in Part)
    keys = {part: {np.sort(row.ravel()).tobytes() for row in parts[part].holdings} for part in Part}
    assert not keys[Part.TRAIN] & (keys[Part.TEST] | keys[Part.VALIDATION])


def test_the_same_calls_count_so_often_at_most() -> None:
    tables = made_up_tables(400, 3)
    rows = capped(tables, 5, np.random.default_rng(1))
    _, before = np.unique(tables.calls, axis=0, return_counts=True)
    _, after = np.unique(tables.calls[rows], axis=0, return_counts=True)
    assert before.max() > 20
    np.testing.assert_array_equal(after, np.minimum(before, 5))


def test_shorter_auctions_are_filled_up_when_files_are_joined() -> None:
    some = made_up_tables(20, 1)
    short = some[some.lengths == some.lengths.min()]
    joined = concatenate([some, type(some)(**{**vars(short), "calls": short.calls[:, : short.lengths[0]]})])
    np.testing.assert_array_equal(joined.calls, np.concatenate([some.calls, short.calls]))


def test_other_auctions_have_another_checksum(auction_file: Path) -> None:
    material = BiddingMaterial.read([auction_file], None, SYSTEMS)
    fewer = BiddingMaterial.read([auction_file], None, SYSTEMS, deals=100)
    assert material.checksum() == BiddingMaterial.read([auction_file], None, SYSTEMS).checksum() != fewer.checksum()
    assert material.describe()["files"] == [{"name": auction_file.name, "tables": 400}]
