"""What Overtrick is made of: locked versions, their licences, and a wheel that comes out the same every time."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import overtrick
from tools import audit, install, release_check
from tools.dist import copied
from tools.licences import is_compatible, licence_of, listed
from tools.release_check import disagreements
from tools.requirements import LOCKS, ROOT, Pin, lock_file, pins, ranges, user_ranges
from tools.smoke import Broken

PYTHONS = ("3.11.0", "3.12.0", "3.13.0", "3.14.0", "3.15.0")


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("python", PYTHONS)
def test_every_requirement_is_locked_at_a_version_in_its_range(lock: str, python: str) -> None:
    environment = _environment(python)
    locked: dict[str, str] = {}
    for pin in pins(lock):
        if not pin.marker or Marker(pin.marker).evaluate(environment):
            assert pin.package not in locked, f"two versions of {pin.package} for Python {python}"
            locked[pin.package] = pin.version
    for requirement in map(Requirement, ranges(lock)):
        if requirement.marker is None or requirement.marker.evaluate(environment):
            assert requirement.specifier.contains(locked[canonicalize_name(requirement.name)]), requirement


@pytest.mark.parametrize(
    ("python", "machine", "expected"),
    [("3.11", "x86_64", True), ("3.13", "arm64", True), ("3.13", "ARM64", False), ("3.14", "x86_64", False)],
)
def test_the_solver_is_required_where_it_has_a_wheel(python: str, machine: str, expected: bool) -> None:
    (endplay,) = (each for each in map(Requirement, ranges("runtime")) if each.name == "endplay")
    assert endplay.marker is not None
    assert endplay.marker.evaluate(_environment(f"{python}.0") | {"platform_machine": machine}) is expected


@pytest.mark.parametrize("requirement", [Requirement(each) for each in user_ranges()], ids=str)
def test_what_users_install_ends_where_the_tested_versions_end(requirement: Requirement) -> None:
    newest = max(Version(pin.version) for pin in pins("dev") if pin.package == canonicalize_name(requirement.name))
    after = f"{newest.major + 1}" if newest.major else f"0.{newest.minor + 1}"
    bounds = {each.operator: each.version for each in requirement.specifier}
    assert bounds.keys() == {">=", "<"}
    assert bounds["<"] == after, "after `make lock` the upper bound moves with the locked version"


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


# A release

RELEASED = {
    "src/overtrick/__init__.py": '__version__ = "1.2.3"\n',
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3 (2026-11-17)\n\n- New.\n\n## 1.2.2 (2026-01-01)\n",
    "CITATION.cff": "title: X\nversion: 1.2.3\ndate-released: 2026-11-17\n",
}


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        ("CITATION.cff", "", "", []),
        ("CITATION.cff", "1.2.3", "1.2.2", ["CITATION.cff: expected 1.2.3, got 1.2.2"]),
        ("CITATION.cff", "date-", "", ["date in CITATION.cff: expected 2026-11-17, got nothing"]),
        ("CHANGELOG.md", "## 1.2.3", "## 1.2.4", ["CHANGELOG.md: expected 1.2.3, got 1.2.4"]),
        (
            *("CHANGELOG.md", "1.2.3 (2026-11-17)", "1.2.3 (unreleased)"),
            ["expected a version and its date at the top of CHANGELOG.md, got 1.2.3 (unreleased)"],
        ),
    ],
)
def test_a_release_has_one_version_and_a_date(file: str, old: str, new: str, said: list[str], tmp_path: Path) -> None:
    (tmp_path / "src" / "overtrick").mkdir(parents=True)
    for name, text in RELEASED.items():
        (tmp_path / name).write_text(text.replace(old, new) if name == file else text)
    assert disagreements(tmp_path) == said


def test_the_table_of_a_release_says_what_failed_and_what_was_left_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> str:
        raise Broken("no wheel")

    def skipped() -> str:
        raise release_check.Skipped("no pipx")

    checks = [("good one", lambda: "fine"), ("bad one", broken), ("none here", skipped)]
    monkeypatch.setattr(release_check.Release, "checks", lambda self: iter(checks))
    assert release_check.main([]) == 1
    *lines, last = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == ["ok", "FAILED", "skipped"]
    assert last == "3 checks, 1 failed, 1 skipped"
    assert release_check.main(["good", "none"]) == 0


@pytest.mark.parametrize("file", [".github/workflows/ci.yml", ".gitlab-ci.yml"])
def test_the_forges_test_every_python_that_the_package_names(file: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if re.search(r":: 3\.\d+$", each)]
    text = (ROOT / file).read_text(encoding="utf-8")
    first, last = (re.search(rf"(?ms)^ *{job}:$.*?(\[\"3\.[^\]]+\])", text) for job in ("test", "installed"))
    assert first is not None
    assert last is not None
    assert json.loads(first[1]) == named
    assert json.loads(last[1]) == list(release_check.PYTHONS)
    assert yaml.safe_load(text)["test" if file == ".gitlab-ci.yml" else "jobs"]


# The archives

IN_THE_WHEEL = (
    "py.typed",
    "service/web/index.html",
    "service/web/main.js",
    "service/web/first.json",
    "service/web/icon.svg",
    "systems/cards/sayc.yaml",
    "systems/cards/two_over_one.yaml",
    "systems/cards/acol.yaml",
    "systems/cards/blocks/stayman.yaml",
    "strength/shipped/overtrick.toml",
    *(
        f"{folder}/{file}"
        for folder in (
            *("tricks/artifacts/four_hands", "tricks/artifacts/four_hands_fast", "tricks/artifacts/two_hands"),
            *("systems/artifacts/bidding", "systems/artifacts/improved", "contract/artifacts/contract"),
        )
        for file in ("weights.npz", "golden.npz", "config.json", "card.json")
    ),
)
IN_THE_SOURCE_ARCHIVE = (
    *("README.md", "CHANGELOG.md", "LICENSE", "CITATION.cff", "SECURITY.md", "CONTRIBUTING.md", "Makefile"),
    *("pyproject.toml", "PKG-INFO", "mkdocs.yml", "package.json", "tsconfig.json", ".ci/run", "docs/index.md"),
    *("examples/match.lin", "examples/match.pbn", "examples/mine.yaml", "examples/system.ipynb"),
    *("tools/release_check.py", "requirements/runtime.lock", "tests/test_supply.py", "benchmarks/start_up.py"),
)


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the source archive of this tree."""
    pytest.importorskip("hatchling")
    folder = tmp_path_factory.mktemp("dist")
    _build(ROOT, folder)
    return folder


