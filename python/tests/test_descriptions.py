"""`plot` makes the descriptions that ``vitrail plot --describe`` prints."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import numpy as np
import pandas as pd
import pytest
from conftest import DATA, Command

import vitrail

KINDS = ["line", "area", "scatter", "column", "bar", "radar", "pie", "donut"]


@pytest.fixture(scope="module")
def arrays(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    random = np.random.default_rng(1)
    return {
        "few": np.arange(10) ** 2,
        "many": random.normal(size=100_000).cumsum(),
        "below": -np.arange(1.0, 30.0),
        "holes": np.array([np.nan, 2, np.nan, 5, np.inf, 4]),
    }


def described(command: Command, folder: pathlib.Path, *arguments: Any) -> dict[str, Any]:
    """The command's description without the place of its data."""
    description = json.loads(command("plot", *arguments, "--describe", folder=folder))
    del description["data"]
    return description


def keys_of_arrays(description: dict[str, Any], name: str) -> dict[str, Any]:
    """Files of numbers are called y in the command, by their name in the package."""
    for series in description["series"]:
        for role in ("x", "y"):
            if series.get(role) == "y":
                series[role] = name
    return description


@pytest.mark.parametrize("name", ["few", "many", "below", "holes"])
@pytest.mark.parametrize("kind", KINDS)
def test_one_array(
    command: Command, tmp_path: pathlib.Path, arrays: dict[str, np.ndarray], kind: Any, name: str
) -> None:
    if kind in ("pie", "donut") and name in ("below", "many"):
        pytest.skip("slices are not negative")
    np.save(tmp_path / f"{name}.npy", arrays[name])
    theirs = keys_of_arrays(described(command, tmp_path, f"{name}.npy", "--type", kind), name)
    assert vitrail.plot({name: arrays[name]}, kind=kind).description == theirs


DAYS = np.arange("2024-01-01", "2024-02-01", dtype="datetime64[D]")
TABLE = {"t": DAYS, "a": np.arange(31.0), "b": np.arange(31) ** 1.1}


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["--y", "a", "--y", "b"], {}),
        (["--y", "a", "--y", "b", "--type", "area"], {"kind": "area"}),
        (["--y", "a", "--y", "b", "--type", "column"], {"kind": "column"}),
        (["--y", "a", "--y", "b", "--type", "bar"], {"kind": "bar"}),
        (["--y", "a", "--y", "b", "--type", "scatter"], {"kind": "scatter"}),
        (["--y", "a", "--right", "b"], {"y": "a", "right": "b"}),
        (["--y", "a", "--x-range", "2024-01-05:2024-01-10"], {"y": "a", "x_range": ("2024-01-05", "2024-01-10")}),
        (["--y", "a", "--x-range", "2024-01-05:"], {"y": "a", "x_range": "2024-01-05:"}),
        (["--y", "a", "--y-range", ":10"], {"y": "a", "y_range": (None, 10)}),
        (["--y", "b", "--log-y"], {"y": "b", "log_y": True}),
        (["--y", "b", "--sqrt-y"], {"y": "b", "sqrt_y": True}),
        (
            ["--y", "b", "--type", "column", "--aggregation", "sum", "--labels"],
            {"y": "b", "kind": "column", "aggregation": "sum", "labels": True},
        ),
        (
            ["--y", "a", "--size", "400x300", "--scale", "1.5", "--theme", "dark"],
            {"y": "a", "size": (400, 300), "scale": 1.5, "theme": "dark"},
        ),
        (
            ["--x", "a", "--y", "b", "--x-range", "3:7", "--y-range", "0:"],
            {"x": "a", "y": "b", "x_range": (3, 7), "y_range": (0, None)},
        ),
        (["--x", "a", "--y", "b", "--type", "density"], {"x": "a", "y": "b", "kind": "density"}),
    ],
)
def test_table(command: Command, tmp_path: pathlib.Path, arguments: list[str], options: dict[str, Any]) -> None:
    np.savez(tmp_path / "t.npz", **TABLE)
    assert vitrail.plot(TABLE, **options).description == described(command, tmp_path, "t.npz", *arguments)


def frame(name: str) -> pd.DataFrame:
    table = pd.read_csv(DATA / name)
    if "date" in table:
        table["date"] = pd.to_datetime(table["date"])
    return table


LOOK = {
    "title": "T",
    "subtitle": "u",
    "caption": "c",
    "source": "s",
    "palette": ["#003366", "#cc6600"],
    "font": "DejaVu Serif",
    "font_size": 12,
    "end_labels": True,
    "connect_gaps": True,
    "break_at": "1d",
    "locale": "de-DE",
    "currency": "EUR",
    "compact": True,
    "reverse_x": True,
    "reverse_y": True,
    "include_zero": True,
    "time_zone": "Europe/Berlin",
}
LOOK_ARGUMENTS = [
    *"--title T --subtitle u --caption c --source s --palette #003366,#cc6600 --font-size 12 --end-labels".split(),
    *"--connect-gaps --break-at 1d --locale de-DE --currency EUR --compact --reverse-x --reverse-y".split(),
    *"--include-zero --time-zone Europe/Berlin --font".split(),
    "DejaVu Serif",
]


