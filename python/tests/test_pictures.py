"""The package's pictures are those of the command, byte for byte, whatever the container."""

from __future__ import annotations

import pathlib
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from conftest import DATA, Command, assert_same

import vitrail

COUNT = 50_000


def walk(count: int = COUNT, seed: int = 1) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=count).cumsum()


@pytest.fixture(scope="module")
def expected(command: Command, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The command's picture of a walk over dates."""
    folder = tmp_path_factory.mktemp("expected")
    np.savez(folder / "t.npz", t=DATES, w=walk())
    return command("plot", "t.npz", "-o", "-", folder=folder)


DATES = np.datetime64("2024-01-01", "ms") + np.arange(COUNT) * np.timedelta64(1000, "ms")
CHUNKS = 100


def chunked(values: Any) -> pa.ChunkedArray:
    return pa.chunked_array([part for part in np.array_split(values, CHUNKS)])


def wide(values: np.ndarray) -> np.ndarray:
    """A column of an array whose rows lie one after the other."""
    return np.stack([values, values], axis=1)[:, 1]


FRAMES = {
    "dict of arrays": lambda t, w: {"t": t, "w": w},
    "dict of strided arrays": lambda t, w: {"t": wide(t), "w": wide(w)},
    "dict of reversed arrays": lambda t, w: {"t": t[::-1].copy()[::-1], "w": w[::-1].copy()[::-1]},
    "dict of unaligned arrays": lambda t, w: {"t": t, "w": np.frombuffer(b"x" + w.tobytes(), "u1")[1:].view("f8")},
    "dict of big-endian arrays": lambda t, w: {"t": t.astype(">M8[ms]"), "w": w.astype(">f8")},
    "dict of read-only arrays": lambda t, w: {"t": t, "w": np.frombuffer(w.tobytes())},
    "dict of lists": lambda t, w: {"t": t.tolist(), "w": w.tolist()},
    "structured array": lambda t, w: np.rec.fromarrays([t, w], names="t,w"),
    "pandas": lambda t, w: pd.DataFrame({"t": t, "w": w}),
    "pandas with an index": lambda t, w: pd.DataFrame({"w": w}, index=pd.Index(t, name="t")),
    "pandas of Arrow": lambda t, w: pd.DataFrame(
        {"t": pd.Series(t, dtype="timestamp[ms][pyarrow]"), "w": pd.Series(w, dtype="float64[pyarrow]")}
    ),
    "polars": lambda t, w: pl.DataFrame({"t": t, "w": w}),
    "polars chunks": lambda t, w: pl.concat(
        [pl.DataFrame({"t": t[:9], "w": w[:9]}), pl.DataFrame({"t": t[9:], "w": w[9:]})], rechunk=False
    ),
    "pyarrow": lambda t, w: pa.table({"t": t, "w": w}),
    "pyarrow chunks": lambda t, w: pa.table({"t": chunked(t), "w": chunked(w)}),
    "pyarrow batch": lambda t, w: pa.record_batch({"t": t, "w": w}),
    "DuckDB": lambda t, w: duckdb.from_arrow(pa.table({"t": t, "w": w})),
}


@pytest.mark.parametrize("name", FRAMES)
def test_containers(expected: bytes, name: str) -> None:
    assert_same(vitrail.plot(FRAMES[name](DATES, walk()), y="w").to_png(), expected)


@pytest.mark.parametrize(
    "make",
    [
        lambda y: y,
        lambda y: wide(y),
        lambda y: memoryview(y),
        lambda y: pd.Series(y),
        lambda y: pl.Series(y),
        lambda y: pa.array(y),
        lambda y: chunked(y),
        lambda y: pl.concat([pl.Series(y[:7]), pl.Series(y[7:])], rechunk=False),
    ],
)
@pytest.mark.parametrize("dtype", ["f8", "f4", "f2", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"])
def test_types(dtype: str, make: Any) -> None:
    values = (walk() / 4 + 60).astype(dtype)
    if dtype == "f2" and isinstance(make(np.zeros(10)), pl.Series):
        pytest.skip("polars has no float16 columns")
    whole = vitrail.plot(values.astype("f8")).to_numpy()
    assert np.array_equal(vitrail.plot(make(values)).to_numpy(), whole)


def test_gaps() -> None:
    values = walk()
    values[::7] = np.nan
    whole = vitrail.plot({"y": values}).to_png()
    missing = np.isnan(values)
    for data in (
        np.ma.masked_array(np.nan_to_num(values), missing),
        pd.Series(np.nan_to_num(values)).mask(missing),
        pd.array(np.where(missing, None, values), dtype="Float64"),
        pl.Series([None if gap else value for gap, value in zip(missing, values.tolist())]),
        pa.array(values, from_pandas=True),
        chunked(values),
    ):
        assert_same(vitrail.plot({"y": data}).to_png(), whole)


ARGUMENTS = [
    ("line", []),
    ("area", []),
    ("scatter", []),
    ("column", []),
    ("bar", []),
    ("radar", []),
    ("pie", []),
    ("donut", []),
    ("line", ["--log-y"]),
    ("column", ["--labels"]),
    ("line", ["--theme", "dark", "--size", "400x300", "--scale", "1"]),
]


@pytest.mark.parametrize(("kind", "arguments"), ARGUMENTS)
def test_kinds(command: Command, tmp_path: pathlib.Path, kind: Any, arguments: list[str]) -> None:
    values = np.arange(1.0, 11.0) ** 2
    np.save(tmp_path / "s.npy", values)
    options: dict[str, Any] = {
        "--log-y": {"log_y": True},
        "--labels": {"labels": True},
        "--theme": {"theme": "dark", "size": (400, 300), "scale": 1},
    }.get(arguments[0] if arguments else "", {})
    picture = command("plot", "s.npy", "--type", kind, *arguments, "-o", "-", folder=tmp_path)
    assert_same(vitrail.plot({"s": values}, kind=kind, **options).to_png(), picture)


@pytest.mark.parametrize("format", ["png", "jpeg", "webp", "svg", "rgba", "apng"])
def test_formats(command: Command, tmp_path: pathlib.Path, format: str) -> None:
    np.save(tmp_path / "s.npy", np.arange(10.0))
    chart = vitrail.plot({"s": np.arange(10.0)})
    picture = command("plot", "s.npy", "--format", format, "-o", "-", folder=tmp_path)
    assert_same(chart.to_bytes(format), picture)
    chart.save(tmp_path / f"mine.{format}")
    assert_same((tmp_path / f"mine.{format}").read_bytes(), picture)
    if format == "rgba":
        assert_same(chart.to_numpy().tobytes(), picture)
        assert chart.to_numpy().shape == (1080, 1920, 4)


@pytest.mark.parametrize(
    ("file", "arguments", "options"),
    [
        ("aapl-ohlc.csv", ["--type", "candlestick"], {"x": "date", "kind": "candlestick"}),
        ("aapl-ohlc.csv", ["--y", "close", "--y", "open"], {"x": "date", "y": ["close", "open"]}),
        (
            "flights-by-carrier.csv",
            ["--type", "bar", "--y", "flights"],
            {"x": "carrier", "y": "flights", "kind": "bar"},
        ),
        (
            "flights-by-carrier.csv",
            ["--type", "pie", "--y", "flights"],
            {"x": "carrier", "y": "flights", "kind": "pie"},
        ),
        (
            "seattle-weather.csv",
            ["--y", "temp_max", "--right", "wind"],
            {"x": "date", "y": "temp_max", "right": "wind"},
        ),
        (
            "seattle-weather.csv",
            ["--type", "column", "--x", "weather", "--y", "temp_max", "--aggregation", "mean"],
            {"kind": "column", "x": "weather", "y": "temp_max", "aggregation": "mean"},
        ),
        (
            "seattle-weather.csv",
            ["--x", "temp_min", "--y", "temp_max", "--type", "density"],
            {"kind": "density", "x": "temp_min", "y": "temp_max"},
        ),
    ],
)
def test_files(
    command: Command, tmp_path: pathlib.Path, file: str, arguments: list[str], options: dict[str, Any]
) -> None:
    table = pd.read_csv(DATA / file)
    if "date" in table:
        table["date"] = pd.to_datetime(table["date"])
    assert_same(
        vitrail.plot(table, **options).to_png(), command("plot", DATA / file, *arguments, "-o", "-", folder=tmp_path)
    )


def test_by(command: Command, tmp_path: pathlib.Path) -> None:
    table = pd.read_csv(DATA / "gapminder.csv")
    table = table[table.country.isin(["Japan", "Kenya"])]
    arguments = [
        "--x",
        "year",
        "--y",
        "life_expectancy",
        "--by",
        "country",
        "--where",
        "country=Japan",
        "--where",
        "country=Kenya",
    ]
    assert_same(
        vitrail.plot(table, x="year", y="life_expectancy", by="country").to_png(),
        command("plot", DATA / "gapminder.csv", *arguments, "-o", "-", folder=tmp_path),
    )


def test_description_and_data(command: Command, tmp_path: pathlib.Path) -> None:
    """A description with a file and the same description with a frame."""
    description = {
        "size": {"width": 600, "height": 300},
        "data": {"d": {"csv": str(DATA / "aapl-ohlc.csv")}},
        "xAxis": {"type": "dateTime"},
        "series": [{"type": "line", "data": "d", "x": "date", "y": "close"}],
    }
    from_file = vitrail.Chart(description)
    frame = pd.read_csv(DATA / "aapl-ohlc.csv", parse_dates=["date"])
    assert_same(vitrail.Chart(description, data={"d": frame}).to_png(), from_file.to_png())
    del description["data"]
    assert_same(vitrail.Chart(description, data={"d": frame}).to_png(), from_file.to_png())
    assert_same(vitrail.Chart(description, data={"d": frame.set_index("date")}).to_png(), from_file.to_png())


def test_folder() -> None:
    description = {"data": {"d": {"csv": "aapl-ohlc.csv"}}, "series": [{"type": "line", "data": "d", "y": "close"}]}
    assert vitrail.Chart(description, folder=DATA).to_png()[:4] == b"\x89PNG"
    with pytest.raises((vitrail.DescriptionError, FileNotFoundError), match="aapl-ohlc.csv"):
        vitrail.Chart(description).to_png()


def test_facts() -> None:
    chart = vitrail.plot({"speed": [1.0, 2.0, 4.0]}, title="Speed")
    assert chart.stats["samplesRead"] == 3
    assert "speed" in chart.alt_text.lower()
    assert chart.warnings == []


def test_nothing_to_draw() -> None:
    chart = vitrail.plot([])
    assert chart.to_png()[:4] == b"\x89PNG"
    assert chart.warnings


@pytest.mark.parametrize(
    ("description", "path", "words"),
    [
        ({"series": [{"type": "line", "data": "d", "y": "valeu"}]}, "series[0].y", 'did you mean "value"'),
        ({"series": [{"type": "lin", "data": "d", "y": "value"}]}, "series[0].type", "lin"),
        ({"series": [{"type": "line", "data": "e", "y": "value"}]}, "series[0].data", "e"),
        ({"titel": "x"}, "titel", "titel"),
        ({"scale": 99}, "scale", "99"),
    ],
)
def test_errors_have_a_path(description: dict[str, Any], path: str, words: str) -> None:
    chart = vitrail.Chart(description, data={"d": {"value": [1, 2, 3]}})
    with pytest.raises(vitrail.DescriptionError) as caught:
        chart.to_png()
    assert caught.value.path.startswith(path.split(".")[0].split("[")[0])
    assert words in str(caught.value)


def test_dates_without_copies_keep_their_zone() -> None:
    times = pd.date_range("2024-03-30", periods=50, freq="h", tz="Europe/Berlin")
    chart = vitrail.plot(pd.Series(np.arange(50.0), index=times))
    assert chart.description["xAxis"]["timeZone"] == "Europe/Berlin"
    assert chart.to_png()[:4] == b"\x89PNG"


def test_a_density_of_texts() -> None:
    x, y = np.random.default_rng(2).normal(size=(2, 4000))
    names = np.where(x > 0, "right", "left")
    chart = vitrail.density(x, y, value=names)
    series = chart.description["series"][0]
    assert (series["aggregation"], series["category"], "value" in series) == ("category", "category", False)
    picture = chart.to_png()
    assert picture != vitrail.density(x, y).to_png()
    turned = vitrail.density(x, y, value=np.where(x > 0, "left", "right"))
    assert picture != turned.to_png()


@pytest.mark.parametrize("entries", [[0, 86_400_000_000, None], []], ids=["with a gap", "empty"])
def test_arrow_dates_in_a_dictionary(tmp_path: pathlib.Path, entries: list[int | None]) -> None:
    values = pa.array(entries, pa.timestamp("us"))
    codes = pa.array([0, 2, 1, None, 1] if entries else [None] * 5, pa.int8())
    dates = pa.DictionaryArray.from_arrays(codes, values)
    rows = {"dates": dates, "y": pa.array([1.0, 2.0, 3.0, 4.0, 5.0])}
    plain = {**rows, "dates": dates.cast(pa.timestamp("us"))}
    description = {
        "data": {"d": {"arrow": str(tmp_path / "dates.arrow")}},
        "xAxis": {"type": "dateTime"},
        "series": [{"type": "scatter", "data": "d", "x": "dates", "y": "y"}],
    }
    pictures = []
    for columns in (rows, plain):
        table = pa.table(columns)
        with pa.ipc.new_file(tmp_path / "dates.arrow", table.schema) as file:
            file.write_table(table)
        pictures.append(vitrail.Chart(description).to_png())
    assert_same(*pictures)
