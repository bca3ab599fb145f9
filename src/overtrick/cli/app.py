"""The command line itself: its commands, loaded when they are used, and how a command ends.

It ends with 0 when all is well, 1 for findings, 2 for a mistake in what it was given or a refusal of the system, 130
after Ctrl-C, 141 when the reader of a pipe has gone.
"""

import codecs
import errno
import io
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from difflib import get_close_matches
from importlib import import_module
from typing import Annotated, Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from overtrick import __version__
from overtrick.core import BridgeError
from overtrick.storage import remove_unfinished

GROUPS = {
    "A hand and an auction": {
        "bid": "bidding:bid",
        "advise": "bidding:advise",
        "explain": "bidding:explain",
        "posterior": "bidding:posterior",
        "contract": "contracts:contract",
        "chance": "hands:chance",
        "eval": "hands:eval_",
    },
    "Boards and files": {
        "deal": "files:deal",
        "show": "files:show",
        "convert": "files:convert",
        "dd": "tricks:dd",
        "par": "tricks:par",
        "tricks": "tricks:tricks",
    },
    "Systems and matches": {"system": "systems:system", "match": "matches:match"},
    "The page": {"serve": "serving:serve", "worker": "serving:worker", "status": "serving:status"},
    "Research": {
        "paper": "papers:paper",
        "strength": "strength:strength",
        "data": "data:data",
        "train": "training:train",
    },
}
"""Commands by what people do: each with the module that has it and its name there, a function or a group."""

HELP = """Contract bridge bidding: which call, why, and with what odds.

Every command reads an argument, a file, or - for standard input, and prints text, or JSON with --json. \
It ends with 0 when all is well, 1 for findings, 2 for a mistake in what it was given."""

FIRST_STEPS = """Overtrick: contract bridge bidding, which call and why.

  overtrick serve                                   the table in the browser
  overtrick bid AQ32.K4.KJ32.A32 -a '1H P'          which call, and by which rule
  overtrick advise AQ32.K4.KJ32.A32 -a '1H P'       every candidate: rule, odds, IMPs
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
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args and args[0] not in self.places and not args[0].startswith("-"):
            close = " or ".join(get_close_matches(args[0], self.places))
            ctx.fail(f"There is no command '{args[0]}'." + (f" Did you mean {close}?" if close else ""))
        return super().resolve_command(ctx, args)


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


# How a command ends

INTERRUPTED, CLOSED_PIPE = 130, 141
PATIENCE = 2.0
"""Seconds after Ctrl-C in which the work may clean up; deep inside a library it does not hear of it at all."""

_SAID = "overtrick: interrupted\n"
_OF_OUTPUT = {errno.ENOSPC, errno.EIO, errno.EFBIG, errno.EBADF, getattr(errno, "EDQUOT", errno.ENOSPC)}
_LETTERS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "…": "...", "–": "-", "−": "-", "×": "x", "·": ".", "█": "#"}


class CommandEnd(BaseException):
    """The end of a command, with its exit code and one line for standard error."""

    def __init__(self, code: int, text: str = "") -> None:
        super().__init__(code, text)
        self.code, self.text = code, text


def complain(error: BridgeError | str) -> None:
    """One line on standard error; where that cannot be written, nobody hears it."""
    with suppress(OSError):
        print(f"overtrick: {error}", file=sys.stderr, flush=True)


@contextmanager
def command_ends() -> Iterator[None]:
    """What ends a command from outside, as a CommandEnd."""
    try:
        yield
    except KeyboardInterrupt:
        raise CommandEnd(INTERRUPTED, "interrupted") from None
    except BrokenPipeError:
        raise CommandEnd(CLOSED_PIPE) from None
    except OSError as error:
        reason = error.strerror or str(error)
        if error.filename is not None:
            raise CommandEnd(2, f"cannot use {error.filename}: {reason}") from None
        if error.errno in _OF_OUTPUT:
            raise CommandEnd(2, f"cannot write standard output: {reason}") from None
        raise CommandEnd(2, reason) from None


def flushed(end: CommandEnd) -> CommandEnd:
    """Write out what is still to be written, and say how the command ends then."""
    try:
        with command_ends():
            sys.stdout.flush()
    except CommandEnd as error:
        with suppress(OSError, ValueError):  # what cannot be written is not tried again when Python ends
            descriptor = sys.stdout.fileno()
            os.dup2(os.open(os.devnull, os.O_WRONLY), descriptor)
        return end if end.code > 1 else error
    return end


def prepare_streams() -> None:
    """Have standard streams that are there, and take every character: suits as letters where there are no symbols."""
    for descriptor, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:  # closed: the next file that is opened would get its number, and its text
            os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)  # so that standard output fails
            stream = os.fdopen(descriptor, "r" if name == "stdin" else "w", closefd=False)
            setattr(sys, name, stream)
    codecs.register_error("letters", _as_letters)
    output = sys.stdout
    if isinstance(output, io.TextIOWrapper):
        if isinstance(output.buffer, io.RawIOBase):  # python -u, which loses the rest of a write that is cut short
            buffered = io.BufferedWriter(output.buffer)
            output = sys.stdout = io.TextIOWrapper(buffered, output.encoding, line_buffering=True)
        output.reconfigure(errors="letters")


def _as_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(_LETTERS.get(letter, "?") for letter in error.object[error.start : error.end]), error.end


class _Interrupts:
    """What Ctrl-C does: the work is interrupted; a second time, or after a while, the process ends at once."""

    def __init__(self) -> None:
        self.is_heard = self.is_said = False

    def __call__(self, number: int, frame: Any) -> None:
        if self.is_heard:
            self.leave()
        self.is_heard = True
        raise KeyboardInterrupt

    def watch(self, bell: int) -> None:
        """Wait for the signal beside the work, which may be deep inside a library."""
        while number := os.read(bell, 1):
            is_ours = number == bytes([signal.SIGINT]) and signal.getsignal(signal.SIGINT) is self
            if is_ours:  # a server, or a training run, has its own way to end
                time.sleep(PATIENCE)
                self.leave()
        os.close(bell)

    def leave(self) -> None:
        """End at once, without leaving anything behind."""
        remove_unfinished()
        for process in multiprocessing.active_children():
            process.kill()
        show_cursor = "\x1b[?25h" if sys.stderr.isatty() else ""
        with suppress(OSError):
            os.write(2, f"{show_cursor}{'' if self.is_said else _SAID}".encode())
        os._exit(INTERRUPTED)


@contextmanager
def interruptible() -> "Iterator[_Interrupts]":
    """Ctrl-C ends the command while the block runs, in any state it is in."""
    interrupts = _Interrupts()
    bell, ringer = os.pipe()
    os.set_blocking(ringer, False)
    threading.Thread(target=interrupts.watch, args=(bell,), daemon=True).start()
    handler = signal.signal(signal.SIGINT, interrupts)
    wakeup = signal.set_wakeup_fd(ringer, warn_on_full_buffer=False)
    hook, sys.unraisablehook = sys.unraisablehook, _quiet_when_interrupted
    try:
        yield interrupts
    finally:
        sys.unraisablehook = hook
        signal.set_wakeup_fd(wakeup)
        signal.signal(signal.SIGINT, handler)
        os.close(ringer)


def _quiet_when_interrupted(unraisable: "sys.UnraisableHookArgs") -> None:
    if unraisable.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(unraisable)


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
