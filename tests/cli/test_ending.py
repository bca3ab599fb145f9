"""How a command ends: its exit code, and one line."""

import errno

import pytest

from overtrick.cli.ending import CommandEnd, command_ends


@pytest.mark.parametrize(
    ("error", "code", "text"),
    [
        (KeyboardInterrupt(), 130, "interrupted"),
        (BrokenPipeError(), 141, ""),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "cannot write standard output: No space left on device"),
        (PermissionError(errno.EACCES, "Permission denied", "a.pbn"), 2, "cannot use a.pbn: Permission denied"),
    ],
)
def test_how_a_command_ends_is_in_its_exit_code(error: BaseException, code: int, text: str) -> None:
    with pytest.raises(CommandEnd) as ended, command_ends():
        raise error
    assert (ended.value.code, ended.value.text) == (code, text)
