"""The same work on a Dask cluster."""

import numpy as np
import pytest

from overtrick import BridgeError
from overtrick.arrays import random_deals
from overtrick.solver import solve_tables, solve_tables_on

distributed = pytest.importorskip("distributed")


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_gives_the_same_tables() -> None:
    deals = random_deals(2, np.random.default_rng(3))
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None)
    with cluster:
        np.testing.assert_array_equal(solve_tables_on(cluster.scheduler_address, deals), solve_tables(deals))


def test_an_address_nobody_listens_at_is_a_clear_error() -> None:
    with pytest.raises(BridgeError, match="cannot reach the Dask scheduler"):
        solve_tables_on("nonsense", random_deals(1, np.random.default_rng(3)))
