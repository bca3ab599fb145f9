"""Settings for all tests: Hypothesis looks for new examples at a developer's and repeats the same ones in CI."""

import os

from hypothesis import settings

settings.register_profile("developer", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "developer")
