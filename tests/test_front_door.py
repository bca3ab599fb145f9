"""What `from overtrick import …` gives: complete, quick to import, and the same answers as the command."""

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from inspect import isclass, isfunction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import overtrick
from command import overtrick as command
from overtrick import Auction, BridgeError, Call, Contract, Deal, Hand, Seat, Strain, System, Table, Vulnerability
from overtrick.arrays import random_deals
from overtrick.ask import QUESTIONS

PACKAGES = ["overtrick", "overtrick.core", "overtrick.arrays", "overtrick.solver", "overtrick.dealing"]
EXAMPLES = Path(__file__).parents[1] / "examples"
HAND = "KQ52.AJ73.84.K62"
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


TABLE = {"dealer": "e", "vulnerability": "both", "system": System.load("acol"), "their_system": "sayc"}


@pytest.fixture(scope="module")
def answers() -> dict[str, object]:
    """An answer of every kind, each asked as people type it."""
    hand, pair = "KQ52 AJ73 84 K62", ("AQ32.K4.KJ32.A32", "KJ54.A3.AQ4.9876")
    contracts, positions = QUESTIONS["contract"], {"hand": HAND, "auction": "1N P"}
    return {
        "bid": overtrick.bid(hand, ["1N", "P"], **TABLE),  # type: ignore[arg-type]
        "explain": overtrick.explain("1N P 2H", dealer=np.int64(2)),
        "advise": overtrick.advise(hand, "1N P", made="3nt", layouts=np.int32(20), seed=np.int64(1)),
        "policy": QUESTIONS["policy"].answer(QUESTIONS["policy"].read(positions)),
        "posterior": overtrick.posterior(hand, "1N P", layouts=20),
        "estimate": overtrick.estimate(DEAL),
        "evaluate": overtrick.evaluate(*pair, trump="spades"),
        "chance": QUESTIONS["chance"].answer(
            QUESTIONS["chance"].read(dict(zip(("north", "south"), pair, strict=True)))
        ),
        "pair": contracts.answer(contracts.read(dict(zip(("north", "south"), pair, strict=True)))),
        "position": contracts.answer(contracts.read(positions)),
        "record": overtrick.read(EXAMPLES / "match.lin")[0],
        "par": overtrick.solve(DEAL).par("NS", "north"),
        "contract": Contract.parse("4♠x by North"),
        "call": Call("2♥"),
    }


NAMED = {
    "bid": ("2C", "asks for a four-card major"),
    "explain": ("1N P 2H", "five or more"),
    "advise": ("agree", "stayman", "made"),
    "policy": ("2C",),
    "posterior": ("15.", "well known"),
    "estimate": ("NT",),
    "evaluate": ("17", "hcp"),
    "chance": ("tricks", "100%"),
    "pair": ("IMPs", "matchpoints"),
    "position": ("%",),
    "record": ("East", "South"),
    "par": ("+600",),
    "contract": ("4",),
    "call": ("2",),
}
"""What the pictures must show."""


@pytest.mark.parametrize("kind", NAMED)
def test_answers_have_short_reprs_and_sound_pictures(kind: str, answers: dict[str, object]) -> None:
    answer: Any = answers[kind]
    assert len(repr(answer)) < 160
    assert "\n" not in repr(answer)
    picture = answer._repr_html_()
    ElementTree.fromstring(picture.replace("<br>", "<br/>"))
    assert str(answer)
    shown = str(answer) + picture + repr(answer)
    assert [words for words in NAMED[kind] if words not in shown] == []


def test_an_answer_prints_as_its_command(answers: dict[str, object]) -> None:
    assert (
        command("advise", HAND, "-a", "1N P", "--call", "3N", "-n", "20", "--seed", "1").out == f"{answers['advise']}\n"
    )


