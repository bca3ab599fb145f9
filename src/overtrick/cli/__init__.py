"""The command `overtrick`: one file a group of commands."""

import os

# Small matrices on busy cores: a second BLAS thread costs more than it brings. Set before NumPy is imported.
for _variable in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_variable, "1")

from overtrick.cli.app import main  # noqa: E402

__all__ = ["main"]
