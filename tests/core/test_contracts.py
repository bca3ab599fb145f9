"""Contracts, results, and duplicate scores (Law 77)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import Contract, Doubling, ParseError, Result, Seat, Strain, Vulnerability, contract_score, penalty

NORTH, EAST, SOUTH, WEST = Seat
NONE, NS, EW, BOTH = Vulnerability

MINOR, MAJOR, NOTRUMP = (Strain.CLUBS, Strain.DIAMONDS), (Strain.HEARTS, Strain.SPADES), (Strain.NOTRUMP,)

MADE = {  # what the back of the bidding box prints for levels 1 to 7 made exactly: (doubling, vulnerable)
    MINOR: {
        (1, False): (70, 90, 110, 130, 400, 920, 1440),
        (1, True): (70, 90, 110, 130, 600, 1370, 2140),
        (2, False): (140, 180, 470, 510, 550, 1090, 1630),
        (2, True): (140, 180, 670, 710, 750, 1540, 2330),
        (4, False): (230, 560, 640, 720, 800, 1380, 1960),
        (4, True): (230, 760, 840, 920, 1000, 1830, 2660),
    },
    MAJOR: {
        (1, False): (80, 110, 140, 420, 450, 980, 1510),
        (1, True): (80, 110, 140, 620, 650, 1430, 2210),
        (2, False): (160, 470, 530, 590, 650, 1210, 1770),
        (2, True): (160, 670, 730, 790, 850, 1660, 2470),
        (4, False): (520, 640, 760, 880, 1000, 1620, 2240),
        (4, True): (720, 840, 960, 1080, 1200, 2070, 2940),
    },
    NOTRUMP: {
        (1, False): (90, 120, 400, 430, 460, 990, 1520),
        (1, True): (90, 120, 600, 630, 660, 1440, 2220),
        (2, False): (180, 490, 550, 610, 670, 1230, 1790),
        (2, True): (180, 690, 750, 810, 870, 1680, 2490),
        (4, False): (560, 680, 800, 920, 1040, 1660, 2280),
        (4, True): (760, 880, 1000, 1120, 1240, 2110, 2980),
    },
}
OVERTRICK = {
    MINOR: {(1, False): 20, (1, True): 20, (2, False): 100, (2, True): 200, (4, False): 200, (4, True): 400},
    MAJOR: {(1, False): 30, (1, True): 30, (2, False): 100, (2, True): 200, (4, False): 200, (4, True): 400},
    NOTRUMP: {(1, False): 30, (1, True): 30, (2, False): 100, (2, True): 200, (4, False): 200, (4, True): 400},
}
DOWN = {  # one to thirteen down
    (1, False): (50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650),
    (1, True): (100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300),
    (2, False): (100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500),
    (2, True): (200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800),
    (4, False): (200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000),
    (4, True): (400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600),
}


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize("doubling", Doubling)
@pytest.mark.parametrize("strain", Strain)
def test_every_score_is_the_printed_one(strain: Strain, doubling: Doubling, vulnerable: bool) -> None:
    group, stakes = next(group for group in MADE if strain in group), (int(doubling), vulnerable)
    for level in range(1, 8):
        made, overtrick = MADE[group][stakes][level - 1], OVERTRICK[group][stakes]
        downs = [-DOWN[stakes][short - 1] for short in range(level + 6, 0, -1)]
        expected = downs + [made + overtrick * extra for extra in range(8 - level)]
        contract = Contract(level, strain, EAST, doubling)
        assert [contract.score(tricks, vulnerable=vulnerable) for tricks in range(14)] == expected
        assert [
            contract_score(level, strain, doubling, tricks, vulnerable=vulnerable) for tricks in range(14)
        ] == expected


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize("doubling", Doubling)
def test_every_penalty_is_the_printed_one(doubling: Doubling, vulnerable: bool) -> None:
    assert penalty(0, doubling, vulnerable=vulnerable) == 0
    assert (
        tuple(penalty(short, doubling, vulnerable=vulnerable) for short in range(1, 14)) == DOWN[doubling, vulnerable]
    )


@pytest.mark.parametrize(
    ("texts", "contract"),
    [
        (
            ("4SXN", "4sxn", "4♠XN", "4 S X N", "4♠x by North", "4SX North"),
            Contract(4, Strain.SPADES, NORTH, Doubling.DOUBLED),
        ),
        (("3NE", "3NTE", "3nt e", "3NT by East"), Contract(3, Strain.NOTRUMP, EAST)),
        (("1NN", "1NTN"), Contract(1, Strain.NOTRUMP, NORTH)),
        (("2SS", "2♠ S", "2♠S"), Contract(2, Strain.SPADES, SOUTH)),
        (("7HXXW", "7♥xx by west"), Contract(7, Strain.HEARTS, WEST, Doubling.REDOUBLED)),
        (("5DE", "5♦E"), Contract(5, Strain.DIAMONDS, EAST)),
        (("6CXS", "6♣XS"), Contract(6, Strain.CLUBS, SOUTH, Doubling.DOUBLED)),
    ],
)
def test_a_contract_is_read_in_every_way_people_write_it(texts: tuple[str, ...], contract: Contract) -> None:
    for text in texts:
        assert Contract.parse(text) == contract
    assert str(contract) == texts[0]


@pytest.mark.parametrize("text", ["", "4S", "4SX", "8SN", "0SN", "4ZN", "4SXXXN", "SN", "4SN=", "Pass", "4SNE"])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(ParseError) as caught:
        Contract.parse(text)
    assert str(caught.value).startswith("column 1: expected a contract such as 4SXN (level, strain, X, declarer), got")


@given(st.integers(1, 7), st.sampled_from(Strain), st.sampled_from(Seat), st.sampled_from(Doubling))
def test_a_contract_is_read_back_from_its_text(level: int, strain: Strain, declarer: Seat, doubling: Doubling) -> None:
    contract = Contract(level, strain, declarer, doubling)
    assert Contract.parse(str(contract)) == contract
    assert (contract.bid.level, contract.bid.strain) == (level, strain)
    assert contract.target == level + 6
    assert contract.side == declarer.side
    for tricks in (None, *range(14)):
        assert Result.parse(str(Result(contract, tricks))) == Result(contract, tricks)


@pytest.mark.parametrize(
    ("text", "contract", "tricks"),
    [
        ("4SN=", "4SN", 10),
        ("4SN+1", "4SN", 11),
        ("4SN-2", "4SN", 8),
        ("3NE=", "3NE", 9),
        (" 3nt by East -1 ", "3NE", 8),
        ("2HXW+2", "2HXW", 10),
        ("2HXXW+0", "2HXXW", 8),
        ("7NS-13", "7NS", 0),
        ("4SN", "4SN", None),
    ],
)
def test_a_result_is_read_with_the_tricks_declarer_took(text: str, contract: str, tricks: int | None) -> None:
    assert Result.parse(text) == Result(Contract.parse(contract), tricks)


@pytest.mark.parametrize("text", ["Pass", "pass", "P", " PASS "])
def test_a_passed_out_board_has_a_result_without_contract(text: str) -> None:
    assert Result.parse(text) == Result(None)
    assert str(Result(None)) == "Pass"
    assert [Result(None).score(vulnerability) for vulnerability in Vulnerability] == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("text", "gist"),
    [
        ("", "expected a contract such as 4SXN"),
        ("=", "expected a contract such as 4SXN"),
        ("4S+1", "expected a contract such as 4SXN"),
        ("4SN+", "expected a contract such as 4SXN"),
        ("4SN+4", "expected a result of 0 to 13 tricks, got 14"),
        ("1CN-8", "expected a result of 0 to 13 tricks, got -1"),
        ("4SN-99", "expected a result of 0 to 13 tricks, got -89"),
    ],
)
def test_what_is_no_result_is_refused(text: str, gist: str) -> None:
    with pytest.raises(ParseError) as caught:
        Result.parse(text)
    assert caught.value.where.column == 1
    assert gist in caught.value.message


@pytest.mark.parametrize("text", ["4S" + " " * 20_000 + "?", "a" + " " * 20_000 + "b", " " * 20_000, "+1" * 10_000])
def test_long_rubbish_is_refused_at_once(text: str) -> None:
    with pytest.raises(ParseError):
        Result.parse(text)


@pytest.mark.parametrize(
    ("text", "scores"),
    [  # North-South's score at none, N-S, E-W, all vulnerable
        ("4SN=", (420, 620, 420, 620)),
        ("4SE=", (-420, -420, -620, -620)),
        ("3NS-1", (-50, -100, -50, -100)),
        ("3NW-1", (50, 50, 100, 100)),
        ("2HXS=", (470, 670, 470, 670)),
        ("4SN", (None, None, None, None)),
    ],
)
def test_a_result_is_scored_for_north_south(text: str, scores: tuple[int | None, ...]) -> None:
    assert tuple(Result.parse(text).score(vulnerability) for vulnerability in Vulnerability) == scores


def test_impossible_numbers_are_refused() -> None:
    with pytest.raises(ValueError, match="level is 1 to 7"):
        Contract(8, Strain.CLUBS, NORTH)
    with pytest.raises(ValueError, match="0 to 13"):
        Result(Contract(1, Strain.CLUBS, NORTH), 14)
