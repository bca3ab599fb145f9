"""Charts as SVG text: points, lines, axes. No library, no scripts; they print and scale."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape

COLOURS = ("#2563a8", "#c2410c", "#15803d", "#7e22ce", "#b91c1c", "#0e7490", "#a16207", "#475569")


@dataclass
class Chart:
    """A chart with linear axes; add points and lines, then ask for its SVG."""

    title: str
    x_label: str
    y_label: str
    x_range: tuple[float, float]
    y_range: tuple[float, float]
    width: int = 460
    height: int = 320
    _parts: list[str] = field(default_factory=list)
    _legend: list[tuple[str, str]] = field(default_factory=list)

    def points(self, xs: Sequence[float], ys: Sequence[float], colour: str = COLOURS[0], radius: float = 1.5) -> None:
        """A cloud of points."""
        dots = "".join(f"M{self._x(x):.1f} {self._y(y):.1f}h0" for x, y in zip(xs, ys, strict=True))
        self._parts.append(
            f'<path d="{dots}" stroke="{colour}" stroke-width="{2 * radius}" stroke-linecap="round" opacity="0.35"/>'
        )

    def line(self, xs: Sequence[float], ys: Sequence[float], colour: str = COLOURS[0], name: str = "") -> None:
        """A line through the points, named in the legend."""
        path = " ".join(f"{self._x(x):.1f},{self._y(y):.1f}" for x, y in zip(xs, ys, strict=True))
        self._parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        if name:
            self._legend.append((name, colour))

    def error_bars(
        self, xs: Sequence[float], ys: Sequence[float], errors: Sequence[float], colour: str = COLOURS[0]
    ) -> None:
        """A vertical bar of one error up and down at each point."""
        bars = "".join(
            f"M{self._x(x):.1f} {self._y(y - error):.1f}V{self._y(y + error):.1f}"
            for x, y, error in zip(xs, ys, errors, strict=True)
        )
        self._parts.append(f'<path d="{bars}" stroke="{colour}" stroke-width="1"/>')

    def label(self, x: float, y: float, text: str) -> None:
        """Words to the right of a point."""
        self._parts.append(f'<text x="{self._x(x) + 6:.1f}" y="{self._y(y) + 4:.1f}">{escape(text)}</text>')

    def columns(self, xs: Sequence[float], ys: Sequence[float], colour: str = COLOURS[0], name: str = "") -> None:
        """A column from the bottom to each point, named in the legend."""
        bottom = self._y(self.y_range[0])
        bars = "".join(f"M{self._x(x):.1f} {bottom:.1f}V{self._y(y):.1f}" for x, y in zip(xs, ys, strict=True))
        self._parts.append(f'<path d="{bars}" stroke="{colour}" stroke-width="18"/>')
        if name:
            self._legend.append((name, colour))

    def svg(self) -> str:
        """The whole chart."""
        left, top, right, bottom = 48, 26, self.width - 10, self.height - 36
        frame = f'<rect x="{left}" y="{top}" width="{right - left}" height="{bottom - top}" fill="none" stroke="#888"/>'
        labels = (
            f'<text x="{self.width / 2}" y="16" text-anchor="middle" font-weight="600">{escape(self.title)}</text>'
            f'<text x="{(left + right) / 2}" y="{self.height - 6}" text-anchor="middle">{escape(self.x_label)}</text>'
            f'<text x="12" y="{(top + bottom) / 2}" text-anchor="middle" '
            f'transform="rotate(-90 12 {(top + bottom) / 2})">{escape(self.y_label)}</text>'
        )
        legend = "".join(
            f'<text x="{right - 8}" y="{bottom - 10 - 14 * place}" text-anchor="end" fill="{colour}">'
            f"{escape(name)}</text>"
            for place, (name, colour) in enumerate(reversed(self._legend))
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'width="{self.width}" height="{self.height}" font-family="system-ui, sans-serif" font-size="11" '
            f'fill="#222" role="img" aria-label="{escape(self.title)}">'
            f"{frame}{self._ticks(left, top, right, bottom)}{''.join(self._parts)}{labels}{legend}</svg>"
        )

    def _ticks(self, left: int, top: int, right: int, bottom: int) -> str:
        parts = []
        for x in _round_values(*self.x_range):
            parts.append(f'<text x="{self._x(x):.1f}" y="{bottom + 14}" text-anchor="middle">{x:g}</text>')
            parts.append(f'<path d="M{self._x(x):.1f} {top}V{bottom}" stroke="#ddd" stroke-width="0.5"/>')
        for y in _round_values(*self.y_range):
            parts.append(f'<text x="{left - 5}" y="{self._y(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
            parts.append(f'<path d="M{left} {self._y(y):.1f}H{right}" stroke="#ddd" stroke-width="0.5"/>')
        return "".join(parts)

    def _x(self, value: float) -> float:
        low, high = self.x_range
        return 48 + (value - low) / (high - low) * (self.width - 58)

    def _y(self, value: float) -> float:
        low, high = self.y_range
        return self.height - 36 - (value - low) / (high - low) * (self.height - 62)


def _round_values(low: float, high: float) -> list[float]:
    """About six round numbers in the range."""
    rough = (high - low) / 6
    size = 10.0 ** len(str(int(1 / rough))) if rough < 1 else 1.0
    unit = 1.0
    while unit * 10 <= rough * size:
        unit *= 10
    step = next(factor * unit for factor in (1, 2, 5, 10) if factor * unit >= rough * size) / size
    first = -int(-low // step) if low % step else int(low // step)
    values = []
    while first * step <= high + 1e-9:
        values.append(round(first * step, 10))
        first += 1
    return values
