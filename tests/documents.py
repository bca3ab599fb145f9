"""Commands in documents: which blocks hold them, and what is shown of what they print.

A block fenced with ```sh holds commands. Lines that begin with `$ ` are commands, and the lines after one are what it
prints, where `…` stands for anything left out. In a block without any `$ ` every line is a command. A ` # ` behind
a command begins a remark; `echo TEXT |` before one is its standard input. A block fenced with ```sh long holds commands
that take too long to run in a test: their words and options are looked up, no more.
"""

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]

_BLOCK = re.compile(r"^```(?P<info>[^`\n]*)\n(?P<body>.*?)^```$", re.DOTALL | re.MULTILINE)
_FIGURE = re.compile(r"[-+±]?\d+\.\d+|\d+ ?%|[-+]\d+\b|(?<=\.yaml:)\d+")
LEFT_OUT = "…"


@dataclass(frozen=True)
class ShownCommand:
    """A command of a document, and what the document says it prints."""

    line: str
    is_long: bool
    shown: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        """The words after `overtrick`."""
        first, *words = shlex.split(self.line.rpartition(" | ")[2], comments=True)
        assert first == "overtrick", f"expected a command that begins with overtrick, got {self.line}"
        return words

    @property
    def stdin(self) -> str:
        given = self.line.rpartition(" | ")[0]
        return "" if not given else shlex.split(given)[1] + "\n"

    def missing(self, printed: str) -> str | None:
        """The first text of the document that was not printed, in its order."""
        rest = same_figures(printed)
        for text in " ".join(self.shown).split(LEFT_OUT):
            wanted = same_figures(text)
            if wanted not in rest:
                return text
            rest = rest[rest.index(wanted) + len(wanted) :]
        return None


def same_figures(text: str) -> str:
    """The text with blanks as one; figures that depend on the last bit of a float, and lines of cards, made alike."""
    return _FIGURE.sub("#", " ".join(text.split()))


def commands_of(path: Path) -> list[ShownCommand]:
    """The commands of a document, in its order."""
    blocks = [(info, body) for info, body in _blocks(path) if info in ("sh", "sh long")]
    return [command for info, body in blocks for command in _commands(body, info == "sh long")]


def unmarked_commands(path: Path) -> list[str]:
    """Commands in blocks of another kind, and in paragraphs that are code because they are indented."""
    inside = [body for info, body in _blocks(path) if info not in ("sh", "sh long")]
    outside = _BLOCK.sub("", path.read_text(encoding="utf-8"))
    return [
        *re.findall(r"^(?:\$ )?overtrick .*", "\n".join(inside), re.MULTILINE),
        *re.findall(r"^ {4,}overtrick .*", outside, re.MULTILINE),
    ]


def commands_in_text(path: Path) -> list[ShownCommand]:
    """Commands that a sentence names, other than those with a gap in them."""
    text = _BLOCK.sub("", path.read_text(encoding="utf-8"))
    lines = [" ".join(line.split()) for line in re.findall("`(overtrick [^`]+)`", text)]
    return [ShownCommand(line, True) for line in lines if not re.search(r"…|COMMAND| \| ", line)]


def python_of(path: Path) -> str:
    """All the Python of a document, in its order; README's is a doctest instead."""
    return "\n".join(body for info, body in _blocks(path) if info == "python" and ">>>" not in body)


def _blocks(path: Path) -> list[tuple[str, str]]:
    """What stands behind the fence of every block, and what the block holds."""
    return [(block["info"], block["body"]) for block in _BLOCK.finditer(path.read_text(encoding="utf-8"))]


def _commands(body: str, is_long: bool) -> list[ShownCommand]:
    lines = body.splitlines()
    if not any(line.startswith("$ ") for line in lines):
        return [ShownCommand(line, is_long) for line in lines if line and not line.startswith("#")]
    commands: list[tuple[str, list[str]]] = []
    for line in lines:
        if line.startswith("$ "):
            commands.append((line[2:], []))
        else:
            commands[-1][1].append(line)
    return [ShownCommand(line, is_long, tuple(shown)) for line, shown in commands]
