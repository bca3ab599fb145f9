"""Files are written whole or not at all: whatever fails, at every write, the old file or the new one is there."""

import gzip
import os
import resource
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from overtrick import BridgeError
from overtrick.storage import (
    append_line,
    check_folder,
    check_writable,
    locked,
    remove_unfinished,
    whole_file,
    whole_text,
    write_bytes,
    write_text,
)

OLD, NEW = b"old\n" * 50, b"new\n" * 5000


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    for data in (OLD, NEW):
        write_bytes(data, path)
        assert path.read_bytes() == data
    assert names(tmp_path) == ["a.pbn"]


def test_the_old_file_is_there_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    write_bytes(OLD, path)
    with whole_file(path) as file:
        file.write(NEW)
        file.flush()
        assert path.read_bytes() == OLD
    assert path.read_bytes() == NEW


@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError, OSError(28, "No space left on device")])
def test_an_error_in_the_middle_leaves_the_old_file_and_nothing_else(tmp_path: Path, error: Any) -> None:
    path = tmp_path / "a.pbn"
    write_bytes(OLD, path)
    with pytest.raises((KeyboardInterrupt, ValueError, BridgeError)) as caught, whole_text(path) as file:  # noqa: PT012
        file.write("some")
        raise error
    if isinstance(error, OSError):
        assert str(caught.value) == f"cannot write {path}: No space left on device"
    assert path.read_bytes() == OLD
    assert names(tmp_path) == ["a.pbn"]


CALLS = ("open", "fchmod", "fsync", "replace")
"""What the writer asks of the system, beside the writes themselves."""


@pytest.mark.parametrize("name", ["a.pbn", "a.pbn.gz"])
def test_whichever_call_of_the_system_fails_the_file_is_old_or_new(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    path = tmp_path / name
    write_bytes(NEW, path)
    new, errors = path.read_bytes(), []
    for number in range(20):
        path.write_bytes(OLD)
        with failing(monkeypatch, number) as count:
            try:
                write_bytes(NEW, path)
                assert path.read_bytes() == new
            except BridgeError as error:
                errors.append(str(error))
        assert path.read_bytes() in (OLD, new)
        assert names(tmp_path) == [name]
    assert errors == 4 * [f"cannot write {path}: No space left on device"]
    assert count() == 6  # the last two put the new name on the disk, which not every system can


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, number: int) -> Iterator[Callable[[], int]]:
    """The call of that number says that the disk is full. How many there were."""
    calls = 0

    def counted(honest: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **options: Any) -> Any:
            nonlocal calls
            calls += 1
            if calls == number + 1:
                raise OSError(28, "No space left on device")
            return honest(*given, **options)

        return call

    with monkeypatch.context() as patch:
        for name in CALLS:
            patch.setattr(os, name, counted(getattr(os, name)))
        yield lambda: calls


_LIMITED = """
import resource, signal, sys
from pathlib import Path
from overtrick import BridgeError
from overtrick.storage import write_bytes, append_line
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
path = Path(sys.argv[1])
for size in (0, 1, 100, 4095, 4096, 8191, 8192, 8193, 19_999):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    for write in (lambda: write_bytes(b"new\\n" * 5000, path), lambda: append_line(path, "x" * 20_000)):
        try:
            write()
        except BridgeError as error:
            assert str(error) == f"cannot write {path}: File too large", error
        else:
            raise SystemExit(f"written in {size} bytes")
        assert path.read_bytes() == b"old\\n" * 50, size
        assert [each.name for each in path.parent.iterdir()] == [path.name]
"""


def test_a_disk_that_is_full_after_any_number_of_bytes_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_bytes(OLD)
    run = subprocess.run([sys.executable, "-c", _LIMITED, path], capture_output=True, text=True, timeout=150)
    assert (run.returncode, run.stderr, run.stdout) == (0, "", "")
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_permissions_stay_and_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "far").mkdir()
    target, link = tmp_path / "far" / "a.pbn", tmp_path / "link.pbn"
    write_bytes(OLD, target)
    target.chmod(0o640)
    link.symlink_to("far/a.pbn")
    write_bytes(NEW, link)
    assert link.is_symlink()
    assert target.read_bytes() == NEW
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    (tmp_path / "dangling.pbn").symlink_to("far/b.pbn")
    write_bytes(NEW, tmp_path / "dangling.pbn")
    assert (tmp_path / "far" / "b.pbn").read_bytes() == NEW


