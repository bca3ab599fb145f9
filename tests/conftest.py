"""Settings for all tests: one BLAS thread, and one process at work for a command that would start one a core.

Hypothesis looks for new examples, and repeats the same ones in CI. It has no limits of time: a busy machine is no
reason to fail.
"""

import os
from importlib import metadata

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")  # NumPy looks when it is imported; tests keep every core busy as it is
os.environ.setdefault("OVERTRICK_CORES", "1")

# Networks of toy size take longer to compile than to run. JAX looks when it is imported; a flag that its compiler does
# not know ends the process, so this one is for the version in which it was tried.
os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")
if [package.version for package in metadata.distributions(name="jaxlib")] == ["0.10.2"]:
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_use_fusion_emitters=false --xla_cpu_parallel_codegen_split_count=1")

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

settings.register_profile("developer", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("developer"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")

LONG = (
    "tests/test_documents.py",
    "tests/training",
    "tests/service",
    "tests/nets",
    "tests/papers",
    "tests/solver",
    "tests/cli",
)
"""Where tests take long: they come first, so that all processes of pytest-xdist end at the same time."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of the long folders first."""
    items.sort(key=lambda item: next((at for at, name in enumerate(LONG) if item.nodeid.startswith(name)), len(LONG)))
