"""What `from overtrick import …` gives: complete, quick to import, and the same answers as the command."""

import subprocess
import sys
from importlib import import_module
from inspect import isclass, isfunction

import pytest

import overtrick
from overtrick import Call, Deal, Hand, Seat, Strain, System, Table, Vulnerability

PACKAGES = ["overtrick", "overtrick.core", "overtrick.arrays", "overtrick.solver", "overtrick.dealing"]
DEAL = "N:974.AJ3.63.AK963 K83.K9752.7.8752 AQJ5.T864.KJ94.4 T62.Q.AQT852.QJT"


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_there_and_documented(package: str) -> None:
    module = import_module(package)
    assert len(set(module.__all__)) == len(module.__all__)
    for name in module.__all__:
        value = getattr(module, name)
        if isclass(value) or isfunction(value):
            assert value.__doc__, name
    assert set(dir(overtrick)) >= set(overtrick.__all__)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'biid'"):
        _ = overtrick.biid


def test_importing_the_package_imports_no_numpy() -> None:
    script = "import sys, overtrick; sys.exit('numpy' in sys.modules or 'overtrick.systems' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_table_bids_and_explains() -> None:
    table = Table(System.load("sayc"), System.load("acol"))
    chosen = table.bid(Hand("KQ8.A9762.A76.T6"), "1S P", vulnerability=Vulnerability.NS)
    assert chosen.call == Call("2H")
    assert chosen.meaning.shown.lengths[2][0] >= 5
    assert [meaning.call for meaning in table.explain("1N P 2H")] == [Call("1N"), Call("P"), Call("2H")]


def test_the_verbs_answer_from_values_and_from_texts() -> None:
    hand, deal = Hand("KQ8.A9762.A76.T6"), Deal(DEAL)
    assert overtrick.bid(hand, "1S P", system="2/1").call == overtrick.bid(str(hand), "1S P", system="2/1").call
    assert overtrick.solve(deal) == overtrick.solve(DEAL)
    assert overtrick.estimate(DEAL).tricks[Seat.SOUTH][Strain.NOTRUMP] in (8, 9, 10)
    assert overtrick.evaluate("AKJ94.Q3.KT5.A72", "Q732.AJ5.A4.K863").together
    assert overtrick.explain("1N P 2D", dealer=Seat.EAST).calls[2].by is Seat.WEST
    advice = overtrick.advise(hand, "1S P", made=Call("2H"), layouts=20, seed=1)
    assert advice.made is not None
    assert advice.call in {candidate.call for candidate in advice.candidates}
    hidden = overtrick.posterior(hand, "1S P", layouts=20, seed=1)
    assert hidden.players["partner"].mean_lengths[Strain.SPADES.suit] >= 5  # type: ignore[index]
