"""From auctions to a trained network and its tables, as `overtrick data contracts` and `overtrick train` do it."""

import json
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("jax")
pytest.importorskip("sklearn")

from overtrick.cli.research.contract_training import contract, contract_report
from overtrick.cli.research.data import contracts
from overtrick.contract import labels
from overtrick.contract.predictor import ContractPredictor
from overtrick.core import BridgeError
from overtrick.training.contract.contract_material import read
from overtrick.training.contract.contract_recipe import ContractRecipe, ContractSchedule, ContractSizes
from overtrick.training.data import augmentation, bid_deals
from overtrick.training.data import writer as resuming
from overtrick.training.data.bid_deals import make_auctions

BOARD = """\
[Dealer "N"]
[Vulnerable "EW"]
[Deal "N:AQ32.K4.KJ32.A32 T9.QJT9.T987.QT5 KJ54.A3.AQ4.9876 876.87652.65.KJ4"]
[Auction "N"]
1N Pass 2C Pass
2S Pass 4S AP
"""


@contextmanager
def _one_thread(jobs: int = 0, scheduler: str | None = None) -> Iterator[Executor]:
    with ThreadPoolExecutor(1) as pool:
        yield pool


@pytest.fixture(autouse=True, scope="module")
def _small() -> Iterator[None]:
    """Everything here, ten layouts a decision, and networks of toy size."""
    load, schedule = ContractRecipe.load, ContractSchedule(batch=64, epochs=2)
    toys = {
        name: ContractRecipe(name, net=ContractSizes((16,)), training=replace(schedule, augmented=name == "paper"))
        for name in ("paper", "plain", "ours")
    }
    with pytest.MonkeyPatch.context() as patch:
        for module in (resuming, bid_deals):
            patch.setattr(module, "executor", _one_thread)
        patch.setattr(labels, "STAGES", (4, 6))
        patch.setattr(augmentation, "HANDS", 100)
        patch.setattr("sys.argv", ["overtrick", "train", "contract", "--model", "plain"])
        patch.setattr(ContractRecipe, "load", lambda name: toys.get(name) or load(name))
        yield


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Decisions on 120 random boards, and on one from a PBN file."""
    folder = tmp_path_factory.mktemp("decided")
    make_auctions(folder / "auctions.npz", 120, ["sayc"], seed=3)
    auctions = folder / "auctions.npz"
    contracts(folder / "a.npz", auctions=auctions, system="2/1", count=120, solve=4, augment=0.1, seed=1, jobs=1)
    (folder / "board.pbn").write_text(BOARD)
    contracts(folder / "b.npz", boards=folder / "board.pbn", system="sayc", count=10, seed=1, jobs=1)
    return [folder / "a.npz", folder / "b.npz"]


def test_decisions_of_several_files_keep_their_boards_apart(files: list[Path]) -> None:
    data = read(files)
    first = read(files[:1])
    dealt = int((~first.augmented).sum())
    assert dealt >= 120
    assert first.augmented.sum() == round(0.1 * dealt)
    assert set(first.boards[first.augmented]) < set(first.boards[~first.augmented])
    assert len(set(first.boards)) == 120
    assert len(set(data.boards)) == 121
    assert len(data) == len(first) + 1
    assert data.features.shape[1] == 612
    assert data.reached[-1] == 20  # 4♠: pass, double, and three levels of five
    some = read(files, 100)
    assert (~some.augmented).sum() == 100
    assert set(some.boards[some.augmented]) <= set(some.boards[~some.augmented])


def test_a_network_is_trained_and_can_be_used(
    files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contract(files, tmp_path / "net", "plain", seed=1)
    told = json.loads(capsys.readouterr().out)
    card = json.loads((tmp_path / "net" / "card.json").read_text())
    assert card["metrics"] == told
    assert card["data"]["files"] == ["a.npz", "b.npz"]
    assert card["data"]["command"] == "overtrick train contract --model plain"
    assert ContractPredictor.load(tmp_path / "net").model.startswith("contract ")


def test_a_report_has_the_tables_and_goes_on(
    files: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contract_report(files, tmp_path, "paper,forest", folds=2, repeats=1)
    printed, told = capsys.readouterr()
    assert "is a choice and not a finding" in printed
    assert told.count("IMPs\n") == 4
    contract_report(files, tmp_path, "paper,forest", folds=2, repeats=1, as_json=True)
    out, told = capsys.readouterr()
    assert told == ""  # every fold was known
    answer = json.loads(out)
    jobs = [(each["model"], each["repeat"], each["fold"]) for each in answer["folds"]]
    models = ("paper", "forest", "paper", "forest", "reached", "reached")
    assert jobs == list(zip(models, [0] * 6, (0, 0, 1, 1, 0, 1), strict=True))
    assert sum(each["decisions"] for each in answer["folds"]) == 3 * answer["decisions"]
    assert sum(each["solved"] for each in answer["folds"]) == 3 * sum(read(files).solved)


def test_what_cannot_be_trained_is_refused(files: list[Path], tmp_path: Path) -> None:
    with pytest.raises(BridgeError, match="got the forest"):
        contract(files, tmp_path / "net", "forest")
    with pytest.raises(BridgeError, match=r"expected a recipe such as .*, got 'whist'"):
        contract_report(files, tmp_path, "paper,whist")
    with pytest.raises(BridgeError, match="expected either --auctions or --boards"):
        contracts(tmp_path / "a.npz")
    with pytest.raises(BridgeError, match="expected decided boards"):
        contract([tmp_path / "nothing.npz"], tmp_path / "net", "plain")
