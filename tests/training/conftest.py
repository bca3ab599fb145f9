"""Networks of toy size take longer to compile than to train: let JAX compile them without much thought."""

import os

os.environ.setdefault("JAX_DISABLE_MOST_OPTIMIZATIONS", "1")  # JAX looks when it is imported
