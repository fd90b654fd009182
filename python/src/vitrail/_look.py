"""Arguments of `plot` that say how the chart looks, checked."""

from __future__ import annotations

import numbers
from collections.abc import Sequence
from typing import Any

from . import _dates

KINDS = (
    "line",
    "area",
    "scatter",
    "density",
    "column",
    "bar",
    "candlestick",
    "ohlc",
    "radar",
    "pie",
    "donut",
    "band",
    "errorBar",
    "hist",
)
THEMES = ("flat", "light", "dark", "flatDark")
AGGREGATIONS = ("sum", "mean", "min", "max", "count", "last")
ROUND = ("pie", "donut")
WIDE = ("column", "bar", "radar")
PRICES = ("candlestick", "ohlc")

#: Points, and device pixels for each.
SIZE = (960, 540)
SCALE = 2.0
LARGEST_SIDE = 65_536


class Look:
    """What is said of a chart besides its data.

    The arguments have the names and the meanings of those of `plot`; None and False mean "not given".
    """

    def __init__(
        self,
        kind: str,
        *,
        title: str | None = None,
        subtitle: str | None = None,
        caption: str | None = None,
        source: str | None = None,
        x_title: str | None = None,
        y_title: str | None = None,
        size: Sequence[float] | str | None = None,
        scale: float | None = None,
        theme: str | None = None,
        palette: str | Sequence[str] | None = None,
        font: str | None = None,
        font_size: float | None = None,
        labels: bool = False,
        end_labels: bool = False,
        aggregation: str | None = None,
        log_x: bool = False,
        log_y: bool = False,
        sqrt_x: bool = False,
        sqrt_y: bool = False,
        x_range: Any = None,
        y_range: Any = None,
        reverse_x: bool = False,
        reverse_y: bool = False,
        include_zero: bool = False,
        connect_gaps: Any = False,
        break_at: Any = None,
        time_zone: str | None = None,
        locale: str | None = None,
        currency: str | None = None,
        compact: bool = False,
    ) -> None:
        self.kind = one_of(kind, KINDS, "kind")
        self.title = text(title, "title")
        self.subtitle = text(subtitle, "subtitle")
        self.caption = text(caption, "caption")
        self.source = text(source, "source")
        self.x_title = text(x_title, "x_title")
        self.y_title = text(y_title, "y_title")
        self.size = points(size)
        self.scale = number(scale, "scale", 0.1, 16) or SCALE
        self.theme = None if theme is None else one_of(theme, THEMES, "theme")
        self.palette = colors(palette)
        self.font = text(font, "font")
        self.font_size = number(font_size, "font_size", 1, 100)
        self.labels = flag(labels, "labels")
        self.end_labels = flag(end_labels, "end_labels")
        self.aggregation = None if aggregation is None else one_of(aggregation, AGGREGATIONS, "aggregation")
        self.log_x = flag(log_x, "log_x")
        self.log_y = flag(log_y, "log_y")
        self.sqrt_x = flag(sqrt_x, "sqrt_x")
        self.sqrt_y = flag(sqrt_y, "sqrt_y")
        self.x_range = _dates.pair(x_range, "x_range")
        self.y_range = _dates.pair(y_range, "y_range")
        self.reverse_x = flag(reverse_x, "reverse_x")
        self.reverse_y = flag(reverse_y, "reverse_y")
        self.include_zero = flag(include_zero, "include_zero")
        self.connect_gaps: Any = (
            bool(connect_gaps)
            if connect_gaps is None or isinstance(connect_gaps, bool)
            else _dates.distance(connect_gaps, "connect_gaps")
        )
        self.break_at: Any = None if break_at is None else _dates.distance(break_at, "break_at")
        self.time_zone = text(time_zone, "time_zone")
        self.locale = text(locale, "locale")
        self.currency = text(currency, "currency")
        self.compact = flag(compact, "compact")
        self._check_kind()

    def is_logarithmic(self, direction: str) -> bool:
        """Whether an axis, ``x`` or ``y``, is logarithmic."""
        return self.log_x if direction == "x" else self.log_y

    def axis_type(self, direction: str) -> str | None:
        """The type of an axis of numbers, ``x`` or ``y``, other than linear."""
        if self.is_logarithmic(direction):
            return "logarithmic"
        return "squareRoot" if (self.sqrt_x if direction == "x" else self.sqrt_y) else None

    def range(self, direction: str) -> tuple[Any, Any] | None:
        """What is said of the range of an axis, ``x`` or ``y``."""
        return self.x_range if direction == "x" else self.y_range

    def _check_kind(self) -> None:
        """Refuse what only other kinds of charts have."""
        lines = ("line", "area", "radar", "band")
        flat = tuple(kind for kind in KINDS if kind not in ROUND)
        not_radar = tuple(kind for kind in flat if kind != "radar")
        checks = [
            (
                "aggregation",
                self.aggregation is not None,
                tuple(kind for kind in KINDS if kind not in ("density", "hist", "band", "errorBar")),
            ),
            ("connect_gaps", self.connect_gaps is not False, lines),
            ("break_at", self.break_at is not None, lines),
            ("currency", self.currency is not None, flat),
            ("compact", self.compact, flat),
            ("log_x", self.log_x, not_radar),
            ("log_y", self.log_y, not_radar),
            ("sqrt_x", self.sqrt_x, not_radar),
            ("sqrt_y", self.sqrt_y, not_radar),
            ("labels", self.labels, tuple(kind for kind in not_radar if kind not in ("density", "band"))),
            ("end_labels", self.end_labels, ("line", "area")),
            ("reverse_x", self.reverse_x, not_radar),
            ("reverse_y", self.reverse_y, not_radar),
            ("include_zero", self.include_zero, flat),
            ("x_range", self.x_range is not None, flat),
            ("y_range", self.y_range is not None, flat),
        ]
        for name, given, kinds in checks:
            if given and self.kind not in kinds:
                raise ValueError(f"{name} does not work with kind={self.kind!r}; it works with {', '.join(kinds)}")
        for direction, is_log, is_sqrt in (("x", self.log_x, self.sqrt_x), ("y", self.log_y, self.sqrt_y)):
            if is_log and is_sqrt:
                raise ValueError(f"log_{direction} and sqrt_{direction} exclude each other")
        values = "x" if self.kind == "bar" else "y"
        if self.include_zero and self.is_logarithmic(values):
            raise ValueError("include_zero: a logarithmic axis starts above 0")
        if self.include_zero and self.range(values) is not None:
            raise ValueError(f"include_zero needs an automatic range: leave out {values}_range")
        if self.kind in PRICES and self.aggregation not in (None, "last"):
            raise ValueError(
                f"aggregation: kind={self.kind!r} takes 'last': "
                "the first open, the highest high, the lowest low, the last close"
            )

    #: Names of all arguments but the kind.
    ARGUMENTS = frozenset(__init__.__kwdefaults__ or {})


