"""`overtrick system …`: a convention card checked, shown, explained and exported."""

from typing import ClassVar

import typer

from overtrick.cli.lazy import Commands

COMMANDS = {
    "check": "systems:check",
    "show": "systems:show",
    "explain": "systems:explain",
    "export": "systems:export",
    "compare": "matches:compare",
    "audit": "matches:audit",
}
"""Each command with the module that has it and its name there, as in app.py."""


class _Commands(Commands):
    places: ClassVar = COMMANDS


system = typer.Typer(
    cls=_Commands,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@system.callback()
def _system() -> None:
    """Check, show, explain, compare and export convention cards."""
