"""What is made of a turn is made once for the same answers."""

from dataclasses import dataclass, field

from overtrick import Auction
from overtrick.core import Vulnerability
from overtrick.systems.engine.memo import Remembered
from overtrick.systems.engine.tree import Tree
from overtrick.systems.engine.turn import Seen
from overtrick.systems.system import System


def seen(least: int) -> Seen:
    made = Seen(lambda: 0)
    made.points = (least, 10.0, 18)
    return made


@dataclass
class SomeTurn:
    vulnerable: bool = False
    seat: int = 1
    partner: Seen = field(default_factory=lambda: seen(3))

    def times(self, factor: int) -> int:
        return self.seat * factor


class Maker:
    """Asks for the seat only when vulnerable, and counts how often it has to work."""

    def __init__(self) -> None:
        self.worked = 0

    def __call__(self, turn: SomeTurn, factor: int) -> tuple[int, ...]:
        self.worked += 1
        return (turn.times(factor), turn.times(factor)) if turn.vulnerable else (turn.partner.points[0],)


def test_only_what_was_asked_tells_turns_apart() -> None:
    make = Maker()
    remembered = Remembered(make)
    assert remembered(SomeTurn(seat=1), 10) is remembered(SomeTurn(seat=2), 10)
    assert make.worked == 1
    assert remembered(SomeTurn(True, 1), 10) == (10, 10)
    assert remembered(SomeTurn(True, 2), 10) == (20, 20)
    assert remembered(SomeTurn(True, 2), 5) == (10, 10)
    assert make.worked == 4


def test_what_a_player_has_shown_is_asked_number_by_number() -> None:
    make = Maker()
    remembered = Remembered(make)
    assert [remembered(SomeTurn(partner=seen(low)), 1) for low in (3, 9, 3)] == [(3,), (9,), (3,)]
    assert make.worked == 2


def test_a_card_makes_its_lines_once_for_turns_that_are_alike_to_them() -> None:
    tree = Tree(System.load("sayc"))
    none, both = (tree.node(Auction.parse("1H P"), each) for each in (Vulnerability.NONE, Vulnerability.BOTH))
    assert none is not both
    assert none.rule_lines
    assert none.rule_lines == both.rule_lines  # lines are equal only to themselves
