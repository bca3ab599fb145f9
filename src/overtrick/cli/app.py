"""The command line itself: its commands, loaded when they are used."""

import os
import sys
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from overtrick import __version__
from overtrick.cli.ending import (
    INTERRUPTED,
    CommandEnd,
    command_ends,
    complain,
    flushed,
    interruptible,
    prepare_streams,
)
from overtrick.core import BridgeError

GROUPS = {
    "A hand and an auction": {
        "bid": "bidding:bid",
        "advise": "bidding:advise",
        "explain": "bidding:explain",
        "lead": "review:lead",
        "posterior": "bidding:posterior",
        "contract": "contracts:contract",
        "chance": "hands:chance",
        "eval": "hands:eval_",
    },
    "Boards and files": {
        "deal": "files:deal",
        "show": "files:show",
        "convert": "files:convert",
        "review": "review:review",
        "dd": "tricks:dd",
        "par": "tricks:par",
        "tricks": "tricks:tricks",
    },
    "Systems and matches": {"system": "systems:system", "match": "matches:match", "seat": "matches:seat"},
    "The page": {"serve": "serving:serve", "worker": "serving:worker", "status": "serving:status"},
    "Research": {
        "paper": "research.papers:paper",
        "strength": "research.strength:strength",
        "data": "research.data:data",
        "train": "research.training:train",
    },
}
"""Commands by what people do: each with the module that has it and its name there, a function or a group."""

HELP = """Contract bridge bidding: which call, why, and with what odds.

Every command reads an argument, a file, or - for standard input, and prints text, or JSON with --json. \
It ends with 0 when all is well, 1 for findings, 2 for a mistake in what it was given."""

FIRST_STEPS = """Overtrick: contract bridge bidding, which call and why.

  overtrick serve                                   the table in the browser
  overtrick bid KQ52.AJ73.84.K62 -a '1N P'          which call, and by which rule
  overtrick advise KQ52.AJ73.84.K62 -a '1N P'       every candidate: rule, odds, IMPs
  overtrick deal -n 4 --seed 7                      four boards
  overtrick system show sayc --after '1N P'         what a system says

overtrick --help lists every command, overtrick COMMAND --help its options."""


class Commands(TyperGroup):
    """A group of commands, each named with the module that has it and its name there: a function, or a group."""

    places: ClassVar[Mapping[str, str]] = {}
    panels: ClassVar[Mapping[str, str]] = {}
    """The heading of the help under which a command is listed."""

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.places:
            return None
        module, name = self.places[cmd_name].split(":")
        member: Any = getattr(import_module(f"overtrick.cli.{module}"), name)
        if not isinstance(member, typer.Typer):
            member, function = typer.Typer(add_completion=False), member
            member.command(cmd_name)(function)
        command: Any = get_command(member)
        command.name, command.rich_help_panel = cmd_name, self.panels.get(cmd_name)
        _join_lines(command)
        _explain_extra_words(command)
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.places and not args[0].startswith("-"):
            close = " or ".join(get_close_matches(args[0], self.places))
            hint = (
                f" Did you mean {close}?"
                if close
                else _FOR_CARDS
                if "." in args[0]
                else _FOR_HELP
                if args[0] == "help"
                else ""
            )
            ctx.fail(f"There is no command '{args[0]}'.{hint}")
        return super().resolve_command(ctx, args)


UsageError: Any = typer.BadParameter.__bases__[0]
"""Of click, which some versions of Typer bring along under a name of their own."""
_BLANKS = "Blanks need quotes, and calls go behind -a: overtrick bid 'KQ52 AJ73 84 K62' -a '1N P'"
_EXTRA_WORDS = {
    "deal": "A number goes behind -n: overtrick deal -n 5",
    "chance": "The hands go behind -N and -S: overtrick chance -N HAND -S HAND",
    "system explain": "Blanks need quotes: overtrick system explain '1N P 2H'",
    "explain": "Blanks need quotes: overtrick explain '1N P 2H'",
}
"""What to write instead of words that a command does not expect."""
_FOR_HELP = " overtrick --help lists them all, overtrick COMMAND --help says what one does."
_FOR_CARDS = " Write what you want to know first: overtrick bid HAND, overtrick show FILE, overtrick dd DEAL."


def _explain_extra_words(command: Any) -> None:
    """Say what to do about words that the command does not expect: mostly a hand that was typed without quotes."""
    parse = command.parse_args

    def parse_args(ctx: Any, args: list[str]) -> Any:
        try:
            return parse(ctx, args)
        except UsageError as error:
            if "unexpected extra argument" in error.message:
                error.message += f". {_EXTRA_WORDS.get(_words_of(ctx), _BLANKS)}"
            raise

    command.parse_args = parse_args


def _words_of(ctx: Any) -> str:
    """The command as it was typed, without `overtrick`."""
    words = [] if ctx.parent is None else [_words_of(ctx.parent), ctx.info_name]
    return " ".join(filter(None, words))


def _join_lines(command: Any) -> None:
    """Make each paragraph of the help one line, for the terminal to break: rich keeps the lines of a docstring."""
    paragraphs = (command.help or "").split("\n\n")
    command.help = "\n\n".join(" ".join(text.split()) for text in paragraphs)
    for member in getattr(command, "commands", {}).values():
        _join_lines(member)


class _AllCommands(Commands):
    places: ClassVar = {name: place for commands in GROUPS.values() for name, place in commands.items()}
    panels: ClassVar = {name: panel for panel, commands in GROUPS.items() for name in commands}

    def invoke(self, ctx: Any) -> Any:
        with command_ends():  # before Typer, which has other exit codes for them
            return super().invoke(ctx)


app = typer.Typer(
    name="overtrick",
    help=HELP,
    cls=_AllCommands,
    invoke_without_command=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        print(f"overtrick {__version__}")
        raise typer.Exit


@app.callback()
def _overtrick(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        print(FIRST_STEPS)


def main() -> None:
    """Run the command line. Errors that we raise on purpose end in one clear line and exit code 2."""
    prepare_streams()
    with interruptible() as interrupts:
        try:
            end = flushed(_run())
        except KeyboardInterrupt:
            end = CommandEnd(INTERRUPTED, "interrupted")
        if end.text:
            complain(end.text)
            interrupts.is_said = True
        solver = sys.modules.get("overtrick.solver.library")
        if solver is not None and solver.ends_badly():
            sys.stderr.flush()
            os._exit(end.code)
        sys.exit(end.code)


def _run() -> CommandEnd:
    try:
        app()
    except BridgeError as error:
        return CommandEnd(2, str(error))
    except CommandEnd as end:
        return end
    except SystemExit as error:
        return CommandEnd(1, error.code) if isinstance(error.code, str) else CommandEnd(error.code or 0)
    return CommandEnd(0)
