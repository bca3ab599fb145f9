"""`python -m overtrick` is the command `overtrick`."""

import gc
import signal

gc.set_threshold(50_000)  # a command makes tens of thousands of objects that stay, and little garbage
signal.signal(signal.SIGINT, signal.SIG_DFL)  # while the rest is imported, Ctrl-C ends the process without a word

from overtrick.cli import main  # noqa: E402

__all__ = ["main"]

if __name__ == "__main__":
    main()
