"""The list of mutants stays in step with the source: every mistake can be made, and its test is there."""

import ast
import re
from collections import Counter

from benchmarks.mutants import ROOT, listed


def test_every_mutant_can_be_made_and_names_a_test_that_there_is() -> None:
    mutants = list(listed())
    assert len(mutants) >= 150
    assert Counter((mutant.file, mutant.breaks) for mutant in mutants).most_common(1)[0][1] == 1
    texts: dict[str, str] = {}
    for mutant in mutants:
        ast.parse(mutant.source)
        (test,) = mutant.tests
        file, _, name = test.partition("::")
        text = texts.setdefault(file, (ROOT / file).read_text(encoding="utf-8"))
        assert re.search(rf"^def {re.escape(name.partition('[')[0])}\(", text, re.MULTILINE), test