def test_a_pipe_is_written_to_directly(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    write_bytes(NEW, pipe)
    reader.join(150)
    assert read == [NEW]
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert names(tmp_path) == ["pipe"]


def test_standard_output_as_a_file_is_not_replaced(tmp_path: Path) -> None:
    """What was written before and what comes after stay."""
    code = "import os; from overtrick.storage import write_text; print('a', flush=True)\n"
    code += "write_text('b\\n', '/dev/stdout'); write_text('c\\n', '/dev/fd/1'); print('d')"
    with (tmp_path / "out").open("wb") as out:
        assert subprocess.run([sys.executable, "-c", code], stdout=out, timeout=150).returncode == 0
    assert (tmp_path / "out").read_text() == "a\nb\nc\nd\n"


def test_gz_is_packed_and_the_same_every_time(tmp_path: Path) -> None:
    for name in ("a.pbn.gz", "b.pbn.gz"):
        write_text("♠\ud800", tmp_path / name)
    assert gzip.decompress((tmp_path / "a.pbn.gz").read_bytes()).decode() == "♠?"
    assert (tmp_path / "a.pbn.gz").read_bytes() == (tmp_path / "b.pbn.gz").read_bytes()
    assert (tmp_path / "a.pbn.gz").read_bytes()[4:8] == bytes(4), "no time, which would be another one later"


def test_what_cannot_be_written_is_said_at_once(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    for path, reason in (
        (tmp_path, "it is a folder"),
        (tmp_path / "none" / "a.pbn", f"there is no folder {tmp_path / 'none'}"),
        (tmp_path / "file" / "a.pbn", f"there is no folder {tmp_path / 'file'}"),
    ):
        for check in (check_writable, lambda path: write_bytes(NEW, path)):
            with pytest.raises(BridgeError, match="cannot write") as caught:
                check(path)
        if check is check_writable:
            assert str(caught.value).endswith(reason)
    with pytest.raises(BridgeError, match="expected the name of a file"):
        write_bytes(NEW, "a\0b")
    with pytest.raises(BridgeError, match="it is no folder"):
        check_folder(tmp_path / "file")
    check_folder(tmp_path / "new" / "newer")
    assert names(tmp_path) == ["file"]


def test_a_file_or_folder_that_is_read_only_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.pbn"
    write_bytes(OLD, path)
    monkeypatch.setattr(os, "access", lambda asked, mode: Path(asked) != path)  # root may write everything
    with pytest.raises(BridgeError, match=r"cannot write .*: it is read-only"):
        write_bytes(NEW, path)
    monkeypatch.setattr(os, "access", lambda asked, mode: Path(asked) != tmp_path)
    for check, asked in ((check_writable, path), (check_folder, tmp_path / "b")):
        with pytest.raises(BridgeError, match=r"cannot write .*: the folder .* is read-only"):
            check(asked)
    assert path.read_bytes() == OLD


def test_two_runs_do_not_write_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    with whole_file(path) as file:
        with pytest.raises(BridgeError, match=r"another run is writing .*a\.pbn; wait"):
            write_bytes(OLD, path)
        file.write(NEW)
    assert path.read_bytes() == NEW
    write_bytes(OLD, path)
    assert path.read_bytes() == OLD


def test_a_lock_is_held_by_one_and_a_killed_run_holds_none(tmp_path: Path) -> None:
    lock = tmp_path / "run.lock"
    code = f"from pathlib import Path; from overtrick.storage import *; c = locked(Path({str(lock)!r}), 'runs/a')\n"
    code += "c.__enter__(); print('held', flush=True); input()"
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BridgeError, match="another run is writing runs/a"), locked(lock, "runs/a"):
            pass
        assert lock.exists()
        other.send_signal(signal.SIGKILL)
    with locked(lock, "runs/a"):
        pass
    assert not lock.exists()


def test_the_rest_of_a_killed_run_is_used_again(tmp_path: Path) -> None:
    (tmp_path / "a.pbn.unfinished").write_bytes(NEW + NEW)
    write_bytes(OLD, tmp_path / "a.pbn")
    assert (tmp_path / "a.pbn").read_bytes() == OLD
    assert names(tmp_path) == ["a.pbn"]


def test_what_is_unfinished_can_be_removed_when_there_is_no_time(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), whole_file(tmp_path / "a"):  # noqa: PT012
        assert names(tmp_path) == ["a.unfinished"]
        remove_unfinished()
        assert names(tmp_path) == []
        raise KeyboardInterrupt


def test_half_a_line_is_removed_before_the_next(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    append_line(log, "one")
    with log.open("ab") as file:
        file.write(b"tw")
    append_line(log, "three")
    assert log.read_text() == "one\nthree\n"
