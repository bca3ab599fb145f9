"""Decided boards in a file: rare contracts first, true to the boards, the same after a kill."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick.arrays.auctions import NO_CALL, AuctionBatch
from overtrick.arrays.npz import load_arrays, save_arrays
from overtrick.contract import labels
from overtrick.core import BridgeError, Doubling, contract_score, imps
from overtrick.solver import solve
from overtrick.training.data import augmentation
from overtrick.training.data import decisions as decided
from overtrick.training.data.bid_deals import BidDeals, make_auctions
from overtrick.training.data.decisions import ILLEGAL, ROW, LabelSettings, load, make_decided, positions_of, select
from overtrick.training.data.writer import RowWriter
from overtrick.tricks.estimators import four_hands_fast


@pytest.fixture(autouse=True, scope="module")
def _small_tasks() -> Iterator[None]:
    """Eight boards a task, ten layouts a decision."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(decided, "TASK", 8)
        patch.setattr(labels, "STAGES", (4, 6))
        patch.setattr(augmentation, "HANDS", 20)
        yield


@pytest.fixture(scope="module")
def bid(tmp_path_factory: pytest.TempPathFactory) -> BidDeals:
    return make_auctions(tmp_path_factory.mktemp("auctions") / "a.npz", 48, ["sayc"], seed=3)