REFUSED: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "a seat": (lambda: overtrick.bid(HAND, "1N P", dealer="Q"), BridgeError, r"dealer.*expected a seat .*'Q'"),
    "a seat's number": (lambda: overtrick.bid(HAND, dealer=4), BridgeError, r"dealer.*expected a seat .*'4'"),
    "a dealer in core": (lambda: Auction(dealer="X"), BridgeError, "expected a seat"),  # type: ignore[arg-type]
    "vulnerability": (lambda: overtrick.bid(HAND, vulnerability="us"), BridgeError, "vulnerability, .*'us'"),
    "a seed": (lambda: overtrick.posterior(HAND, seed=1.5), BridgeError, "seed: expected a whole number"),  # type: ignore[arg-type]
    "a truth for a seed": (lambda: overtrick.posterior(HAND, seed=True), BridgeError, "seed: expected a whole"),
    "a seed of deals": (lambda: random_deals(3, "7"), BridgeError, "expected a seed .* got '7'"),  # type: ignore[arg-type]
    "a hand": (lambda: overtrick.bid(5), BridgeError, "hand: expected a hand such as"),  # type: ignore[arg-type]
    "a short hand": (lambda: overtrick.bid("AKQ.JT9.876.54"), BridgeError, "hand: expected a hand of 13 cards, got 11"),
    "an auction": (lambda: overtrick.explain("1N 1H"), BridgeError, "auction, column 4: expected a bid higher than 1N"),
    "no auction": (lambda: overtrick.explain(None), BridgeError, "auction: expected an auction"),  # type: ignore[arg-type]
    "a call": (lambda: overtrick.advise(HAND, made="8N"), BridgeError, "made, column 1: expected a call"),
    "a scoring": (lambda: overtrick.advise(HAND, scoring="MP"), BridgeError, "scoring: expected imps, matchpoints or"),  # type: ignore[arg-type]
    "a strain": (lambda: overtrick.evaluate(HAND, trump="Z"), BridgeError, "trump, column 1: expected a strain"),
    "a system": (lambda: overtrick.bid(HAND, system="saic"), BridgeError, "system: .* did you mean 'sayc'?"),
    "no system": (lambda: overtrick.bid(HAND, system=5), BridgeError, "system: expected a system's name"),  # type: ignore[arg-type]
    "a keyword": (lambda: overtrick.bid(HAND, sytem="sayc"), TypeError, "no argument 'sytem'; did you mean 'system'?"),  # type: ignore[call-arg]
    "a short keyword": (lambda: overtrick.bid(HAND, vul="NS"), TypeError, "did you mean 'vulnerability'?"),  # type: ignore[call-arg]
    "a name": (lambda: overtrick.advice_, AttributeError, "did you mean 'advise'?"),
    "a file": (lambda: overtrick.read("nothing.lin"), BridgeError, "cannot read nothing.lin"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_makes_no_sense_is_refused_by_name(what: str) -> None:
    ask, kind, words = REFUSED[what]
    with pytest.raises(kind, match=words):
        ask()


def test_numbers_of_numpy_seats_and_seeds_are_what_they_say() -> None:
    assert Auction.parse("1N", dealer="west").turn is Seat.NORTH
    assert overtrick.explain("1N", dealer=np.uint8(3)).calls[0].by is Seat.WEST
    assert (
        list(random_deals(3, 7))
        == list(random_deals(3, np.int64(7)))
        == list(random_deals(3, np.random.default_rng(7)))
    )
    assert Deal(DEAL)["S"] == Deal(DEAL)[Seat.SOUTH]
    assert overtrick.solve(DEAL)["s", "nt"] == 9


def test_a_file_a_link_and_a_text_are_read() -> None:
    assert overtrick.read(DEAL)[0].board.deal == Deal(DEAL)
    link = "https://www.bridgebase.com/tools/handviewer.html?s=SAQ32HK4DKJ32CA32&d=s&a=1n"
    assert overtrick.read(link)[0].board.deal["S"] == Hand("AQ32.K4.KJ32.A32")
