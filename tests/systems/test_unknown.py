"""Names in a card that nothing answers to."""

import pytest

from overtrick.systems.system import System
from overtrick.systems.tools.check import WARNING
from overtrick.systems.tools.unknown import unknown
from systems.small import SMALL


@pytest.mark.parametrize(
    ("edit", "line", "message"),
    [
        (("id: 1D,", "id: 1D, before: 9Z,"), 12, "before: no rule has the id '9Z'"),
        (
            ("id: 1D,", "id: 1D, after: [1M, waitng],"),
            12,
            "after: no rule has the id 'waitng'; did you mean 'waiting'?",
        ),
        (("1N <transfer to M>", "1N <transfers to M>"), 31, "no rule has the tag <transfers to M>"),
        (("hand: 22+ hcp,", "hand: '22+ hcp, 6+ M',"), 9, "hand: M stands for no suit"),
    ],
)
def test_names_that_nothing_answers_to(edit: tuple[str, str], line: int, message: str) -> None:
    assert SMALL.count(edit[0]) == 1
    [finding] = unknown(System.loads(SMALL.replace(*edit), "card.yaml"))
    assert (finding.level, finding.kind, finding.where) == (WARNING, "unknown", f"card.yaml:{line}")
    assert message in finding.message


@pytest.mark.parametrize(
    "edit",
    [
        ("", ""),
        ("hand: 22+ hcp,", "for: {M: [S, H]}, hand: '22+ hcp, 6+ M',"),  # any of these
        ("1N <transfer to M>", "1N <transfer to H>"),
        ("- when: 1M\n", "- when: [1M, (<precision>) X, ... <agrees Z>, ... <takeout>]\n"),  # theirs, and what is given
        ("4 H or 4 S", "4 H or 4 S, 0-5 D"),
    ],
)
def test_names_that_are_known(edit: tuple[str, str]) -> None:
    assert unknown(System.loads(SMALL.replace(*edit) if edit[0] else SMALL)) == []


@pytest.mark.parametrize("system", ["sayc", "2/1"])
def test_the_shipped_cards_name_nothing_unknown(system: str) -> None:
    assert unknown(System.load(system)) == []
