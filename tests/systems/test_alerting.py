"""Alerts by regulation: what a card says decides, and where it says nothing the default of the regulation does."""

import pytest

from overtrick.core import Auction
from overtrick.systems.engine.meaning import is_alerted, note
from overtrick.systems.system import System, SystemErrors
from overtrick.systems.table import Table
from systems.small import SMALL

NO, ALERT, ANNOUNCE, DELAYED = "no", "alert", "announce", "delayed"


@pytest.mark.parametrize(
    ("card", "auction", "acbl", "ebu"),
    [
        ("sayc", "1N", ANNOUNCE, ANNOUNCE),
        ("sayc", "1N P 2C", NO, ANNOUNCE),
        ("sayc", "1N P 2C P 2D", NO, NO),
        ("sayc", "1C 1N P 2C", NO, ALERT),
        ("sayc", "1N P 2H", ANNOUNCE, ANNOUNCE),
        ("sayc", "2H", NO, ANNOUNCE),
        ("sayc", "2C", NO, ALERT),
        ("sayc", "1H 2H", NO, ALERT),
        ("2/1", "1H P 1N", ANNOUNCE, ALERT),
        ("2/1", "1D P 2D", ALERT, ALERT),
        ("2/1", "1S P 2N P 3S P 4N P 5C", DELAYED, NO),
        ("sayc", "1H X", NO, NO),
        ("sayc", "1N X", NO, NO),
        ("2/1", "1C P 1H 1S X", NO, ALERT),
        ("sayc", "1S", NO, NO),
    ],
)
def test_calls_are_alerted_as_regulations_say(card: str, auction: str, acbl: str, ebu: str) -> None:
    meaning = Table.of(card).explain(auction)[-1]
    assert dict(meaning.alerts) == {"acbl": acbl, "ebu": ebu}
    assert meaning.under("ebu").alert == ebu
    assert is_alerted(meaning) == note(meaning).alerted == (acbl in (ALERT, ANNOUNCE))


def test_an_announcement_speaks_the_suit() -> None:
    assert Table.of("acol").explain("1N P 2D")[-1].announce == "hearts"


def test_a_card_says_so_itself() -> None:
    text = SMALL.replace("text: Stayman}", "text: Stayman, name: Staymann, alert: {ebu: delayed}}")
    meaning = Table(System.loads(text)).explain(Auction.parse("1N P 2C"))[-1]
    assert (meaning.name, dict(meaning.alerts)) == ("Staymann", {"acbl": ALERT, "ebu": DELAYED})
    with pytest.raises(SystemErrors, match="expected alert no, alert, announce, delayed, got 'loud'"):
        System.loads(SMALL.replace("text: Stayman}", "text: Stayman, alert: loud}"))
