"""The command line itself: its commands, loaded when they are used, and how errors end."""

import os
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from overtrick import __version__
from overtrick.core import BridgeError

COMMANDS = {
    "deal": "files:deal",
    "dd": "tricks:dd",
    "par": "tricks:par",
    "convert": "files:convert",
    "show": "files:show",
    "eval": "hands:eval_",
    "strength": "strength:strength",
    "tricks": "tricks:tricks",
    "chance": "hands:chance",
    "contract": "contracts:contract",
    "bid": "bidding:bid",
    "explain": "bidding:explain",
    "match": "matches:match",
    "advise": "bidding:advise",
    "posterior": "bidding:posterior",
    "system": "systems:system",
    "serve": "serving:serve",
    "worker": "serving:worker",
    "status": "serving:status",
    "paper": "papers:paper",
    "train": "training:train",
    "data": "data:data",
}
"""Each command with the module that has it and its name there: a function, or a group of commands."""


class Commands(TyperGroup):
    """A group of commands, each named with the module that has it and its name there: a function, or a group."""

    places: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.places:
            return None
        module, name = self.places[cmd_name].split(":")
        command: Any = getattr(import_module(f"overtrick.cli.{module}"), name)
        if isinstance(command, typer.Typer):
            return get_command(command)
        single = typer.Typer(add_completion=False)
        single.command(cmd_name)(command)
        return get_command(single)


class _AllCommands(Commands):
    places: ClassVar = COMMANDS


app = typer.Typer(
    name="overtrick",
    cls=_AllCommands,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"overtrick {__version__}")
        raise typer.Exit


@app.callback()
def _overtrick(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """A workbench for contract bridge bidding.

    Every command reads an argument, a file, or - for standard input; prints text, or JSON with --json;
    and ends with 0 when all is well, 1 for findings, 2 for a mistake in what it was given.
    """


def main() -> None:
    """Run the command line; errors we raise on purpose end in one clear line and exit code 2."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C stops at once, even deep inside the solver
    try:
        app()
    except BridgeError as error:
        print(f"overtrick: {error}", file=sys.stderr)
        sys.exit(2)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
