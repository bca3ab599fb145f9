"""`python -m overtrick` is the command `overtrick`."""

from overtrick.cli import main

main()
