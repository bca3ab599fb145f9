"""Texts made to be slow: the time to read one grows with its length, not with the square of it."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from overtrick.core import Auction, BridgeError, Call, Card, Contract, Deal, Hand, Record, Result, Seat, Vulnerability
from overtrick.dealing import Script
from overtrick.formats import files, pbn
from overtrick.formats.reading import LONGEST_NOTE, LONGEST_SHARED

LENGTH = 100_000
LIMIT = 20.0
"""Seconds for what takes some tenths of one; what is quadratic takes minutes."""

DEAL = '[Deal "N:63.8.KJT932.AK63 Q2.AJT92.Q854.JT AKJT985.6.A76.84 74.KQ7543..Q9752"]\n'
AUCTION = f'{DEAL}[Dealer "N"]\n[Auction "N"]\n'
LIN = "qx|o1|md|3SAKJT985H6DA76C84,S74HKQ7543CQ9752,S63H8DKJT932CAK63,|sv|n|"
LINK = "https://www.bridgebase.com/tools/handviewer.html?"


def filled(start: str, part: str, end: str = "", length: int = LENGTH) -> str:
    return start + part * (length // len(part)) + end


TEXTS = {
    "a PBN note with blanks": f'{DEAL}[Note "1: a{" " * LENGTH}b"]',
    "blanks before a PBN tag's end": f'{DEAL}[Event "a"{" " * LENGTH}x',
    "blanks after a bracket": filled(DEAL + "[", " ", "x"),
    "a PBN tag without quotes": filled(DEAL + "[", "a", "x"),
    "quotes in a PBN value": filled(DEAL + '[Event "', '" ', "x"),
    "escaped quotes": filled(DEAL + "{}", '\\"', "x"),
    "backslashes": filled(DEAL + '{}[Event "', "\\", "x"),
    "brackets in rows": filled(DEAL, 'x[a "b"]\n', "\n x"),
    "brackets at line starts": filled(DEAL, "[\n"),
    "tags without a value": filled(DEAL, "[a\n"),
    "many bad tags": filled(DEAL + "x\n", '[a "b" c]\n'),
    "empty lines in a comment": f'{DEAL}[Event "a"]{{{chr(10) * LENGTH}}}\n[Site "b"]',
    "blank lines in a comment": f'{DEAL}[Event "a"]{{{(" " + chr(10)) * (LENGTH // 2)}}}\n[Site "b"]',
    "a comment never closed": filled(DEAL + "{", "a\n\n"),
    "comments closed and opened": filled(DEAL + "{", "a\n\n}{"),
    "lines of blanks": filled(DEAL, " \n", "x"),
    "carriage returns": filled(DEAL, "\r"),
    "an auction without end": filled(AUCTION, "P "),
    "all pass again and again": filled(AUCTION, "AP "),
    "note marks": filled(f"{AUCTION}1C ", "=1= ", '\n[Note "1:abcdefgh"]'),
    "alerts": filled(f"{AUCTION}1C ", "! "),
    "equal signs": filled(f"{AUCTION}1C ", "=1"),
    "a play without end": filled(f'{DEAL}[Contract "4H"]\n[Declarer "E"]\n[Play "S"]\n', "SA - "),
    "LIN comments": filled(LIN, "nt|a|") + "pg||",
    "LIN lines of comment": LIN + "nt|" + "a\n" * (LENGTH // 2) + "|pg||",
    "LIN explanations": filled(f"{LIN}mb|1C|", "an|a|") + "pg||",
    "LIN calls": filled(f"{LIN}mb|", "p", "|pg||"),
    "LIN cards": filled(f"{LIN}pc|", "S2 ", "|pg||"),
    "LIN bars": filled("md|", "|"),
    "LIN blanks": filled("md|3", " ", "x|"),
    "a link's explanations": filled(f"{LINK}n=sakq&a=1C", "(a)"),
    "a link's open brackets": filled(f"{LINK}n=sakq&a=1C", "("),
    "a link's braces": filled(f"{LINK}n=sakq&p=", "{"),
    "a link's parameters": filled(f"{LINK}n=sakq", "&a"),
    "a link's percent signs": filled(f"{LINK}lin=", "%"),
    "a link's question marks": filled(LINK, "?"),
    "a line of the library": filled("AK.AK.AK.AK", " ", "x:"),
    "a line of blanks and a colon": filled("AKQ.AKQ.AKQ.AKQJ AK.AK.AK.AK AK.AK.AK.AK AK.AK.AK.AK:", " ", "x"),
    "a deal of blanks": filled("N", " ", ":"),
    "a deal of hands": filled("N:", "AK.AK.AK.AK "),
    "JSON brackets": filled("", "["),
    "JSON objects": filled("", '{"deal":'),
    "a JSON number": filled('{"board": ', "9", "}"),
    "JSON lines": filled("", "{} " * 30 + "\n"),
    "hands": filled("AKQ.AKQ.AKQ.AKQJ", " a"),
}

WORDS = [" ", "-", "- ", "(", "1", "1C ", "P", "X!", "*", ".", "A", "10", "S", "AK.", "\n", "\0", "ß", "=", "+1", "N:"]
PARSERS: list[Callable[[str], object]] = [
    *(Auction.parse, Call.parse, Card.parse, Contract.parse, Deal.parse, Hand.parse, Result.parse, Seat.parse),
    *(Vulnerability.parse, Script.parse),
]


@contextmanager
def time_limit() -> Iterator[None]:
    """Fail instead of running for minutes."""

    def stop(*_: object) -> None:
        raise TimeoutError("this takes longer than its length allows")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("name", TEXTS)
def test_reading_takes_time_by_length(name: str) -> None:
    with time_limit():
        for outcome in files.parse_records(TEXTS[name]):
            assert isinstance(outcome, Record | BridgeError)


@pytest.mark.parametrize("parse", PARSERS, ids=lambda parse: parse.__qualname__)
def test_parsing_takes_time_by_length(parse: Callable[[str], object]) -> None:
    with time_limit():
        for word in WORDS:
            with suppress(BridgeError):
                parse(filled("", word, "?", LENGTH // 5))


def test_what_is_said_about_a_call_is_bounded() -> None:
    long = f'{AUCTION}1C =1= =1= P P P\n[Note "1:{"a" * LONGEST_NOTE}"]'
    errors: list[BridgeError] = []
    assert pbn.loads(long, errors=errors) == []
    assert "at most 5,000 characters about a call" in str(errors[0])
    assert errors[0].where.line == 4


def test_what_boards_take_over_from_one_another_is_bounded() -> None:
    event = f'[Event "{"a" * (LONGEST_SHARED + 1)}"]\n'
    errors: list[BridgeError] = []
    assert len(pbn.loads(f'{event}{DEAL}\n[Event "#"]\n{DEAL}', errors=errors)) == 1
    assert "expected # for at most 10,000 characters in all, got 10,001" in str(errors[0])
    outcomes = list(files.parse_records(f"vg|{'a' * (LONGEST_SHARED + 1)},|\n{LIN}pg||"))
    assert "at most 10,000 characters in the head of a match" in str(outcomes[0])


def test_comments_over_blank_lines_join_what_lies_between() -> None:
    text = f'{DEAL}{{ a\n\nb }} {{ c\n\n\nd\n\n}}\n[Event "E"]\n\n[Board "2"]\n{DEAL}'
    assert [record.tags.get("Event") for record in pbn.loads(text)] == ["E", None]
