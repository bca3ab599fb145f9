"""Finding deals that satisfy a condition: the search, its survey and its statistics."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from itertools import count as count_up

import numpy as np
from numpy.typing import NDArray

from overtrick.arrays import DealBatch, random_deals
from overtrick.arrays.random_deals import Seeded, generator
from overtrick.core import BridgeError, Deal, Seat, Strain
from overtrick.dealing.actions import Average, Frequency
from overtrick.dealing.compiling import compiled, truth
from overtrick.dealing.expression_reader import Condition, Conjunct
from overtrick.dealing.expressions import Tricks, nodes
from overtrick.dealing.places import places
from overtrick.dealing.ranges import range_of
from overtrick.dealing.reports import AverageReport, ConjunctReport, DealingReport, Dealt, FrequencyReport
from overtrick.dealing.script import Script
from overtrick.dealing.search import Chunk, DealSearch, plan
from overtrick.dealing.views import Array, DealView, Solve


def average(action: Average, view: DealView) -> AverageReport:
    """The mean of an expression over the deals."""
    size = len(view.masks[Seat.NORTH])
    values = np.broadcast_to(compiled(action.expression)(view), size).astype(np.float64)
    if size == 0:
        return AverageReport(action.text, 0.0, 0.0, 0)
    error = float(values.std(ddof=1)) / size**0.5 if size > 1 else 0.0
    return AverageReport(action.text, float(values.mean()), error, size)


def frequency(action: Frequency, view: DealView) -> FrequencyReport:
    """How often each value of one expression, or each pair of values of two, occurs among the deals."""
    size = len(view.masks[Seat.NORTH])
    widths = tuple(axis.high - axis.low + 3 for axis in action.axes)
    counts = np.zeros(widths, np.int64)
    columns = []
    for axis in action.axes:
        values = np.broadcast_to(compiled(axis.expression)(view), size).astype(np.int64)
        columns.append(np.clip(values, axis.low - 1, axis.high + 1) - (axis.low - 1))
    np.add.at(counts, tuple(columns), 1)
    lows, highs = tuple(axis.low for axis in action.axes), tuple(axis.high for axis in action.axes)
    return FrequencyReport(action.text, lows, highs, counts)


SURVEYED = 10_000
"""Random deals on which each condition is tested for the report."""

Survey = tuple[ConjunctReport, ...]


def survey(script: Script, entropy: tuple[int, ...]) -> Survey:
    """How each condition fares over random deals with the predealt cards in place."""
    condition = script.condition
    if not condition.conjuncts:
        return ()
    rng = np.random.default_rng(np.random.SeedSequence(entropy, spawn_key=(0,)))
    view = DealView.of(random_deals(SURVEYED, rng, script.known), condition.counts)
    holds = np.ones((len(condition.conjuncts), SURVEYED), np.bool_)
    costly = [is_costly(conjunct) for conjunct in condition.conjuncts]
    for row, conjunct, skip in zip(holds, condition.conjuncts, costly, strict=True):
        if not skip:
            row[:] = truth(conjunct.expression)(view)
    fails = (~holds).sum(axis=0)
    return tuple(
        ConjunctReport(conjunct.text, None, None)
        if skip
        else _surveyed(conjunct, script, float(row.mean()), float((~row & (fails == 1)).mean()))
        for row, conjunct, skip in zip(holds, condition.conjuncts, costly, strict=True)
    )


def _surveyed(conjunct: Conjunct, script: Script, passes: float, rejects_alone: float) -> ConjunctReport:
    """A row of the survey; what never held is counted where that is possible."""
    if passes == 0:
        alone = places(Condition((conjunct,), script.condition.counts), script.known)
        if alone:
            return ConjunctReport(conjunct.text, alone[0].share, rejects_alone, is_exact=True)
    return ConjunctReport(conjunct.text, passes, rejects_alone)


def why_impossible(condition: Condition, known: Deal, surveyed: Survey) -> str:
    """Which condition, or which of them together, no hand satisfies."""
    for row in surveyed:
        if row.is_exact and row.passes == 0:
            return f"{row.text} holds for no deal" + (" with the predealt cards" if any(map(len, known)) else "")
    empty = next(place for place in places(condition, known) if place.hands.count == 0)
    who = " and ".join(seat.name.lower() for seat in empty.seats)
    texts = " && ".join(condition.conjuncts[index].text for index in sorted(empty.covered))
    return f"no cards for {who} satisfy {texts}, given what the other hands need"


def suspect(surveyed: Survey) -> str:
    """What to say about a condition that nothing satisfied."""
    never = [row.text for row in surveyed if row.passes == 0]
    if never:
        return f"in {SURVEYED:,} random deals this never held: {', '.join(never)}"
    known = [row for row in surveyed if row.passes is not None]
    if not known:
        return "the condition looks impossible"
    worst = min(known, key=lambda row: row.passes or 0.0)
    return f"each condition holds by itself, most rarely {worst.text} ({100 * (worst.passes or 0):.2g} %)"


def is_costly(conjunct: Conjunct) -> bool:
    """Whether it asks for tricks."""
    return any(isinstance(node, Tricks) for node in nodes(conjunct.expression))


PRODUCE = 40
"""How many deals a script produces that does not say."""

TRIES = 50_000_000
"""How many deals are tried, at most, for a script that does not say."""

FIRST_CHUNK, LARGEST_CHUNK, COSTLY_CHUNK = 1 << 10, 1 << 15, 32
AHEAD = 8  # chunks given to an executor before the first is needed

Progress = Callable[[int, int], None]


class ImpossibleCondition(BridgeError):
    """No deal was found that satisfies the condition."""


class SearchTooLong(BridgeError):
    """The time was up before enough deals were found."""


def generate(
    script: Script | Condition,
    count: int | None,
    rng: Seeded,
    *,
    tries: int | None = None,
    smart: bool = True,
    solve: Solve | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Dealt:
    """Uniformly random deals among those that satisfy the condition, and how they were found.

    `rng` is a generator or a seed. `count` and `tries` default to what the script says (`produce`, `generate`).
    Running out of tries with some deals found returns those; with none it raises ImpossibleCondition. `smart=False`
    switches smart predeal off. `solve` is needed where the script asks for tricks. The same seed gives the same deals
    with and without an `executor`, which then works on several chunks at once. `progress` is told deals found
    and tries. After `seconds` without enough deals the search ends in SearchTooLong.

    >>> from overtrick.core import Seat
    >>> condition = Condition.parse("hcp(south) >= 15 && balanced(south)")
    >>> dealt = generate(condition, 3, 7)
    >>> all(deal[Seat.SOUTH].hcp >= 15 for deal in dealt.deals)
    True
    """
    script = Script(condition=script) if isinstance(script, Condition) else script
    condition = script.condition
    _require_solver(script, solve)
    _refuse_never_true(condition)
    wanted = count if count is not None else script.produce or PRODUCE
    limit = tries if tries is not None else script.generate or TRIES
    if wanted < 0 or limit < 1:
        raise BridgeError(f"expected a number of deals and of tries, got {wanted} and {limit}")
    entropy = tuple(int(word) for word in generator(rng).integers(0, 1 << 32, 4))
    surveyed = survey(script, entropy)
    chosen = plan(condition, script.known, [row.passes or 0.0 for row in surveyed], smart=smart)
    if chosen.impossible is not None:
        raise ImpossibleCondition(why_impossible(condition, script.known, surveyed))
    solve = _timed_solve(solve, seconds)
    search = DealSearch(chosen, condition, script.known, entropy, solve)
    masks, tried = _collect(search, wanted, limit, executor, _timed(progress, seconds, wanted, surveyed))
    if wanted and not len(masks):
        raise ImpossibleCondition(f"no deal found in {tried:,} tries; {suspect(surveyed)}")
    deals = DealBatch.of_masks(masks)
    averages, frequencies = _statistics(script, DealView.of(deals, condition.counts, solve))
    report = DealingReport(
        wanted, tried, len(masks), chosen.searched, SURVEYED if surveyed else 0, surveyed, averages, frequencies
    )
    return Dealt(deals, report)


def _timed(progress: Progress | None, seconds: float | None, wanted: int, surveyed: Survey) -> Progress | None:
    """A progress that also ends the search when its time is up."""
    if seconds is None:
        return progress
    end = time.monotonic() + seconds

    def check(accepted: int, tried: int) -> None:
        if accepted < wanted and time.monotonic() > end:
            why = suspect(surveyed) if not accepted else "ask for fewer deals, or for more likely ones"
            raise SearchTooLong(f"found {accepted} of {wanted} deals in {seconds:g} s and {tried:,} tries; {why}")
        if progress is not None:
            progress(accepted, tried)

    return check


def _timed_solve(solve: Solve | None, seconds: float | None) -> Solve | None:
    """A solver that begins nothing more when the time is up: a few deals with many conditions on tricks take long."""
    if solve is None or seconds is None:
        return solve
    end = time.monotonic() + seconds

    def check(deals: DealBatch, declarer: Seat, strain: Strain) -> Array:
        if time.monotonic() > end:
            raise SearchTooLong(
                f"conditions on tricks took more than {seconds:g} s; ask for fewer deals, or less of each"
            )
        return solve(deals, declarer, strain)

    return check


def _statistics(script: Script, view: DealView) -> tuple[tuple[AverageReport, ...], tuple[FrequencyReport, ...]]:
    return (
        tuple(average(action, view) for action in script.actions if isinstance(action, Average)),
        tuple(frequency(action, view) for action in script.actions if isinstance(action, Frequency)),
    )


def _collect(
    search: DealSearch, wanted: int, limit: int, executor: Executor | None, progress: Progress | None
) -> tuple[NDArray[np.uint64], int]:
    """The first `wanted` good deals in the order of the chunks, and how many were tried up to the last of them."""
    chunks = [np.empty((0, 4), np.uint64)]
    tried = accepted = 0
    if wanted == 0:
        return chunks[0], 0
    for chunk in _chunks(search, limit, executor):
        missing = wanted - accepted
        done = len(chunk.numbers) >= missing
        chunks.append(chunk.masks[:missing])
        accepted += len(chunks[-1])
        tried += int(chunk.numbers[missing - 1]) + 1 if done else chunk.tried
        if progress is not None:
            progress(accepted, tried)
        if done:
            break
    return np.concatenate(chunks), tried


def _chunks(search: DealSearch, limit: int, executor: Executor | None) -> Iterator[Chunk]:
    """The chunks in order, worked on ahead of need when there is an executor."""
    sizes = _sizes(limit, costly=any(is_costly(conjunct) for conjunct in search.condition.conjuncts))
    if executor is None:
        for index, size in enumerate(sizes):
            yield search.chunk(index, size)
        return
    waiting: list[Future[Chunk]] = []
    try:
        for index, size in enumerate(sizes):
            waiting.append(executor.submit(search.chunk, index, size))
            if len(waiting) == AHEAD:
                yield waiting.pop(0).result()
        while waiting:
            yield waiting.pop(0).result()
    finally:
        for future in waiting:
            future.cancel()


def _sizes(limit: int, *, costly: bool) -> Iterator[int]:
    """The sizes of the chunks: fixed, so that nothing but the seed decides which deals come."""
    for index in count_up():
        size = COSTLY_CHUNK if costly else min(FIRST_CHUNK << min(index, 10), LARGEST_CHUNK)
        if limit <= size:
            yield limit
            return
        yield size
        limit -= size


def _require_solver(script: Script, solve: Solve | None) -> None:
    for expression in script.expressions:
        for node in nodes(expression):
            if isinstance(node, Tricks) and solve is None:
                name = f"tricks({node.seat.name.lower()}, {node.strain.name.lower()})"
                raise BridgeError(f"{name} needs a double-dummy solver; none was given")


def _refuse_never_true(condition: Condition) -> None:
    for conjunct in condition.conjuncts:
        if range_of(conjunct.expression, condition.counts) == (0, 0):
            raise ImpossibleCondition(f"{conjunct.text} never holds, whatever the deal")
