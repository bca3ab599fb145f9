"""What tests of papers share."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="module")
def soon_compiled() -> Iterator[None]:
    """The same sums in JAX, without the optimisations that take the compiler long; views in one shape alone."""
    jax = pytest.importorskip("jax")
    from overtrick.papers.bidding_2022.printed_recipe import PrintedRecipe

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PrintedRecipe, "step_sizes", (24,))
        jax.config.update("jax_disable_most_optimizations", True)
        yield
        jax.config.update("jax_disable_most_optimizations", False)