@pytest.mark.parametrize(
    ("file", "arguments", "options"),
    [
        (
            "flights-by-carrier.csv",
            ["--type", "bar", "--y", "flights", "--reverse-y", "--reverse-x", "--log-x"],
            {"y": "flights", "kind": "bar", "reverse_y": True, "reverse_x": True, "log_x": True},
        ),
        (
            "flights-by-carrier.csv",
            ["--type", "bar", "--y", "flights", "--x-range", ":30000"],
            {"y": "flights", "kind": "bar", "x_range": (None, 30000)},
        ),
        ("aapl-ohlc.csv", ["--y", "close", "--log-y"], {"y": "close", "log_y": True}),
        ("aapl-ohlc.csv", ["--x", "open", "--y", "close", "--log-x"], {"x": "open", "y": "close", "log_x": True}),
        ("aapl-ohlc.csv", ["--type", "candlestick"], {"x": "date", "kind": "candlestick"}),
        (
            "aapl-ohlc.csv",
            ["--type", "ohlc", "--x-range", "2012-03-01:2012-04-01"],
            {"x": "date", "kind": "ohlc", "x_range": ("2012-03-01", "2012-04-01")},
        ),
        (
            "aapl-ohlc.csv",
            ["--y", "close", "--y", "open", *LOOK_ARGUMENTS],
            {"x": "date", "y": ["close", "open"], **LOOK},
        ),
        (
            "flights-by-carrier.csv",
            ["--type", "bar", "--y", "flights"],
            {"x": "carrier", "y": "flights", "kind": "bar"},
        ),
        ("flights-by-carrier.csv", ["--type", "column", "--y", "flights"], {"y": "flights", "kind": "column"}),
        (
            "flights-by-carrier.csv",
            ["--type", "pie", "--y", "flights"],
            {"x": "carrier", "y": "flights", "kind": "pie"},
        ),
        (
            "seattle-weather.csv",
            ["--y", "temp_max", "--right", "wind", "--x-range", "2015-06-01:2015-09-01"],
            {"y": "temp_max", "right": "wind", "x_range": ("2015-06-01", "2015-09-01")},
        ),
        *[
            (
                "seattle-weather.csv",
                ["--type", "column", "--x", "weather", "--y", "temp_max", "--aggregation", name],
                {"kind": "column", "x": "weather", "y": "temp_max", "aggregation": name},
            )
            for name in ("sum", "mean", "min", "max", "count", "last")
        ],
        *[
            (
                "seattle-weather.csv",
                ["--type", kind, "--x", "weather", "--y", "temp_max", "--aggregation", "count"],
                {"kind": kind, "x": "weather", "y": "temp_max", "aggregation": "count"},
            )
            for kind in ("bar", "pie", "radar", "line")
        ],
    ],
)
def test_file(
    command: Command, tmp_path: pathlib.Path, file: str, arguments: list[str], options: dict[str, Any]
) -> None:
    assert vitrail.plot(frame(file).reset_index(drop=True), **options).description == described(
        command, tmp_path, DATA / file, *arguments
    )


@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        (["--y", "temp_max", "--error", "wind"], {"y": "temp_max", "error": "wind"}),
        (["--low", "temp_min", "--high", "temp_max"], {"low": "temp_min", "high": "temp_max"}),
    ],
)
def test_error_bars(
    command: Command, tmp_path: pathlib.Path, arguments: list[str], options: dict[str, Any]
) -> None:
    table = frame("seattle-weather.csv").reset_index(drop=True)
    theirs = described(command, tmp_path, DATA / "seattle-weather.csv", "--type", "errorBar", "--x", "date", *arguments)
    assert vitrail.errorbar(table, x="date", **options).description == theirs


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
    mine = vitrail.plot(table, x="year", y="life_expectancy", by="country")
    assert mine.description == described(command, tmp_path, DATA / "gapminder.csv", *arguments)


@pytest.mark.parametrize(
    ("start", "unit"),
    [("2024-01", "M"), ("2024-01-01T12:30", "m"), ("2024-01-01T12:30:01", "s"), ("1970", "Y"), ("2024-01-01", "D")],
)
def test_named_dates(command: Command, tmp_path: pathlib.Path, start: str, unit: Any) -> None:
    x = np.arange(9).astype(f"timedelta64[{unit}]") + np.datetime64(start, unit)
    y = np.arange(9.0) + 1
    np.savez(tmp_path / "t.npz", d=x, v=y)
    theirs = json.loads(command("plot", "t.npz", "--type", "column", "--describe", folder=tmp_path))
    chart = vitrail.plot({"d": x, "v": y}, kind="column")
    assert chart._tables["table"]["d"].texts() == theirs["data"]["table"]["values"]["d"]


@pytest.mark.parametrize(
    "x",
    [
        [0.1, 0.25, 1234567.5, 1e20],
        [-3, 1 / 3, 2e-9, 1000],
        [12345, -1e-9, 0, 999999.96],
        [1e15, 123456.789, 9.999996, 1e-6],
        [1e-7, 9.9999999e-7, -5e300, 1e-310],
    ],
)
def test_named_numbers(command: Command, tmp_path: pathlib.Path, x: list[float]) -> None:
    np.savez(tmp_path / "t.npz", n=x, v=np.arange(4) + 1)
    theirs = json.loads(
        command("plot", "t.npz", "--x", "n", "--y", "v", "--type", "column", "--describe", folder=tmp_path)
    )
    chart = vitrail.plot({"n": x, "v": np.arange(4) + 1}, x="n", y="v", kind="column")
    assert chart._tables["table"]["n"].texts() == theirs["data"]["table"]["values"]["n"]
