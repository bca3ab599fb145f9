"""What Overtrick is made of: locked versions, their licences, and a wheel that comes out the same every time."""

import subprocess
import sys
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools import audit, install
from tools.dist import copied
from tools.licences import is_compatible, licence_of, listed
from tools.requirements import LOCKS, ROOT, Pin, lock_file, pins, ranges

PYTHONS = ("3.11.0", "3.12.0", "3.13.0")


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_requirement_is_locked_at_a_version_in_its_range(lock: str, python: str) -> None:
    environment = {"python_version": python[:4], "python_full_version": python, "sys_platform": "linux"}
    locked: dict[str, str] = {}
    for pin in pins(lock):
        if not pin.marker or Marker(pin.marker).evaluate(environment):
            assert pin.package not in locked, f"two versions of {pin.package} for Python {python}"
            locked[pin.package] = pin.version
    for requirement in map(Requirement, ranges(lock)):
        assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_has_hashes_and_no_address(lock: str) -> None:
    assert all(pin.hashes for pin in pins(lock))
    assert "://" not in lock_file(lock).read_text()


def test_smaller_locks_have_the_versions_of_the_development_lock() -> None:
    everything = set(pins("dev"))
    for lock in LOCKS:
        assert {(pin.package, pin.version) for pin in pins(lock)} <= {(pin.package, pin.version) for pin in everything}


def test_anything_but_versions_and_hashes_is_refused_in_a_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock = tmp_path / "some.lock"
    monkeypatch.setattr("tools.requirements.lock_file", lambda name: lock)
    entry = f"rich==15.0 \\\n    --hash=sha256:{'0' * 64}\n"
    lock.write_text(f"# comment\n{entry}")
    assert pins("some") == [Pin("rich", "15.0", "", ("0" * 64,))]
    for line in (
        "--index-url https://registry.example/simple",
        "click==8.1",
        "rich @ https://registry.example/rich.whl",
    ):
        lock.write_text(f"{line}\n{entry}")
        with pytest.raises(ValueError, match="got"):
            pins("some")


# Installing


@pytest.mark.parametrize(
    ("stderr", "locked_only", "code", "tries"),
    [
        ("", "", 0, 1),
        ("ERROR: No matching distribution found for rich==99", "", 0, 2),
        ("ERROR: No matching distribution found for rich==99", "1", 1, 1),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "", 1, 1),
    ],
)
def test_ranges_stand_in_for_a_lock_that_does_not_fit_but_never_for_a_changed_file(
    monkeypatch: pytest.MonkeyPatch, stderr: str, locked_only: str, code: int, tries: int
) -> None:
    asked: list[tuple[str, ...]] = []

    def pip(*arguments: str) -> "subprocess.CompletedProcess[str]":
        asked.append(arguments)
        failed = bool(stderr) and len(asked) == 1
        return subprocess.CompletedProcess(arguments, int(failed), stderr=stderr if failed else "")

    monkeypatch.setattr(install, "_pip", pip)
    monkeypatch.setenv("LOCKED", locked_only)
    assert install.main(["runtime"]) == code
    assert len(asked) == tries
    assert asked[0][0] == "--require-hashes"
    assert asked[-1] == tuple(ranges("runtime")) or tries == 1


# Licences and vulnerabilities


@pytest.mark.parametrize("package", sorted({pin.package for pin in pins("runtime")}))
def test_what_users_install_has_a_compatible_licence(package: str) -> None:
    try:
        version(package)
    except PackageNotFoundError:
        pytest.skip("not installed on this platform")
    assert is_compatible(licence_of(package)), licence_of(package)


@pytest.mark.parametrize(
    ("expression", "compatible"),
    [
        ("MIT", True),
        ("MPL-2.0 AND MIT", True),
        ("GPL-3.0-only OR BSD-2-Clause", True),
        ("(MIT AND Zlib) OR AGPL-3.0-only", True),
        ("GPL-3.0-only", False),
        ("MIT AND LGPL-2.1-only", False),
        ("", False),
        ("see the file", False),
    ],
)
def test_a_licence_is_compatible_when_one_alternative_is(expression: str, compatible: bool) -> None:
    assert is_compatible(expression) is compatible


def test_the_page_of_licences_lists_every_locked_package() -> None:
    assert {pin.package for pin in pins("dev")} == set(listed())
    assert all(map(is_compatible, listed().values()))


def test_an_audit_says_what_it_found_and_what_it_could_not_ask(capsys: pytest.CaptureFixture[str]) -> None:
    bad = {"name": "old", "version": "1.0", "vulns": [{"id": "PYSEC-1", "fix_versions": ["1.1"]}]}
    assert audit.report([bad, {"name": "other", "skip_reason": "not found"}]) == 1
    assert audit.report([{"name": "good", "version": "1.0", "vulns": []}]) == 0
    assert audit.report([{"name": "other", "skip_reason": "not found"}]) == 0
    assert audit.report(None, "no network") == 0
    assert capsys.readouterr().out.splitlines() == [
        "old 1.0: PYSEC-1, mended in 1.1",
        "vulnerabilities: 1 in 1 packages; 1 could not be asked about",
        "vulnerabilities: 0 in 1 packages; 0 could not be asked about",
        "vulnerabilities: not checked, the service could not be asked (the registry has no such data)",
        "vulnerabilities: not checked, the service could not be asked (no network)",
    ]


# The wheel


def test_the_wheel_has_the_same_bytes_twice_and_all_of_the_package(tmp_path: Path) -> None:
    pytest.importorskip("hatchling")
    other = copied(ROOT / "src", tmp_path / "other" / "src").parent
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (other / name).write_bytes((ROOT / name).read_bytes())
    wheels = [_wheel(source, tmp_path / str(place)) for place, source in enumerate((ROOT, other))]
    assert wheels[0].read_bytes() == wheels[1].read_bytes()
    with zipfile.ZipFile(wheels[0]) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    folder = ROOT / "src"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    assert names == {name for name in files if "__pycache__" not in name}
    assert "overtrick/py.typed" in names
    for kind in (".npz", ".yaml", ".js", ".css", ".html", ".toml", "card.json"):
        assert any(name.endswith(kind) for name in names), kind


def _wheel(source: Path, target: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(target)]
    subprocess.run(command, cwd=source, check=True, capture_output=True, env={"SOURCE_DATE_EPOCH": "1577836800"})
    (wheel,) = target.iterdir()
    return wheel
