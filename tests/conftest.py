"""Settings for all tests: one BLAS thread; Hypothesis looks for new examples, and repeats the same ones in CI."""

import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")  # NumPy looks when it is imported; tests keep every core busy as it is

from hypothesis import settings  # noqa: E402

settings.register_profile("developer", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")
