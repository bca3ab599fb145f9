"""Writes docs/commands.md from the commands themselves: `python docs/write_commands.py`. A test compares the two."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from typer.main import get_command

from overtrick.cli.app import GROUPS, app

PAGE = Path(__file__).parent / "commands.md"

HEAD = """# Every command

Written from the commands by `python docs/write_commands.py`; `overtrick COMMAND --help` says the same.

Every command reads an argument, a file, or `-` for standard input, prints text, or JSON with `--json`, and ends with
0 when all is well, 1 for findings or boards left out, 2 for a mistake in what it was given (with file, line and
column), 130 when it was stopped with Ctrl-C, 141 when the reader of its output went away. Given `- --json`, those that
answer questions read one JSON object a line until standard input closes: [JSON lines](json-lines.md).
"""


def page() -> str:
    """The whole page."""
    group: Any = get_command(app)
    parts = [HEAD]
    for title, names in GROUPS.items():
        parts.append(f"## {title}\n")
        for name in names:
            parts += _sections(group.get_command(None, name), f"overtrick {name}")
    return "\n".join(parts)


def _sections(command: Any, path: str) -> Iterator[str]:
    """A command; of a group, each of its members."""
    yield f"### {path}\n\n{_prose(command.help)}\n"
    if hasattr(command, "list_commands"):
        for name in command.list_commands(None):
            yield from _sections(command.get_command(None, name), f"{path} {name}")
        return
    shown = [
        parameter
        for parameter in command.params
        if parameter.name != "help" and not getattr(parameter, "hidden", False)
    ]
    rows = [_row(parameter) for parameter in shown]
    if rows:
        yield "\n".join(("| | |", "|---|---|", *rows)) + "\n"


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        words = (parameter.metavar or parameter.name).strip("[]")
    else:
        words = ", ".join((*parameter.opts, *parameter.secondary_opts))
    default = parameter.default
    has_default = isinstance(default, str | int | float) and not isinstance(default, bool) and default != ""
    text = _prose(getattr(parameter, "help", None))
    return f"| `{words.replace('|', ' or ')}` | {text}{f' Default `{default}`.' if has_default else ''} |"


def _prose(text: str | None) -> str:
    """Help as it reads in Markdown: no pipes, braces as they are."""
    return (text or "").strip().replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
