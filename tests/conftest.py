"""Settings for all tests: one BLAS thread; Hypothesis looks for new examples, and repeats the same ones in CI.

Hypothesis has no limits of time: a busy machine is no reason to fail.
"""

import os

for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")  # NumPy looks when it is imported; tests keep every core busy as it is

from hypothesis import HealthCheck, settings  # noqa: E402

settings.register_profile("developer", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("developer"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")
