"""Explanations over all situations, as a teacher would read them out, in explanations.txt.

`python tests/systems/test_explanations.py -w` writes them anew: read every one that changes. A new line needs the
situation, the card and the auction in their columns; the last call of the auction is explained.
"""

import sys
from pathlib import Path

from overtrick.systems.engine.meaning import sentence
from overtrick.systems.table import Table

GOLDEN = Path(__file__).with_name("explanations.txt")


def explanations() -> str:
    """Every case again: the last call in words, and how the opponents learn of it under the two regulations."""
    return "".join(f"{line[:44]:45}{_explained(line[12:17], line[17:45])}\n" for line in _lines())


def _lines() -> list[str]:
    return GOLDEN.read_text(encoding="utf-8").splitlines()


def _explained(card: str, auction: str) -> str:
    meaning = Table.of(card.strip()).explain(auction.strip())[-1]
    alerts = ", ".join(f"{name} {how}" for name, how in meaning.alerts.items() if how != "no")
    return sentence(meaning) + (f" [{alerts}]" if alerts else "")


def test_the_explanations_are_those_that_were_read() -> None:
    assert len(_lines()) >= 60
    assert explanations() == GOLDEN.read_text(encoding="utf-8")


if __name__ == "__main__":
    print(text := explanations(), end="")
    if "-w" in sys.argv:
        GOLDEN.write_text(text, encoding="utf-8")