@pytest.fixture(scope="module")
def made(bid: BidDeals, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("decided") / "d.npz"
    make_decided(path, bid, 24, solve=5, augment=0.25, seed=1)
    return path


def test_rare_contracts_are_taken_first(bid: BidDeals) -> None:
    chosen = select(bid, 30, seed=1)
    reached = AuctionBatch(bid.calls, bid.dealers, bid.vulnerabilities).contracts.bids
    counts = np.bincount(reached[chosen.places] + 1)
    assert counts.max() <= np.bincount(reached + 1).max()
    assert set(reached[chosen.places]) == set(reached)
    assert chosen.weights.sum() == pytest.approx(len(bid))


def test_rows_tell_the_position_and_what_every_choice_wins(bid: BidDeals, made: Path) -> None:
    rows, weights = load(made)
    assert len(rows) == len(weights) >= 24
    rows = rows[~rows["augmented"]]
    assert (rows["won"][np.arange(len(rows)), rows["reached"]] == 0).all()
    assert (rows["won"][np.arange(len(rows)), rows["best"]] != ILLEGAL).all()
    masks = bid.deals.masks
    for row in rows:
        seat = (int(row["seat"]) + int(bid.dealers[row["board"]])) % 4
        assert row["hand"] == masks[row["board"], seat]
        steps = int((row["calls"] != NO_CALL).sum())
        assert row["calls"][:steps].tolist() == bid.calls[row["board"], :steps].tolist()
        assert row["seat"] == steps % 4


def test_the_deal_as_it_was_decides_what_is_won(bid: BidDeals, made: Path) -> None:
    rows, _ = load(made)
    for row in rows[(rows["reached"] >= 2) & ~rows["augmented"]]:
        board = int(row["board"])
        contract = bid.auction(board).contract
        if contract is None or contract.doubling != 1 or contract.bid.index - 1 != row["reached"]:
            continue
        tricks = int(four_hands_fast().tricks(bid.deals[board : board + 1])[0, contract.declarer, contract.strain])
        vulnerable = bid.vulnerability(board).includes(contract.side)
        at_seven = contract_score(7, contract.strain, Doubling.DOUBLED, tricks, vulnerable=vulnerable)
        if tricks <= 11 and contract.level < 7:  # two down or more: doubled
            assert row["won"][32 + contract.strain] == imps(at_seven - contract.score(tricks, vulnerable=vulnerable))


@pytest.mark.parametrize("name", ["decide", "_decide_again"])
def test_a_killed_run_goes_on_to_the_same_file(
    name: str, bid: BidDeals, made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest, asked = getattr(decided, name), list[int]()

    def killed(task: Any) -> bytes:
        if len(asked) == 1:
            raise KeyboardInterrupt
        asked.append(1)
        return honest(task)  # type: ignore[no-any-return]

    path = tmp_path / "d.npz"
    monkeypatch.setattr(decided, name, killed)
    with pytest.raises(KeyboardInterrupt):
        make_decided(path, bid, 24, solve=5, augment=0.25, seed=1)
    with (tmp_path / "d.npz.partial").open("ab") as file:
        file.write(b"cut short")
    monkeypatch.setattr(decided, name, honest)
    make_decided(path, bid, 24, solve=5, augment=0.25, seed=1)
    np.testing.assert_array_equal(load(path)[0], load(made)[0])
    assert [each.name for each in tmp_path.iterdir()] == ["d.npz"]


def test_other_settings_and_foreign_files_are_refused(bid: BidDeals, tmp_path: Path) -> None:
    settings = {"rule": "ours", "partner_kept": False, "exact": False, "seed": 1, "boards": 24, "solve": 0}
    settings |= {"augment": 0.0, "systems": bid.names, "auctions": bid.checksum()}
    with RowWriter.beside(tmp_path / "d.npz", settings):
        pass
    with pytest.raises(BridgeError, match="partner_kept was False and is now True; seed was 1 and is now 2; remove it"):
        make_decided(tmp_path / "d.npz", bid, 24, settings=LabelSettings(partner_kept=True), seed=2)
    with pytest.raises(BridgeError, match="auctions was"):
        make_decided(tmp_path / "d.npz", bid[1:], 24, seed=1)
    (tmp_path / "e.npz").write_bytes(b"nonsense")
    with pytest.raises(BridgeError, match="expected decided boards"):
        load(tmp_path / "e.npz")


def test_new_boards_keep_the_hand_of_the_player_who_decided(bid: BidDeals, made: Path) -> None:
    """Algorithm 1: same hand, seat, vulnerability and board; the cards bid the rest, and the contract is rare again."""
    rows, _ = load(made)
    dealt, new = rows[~rows["augmented"]], rows[rows["augmented"]]
    assert len(new) == round(0.25 * len(dealt))
    chosen = AuctionBatch(bid.calls, bid.dealers, bid.vulnerabilities)[np.unique(dealt["board"])]
    counts = Counter((chosen.contracts.bids + 1).tolist())
    for row in new:
        sources = dealt[(dealt["board"] == row["board"]) & (dealt["hand"] == row["hand"])]
        assert len(sources) == 1
        (source,) = sources
        assert row["seat"] == source["seat"]
        assert row["vulnerable"].tolist() == source["vulnerable"].tolist()
        contract = max(int(row["reached"]) - 1, 0)
        assert counts[contract] < len(chosen) / len(counts)
    before = {int(row["board"]): row["calls"].tobytes() for row in dealt}
    assert any(row["calls"].tobytes() != before[int(row["board"])] for row in new)


def test_deals_are_solved_where_that_is_asked(bid: BidDeals, made: Path) -> None:
    rows, _ = load(made)
    solved = rows[rows["solved"]]
    assert len(set(solved["board"])) == 5
    assert not (rows["solved"] & rows["augmented"]).any()
    row = next(row for row in solved if row["reached"] >= 2)
    contract = bid.auction(int(row["board"])).contract
    assert contract is not None
    table = solve(list(bid.deals)[int(row["board"])])
    tricks, vulnerable = table[contract.declarer, contract.strain], bool(row["vulnerable"][0])
    made_it = contract.score(tricks, vulnerable=vulnerable)
    for level in range(contract.level, 8):
        doubling = Doubling.DOUBLED if tricks + 2 <= level + 6 and level > contract.level else contract.doubling
        score = contract_score(level, contract.strain, doubling, tricks, vulnerable=vulnerable)
        assert row["won_exactly"][2 + 5 * (level - 1) + contract.strain] == imps(score - made_it)


def test_files_from_before_augmentation_are_read(made: Path, tmp_path: Path) -> None:
    later = ("by_category", "solved", "won_exactly", "augmented")
    old = {name: array for name, array in load_arrays(made, "rows").items() if name not in later}
    save_arrays(tmp_path / "old.npz", old)
    rows, _ = load(tmp_path / "old.npz")
    np.testing.assert_array_equal(rows["by_category"], rows["best"])
    assert not rows["augmented"].any()


def test_positions_come_back_from_rows(made: Path) -> None:
    rows, _ = load(made)
    positions = positions_of(rows)
    assert len(positions) == len(rows)
    assert rows.dtype == ROW
    assert positions.meaning_known.all()