def one_of(value: Any, choices: Sequence[str], argument: str) -> str:
    """The value, if it is one of the choices."""
    if value not in choices or not isinstance(value, str):
        raise ValueError(f"{argument} is one of {', '.join(choices)}, not {value!r}")
    return value


def text(value: Any, argument: str) -> str | None:
    """The value, if it is a text or None."""
    if value is not None and not isinstance(value, str):
        raise TypeError(f"{argument} is a text, not {value!r}")
    return value or None


def flag(value: Any, argument: str) -> bool:
    """The value, if it is true or false."""
    if value is None:
        return False
    if not isinstance(value, bool) and type(value).__name__ not in ("bool_", "bool"):
        raise TypeError(f"{argument} is True or False, not {value!r}")
    return bool(value)


def number(value: Any, argument: str, low: float, high: float) -> float | None:
    """The value, if it is a number within bounds or None."""
    if value is None:
        return None
    if not isinstance(value, numbers.Real) or isinstance(value, bool):
        raise TypeError(f"{argument} is a number, not {value!r}")
    if not low <= float(value) <= high:
        raise ValueError(f"{argument} is {low:g} to {high:g}, not {value!r}")
    return float(value)


def points(size: Any) -> tuple[float, float]:
    """Width and height in points."""
    if size is None:
        return SIZE
    if isinstance(size, str):
        size = size.lower().split("x")
        try:
            size = [float(side) for side in size]
        except ValueError:
            size = []
    try:
        sides = tuple(size)
    except TypeError:
        raise TypeError(f"size is (width, height) in points, not {size!r}") from None
    if len(sides) != 2:
        raise ValueError(f"size is (width, height) in points, each 1 to {LARGEST_SIDE}, not {size!r}")
    width, height = (number(side, "size", 1, LARGEST_SIDE) for side in sides)
    if width is None or height is None:
        raise TypeError(f"size is (width, height) in points, not {size!r}")
    return (width, height)


def colors(palette: Any) -> Any:
    """A name, or a list of colours."""
    if palette is None:
        return None
    if isinstance(palette, str):
        if "," not in palette and not palette.startswith("#"):
            return palette
        palette = palette.split(",")
    found = [color.strip() if isinstance(color, str) else color for color in palette]
    for color in found:
        if not isinstance(color, str):
            raise TypeError(f"palette: {color!r} is no colour; write it as CSS does: 'steelblue' or '#036'")
    if not found:
        raise ValueError("palette: no colour")
    return found
