"""Hypothesis strategies for the dealer language."""

from hypothesis import strategies as st

SEATS = st.sampled_from(["north", "east", "south", "west", "n", "E", "S", "w"])
SUITS = st.sampled_from(["spades", "heart", "diamonds", "clubs", "S"])
SHAPES = st.sampled_from(
    [
        "any 4333 + any 4432 + any 5332",
        "54xx",
        "any 5xxx - any 55xx",
        "xxxx - any 0xxx",
        "any 7xxx , 4441 any 6511",
        "0xxx",
    ]
)
WHOLE_HAND = st.sampled_from(
    ["hcp", "control", "controls", "loser", "losers", "cccc", "aces", "tens", "top3", "c13", "pt7"]
)
ONE_SUIT = st.sampled_from(["hcp", "controls", "losers", "quality", "kings", "top5", "pt2"])


def _calls() -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds("{}({})".format, WHOLE_HAND, SEATS),
        st.builds("{}({}, {})".format, ONE_SUIT, SEATS, SUITS),
        st.builds("{}({})".format, st.sampled_from(["spades", "hearts", "diamond", "clubs"]), SEATS),
        st.builds("shape({}, {})".format, SEATS, SHAPES),
        st.builds("balanced({})".format, SEATS),
        st.builds("hascard({}, {})".format, SEATS, st.sampled_from(["AS", "TH", "2C", "dk", "10D"])),
        st.integers(0, 40).map(str),
    )


def _joined(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arithmetic = st.sampled_from(["+", "-", "*", "/", "%"])
    comparison = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    logic = st.sampled_from(["&&", "||", "and", "or"])
    return st.one_of(
        st.builds("({} {} {})".format, inner, arithmetic, inner),
        st.builds("({}) {} ({})".format, inner, comparison, inner),
        st.builds("({} {} {})".format, inner, logic, inner),
        st.builds("(!({}))".format, inner),
        st.builds("-({})".format, inner),
        st.builds("({} ? {} : {})".format, inner, inner, inner),
        st.builds("imps({})".format, inner),
        st.builds("score(vul, x4S, {})".format, inner),
        st.builds("score(nv, 3NTX, {})".format, inner),
    )


def expressions() -> st.SearchStrategy[str]:
    """Valid expressions of every kind but tricks and rnd."""
    return st.recursive(_calls(), _joined, max_leaves=8)


WORDS = st.sampled_from(
    [
        *("predeal", "condition", "produce", "generate", "dealer", "vulnerable", "pointcount", "altcount", "action"),
        *(
            "printall",
            "average",
            "frequency",
            "print",
            "printes",
            "hcp",
            "shape",
            "any",
            "spades",
            "hascard",
            "rnd",
            "imps",
        ),
        *(
            "score",
            "tricks",
            "north",
            "s",
            "notrump",
            "x",
            "y",
            "SAK",
            "HQ",
            "AS",
            "4333",
            "54xx",
            "x3N",
            "vul",
            "12",
            "0",
        ),
        *(
            "(",
            ")",
            ",",
            "==",
            "=",
            "<",
            ">=",
            "&&",
            "||",
            "!",
            "+",
            "-",
            "*",
            "/",
            "%",
            "?",
            ":",
            '"a"',
            '"',
            "/*",
            "*/",
        ),
        *("//", "#", "\n", "\\n", ".", "é", "999999999999999999", "9" * 30, "not", "and", "all", "none"),
    ]
)


def rubbish() -> st.SearchStrategy[str]:
    """Texts that look like scripts, more or less."""
    return st.one_of(st.lists(WORDS, max_size=25).map(" ".join), st.text(max_size=60))
