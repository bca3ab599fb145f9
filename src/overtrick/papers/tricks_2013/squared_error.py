"""Figure 12 of the 2013 paper and its conclusion: the mean squared error of the output over the epochs."""

from collections.abc import Iterator

from overtrick.papers.charts import COLOURS, Chart
from overtrick.papers.paper_report import Column, PaperRow, PaperTable
from overtrick.papers.tricks_2013.studies import Algorithm, Study, Trained

DRAWN = {"Fig 12a": "52x4-25-1", "Fig 12b": "104-25-1"}


def squared_errors(study: Study) -> PaperTable:
    """The error of every network of the tables, by both algorithms, and what that says of the conclusion."""
    rows = [
        PaperRow(f"{each.network}, {each.algorithm}", (), (*_at(each, study.recipe.epochs), each.fresh_error))
        for pair in zip(study.plain, study.resilient, strict=True)
        for each in pair
    ]
    heads = [f"epoch {epoch}" for epoch in _epochs(study.recipe.epochs)]
    title = f"mean squared error of the output, {study.train:,} training deals"
    names = " and ".join(DRAWN)
    columns = tuple(Column(head, ".5f") for head in (*heads, "unseen"))
    return PaperTable(names, title, columns, tuple(rows), tuple(_notes(study)))


def _epochs(last: int) -> list[int]:
    return [epoch for epoch in (0, 1, 10) if epoch < last] + [last]


def _at(each: Trained, last: int) -> list[float]:
    return [each.curve[min(epoch, len(each.curve) - 1)] for epoch in _epochs(last)]


def _notes(study: Study) -> Iterator[str]:
    yield "The paper draws both figures (resilient) and names no value; one trick is 0.057 of the output."
    better = sum(
        resilient.curve[-1] < plain.curve[-1] for plain, resilient in zip(study.plain, study.resilient, strict=True)
    )
    yield (
        f"Its conclusion, resilient has the smaller error: so on the training deals for {better} of {len(study.plain)} "
        "networks, on unseen deals for "
        f"{sum(r.fresh_error < p.fresh_error for p, r in zip(study.plain, study.resilient, strict=True))}."
    )
    first, second = (_found(study, network) for network in DRAWN.values())
    yield (
        f"Its conclusion, 52x4 has a smaller error than 104: here {first.curve[-1]:.5f} and {second.curve[-1]:.5f} "
        f"on the training deals, {first.fresh_error:.5f} and {second.fresh_error:.5f} on unseen ones."
    )


def _found(study: Study, network: str, algorithm: Algorithm = Algorithm.RESILIENT) -> Trained:
    rows = study.resilient if algorithm is Algorithm.RESILIENT else study.plain
    return next(each for each in rows if each.network == network)


def error_charts(study: Study) -> Iterator[Chart]:
    """Figures 12a and 12b, with plain back-propagation beside the resilient one."""
    for name, network in DRAWN.items():
        lines = [_found(study, network, algorithm) for algorithm in (Algorithm.RESILIENT, Algorithm.BACK_PROPAGATION)]
        longest = max(len(each.curve) for each in lines) - 1
        highest = 1.05 * max(each.curve[1] for each in lines)
        chart = Chart(f"{name}: {network}", "epoch", "mean squared error", (0, longest), (0, highest))
        for each, colour in zip(lines, COLOURS, strict=False):
            heights = [min(value, highest) for value in each.curve]
            chart.line(range(len(heights)), heights, colour, str(each.algorithm))
        yield chart
