"""Auctions in a file: the same after a kill, growing when asked, and true to the bidder."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from overtrick import BridgeError, Seat
from overtrick.systems.engine.boards import BoardBatch, bid_deal
from overtrick.systems.engine.meaning import shown_by_seat
from overtrick.systems.engine.tree import Tree
from overtrick.systems.system import System
from overtrick.training.data import bid_deals
from overtrick.training.data.bid_deals import ROW, load, make_auctions
from overtrick.training.data.writer import RowWriter
from systems.tables import card_files

CHUNK = 16


@pytest.fixture(autouse=True, scope="module")
def _small_chunks() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bid_deals, "CHUNK", CHUNK)
        yield


@pytest.fixture(scope="module")
def cards(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    return card_files(tmp_path_factory.mktemp("cards"))


@pytest.fixture(scope="module")
def finished(cards: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("auctions") / "finished.npz"
    make_auctions(path, 40, cards, seed=7)
    return path


def test_what_is_read_is_what_the_cards_bid(finished: Path, cards: tuple[str, str]) -> None:
    made = load(finished)
    assert (len(made), made.names, made.seed) == (40, cards, 7)
    assert {tuple(pair) for pair in made.systems.tolist()} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    known = [System.load(name) for name in cards]
    for place, deal in enumerate(made.deals):
        board = BoardBatch(made.deals)[place]
        dealer, vulnerability = Seat(int(made.dealers[place])), made.vulnerability(place)
        assert (dealer, vulnerability) == (board.dealer, board.vulnerability)
        tree = Tree(*(known[system] for system in made.systems[place].tolist()))
        auction = bid_deal(tree, deal, dealer, vulnerability)
        assert made.auction(place) == auction
        shown = shown_by_seat(tree.node(auction, vulnerability))
        for turn, each in enumerate(shown):
            assert made.shown[place, dealer.after(turn)].tolist() == [list(each.hcp), *map(list, each.lengths)]
    np.testing.assert_array_equal(made.deals.masks[:CHUNK], BoardBatch.random(CHUNK, 7, 0).deals.masks)
    assert finished.stat().st_size < 40 * 100 + 4000  # the frame of the file weighs something too
    assert not finished.with_name("finished.npz.partial").exists()


def test_a_killed_run_goes_on_to_the_same_file(
    finished: Path, cards: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, partial = tmp_path / "a.npz", tmp_path / "a.npz.partial"
    honest: Callable[..., Any] = bid_deals._bid_part
    asked: list[int] = []

    def killed(task: tuple[Any, ...]) -> Any:
        if task[2] == 2 * CHUNK:
            raise KeyboardInterrupt
        return honest(task)

    monkeypatch.setattr(bid_deals, "GROUP", CHUNK)
    monkeypatch.setattr(bid_deals, "_bid_part", killed)
    with pytest.raises(KeyboardInterrupt):
        make_auctions(path, 40, cards, seed=7)
    assert partial.stat().st_size == 2 * CHUNK * ROW.itemsize
    assert not path.exists()
    with partial.open("ab") as file:
        file.write(b"cut short")

    def noted(task: tuple[Any, ...]) -> Any:
        asked.append(task[2])
        return honest(task)

    monkeypatch.setattr(bid_deals, "_bid_part", noted)
    told: list[int] = []
    make_auctions(path, 40, cards, seed=7, progress=told.append)
    assert told[0] == 32
    assert sum(told) == 40
    assert set(asked) == {2 * CHUNK}  # what was missing, and nothing else
    assert path.read_bytes() == finished.read_bytes()
    assert not partial.exists()


def test_a_finished_file_grows_and_is_left_alone_when_it_has_enough(
    finished: Path, cards: tuple[str, str], tmp_path: Path
) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(finished.read_bytes())
    assert len(make_auctions(path, 10, cards, seed=7)) == 40
    grown = make_auctions(path, 50, cards, seed=7)
    before = load(finished)
    np.testing.assert_array_equal(grown.deals.masks[:40], before.deals.masks)
    assert [grown.auction(place) for place in range(40)] == [before.auction(place) for place in range(40)]
    make_auctions(tmp_path / "b.npz", 50, cards, seed=7)
    assert path.read_bytes() == (tmp_path / "b.npz").read_bytes()


def test_other_seeds_other_cards_and_foreign_files_are_refused(
    finished: Path, cards: tuple[str, str], tmp_path: Path
) -> None:
    with pytest.raises(BridgeError, match=r"expected the auctions of seed 4 and .*, got those of seed 7"):
        make_auctions(finished, 60, cards, seed=4)
    with pytest.raises(BridgeError, match=r"got those of seed 7 and .*weak.yaml"):
        make_auctions(finished, 60, cards[:1], seed=7)
    prints = [System.load(name).fingerprint for name in cards]
    with RowWriter.beside(tmp_path / "a.npz", {"seed": 4, "systems": cards, "cards": prints}):
        pass
    with pytest.raises(BridgeError, match=r"systems was \[.*\] and is now \[.*; cards was"):
        make_auctions(tmp_path / "a.npz", 20, cards[::-1], seed=4)
    (tmp_path / "b.npz").write_bytes(b"nonsense")
    with pytest.raises(BridgeError, match=r"expected auctions .* in .*b.npz"):
        load(tmp_path / "b.npz")
    with pytest.raises(BridgeError, match="cannot write"):
        make_auctions(tmp_path / "missing" / "c.npz", 8, cards)
    with pytest.raises(BridgeError, match="expected a system"):
        make_auctions(tmp_path / "d.npz", 8, ["no such card"])


def test_a_file_of_cards_that_have_changed_does_not_grow(
    finished: Path, cards: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(finished.read_bytes())
    monkeypatch.setattr(bid_deals, "_bid_chunk", lambda names, seed, number: b"otherwise")
    with pytest.raises(BridgeError, match="the cards have changed"):
        make_auctions(path, 50, cards, seed=7)
    assert [file.name for file in tmp_path.iterdir()] == ["a.npz"]
