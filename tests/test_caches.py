"""Everything that remembers has a bound that docs/security.md states, and keeps it when it is driven past."""

import gc
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import overtrick
from benchmarks.memory import random_positions
from overtrick.contract.positions import _MEANINGS, auction_meaning
from overtrick.core import Auction, Seat, Vulnerability
from overtrick.systems import system as systems
from overtrick.systems import table as tables
from overtrick.systems.engine import automaton
from overtrick.systems.engine.tree import MOST_NODES
from overtrick.systems.language import definitions
from overtrick.systems.system import System, post_system
from overtrick.systems.table import Table

SOURCE = Path(overtrick.__file__).parent
PAGE = SOURCE.parent.parent / "docs" / "security.md"
ROW = re.compile(r"^\| `(?P<file>[\w/]+\.py)`: (?P<names>(?:`\w+`(?:, )?)+) \| (?P<bound>[\d,]+)", re.MULTILINE)
"""A row of a table in the page: a file, names in it, and their bound."""


def matches(pattern: str) -> Iterator[tuple[str, str]]:
    """Where the source has a pattern: file, and the name in it."""
    for path in sorted(SOURCE.rglob("*.py")):
        for match in re.finditer(pattern, path.read_text(encoding="utf-8"), re.MULTILINE):
            yield path.relative_to(SOURCE).as_posix(), match["name"]


FEW = {
    ("hands/bounds.py", "hands_by_value"),
    ("hands/cells.py", "_holdings"),
    ("hands/cells.py", "_ways"),
    ("hands/cells.py", "swapped"),
    ("hands/shapes.py", "shapes_comparing"),
    ("hands/shapes.py", "shapes_longest"),
    ("hands/shapes.py", "shapes_with_better_minor"),
    ("systems/natural/sheet.py", "_bid_tags"),
    ("systems/natural/view.py", "levels_above"),
    ("systems/system.py", "_shipped"),
    ("contract/features.py", "_parts"),
    ("tricks/estimators.py", "_four_hands"),
    ("tricks/estimators.py", "two_hands"),
    ("nets/threads.py", "_blas"),
    ("solver/library.py", "library"),
    ("ask/wire/codecs.py", "codec_of"),
    ("ask/wire/codecs.py", "fields_of"),
}
"""Functions without a limit, since nothing that users write can make them remember more."""


def stated_bounds(*, constants: bool = False) -> dict[tuple[str, str], int]:
    """The bounds of functions that the page states, or the values of constants: by file and name."""
    return {
        (row["file"], name): int(row["bound"].replace(",", ""))
        for row in ROW.finditer(PAGE.read_text(encoding="utf-8"))
        for name in re.findall(r"\w+", row["names"])
        if name.isupper() is constants
    }


def in_module(file: str, name: str) -> Any:
    """A value of a module by its file."""
    module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return getattr(import_module(f"overtrick.{module}"), name)


def test_limits_have_the_values_that_the_page_states() -> None:
    stated = stated_bounds(constants=True)
    assert stated
    assert {place: in_module(*place) for place in stated} == stated


def test_the_page_names_tests_and_benchmarks_that_there_are() -> None:
    text = PAGE.read_text(encoding="utf-8")
    named = {f"benchmarks/{name}.py" for name in re.findall(r"\bbenchmarks[./](\w+?)(?:\.py)?\b", text)}
    tests = {path.name for path in Path(__file__).parent.rglob("test_*.py")}
    assert not {path for path in named if not (PAGE.parent.parent / path).exists()}
    assert set(re.findall(r"\btest_\w+\.py", text)) <= tests


def test_every_function_that_remembers_has_its_bound_in_the_page() -> None:
    decorated = matches(r"^ *@(?:functools\.)?(?:lru_)?cache\b.*\n(?: *@.*\n)* *(?:async )?def (?P<name>\w+)")
    assigned = matches(r"^(?P<name>\w+)(?:: .*)? = (?:functools\.)?(?:lru_)?cache\b")
    assert {*decorated, *assigned} == set(stated_bounds())
    of_objects = set(matches(r"^ +self\.(?P<name>\w+)(?:: .*)? = (?:functools\.)?(?:lru_)?cache\b"))
    assert of_objects == {("service/access.py", "_check_host"), ("service/access.py", "_client")}


