"""Nothing is unpickled, nothing is fetched: what the source imports, and commands run without a network."""

import ast
import re
import socket
from pathlib import Path

import pytest

import overtrick
from command import overtrick as run

SOURCE = Path(overtrick.__file__).parent
DEAL = "N:AQ32.K4.KJ32.A32 K65.QJT9.AQ4.K65 JT98.A32.T98.QJ4 74.8765.765.T987"

UNSAFE = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "shelve", "marshal", "dbm"}
NETWORK = {
    "socket",
    "ssl",
    "http.client",
    "urllib.request",
    "urllib3",
    "requests",
    "httpx",
    "aiohttp",
    "ftplib",
    "smtplib",
}
MEANT = (
    ("cli/serving.py", "urllib.request"),  # `overtrick status` asks the server it is given
    ("matches/table_manager.py", "socket"),  # `overtrick seat` calls the manager it is given
    ("service/", "socket"),  # the server listens; workers tell the names of their machines
)
"""Where the network is used on purpose, beside uvicorn's server and redis-py: files or folders, and modules."""
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__", "yaml.load", "yaml.unsafe_load"}
ARRAYS = {"np.load", "numpy.load"}
NAMES = re.compile(
    r"\b(?:" + "|".join(UNSAFE | {name.split(".")[0] for name in NETWORK} | FORBIDDEN_CALLS | ARRAYS) + r")\b"
)
"""A file without any of these need not be parsed."""


def test_only_what_is_meant_to_uses_the_network_and_nothing_is_unpickled_or_evaluated() -> None:
    used: set[tuple[str, str]] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        file, text = path.relative_to(SOURCE).as_posix(), path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if NAMES.search(text) else ():
            used |= {(file, name) for module in imported(node) for name in UNSAFE | NETWORK if within(module, name)}
            if isinstance(node, ast.Call):
                check_call(node, file)
    meant = {(file, name) for file, name in used if any(file.startswith(at) and name == use for at, use in MEANT)}
    assert used - meant == set()
    assert all(any(file.startswith(at) and name == use for file, name in meant) for at, use in MEANT)


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module is not None and not node.level:
        return [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return []


def within(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def check_call(call: ast.Call, file: str) -> None:
    """Arrays are read without pickle, and no text becomes code."""
    name = call.func.id if isinstance(call.func, ast.Name) else ""
    if isinstance(call.func, ast.Attribute) and isinstance(call.func.value, ast.Name):
        name = f"{call.func.value.id}.{call.func.attr}"
    assert name not in FORBIDDEN_CALLS, f"{file}:{call.lineno}"
    if name in ARRAYS:
        assert "allow_pickle=False" in ast.unparse(call), f"{file}:{call.lineno}"


@pytest.mark.parametrize("text", ["eval('1')", "np.load(path)", "np.load(path, allow_pickle=True)", "yaml.load(text)"])
def test_a_call_that_could_run_code_is_found(text: str) -> None:
    (statement,) = ast.parse(text).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    with pytest.raises(AssertionError, match=r"some\.py:1"):
        check_call(statement.value, "some.py")


COMMANDS = [
    ("bid", "KQ52.AJ73.84.K62", "-a", "1N P"),
    ("explain", "-", "--json"),
    ("advise", "KQ52.AJ73.84.K62", "-a", "1N P", "-n", "100"),
    ("deal", "-n", "2", "--seed", "1"),
    ("dd", DEAL),
    ("tricks", DEAL),
    ("eval", "AQ32.K4.KJ32.A32"),
    ("contract", "-N", "AQ32.K4.KJ32.A32", "-S", "JT98.A32.T98.QJ4"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
def test_commands_need_no_network(words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a command opened a connection")

    for name in ("connect", "connect_ex", "sendto", "bind"):
        monkeypatch.setattr(socket.socket, name, refuse)
    for name in ("getaddrinfo", "gethostbyname", "create_connection"):
        monkeypatch.setattr(socket, name, refuse)
    finished = run(*words, stdin='{"auction": "1N P 2C P"}\n')
    assert (finished.code, finished.err) == (0, "")
    assert finished.out


ADDRESSES = {
    "http://www.w3.org/2000/svg",  # the name space of SVG: a name, fetched by nobody
    "https://www.bridgebase.com/tools/handviewer.html",  # a link that is copied when a user asks for it
}


def test_the_page_names_no_other_server() -> None:
    for path in sorted((SOURCE / "service" / "web").rglob("*")):
        if path.suffix in (".js", ".css", ".html", ".svg", ".json"):
            text = path.read_text(encoding="utf-8")
            named = re.findall(r"(?:[a-z]+:)?//[a-z0-9-]+\.[a-z0-9-]+[a-z0-9./-]*", text)
            assert set(named) <= ADDRESSES, path.name
