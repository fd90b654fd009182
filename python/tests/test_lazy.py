"""Descriptions from names and types alone are those of the rows themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

import vitrail
from vitrail._lazy import LazyChart, lazy_chart, lazy_table
from vitrail._look import Look
from vitrail._tables import Table

FRAME = pd.DataFrame(
    {
        "x": np.arange(100.0),
        "y": np.arange(100.0) ** 2,
        "class": pd.Categorical(["a", "b"] * 50),
        "time": pd.date_range("2026-01-01", periods=100, tz="Europe/Berlin"),
    }
)
OPTIONS = ("x", "y", "right", "value", "aggregation", "color_map", "color_scaling")


def lazily(table: Table, kind: str, options: dict[str, Any]) -> LazyChart:
    given: dict[str, Any] = {name: options.get(name) for name in OPTIONS}
    look = {name: value for name, value in options.items() if name not in OPTIONS}
    return lazy_chart(table, Look(kind, **look), **given)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("density", {"x": "x", "y": "y", "title": "Points"}),
        ("density", {"x": "x", "y": "y", "value": "class", "color_scaling": "linear"}),
        ("density", {"x": "time", "y": "y", "value": "x", "aggregation": "mean", "color_map": ["#000", "#fff"]}),
        ("line", {"x": "x", "y": "y", "x_range": (0, 50), "y_range": (0, None)}),
        ("line", {"x": "time", "y": ["x", "y"], "right": None, "size": (400, 200)}),
        ("line", {"x": "time", "y": "x", "right": "y", "x_range": ("2026-01-02", "2026-01-04")}),
        ("area", {"x": "x", "y": ["y", "x"], "palette": "tab10"}),
    ],
)
def test_the_same_description(kind: str, options: dict[str, Any]) -> None:
    lazy = lazily(lazy_table(FRAME.iloc[:0], "frame", list(FRAME.columns)), kind, options)
    whole = vitrail.density(FRAME, **options) if kind == "density" else vitrail.plot(FRAME, kind=kind, **options)  # type: ignore[arg-type]
    assert lazy.description == whole.description
    assert lazy.sources == {key: key for key in lazy.sources}


def test_an_index() -> None:
    frame = FRAME.set_index("time")
    lazy = lazily(lazy_table(frame.iloc[:0], "frame", list(frame.columns), has_index=True), "line", {"y": "y"})
    assert lazy.description == vitrail.plot(frame, y="y").description
    assert lazy.sources == {"time": None, "y": "y"}


def test_arrow() -> None:
    table = pa.table(FRAME)
    lazy = lazily(
        lazy_table(table.schema.empty_table(), "dataset", table.column_names), "line", {"x": "time", "y": "y"}
    )
    assert lazy.description == vitrail.plot(table, x="time", y="y").description


@pytest.mark.parametrize(
    ("kind", "options", "error", "words"),
    [
        ("line", {"x": "x", "y": "missing"}, ValueError, "y: column 'missing' not found; frame has 'x', 'y'"),
        ("line", {"x": "x", "y": "class"}, TypeError, "y: texts (column 'class')"),
        ("line", {"x": "x", "y": "y", "value": "y"}, ValueError, "value needs kind='density'"),
        ("density", {"x": "x"}, ValueError, "takes one column"),
        ("line", {"x": "time", "y": "y", "x_range": ("2026-01-01", None)}, ValueError, "x_range: no sample gives"),
    ],
)
def test_errors(kind: str, options: dict[str, Any], error: type[Exception], words: str) -> None:
    frame = FRAME.assign(z=1.0)
    with pytest.raises(error) as caught:
        lazily(lazy_table(frame.iloc[:0], "frame", list(frame.columns)), kind, options)
    assert words in str(caught.value)
