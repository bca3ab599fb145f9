"""The command `overtrick`: one file a group of commands."""

from overtrick.cli.app import main

__all__ = ["main"]
