"""Every container that a column may come from."""

from __future__ import annotations

import array
import datetime
import decimal
import gc
import sys
from collections import deque
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from vitrail._columns import Column
from vitrail._convert import column
from vitrail._tables import is_table, table

NAN = float("nan")


def numbers(data: Any) -> list[float]:
    """The numbers of a column, None for gaps."""
    found = column(data, "y")
    assert found.kind == "number"
    return [None if value != value else value for value in found.scaled().tolist()]


class ThroughInterface:
    """An object that has nothing but ``__array_interface__``."""

    def __init__(self, values: np.ndarray) -> None:
        self._values = values
        self.__array_interface__ = values.__array_interface__


class ThroughDLPack:
    """An object that has nothing but DLPack."""

    def __init__(self, values: np.ndarray, device: int = 1) -> None:
        self._values = values
        self._device = device

    def __dlpack__(self, **options: Any) -> Any:
        return self._values.__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (self._device, 0)


class ThroughStream:
    """An object that has nothing but ``__arrow_c_stream__``."""

    def __init__(self, values: Any) -> None:
        self._values = values

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._values.__arrow_c_stream__(requested_schema)


FLOATS = np.array([1.5, -2.0, 3.25])
CONTAINERS = {
    "list": [1.5, -2, 3.25],
    "tuple": (1.5, -2.0, 3.25),
    "generator": lambda: (value for value in (1.5, -2.0, 3.25)),
    "deque": deque([1.5, -2.0, 3.25]),
    "dict values": {"a": 1.5, "b": -2.0, "c": 3.25}.values(),
    "array.array": array.array("d", [1.5, -2.0, 3.25]),
    "memoryview": memoryview(FLOATS),
    "numpy": FLOATS,
    "numpy masked": np.ma.masked_array(FLOATS),
    "numpy read-only": np.frombuffer(FLOATS.tobytes()),
    "numpy float32": FLOATS.astype("f4"),
    "numpy float16": FLOATS.astype("f2"),
    "numpy longdouble": FLOATS.astype("g"),
    "numpy big-endian": FLOATS.astype(">f8"),
    "numpy unaligned": np.frombuffer(b"x" + FLOATS.tobytes(), "u1")[1:].view("f8"),
    "numpy reversed": FLOATS[::-1].copy()[::-1],
    "numpy strided": np.stack([FLOATS, FLOATS + 1], axis=1)[:, 0],
    "numpy objects": FLOATS.astype(object),
    "numpy matrix row": np.asfortranarray(np.stack([FLOATS, FLOATS]))[0],
    "array interface": ThroughInterface(FLOATS),
    "dlpack": ThroughDLPack(FLOATS),
    "pandas Series": pd.Series(FLOATS),
    "pandas Index": pd.Index(FLOATS),
    "pandas array": pd.array(FLOATS),
    "pandas Float64": pd.Series(FLOATS, dtype="Float64"),
    "pandas Arrow": pd.Series(FLOATS, dtype="float64[pyarrow]"),
    "pandas sparse": pd.Series(pd.arrays.SparseArray(FLOATS)),
    "polars Series": pl.Series(FLOATS),
    "polars Float32": pl.Series(FLOATS, dtype=pl.Float32),
    "polars chunks": pl.concat([pl.Series(FLOATS[:1]), pl.Series(FLOATS[1:])], rechunk=False),
    "pyarrow Array": pa.array(FLOATS),
    "pyarrow ChunkedArray": pa.chunked_array([FLOATS[:1], FLOATS[1:]]),
    "pyarrow sliced": pa.array([0.0, *FLOATS, 9.0])[1:4],
    "Arrow stream": ThroughStream(pa.chunked_array([FLOATS])),
    "decimals": [decimal.Decimal("1.5"), decimal.Decimal(-2), decimal.Decimal("3.25")],
    "pyarrow decimal": pa.array([decimal.Decimal("1.5"), decimal.Decimal(-2), decimal.Decimal("3.25")]),
    "polars Decimal": pl.Series([decimal.Decimal("1.5"), decimal.Decimal(-2), decimal.Decimal("3.25")]),
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_numbers(container: str) -> None:
    data = CONTAINERS[container]
    assert numbers(data() if callable(data) else data) == [1.5, -2.0, 3.25]


@pytest.mark.parametrize("dtype", ["i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8"])
def test_integers_are_read_in_place(dtype: str) -> None:
    values = np.arange(5).astype(dtype)
    found = column(values, "y")
    assert np.shares_memory(found.values, values)
    assert found.values.dtype == values.dtype


@pytest.mark.parametrize(
    "make",
    [
        lambda values: values,
        lambda values: values[::3],
        lambda values: values[::-1],
        lambda values: values.reshape(-1, 4)[:, 1],
        lambda values: ThroughInterface(values),
        lambda values: ThroughDLPack(values),
        lambda values: memoryview(values),
        lambda values: pd.Series(values, copy=False),
        lambda values: pl.Series(values),
        lambda values: pa.array(values),
    ],
)
def test_large_columns_are_not_copied(make: Any) -> None:
    values = np.arange(400_000.0)
    data = make(values)
    found = column(data, "y")
    base = found.values
    while isinstance(base.base, np.ndarray):
        base = base.base
    # polars copies what NumPy owns when the Series is made; the column reads the Series' own memory.
    if isinstance(data, pl.Series):
        assert np.shares_memory(found.values, data.to_numpy(allow_copy=False))
    else:
        assert np.shares_memory(found.values, values)


def test_owner_is_held() -> None:
    values = np.arange(1000.0)
    before = sys.getrefcount(values)
    found = column(ThroughInterface(values), "y")
    assert sys.getrefcount(values) > before
    del values
    gc.collect()
    assert found.values[999] == 999


@pytest.mark.parametrize(
    "data",
    [
        [1.0, None, 3.0],
        [1, NAN, 3],
        np.array([1, np.nan, 3]),
        np.array([1.0, np.inf, 3.0]),
        np.ma.masked_array([1, 2, 3], [False, True, False]),
        np.array([1, None, 3], object),
        pd.Series([1, None, 3], dtype="Int64"),
        pd.Series([1, None, 3], dtype="Float32"),
        pd.Series([1, None, 3], dtype="int64[pyarrow]"),
        pd.Series([1, pd.NA, 3], dtype=object),
        pl.Series([1, None, 3]),
        pl.Series([1.0, None, 3.0]),
        pa.array([1, None, 3]),
        pa.chunked_array([[1], [None, 3]], pa.uint8()),
    ],
)
def test_gaps(data: Any) -> None:
    assert numbers(data) == [1.0, None, 3.0]


@pytest.mark.parametrize(
    "data",
    [
        [True, False, True],
        np.array([True, False, True]),
        pd.Series([True, False, True], dtype="boolean"),
        pl.Series([True, False, True]),
        pa.array([True, False, True]),
    ],
)
def test_booleans(data: Any) -> None:
    assert numbers(data) == [1.0, 0.0, 1.0]


@pytest.mark.parametrize(
    "data",
    [
        np.array([1500, 250], "m8[ms]"),
        [datetime.timedelta(seconds=1.5), datetime.timedelta(seconds=0.25)],
        pd.Series(pd.to_timedelta(["1.5s", "0.25s"])),
        pl.Series([datetime.timedelta(seconds=1.5), datetime.timedelta(seconds=0.25)]),
        pa.array([1500, 250], pa.duration("ms")),
    ],
)
def test_durations_are_seconds(data: Any) -> None:
    assert numbers(data) == [1.5, 0.25]


DAY = datetime.datetime(2024, 1, 31, 12)


@pytest.mark.parametrize(
    ("data", "zone"),
    [
        (np.array(["2024-01-31T12", "NaT"], "M8[s]"), None),
        (np.array(["2024-01-31T12", "NaT"], "M8[h]"), None),
        (np.array(["2024-01-31T12", "NaT"], ">M8[us]"), None),
        ([DAY, None], None),
        ([np.datetime64(DAY), np.datetime64("NaT", "s")], None),
        ([DAY.replace(tzinfo=datetime.timezone.utc), None], "UTC"),
        (pd.Series([DAY, None]), None),
        (pd.Series([DAY, None]).dt.tz_localize("UTC").dt.tz_convert("Europe/Berlin"), "Europe/Berlin"),
        (pd.DatetimeIndex([DAY, None]), None),
        (pd.DatetimeIndex([DAY, None], tz="UTC").tz_convert("Asia/Tokyo"), "Asia/Tokyo"),
        (pd.Series([DAY, None], dtype="timestamp[us][pyarrow]"), None),
        (pl.Series([DAY, None]), None),
        (pl.Series([DAY, None]).dt.replace_time_zone("UTC").dt.convert_time_zone("Europe/Berlin"), "Europe/Berlin"),
        (pa.array([DAY, None]), None),
        (pa.array([DAY, None], pa.timestamp("ns", "America/New_York")), "America/New_York"),
    ],
)
def test_dates(data: Any, zone: str | None) -> None:
    found = column(data, "x")
    assert found.kind == "date"
    assert found.time_zone == zone
    seconds = found.scaled()
    assert seconds[0] == DAY.replace(tzinfo=datetime.timezone.utc).timestamp()
    assert np.isnan(seconds[1])


@pytest.mark.parametrize(
    "data",
    [
        np.array(["2024-02-01", "2024-03-01"], "M8[D]"),
        np.array(["2024-02", "2024-03"], "M8[M]"),
        [datetime.date(2024, 2, 1), datetime.date(2024, 3, 1)],
        pd.Series(pd.period_range("2024-02", periods=2, freq="M")),
        pd.period_range("2024-02", periods=2, freq="M"),
        pl.Series([datetime.date(2024, 2, 1), datetime.date(2024, 3, 1)]),
        pa.array([datetime.date(2024, 2, 1), datetime.date(2024, 3, 1)]),
        pa.array([datetime.date(2024, 2, 1), datetime.date(2024, 3, 1)], pa.date64()),
    ],
)
def test_days(data: Any) -> None:
    assert column(data, "x").scaled().tolist() == [1706745600.0, 1709251200.0]


@pytest.mark.parametrize(
    "data",
    [
        ["b", "a", None, "b"],
        np.array(["b", "a", None, "b"], object),
        pd.Series(["b", "a", None, "b"]),
        pd.Series(["b", "a", None, "b"], dtype="string"),
        pd.Series(["b", "a", None, "b"], dtype="string[pyarrow]"),
        pd.Series(["b", "a", None, "b"], dtype=object),
        pl.Series(["b", "a", None, "b"]),
        pl.Series(["b", "a", None, "b"], dtype=pl.Categorical),
        pa.array(["b", "a", None, "b"]),
        pa.array(["b", "a", None, "b"], pa.large_string()),
        pa.array(["b", "a", None, "b"], pa.string_view()),
        pa.array(["b", "a", None, "b"]).dictionary_encode(),
        pa.chunked_array([["b", "a"], [None, "b"]]),
    ],
)
def test_texts_are_categories_in_order_of_appearance(data: Any) -> None:
    found = column(data, "x")
    assert found.kind == "category"
    assert found.categories == ["b", "a"]
    assert found.texts() == ["b", "a", None, "b"]


@pytest.mark.parametrize(
    "data",
    [
        pd.Series(["b", "c", None], dtype=pd.CategoricalDtype(["a", "b", "c"], ordered=True)),
        pd.Categorical(["b", "c", None], categories=["a", "b", "c"]),
        pd.CategoricalIndex(["b", "c", None], categories=["a", "b", "c"]),
        pl.Series(["b", "c", None], dtype=pl.Enum(["a", "b", "c"])),
        pa.DictionaryArray.from_arrays(pa.array([1, 2, None], pa.uint8()), ["a", "b", "c"]),
    ],
)
def test_categories_keep_their_order(data: Any) -> None:
    found = column(data, "x")
    assert found.categories == ["a", "b", "c"]
    assert found.texts() == ["b", "c", None]


def test_numpy_texts() -> None:
    assert column(np.array(["é", "a"]), "x").texts() == ["é", "a"]
    assert column(np.array([b"b", b"a"]), "x").texts() == ["b", "a"]


@pytest.mark.parametrize(
    ("data", "error", "words"),
    [
        (np.array([1 + 2j]), TypeError, "complex"),
        ([1 + 2j], TypeError, "complex"),
        (np.array(3.0), ValueError, "a single value"),
        (3.0, ValueError, "a single number"),
        (np.zeros((2, 3)), ValueError, "2 dimensions"),
        ([[1, 2], [3, 4]], ValueError, "row 0 is a list"),
        (np.array([{}, {}], object), TypeError, "row 0 is a dict"),
        ([1, "a"], TypeError, "row 1 is a str, after values of type int"),
        ([1, object()], TypeError, "row 1 is an object"),
        (np.zeros(2, [("a", "f8")]), TypeError, "structured array"),
        ("abc", TypeError, "a str is no column"),
        (b"abc", TypeError, "a bytes is no column"),
        ({"a": 1}, TypeError, "a dict is no column"),
        ({1, 2}, TypeError, "a set is no column"),
        (None, TypeError, "a NoneType is no column"),
        (object(), TypeError, "an object is no column"),
        (pd.DataFrame({"a": [1]}), ValueError, "is a table"),
        (pl.DataFrame({"a": [1]}), ValueError, "is a table"),
        (pa.table({"a": [1]}), ValueError, "is a table"),
        (pa.array([[1], [2]]), TypeError, "list<"),
        (pl.Series([[1], [2]]), TypeError, "List"),
        (ThroughDLPack(np.zeros(2), device=2), ValueError, "cpu"),
        (
            [datetime.datetime(2024, 1, 1), datetime.datetime(2024, 1, 1, tzinfo=datetime.timezone.utc)],
            TypeError,
            "with and without a time zone",
        ),
    ],
)
def test_refused(data: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=r"^y: ") as caught:
        column(data, "y")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "data", [[], np.array([]), pd.Series([], dtype=float), pl.Series([], dtype=pl.Float64), pa.array([], pa.int8())]
)
def test_empty(data: Any) -> None:
    assert len(column(data, "y")) == 0
    assert column(data, "y").extent is None


