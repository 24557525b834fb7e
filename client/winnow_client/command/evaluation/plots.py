"""Small plots as SVG, drawn here: three kinds of picture are less code than a plotting library is to carry.

Colours come from the page's style sheet (`series-0`, `series-1`, ...), so that they follow its light or dark theme.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 560, 300
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 14, 44
TICKS = 5


@dataclass(frozen=True, slots=True)
class Axis:
    """`low` < `high`; what lies outside is drawn at the edge."""

    label: str
    low: float
    high: float
    form: str = ".2f"

    def share(self, value: float) -> float:
        return (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        return [self.low + (self.high - self.low) * step / TICKS for step in range(TICKS + 1)]


@dataclass(frozen=True, slots=True)
class Point:
    """With the ends of its interval on each axis, and what it is."""

    x: float
    y: float
    x_interval: tuple[float, float]
    y_interval: tuple[float, float]
    label: str


@dataclass(frozen=True, slots=True)
class Plot:
    x: Axis
    y: Axis

    def at(self, x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + self.x.share(x) * (WIDTH - LEFT - RIGHT),
            HEIGHT - BOTTOM - self.y.share(y) * (HEIGHT - TOP - BOTTOM),
        )

    def scatter(self, series: Sequence[tuple[str, Sequence[Point]]]) -> str:
        """Points of each series, joined by a line, with a cross of their intervals."""
        marks = []
        for number, (_, points) in enumerate(series):
            marks.append(self._line([(point.x, point.y) for point in points], number))
            marks.extend(self._point(point, number) for point in points)
        return self._frame(marks, [name for name, _ in series])

    def lines(self, series: Sequence[tuple[str, Sequence[tuple[float, float]]]]) -> str:
        marks = [self._line(points, number) for number, (_, points) in enumerate(series)]
        return self._frame(marks, [name for name, _ in series])

    def histogram(self, series: Sequence[tuple[str, Sequence[float]]]) -> str:
        """Shares of each series in equal bins of the x axis, over one another."""
        marks = []
        for number, (name, shares) in enumerate(series):
            step = (self.x.high - self.x.low) / len(shares)
            for place, share in enumerate(shares):
                x, y = self.at(self.x.low + place * step, share)
                right, floor = self.at(self.x.low + (place + 1) * step, self.y.low)
                title = f"<title>{escape(name)}: {share:.1%}</title>"
                marks.append(
                    f'<rect class="bar series-{number}" x="{x:.1f}" y="{y:.1f}" width="{right - x:.1f}" '
                    f'height="{floor - y:.1f}">{title}</rect>'
                )
        return self._frame(marks, [name for name, _ in series])

    def _point(self, point: Point, number: int) -> str:
        x, y = self.at(point.x, point.y)
        (left, _), (right, _) = (self.at(end, point.y) for end in point.x_interval)
        (_, low), (_, high) = (self.at(point.x, end) for end in point.y_interval)
        return (
            f'<g class="series-{number}"><title>{escape(point.label)}</title>'
            f'<path d="M{left:.1f} {y:.1f}H{right:.1f}M{x:.1f} {low:.1f}V{high:.1f}"/>'
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4"/></g>'
        )

    def _line(self, points: Sequence[tuple[float, float]], number: int) -> str:
        path = "L".join("{:.1f} {:.1f}".format(*self.at(x, y)) for x, y in points)
        return f'<path class="line series-{number}" d="M{path}"/>' if points else ""

    def _frame(self, marks: Sequence[str], names: Sequence[str]) -> str:
        left, floor = self.at(self.x.low, self.y.low)
        right, top = self.at(self.x.high, self.y.high)
        parts = [f'<path class="axis" d="M{left} {top}V{floor}H{right}"/>']
        for value in self.x.ticks():
            x, _ = self.at(value, self.y.low)
            parts.append(f'<text x="{x:.1f}" y="{floor + 16}" text-anchor="middle">{value:{self.x.form}}</text>')
        for value in self.y.ticks():
            _, y = self.at(self.x.low, value)
            parts.append(f'<path class="grid" d="M{left} {y:.1f}H{right}"/>')
            parts.append(f'<text x="{left - 6}" y="{y + 4:.1f}" text-anchor="end">{value:{self.y.form}}</text>')
        middle = (left + right) / 2
        parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle">{escape(self.x.label)}</text>')
        drawn = "".join([*parts, *marks])
        svg = (
            f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(self.y.label)} by '
            f'{escape(self.x.label)}">{drawn}</svg>'
        )
        keys = "".join(f'<span class="key series-{number}">{escape(name)}</span>' for number, name in enumerate(names))
        return f"<figure><figcaption>{escape(self.y.label)}{keys}</figcaption>{svg}</figure>"
