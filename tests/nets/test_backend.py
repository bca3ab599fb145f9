"""Networks on JAX answer as on NumPy: calls, hidden hands, and the posterior that is weighed by them."""

import numpy as np
import pytest

from overtrick.core import Auction, BridgeError, Hand, Position, Vulnerability
from overtrick.layouts.posterior import Posterior, sample
from overtrick.nets.backend import is_jax, use_backend, used_backend
from overtrick.systems.network import ARTIFACTS, IMPROVED, Network, bidding_network
from overtrick.systems.table import Table
from overtrick.systems.views import View

CLOSE = 1e-3
"""How far a chance on JAX may lie from NumPy's: every processor adds up in another order, and ten steps add up."""


@pytest.fixture(scope="module")
def networks() -> tuple[Network, Network]:
    pytest.importorskip("jax")
    return bidding_network(), Network.load(ARTIFACTS / IMPROVED, "jax")


def view(network: Network) -> View:
    position = Position(Hand("AQ32.K4.KJ32.A32"), Auction.parse("1H P 1S 2C X P"), Vulnerability.NS)
    return View.of(network, Table.of("sayc", "sayc"), position)


def test_calls_and_hidden_hands_are_those_of_numpy(networks: tuple[Network, Network]) -> None:
    on_numpy, on_jax = map(view, networks)
    assert on_jax.network.model == on_numpy.network.model
    np.testing.assert_allclose(on_jax.policy, on_numpy.policy, atol=CLOSE)
    assert ((on_jax.policy == 0) == (on_numpy.policy == 0)).all()
    hidden = [each.network.hidden_hands(each.listeners) for each in (on_jax, on_numpy)]
    for ours, theirs in zip(*hidden, strict=True):
        np.testing.assert_allclose(ours, theirs, atol=CLOSE)


def test_layouts_are_weighed_as_on_numpy(networks: tuple[Network, Network]) -> None:
    on_numpy, on_jax = (sample(view(network), 40, seed=4) for network in networks)
    assert isinstance(on_jax, Posterior)
    assert (on_jax.holdings == on_numpy.holdings).all()
    np.testing.assert_allclose(on_jax.weights, on_numpy.weights, atol=CLOSE, rtol=0.05)


def test_backends_are_read_by_name() -> None:
    assert not any(map(is_jax, ("numpy", "numpy@cpu")))
    assert all(map(is_jax, ("jax", "jax@cpu", "jax@gpu", "jax@gpu:1")))
    for name in ("", "abacus", "jax@", "jax@tpu", "numpy@gpu:0", "gpu:0"):
        with pytest.raises(BridgeError, match="expected the backend numpy or jax"):
            use_backend(name)
    assert used_backend() == "numpy"


def test_a_device_that_is_not_there_is_an_error() -> None:
    pytest.importorskip("jax")
    with pytest.raises(BridgeError, match=r"expected a device that JAX finds here \(.*\), got gpu:999"):
        use_backend("jax@gpu:999")
    assert used_backend() == "numpy"
