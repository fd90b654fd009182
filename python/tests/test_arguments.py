"""Wrong arguments are errors that begin with the argument's name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import vitrail

TABLE = {
    "t": np.arange("2024-01-01", "2024-01-04", dtype="M8[D]"),
    "a": [1, 2, 3],
    "b": [3, 2, 1],
    "c": ["u", "v", "w"],
}


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        ((), {}, TypeError, "nothing to draw"),
        (([1], [2], [3]), {}, TypeError, "3 arguments of data"),
        (([1, 2], [1, 2, 3]), {}, ValueError, "x: 2 values beside 3 of y"),
        (({"a": [1, 2], "b": [1]},), {}, ValueError, "data['b']: 1 values beside 2 in column 'a'"),
        (([1, 2], [1, 2]), {"x": [1, 2]}, TypeError, "x is given twice"),
        (([1, 2],), {"y": [1, 2]}, TypeError, "y is given twice"),
        ((np.array([1j]),), {}, TypeError, "y: complex"),
        ((np.array([{}, []], object),), {}, TypeError, "y: row 0 is a dict"),
        ((np.array(1.0),), {}, ValueError, "y: a single value"),
        ((["a", "b"],), {}, TypeError, "y: texts, which are for x"),
        ((TABLE["t"],), {}, TypeError, "y: dates, which are for x"),
        ((TABLE,), {"y": "missing"}, ValueError, "y: column 'missing' not found; data has 't', 'a', 'b', 'c'"),
        ((TABLE,), {"y": "c"}, TypeError, "y: texts (column 'c')"),
        ((TABLE,), {"by": "x"}, ValueError, "by: column 'x' not found"),
        ((TABLE,), {"by": "c", "kind": "pie"}, ValueError, "by does not work with kind='pie'"),
        ((TABLE,), {"kind": "pie"}, ValueError, "takes one column, not 2"),
        ((TABLE,), {"right": "a", "kind": "column"}, ValueError, "right does not work with"),
        ((TABLE,), {"kind": "candlestick"}, ValueError, "open: column 'open' not found"),
        ((TABLE,), {"open": "a"}, ValueError, "open needs kind='candlestick'"),
        (([1, 2, 3],), {"kind": "candlestick"}, TypeError, "takes open, high, low and close, not y"),
        (({},), {}, ValueError, "data: a table without columns"),
        ((pd.DataFrame(),), {}, ValueError, "data: a DataFrame without columns"),
        ((pd.DataFrame({"a": ["x"]}),), {}, ValueError, "data: no column of numbers"),
        ((pl.DataFrame({"a": ["x"]}),), {}, ValueError, "data: no column of numbers"),
        ((pa.table({"a": [[1]]}),), {}, ValueError, "data: no column of numbers"),
        ((np.zeros((2, 2, 2)),), {}, ValueError, "data: 3 dimensions"),
        ((np.zeros((2, 5000)),), {}, ValueError, "data: 5000 columns"),
        (([float("nan")] * 3,), {}, ValueError, "column 'y' holds no number"),
        (([1, -1],), {"kind": "pie"}, ValueError, "a slice cannot be negative"),
        (([1],), {"kind": "lines"}, ValueError, "kind is one of line, area"),
        (([1],), {"size": (0, 10)}, ValueError, "size is 1 to 65536"),
        (([1],), {"size": 10}, TypeError, "size is (width, height)"),
        (([1],), {"size": (1, 2, 3)}, ValueError, "size is (width, height)"),
        (([1],), {"size": "axb"}, ValueError, "size is (width, height)"),
        (([1],), {"size": (float("nan"), 10)}, ValueError, "size is 1 to 65536"),
        (([1],), {"scale": 17}, ValueError, "scale is 0.1 to 16"),
        (([1],), {"scale": "2"}, TypeError, "scale is a number"),
        (([1],), {"theme": "blue"}, ValueError, "theme is one of flat, light, dark, flatDark"),
        (([1],), {"title": 5}, TypeError, "title is a text"),
        (([1],), {"palette": [1]}, TypeError, "palette: 1 is no colour"),
        (([1],), {"palette": []}, ValueError, "palette: no colour"),
        (([1],), {"font_size": 0}, ValueError, "font_size is 1 to 100"),
        (([1],), {"labels": "yes"}, TypeError, "labels is True or False"),
        (([1],), {"aggregation": "median"}, ValueError, "aggregation is one of sum, mean"),
        (([1, 2],), {"x_range": 5}, TypeError, "x_range: a range is a pair"),
        (([1, 2],), {"x_range": (1, 2, 3)}, ValueError, "x_range: a range is a pair"),
        (([1, 2],), {"y_range": (2, 1)}, ValueError, "y_range: the first end is not less"),
        (([1, 2],), {"y_range": (5, None)}, ValueError, "y_range: no sample is in this range"),
        (([1, 2],), {"y_range": ("a", None)}, ValueError, "y_range: 'a' is not a number"),
        (([1, 2],), {"y_range": (0, 10), "log_y": True}, ValueError, "y_range: a logarithmic axis starts above 0"),
        (([1, 2],), {"y_range": (float("inf"), None)}, ValueError, "y_range: inf is not a number"),
        ((TABLE,), {"y": "a", "x_range": ("nonsense", None)}, ValueError, "x_range: 'nonsense' is not a date"),
        ((TABLE,), {"y": "a", "log_x": True}, ValueError, "log_x needs numbers: dates"),
        ((TABLE,), {"y": "a", "x": "c", "x_range": (0, 1)}, ValueError, "x_range: texts are on this axis"),
        (([1, 2],), {"connect_gaps": "6h"}, ValueError, "connect_gaps: units of time need dates"),
        (([1, 2],), {"connect_gaps": -1}, ValueError, "connect_gaps: a distance is a number above 0"),
        (([1, 2],), {"break_at": "6 parsecs"}, ValueError, "break_at: a distance is"),
        (([1, 2],), {"include_zero": True, "log_y": True}, ValueError, "include_zero: a logarithmic axis"),
        (([1, 2],), {"include_zero": True, "y_range": (0, 1)}, ValueError, "include_zero needs an automatic range"),
        (([1, 2],), {"kind": "radar", "log_y": True}, ValueError, "log_y does not work with kind='radar'"),
        (([1, 2],), {"kind": "pie", "sqrt_y": True}, ValueError, "sqrt_y does not work with kind='pie'"),
        (([1, 2],), {"log_y": True, "sqrt_y": True}, ValueError, "log_y and sqrt_y exclude each other"),
        ((TABLE,), {"y": "a", "sqrt_x": True}, ValueError, "sqrt_x needs numbers: dates"),
        (([1, 2],), {"end_labels": True, "kind": "scatter"}, ValueError, "end_labels does not work with"),
        (
            (TABLE,),
            {"y": "a", "time_zone": "Mars/Base", "x_range": ("2024-01-01", "2024-01-02")},
            ValueError,
            "time_zone: 'Mars/Base'",
        ),
    ],
)
def test_plot(arguments: tuple[Any, ...], options: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        vitrail.plot(*arguments, **options)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: vitrail.band([1, 2]), TypeError, "low is missing"),
        (lambda: vitrail.band([1, 2], [1, 2, 3]), ValueError, "high: 3 values beside 2 of low"),
        (lambda: vitrail.band([1, 2], low=["a", "b"], high=[1, 2]), TypeError, "y[0]: texts"),
        (lambda: vitrail.errorbar([1, 2]), TypeError, "takes error, or error_low and error_high, or low and high"),
        (lambda: vitrail.errorbar([1, 2], error=1, low=[1, 2]), TypeError, "takes error, or"),
        (lambda: vitrail.errorbar(error=[1, 2]), TypeError, "y is missing"),
        (lambda: vitrail.errorbar([1, 2], [3, 4], [1, 2, 3]), ValueError, "error: 3 values beside 2 of y"),
        (lambda: vitrail.errorbar({"a": [1]}, y="a", error="b"), ValueError, "column 'b' not found"),
        (lambda: vitrail.plot([1], kind="errorBar"), ValueError, "call vitrail.errorbar"),
        (lambda: vitrail.hist(["a"]), TypeError, "data: texts; a histogram counts numbers"),
        (lambda: vitrail.hist([1, 2], bins=0), ValueError, "bins is 1 to 100000"),
        (lambda: vitrail.hist([1, 2], bins=10**9), ValueError, "bins is 1 to 100000"),
        (lambda: vitrail.hist([1, 2], bins="magic"), ValueError, "bins: "),
        (lambda: vitrail.hist([1, 2], bins=[0, 1, 3]), ValueError, "bins: edges at unequal distances"),
        (lambda: vitrail.hist({"a": [1], "b": [2]}), ValueError, "y is needed"),
        (lambda: vitrail.density([1, 2], [1, 2], value=[1]), ValueError, "value: 1 values beside 2 of y"),
        (lambda: vitrail.candlestick([1], [2]), TypeError, "candlestick(table)"),
        (lambda: vitrail.candlestick(open=[1], high=[2]), TypeError, "low is missing"),
        (
            lambda: vitrail.candlestick(open=[1, 2], high=[2], low=[1], close=[1]),
            ValueError,
            "high: 1 values beside 2 of open",
        ),
        (lambda: vitrail.Chart(5), TypeError, "description is a dict or JSON text"),
        (lambda: vitrail.Chart("{"), ValueError, "description: no JSON"),
        (lambda: vitrail.Chart({"series": object()}), TypeError, "is no value of JSON"),
        (lambda: vitrail.Chart({}, data=[1]), TypeError, "data is a dict of tables"),
        (lambda: vitrail.Chart({}, data={1: {"a": [1]}}), TypeError, "data: 1 is no name"),
        (lambda: vitrail.Chart({}, data={"d": [1]}), TypeError, "data['d']: list is no table"),
        (
            lambda: vitrail.Chart({"series": [{"x": "a"}]}, data={"d": {"a": [1j]}}),
            TypeError,
            "data['d']['a']: complex",
        ),
        (lambda: vitrail.plot([1]).to_bytes("bmp"), ValueError, "format is one of png"),
        (lambda: vitrail.plot([1]).to_bytes("jpeg", quality=101), ValueError, "quality is 0 to 100"),
        (lambda: vitrail.plot([1]).to_bytes("svg", vector="maybe"), ValueError, "vector is one of auto"),
        (lambda: vitrail.plot([1]).save("a.bmp"), ValueError, "path: 'a.bmp' ends in no known extension"),
    ],
)
def test_other_functions(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert words in str(caught.value)


def test_a_cycle_in_a_description() -> None:
    description: dict[str, Any] = {}
    description["series"] = [description]
    with pytest.raises(ValueError, match="description: "):
        vitrail.Chart(description)
