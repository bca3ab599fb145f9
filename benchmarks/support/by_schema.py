"""Requests made up from the OpenAPI description, with and without mistakes, and what the server answers."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode

from benchmarks.support.malformed import GOOD

QUICK = re.compile("/v1/(parse|convert|deal|tricks|eval|chance|explain|bid|systems/check|jobs|results|status)")


def answers(address: str, examples: int, slow_examples: int) -> Iterator[tuple[str, Counter[int]]]:
    """Every operation with the statuses of the answers to so many examples that fit, and as many that do not."""
    schema = schemathesis.openapi.from_url(f"{address}/openapi.json")
    found: Any
    for found in schema.get_all_operations():
        operation = found.ok()
        count = examples if QUICK.match(operation.path) else slow_examples
        if count:
            yield operation.label, _statuses(operation, address, count)


def _statuses(operation: Any, address: str, examples: int) -> Counter[int]:
    statuses: Counter[int] = Counter()
    sense = GOOD.get(operation.path.removeprefix("/v1/"), {})
    for mode in GenerationMode if operation.body else [GenerationMode.POSITIVE]:  # what could be wrong without a body?

        @given(case=operation.as_strategy(generation_mode=mode), makes_sense=st.booleans())
        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        def ask(case: Any, makes_sense: bool) -> None:
            if makes_sense and isinstance(case.body, dict):
                case.body |= sense  # hands and auctions that can be read, so that the rest matters
            statuses[case.call(base_url=address, timeout=200).status_code] += 1

        ask()
    return statuses


def is_broken(status: int) -> bool:
    """Whether an answer is a mistake of the server's; that something takes too long is none."""
    return status >= 500 and status != 504
