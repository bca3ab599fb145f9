"""The averages and frequencies that a script asks for."""

import numpy as np

from overtrick.core import Seat
from overtrick.dealing.actions import Average, Frequency
from overtrick.dealing.compiling import compiled
from overtrick.dealing.reports import AverageReport, FrequencyReport
from overtrick.dealing.views import DealView


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
