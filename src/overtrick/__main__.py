"""`python -m overtrick` is the command `overtrick`."""

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # while the rest is imported, Ctrl-C ends the process without a word

from overtrick.cli import main  # noqa: E402

__all__ = ["main"]

if __name__ == "__main__":
    main()
