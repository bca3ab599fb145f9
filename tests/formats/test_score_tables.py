"""Score tables of PBN: columns by their names, tables without a score left out."""

from overtrick import Board, Deal, Record, Result, Seat, Vulnerability
from overtrick.formats.score_tables import TableScore, score_table

BOARD = Board(Deal.parse("N:- - - -"), Seat.NORTH, Vulnerability.NS, 1)


def scores(header: str, *rows: str) -> list[TableScore]:
    return score_table(Record(BOARD, tags={"ScoreTable": "\n".join([header, *rows])}))


def test_scores_are_read_by_the_names_of_the_columns() -> None:
    header = r"Rank\2R;PairId_EW\3R;Names_NS\12L;Contract\4L;Declarer;Result\2R;Score_NS\5R;Score_EW\5R"
    rows = [
        ' 1  11 "Ann - Cas"  3NT  N  9   600     -',
        ' 2  12 "Eve - Gus"  4SX  W  8     -  -300',
        ' 3  10 "Ida - Jon"  2D   N  7     -   100',
        " 4   9 -           Pass -  -     0     0",
    ]
    assert scores(header, *rows) == [
        TableScore(600, Result.parse("3NN=")),
        TableScore(300, Result.parse("4SXW-2")),
        TableScore(-100, Result.parse("2DN-1")),
        TableScore(0, Result(None)),
    ]


def test_without_a_score_the_contract_is_worth_what_the_vulnerability_says() -> None:
    assert [score.score for score in scores("Contract;Declarer;Result", "4S S 10", "4H E 10", "4S N 8")] == [
        620,
        -420,
        -200,
    ]


def test_a_row_counts_as_often_as_it_says() -> None:
    assert [score.score for score in scores("Multiplicity;Score_NS", "3 110", "1 -50")] == [110, 110, 110, -50]


def test_rows_that_say_no_score_are_left_out() -> None:
    rows = ["A+ A- -", "4S S +1", "4Z S 10", "too many cells here", "60% 40% -"]
    assert scores("Contract;Declarer;Result", *rows) == []
    assert score_table(Record(BOARD)) == []
