"""README and docs/: every command in them runs in a fresh folder and prints what they show; every link leads somewhere.

tests/documents.py says how a document marks its commands.
"""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from command import overtrick
from docs.write_commands import PAGE, page
from documents import DOCUMENTS, ROOT, ShownCommand, commands_in_text, commands_of, python_of, unmarked_commands
from overtrick.cli.app import app

WITH_COMMANDS = [path for path in DOCUMENTS if commands_of(path)]
_LINK = re.compile(r"\]\(([^)\s]+)\)")


@pytest.fixture
def fresh_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder with the examples in it, as the current one."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("path", WITH_COMMANDS, ids=lambda path: path.stem)
@pytest.mark.usefixtures("fresh_folder")
def test_every_command_runs_and_prints_what_is_shown(path: Path) -> None:
    for command in commands_of(path):
        require_known(command)
        if not command.is_long:
            finished = overtrick(*command.words, stdin=command.stdin)
            assert finished.code == 0, f"{command.line}\n{finished.err}"
            assert command.missing(finished.out) is None, f"{command.line}\n{finished.out}"


@pytest.mark.parametrize("path", [path for path in DOCUMENTS if python_of(path)], ids=lambda path: path.stem)
@pytest.mark.usefixtures("fresh_folder")
def test_the_python_of_a_document_runs(path: Path) -> None:
    exec(compile(python_of(path), path.name, "exec"), {})


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_commands_stand_in_blocks_that_are_run(path: Path) -> None:
    assert unmarked_commands(path) == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_command_that_a_sentence_names_exists(path: Path) -> None:
    for command in commands_in_text(path):
        require_known(command)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_to_a_file_leads_to_one(path: Path) -> None:
    targets = [target.partition("#")[0] for target in _LINK.findall(path.read_text(encoding="utf-8"))]
    files = [target for target in targets if target and ":" not in target]
    assert [target for target in files if not (path.parent / target).exists()] == []


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_link_to_a_heading_leads_to_one(path: Path) -> None:
    links = [target.partition("#")[::2] for target in _LINK.findall(path.read_text(encoding="utf-8"))]
    inside = [(path.parent / file if file else path, anchor) for file, anchor in links if anchor and ":" not in file]
    assert [(str(file), anchor) for file, anchor in inside if anchor not in headings(file)] == []


def headings(path: Path) -> set[str]:
    """The headings of a document as links name them."""
    lines = re.findall(r"^#+ (.*)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", line).strip().lower()) for line in lines}


def test_a_command_that_prints_something_else_is_noticed() -> None:
    command = ShownCommand("overtrick deal", False, ("Board 1 …", "Result 3SN+2"))
    assert command.missing("Board 1\nDealer North\nResult  3SN+2\n") is None
    assert command.missing("Result 3SN+2\nBoard 1\n") == " Result 3SN+2"
    with pytest.raises(AssertionError, match="--sede"):
        require_known(ShownCommand("overtrick deal --sede 7", True))


def require_known(command: ShownCommand) -> None:
    """That the command exists, and every option of it."""
    group: Any = get_command(app)
    words = command.words
    context = group.context_class(group, info_name="overtrick")
    while hasattr(group, "get_command") and words and not words[0].startswith("-"):
        member = group.get_command(context, words[0])
        if member is None:
            assert re.search("[.:]", words[0]), f"{command.line}: there is no command {words[0]}"
            break  # boards, where a group has a command for them that needs no name
        group, context = member, group.context_class(member, info_name=words.pop(0), parent=context)
    members = [group.get_command(context, name) for name in getattr(group, "places", getattr(group, "commands", ()))]
    parameters = [parameter for known in (group, *members) for parameter in known.params]
    options = {name for option in parameters for name in (*option.opts, *option.secondary_opts)} | {"--help"}
    unknown = [word for word in words if re.match("--?[a-zA-Z]", word) and word.partition("=")[0] not in options]
    assert not unknown, f"{command.line}: there is no option {unknown[0]}"


def test_the_page_of_commands_is_that_of_these_commands() -> None:
    """`python docs/write_commands.py` writes it anew."""
    assert PAGE.read_text(encoding="utf-8") == page()
