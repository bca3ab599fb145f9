"""A small file of auctions in the form of `overtrick data auctions`; the auctions are made up."""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from auction_rows import made_up_tables
from overtrick.arrays import DealBatch


def write_auctions(path: Path, count: int) -> Path:
    """Write the file as docs/auction-files.md tells."""
    tables = made_up_tables(count, 7)
    owners = DealBatch(tables.holdings).owners.reshape(-1, 13, 4)
    np.savez_compressed(
        path,
        owners=(owners << np.arange(0, 8, 2, dtype=np.uint8)).sum(axis=-1, dtype=np.uint8),
        dealer=tables.dealers,
        vulnerability=tables.vulnerabilities,
        systems=tables.systems,
        calls=tables.calls,
        shown=np.zeros((4, 5, 2, count), np.uint8),
        names=np.array(["sayc", "2/1", "acol"]),
        seed=np.int64(7),
    )
    return path


@pytest.fixture(scope="session")
def auction_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_auctions(tmp_path_factory.mktemp("auctions") / "made-up.npz", 400)


@pytest.fixture(autouse=True, scope="module")
def _steps_not_unrolled() -> Iterator[None]:
    """The same sums, sooner compiled."""
    with pytest.MonkeyPatch.context() as patch:
        if find_spec("jax"):
            patch.setattr("overtrick.nets.bidding_jax._UNROLLED", 1)
        yield


@pytest.fixture(scope="module")
def few_sizes() -> Iterator[None]:
    """Views are filled up to few numbers of steps: each is compiled by itself."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("overtrick.training.bidding.bidding_batches.SIZES", [8, 66])
        yield