def test_functions_remember_no_more_than_the_page_states() -> None:
    table = Table(System.load("sayc"))
    for _, asked in zip(range(100), random_positions(5), strict=False):
        dealer, vulnerability = Seat.parse(asked["dealer"]), Vulnerability.parse(asked["vul"])
        table.bid(asked["hand"], asked["auction"], dealer, vulnerability)
    for (file, name), bound in stated_bounds().items():
        info = in_module(file, name).cache_info()
        assert info.maxsize == (None if (file, name) in FEW else bound), (file, name)
        assert info.currsize <= bound, (file, name, info)


# Those that are no functions

CARD = "system: Card {number}\nsituations: [{{when: opening, rules: [{{id: 1N, call: 1N, hand: 15+ hcp}}]}}]\n"


def test_posted_systems_give_way_to_newer_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(systems, "_posted", systems._posted.copy())
    monkeypatch.setattr(systems, "MOST_POSTED", 3)
    names = [post_system(CARD.format(number=number)) for number in range(5)]
    assert list(systems._posted) == names[2:]
    assert post_system(CARD.format(number=2)) == names[2]
    post_system(CARD.format(number=9))
    assert names[2] in systems._posted
    assert names[3] not in systems._posted


def test_tables_for_batches_have_a_bound_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_tables", Table._tables.copy())
    Table._tables.clear()
    monkeypatch.setattr(tables, "BATCH_NODES", 10)
    monkeypatch.setattr(tables, "LOOKUPS", 1)
    used = []
    for more in (1, 2, 3):
        used.append(Table.of("sayc", most_nodes=MOST_NODES + more))
        used[-1].bid("AQ32.K4.KJ32.A32", "1C 1D 1H 1S")
    Table.of("sayc", most_nodes=MOST_NODES + 3)
    assert [table.tree.nodes for table in used[:2]] == [0, 0]
    assert used[2].tree.nodes > 0


def test_steps_of_patterns_are_forgotten_and_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "MOST_STEPS", 3000)
    bounded, free = Table(System.load("sayc")), Table(System.load("sayc"))
    matcher = bounded.tree._books[0].matcher
    most = 0
    for _, asked in zip(range(60), random_positions(2), strict=False):
        auction = Auction.parse(asked["auction"], Seat.parse(asked["dealer"]))
        lines = [line.rule for line in bounded.node(auction).lines]
        most = max(most, sum(map(len, matcher._steps.values())))
        monkeypatch.setattr(automaton, "MOST_STEPS", 1 << 19)
        assert lines == [line.rule for line in free.node(auction).lines]
        monkeypatch.setattr(automaton, "MOST_STEPS", 3000)
    everything = sum(map(len, free.tree._books[0].matcher._steps.values()))
    assert most < everything / 2


def test_meanings_of_definitions_are_bounded_and_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(definitions, "MOST_CONDITIONS", 3)
    bounded, free = System.load(systems.SHIPPED / "sayc.yaml"), System.load("sayc")
    for table in (Table(bounded), Table(free)):
        for auction in ("1H P", "1S P", "1N P", "2N P", "1C 1H", "1D 1S"):
            assert table.node(Auction.parse(auction)).lines
    assert 0 < len(bounded.definitions.conditions) <= 3


def test_meanings_for_the_contract_network_go_with_their_nodes() -> None:
    table = Table(System.load("sayc"))
    node = table.node(Auction.parse("1N P 2C P 2H P"))
    gc.collect()
    before = len(_MEANINGS)
    auction_meaning(node)
    assert len(_MEANINGS) > before
    table.tree.forget()
    del node
    gc.collect()
    assert len(_MEANINGS) == before


def test_what_is_filled_later_at_the_top_of_modules_is_known() -> None:
    """A container that starts empty in a module or a class is there to be filled: it needs a bound in the page."""
    empty = r"(?:\{\}|\[\]|(?:set|dict|list|\w*Dict|\w+Dictionary|defaultdict|deque|Counter)\(.*\))"
    in_modules = matches(rf"^(?P<name>\w+)(?:: .*)? = {empty}$")
    in_classes = matches(rf"^ +(?P<name>\w+): ClassVar.* = {empty}$")
    assert {*in_modules, *in_classes} == {
        ("ask/wire/codecs.py", "_FORMS"),  # by the types of the program, when it is imported
        ("cli/app.py", "places"),  # what a group of commands has is given where it is defined, as are the next two
        ("cli/app.py", "panels"),
        ("storage.py", "_unfinished"),  # files that are being written at this moment
        ("systems/engine/memo.py", "_filled_by"),
        ("contract/positions.py", "_MEANINGS"),
        ("systems/system.py", "_posted"),
        ("systems/table.py", "_tables"),
    }