TABLES = {
    "dict": {"a": [1, 2], "b": [0.5, 1.5]},
    "structured": np.array([(1, 0.5), (2, 1.5)], [("a", "i4"), ("b", "f8")]),
    "pandas": pd.DataFrame({"a": [1, 2], "b": [0.5, 1.5]}),
    "polars": pl.DataFrame({"a": [1, 2], "b": [0.5, 1.5]}),
    "polars lazy": pl.LazyFrame({"a": [1, 2], "b": [0.5, 1.5]}),
    "pyarrow Table": pa.table({"a": [1, 2], "b": [0.5, 1.5]}),
    "pyarrow RecordBatch": pa.record_batch({"a": [1, 2], "b": [0.5, 1.5]}),
    "pyarrow StructArray": pa.array([{"a": 1, "b": 0.5}, {"a": 2, "b": 1.5}]),
    "pyarrow reader": lambda: pa.table({"a": [1, 2], "b": [0.5, 1.5]}).to_reader(),
    "DuckDB": lambda: duckdb.sql("select * from (values (1, 0.5), (2, 1.5)) as t(a, b)"),
}


@pytest.mark.parametrize("name", TABLES)
def test_tables(name: str) -> None:
    data = TABLES[name]
    data = data() if callable(data) else data
    assert is_table(data)
    found = table(data, "data")
    assert found.names == ["a", "b"]
    assert found["a"].scaled().tolist() == [1, 2]
    assert found["b"].scaled().tolist() == [0.5, 1.5]
    assert found["b"].name == "b"


def test_two_dimensions_are_columns() -> None:
    values = np.arange(6.0).reshape(3, 2)
    found = table(values, "data")
    assert found.names == ["1", "2"]
    assert np.shares_memory(found["2"].values, values)


def test_twins_get_numbers() -> None:
    assert table(pd.DataFrame([[1, 2]], columns=["a", "a"]), "data").names == ["a", "a.2"]


def test_extents() -> None:
    found = Column(np.array([3.0, np.nan, -1.0, np.inf]))
    assert found.extent == (-1.0, 3.0)
    dates = column(np.array(["2024-01-02", "NaT", "2024-01-01"], "M8[D]"), "x")
    assert dates.extent == (1704067200.0, 1704153600.0)
    assert not dates.is_ascending
    assert Column(np.array([3.0, 5.0, 9.0])).extent_along(Column(np.array([1.0, np.nan, 2.0])), None) == (3.0, 9.0)
    assert Column(np.array([3.0, 5.0, 9.0])).extent_along(Column(np.array([1.0, 2.0, 3.0])), (1.5, 2.5)) == (5.0, 5.0)