def test_the_wheel_has_all_of_the_package_and_nothing_else(archives: Path) -> None:
    (path,) = archives.glob("*.whl")
    assert path.name == f"overtrick-{overtrick.__version__}-py3-none-any.whl"
    with zipfile.ZipFile(path) as wheel:
        names = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert names == _package_files()
    assert {f"overtrick/{name}" for name in IN_THE_WHEEL} <= names


def test_the_source_archive_has_what_builds_tests_and_describes_it(archives: Path) -> None:
    (path,) = archives.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {f"src/{name}" for name in _package_files()} <= names
    assert set(IN_THE_SOURCE_ARCHIVE) <= names
    assert not [name for name in names if name.startswith((".venv", ".git/", "dist", "build")) or "__pycache__" in name]


def test_the_wheel_has_the_same_bytes_twice(archives: Path, tmp_path: Path) -> None:
    other = copied(ROOT / "src", tmp_path / "other" / "src").parent
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        (other / name).write_bytes((ROOT / name).read_bytes())
    _build(other, tmp_path / "dist", "--target", "wheel")
    (first,), (second,) = archives.glob("*.whl"), (tmp_path / "dist").glob("*.whl")
    assert first.read_bytes() == second.read_bytes()


def _package_files() -> set[str]:
    folder = ROOT / "src"
    files = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
    return {name for name in files if "__pycache__" not in name}


def _build(source: Path, target: Path, *options: str) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(target), *options]
    subprocess.run(command, cwd=source, check=True, capture_output=True, env={"SOURCE_DATE_EPOCH": "1577836800"})


def _environment(python: str) -> dict[str, str]:
    return {"python_version": python[:4], "python_full_version": python, "sys_platform": "linux"}
