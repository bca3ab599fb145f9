"""Files that are written whole or not at all, and locks, so that two runs do not write the same one.

A file is written beside its place, flushed to the disk and renamed. A full disk, Ctrl-C, a kill or a power cut leave
the old file or the new one. A file `….unfinished` that a killed run has left is used again by the next.
"""

import gzip
import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from overtrick.core import BridgeError

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

_OPEN_FILE = re.compile(r"/dev/(stdout|stderr)|(?:/dev|/proc/self)/fd/(\d+)")
_STANDARD = {"stdout": 1, "stderr": 2}

_unfinished: set[Path] = set()


@contextmanager
def whole_file(path: Path | str, *, previous: Path | None = None) -> Iterator[IO[bytes]]:
    """A file to write bytes to; at `path` there is the old file until the block has ended, then the whole new one.

    Packed when the name ends in `.gz`. The old file's permissions stay, or it is renamed to `previous`. A symbolic link
    is followed; pipes and devices are written to directly. BridgeError where it cannot be written.
    """
    with write_errors(path):
        if direct := _opened_directly(path):
            with direct, _packed(direct, path) as file:
                yield file
            return
        target = _target(path)
        beside = target.with_name(target.name + ".unfinished")
        with locked_file(beside, str(path)) as file:
            _unfinished.add(beside)
            try:
                file.truncate(0)
                _keep_permissions(file, target)
                with _packed(file, path) as packed:
                    yield packed
                file.flush()
                os.fsync(file.fileno())
                _rename(file, beside, target, previous)
            except BaseException:
                with suppress(OSError):
                    beside.unlink()
                raise
            finally:
                _unfinished.discard(beside)
        _sync_folder(target.parent)


@contextmanager
def whole_text(path: Path | str) -> Iterator[IO[str]]:
    """The same for text in UTF-8; half a surrogate pair becomes `?`."""
    with whole_file(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", errors="replace", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            with suppress(OSError, ValueError):
                text.detach()  # closed with it would be the file, which has its own end


def write_bytes(data: bytes, path: Path | str) -> None:
    """Write a file whole, packed when its name ends in `.gz`."""
    with whole_file(path) as file:
        file.write(data)


def write_text(text: str, path: Path | str) -> None:
    """Write a text file whole, in UTF-8."""
    write_bytes(text.encode(errors="replace"), path)


def append_line(path: Path, line: str) -> None:
    """Add a line to a file; half a line that a kill or a full disk has left is removed. Many processes may do so."""
    with write_errors(path), path.open("a+b", buffering=0) as file:
        _lock(file.fileno(), wait=True)
        file.seek(0)
        whole = file.read().rfind(b"\n") + 1
        file.truncate(whole)
        try:
            left = memoryview(line.encode() + b"\n")
            while left:
                left = left[file.write(left) :]
            os.fsync(file.fileno())
        except BaseException:
            with suppress(OSError):
                file.truncate(whole)
            raise


def check_writable(path: Path) -> None:
    """BridgeError at once where a file cannot be written, before the work that is to be written there."""
    with write_errors(path):
        if path.exists() and not path.is_file():
            if path.is_dir():
                raise IsADirectoryError(0, "it is a folder")
            return
        _target(path)


def check_folder(folder: Path) -> None:
    """The same for a folder that is made later, and for those above it."""
    if folder.exists() and not folder.is_dir():
        raise BridgeError(f"cannot write {folder}: it is no folder")
    there = next(each for each in (folder, *folder.absolute().parents) if each.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        raise BridgeError(f"cannot write {folder}: the folder {there} is read-only")


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it, where it is not there yet."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BridgeError(f"cannot use {folder}: {error.strerror or error}") from None


@contextmanager
def locked(lock: Path, what: str) -> Iterator[None]:
    """Hold a lock while the block runs: BridgeError where another run uses `what`. A killed run holds none."""
    with locked_file(lock, what):
        try:
            yield
        finally:
            with suppress(OSError):
                lock.unlink()


def locked_file(path: Path, what: str) -> IO[bytes]:
    """A file to read and write that no other process gets until it is closed; it is made where it is not there."""
    flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with write_errors(what):
        while True:
            descriptor = os.open(path, flags, 0o666)
            try:
                _lock(descriptor, wait=False)
                if _is_at(descriptor, path):  # not renamed or removed by the process that had it before
                    return os.fdopen(descriptor, "r+b")
            except BlockingIOError:
                os.close(descriptor)
                raise BridgeError(f"another run is writing {what}; wait for its end, or write elsewhere") from None
            os.close(descriptor)


@contextmanager
def write_errors(path: Path | str) -> Iterator[None]:
    """BridgeError with a clear sentence where the system cannot write `path`."""
    try:
        yield
    except BrokenPipeError:  # the reader of a pipe has gone: no error of ours
        raise
    except OSError as error:
        raise BridgeError(f"cannot write {path}: {error.strerror or error}") from None


def remove_unfinished() -> None:
    """Remove what this process has begun to write, when it has to end at once."""
    for path in list(_unfinished):
        with suppress(OSError):
            path.unlink()


def _opened_directly(path: Path | str) -> IO[bytes] | None:
    """What is no plain file: a pipe, a device, or an open file of this process such as /dev/stdout."""
    if match := _OPEN_FILE.fullmatch(str(path)):
        sys.stdout.flush()
        return os.fdopen(os.dup(_STANDARD.get(match[1]) or int(match[2])), "wb")
    with suppress(ValueError):  # a zero byte in the name
        if Path(path).exists() and not Path(path).is_file():
            return open(path, "wb")
    return None


def _target(path: Path | str) -> Path:
    """The file that a path leads to; OSError where it cannot be written."""
    try:
        target = Path(os.path.realpath(path))
        there = target.exists()
    except ValueError:
        raise BridgeError(f"expected the name of a file, got {str(path)!r}") from None
    if not target.parent.is_dir():
        raise FileNotFoundError(0, f"there is no folder {target.parent}")
    if not os.access(target.parent, os.W_OK | os.X_OK):
        raise PermissionError(0, f"the folder {target.parent} is read-only")
    if there and not os.access(target, os.W_OK):
        raise PermissionError(0, "it is read-only")
    return target


@contextmanager
def _packed(file: IO[bytes], path: Path | str) -> Iterator[IO[bytes]]:
    if not str(path).endswith(".gz"):
        yield file
        return
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        yield packed  # type: ignore[misc]


def _keep_permissions(file: IO[bytes], target: Path) -> None:
    """Give the new file the owner and the permissions of the old one, as far as the system lets us."""
    if sys.platform == "win32" or not target.exists():
        return
    old = target.stat()
    with suppress(OSError):
        os.fchown(file.fileno(), old.st_uid, old.st_gid)
    os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode))


def _rename(file: IO[bytes], beside: Path, target: Path, previous: Path | None) -> None:
    if sys.platform == "win32":
        file.close()  # an open file cannot be renamed there
    if previous is not None and target.exists():
        os.replace(target, previous)
    os.replace(beside, target)


def _sync_folder(folder: Path) -> None:
    """Have the new name on the disk too, where the system can do that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _lock(descriptor: int, *, wait: bool) -> None:
    """Lock a file; BlockingIOError where another process has it. File systems without locks are used without."""
    try:
        if sys.platform == "win32":
            os.lseek(descriptor, 0, os.SEEK_SET)  # it locks bytes: the same one for all
            msvcrt.locking(descriptor, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except BlockingIOError:
        raise
    except OSError:
        if sys.platform == "win32":
            raise BlockingIOError from None


def _is_at(descriptor: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(descriptor), os.stat(path))
    except FileNotFoundError:
        return False
