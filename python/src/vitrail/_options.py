"""The arguments that functions that make charts have in common, for type checkers and signatures."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any, Literal, TypedDict

Kind = Literal["line", "area", "scatter", "density", "column", "bar", "candlestick", "ohlc", "radar", "pie", "donut"]
ReducibleKind = Literal["line", "area", "density", "column", "bar"]
Theme = Literal["flat", "light", "dark", "flatDark"]
Aggregation = Literal["sum", "mean", "min", "max", "count", "last"]
Range = str | Sequence[Any] | None
Distance = float | str | datetime.timedelta


class CommonOptions(TypedDict, total=False):
    """Those of all charts. See `vitrail.plot`."""

    title: str | None
    subtitle: str | None
    caption: str | None
    source: str | None
    x_title: str | None
    y_title: str | None
    size: Sequence[float] | str | None
    scale: float | None
    theme: Theme | None
    palette: str | Sequence[str] | None
    font: str | None
    font_size: float | None
    labels: bool
    end_labels: bool
    log_x: bool
    log_y: bool
    sqrt_x: bool
    sqrt_y: bool
    x_range: Range
    y_range: Range
    reverse_x: bool
    reverse_y: bool
    include_zero: bool
    connect_gaps: bool | Distance
    break_at: Distance | None
    time_zone: str | None
    locale: str | None
    currency: str | None
    compact: bool


class LookOptions(CommonOptions, total=False):
    """Those of charts that combine rows with the same x."""

    aggregation: Aggregation | None


class SliceOptions(LookOptions, total=False):
    """Those of pies and donuts, with the roles of their columns."""

    x: Any
    y: Any


class SampleOptions(SliceOptions, total=False):
    """Those of charts whose rows a column may split."""

    by: Any
