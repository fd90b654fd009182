"""The plotting back end of pandas."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest

import vitrail


@pytest.fixture(autouse=True)
def backend() -> Iterator[None]:
    with pd.option_context("plotting.backend", "vitrail"):
        yield


FRAME = pd.DataFrame(
    {"apples": [3.0, 1, 2], "pears": [1, 2, 4], "shop": ["a", "b", "c"]},
    index=pd.date_range("2024-01-01", periods=3, name="day"),
)


def test_line() -> None:
    description = FRAME.plot(title="Fruit", ylabel="kg", figsize=(8, 4)).description
    assert [series["title"] for series in description["series"]] == ["apples", "pears"]
    assert description["xAxis"]["type"] == "dateTime"
    assert description["xAxis"]["title"] == "day"
    assert description["yAxis"]["title"] == "kg"
    assert description["title"] == "Fruit"
    assert description["size"] == {"width": 800, "height": 400}


def test_series_is_that_of_plot() -> None:
    series = pd.Series(np.arange(100.0), name="speed")
    assert series.plot().description == vitrail.plot(series).description


@pytest.mark.parametrize(
    ("kind", "kinds"),
    [("line", "line"), ("area", "line"), ("bar", "column"), ("barh", "bar"), ("hist", "column"), ("pie", "pie")],
)
def test_kinds(kind: str, kinds: str) -> None:
    assert FRAME.apples.plot(kind=kind).description["series"][0]["type"] == kinds
    assert getattr(FRAME.apples.plot, kind)().description["series"][0]["type"] == kinds


def test_bars_are_named_by_the_index() -> None:
    chart = FRAME.set_index("shop").plot.bar()
    assert chart.description["xAxis"] == {"type": "category", "title": "shop"}
    assert chart._tables["table"]["shop"].texts() == ["a", "b", "c"]
    assert [series["type"] for series in chart.description["series"]] == ["column", "column"]


def test_scatter_and_hexbin() -> None:
    scatter = FRAME.plot.scatter("apples", "pears", color="red").description
    assert (scatter["series"][0]["x"], scatter["series"][0]["y"]) == ("apples", "pears")
    assert scatter["series"][0]["style"]["pointStyle"]["color"] == "red"
    hexbin = FRAME.plot.hexbin("apples", "pears", C="pears", reduce_C_function=np.sum, cmap="magma").description
    assert hexbin["series"][0]["type"] == "density"
    assert hexbin["series"][0]["aggregation"] == "sum"
    assert hexbin["series"][0]["style"]["colorMap"] == "magma"


def test_axes() -> None:
    frame = FRAME.reset_index(drop=True)
    description = frame.plot(logy=True, xlim=(0, 1), ylim=(0.5, 8), secondary_y="pears").description
    assert description["yAxes"][0]["type"] == "logarithmic"
    assert description["yAxes"][0]["defaultRange"] == [0.5, 8]
    assert description["xAxis"]["defaultRange"] == [0, 1]
    assert [series["yAxis"] for series in description["series"]] == ["left", "right"]


def test_stack() -> None:
    assert [series["stackIndex"] for series in FRAME.plot.area().description["series"]] == [1, 1]
    assert [series["stackIndex"] for series in FRAME.plot.bar(stacked=True).description["series"]] == [1, 1]
    assert "stackIndex" not in FRAME.plot.area(stacked=False).description["series"][0]


def test_colors() -> None:
    series = FRAME.plot(color=["C1", (1, 0, 0)]).description["series"]
    assert [one["style"]["lineColor"] for one in series] == ["#ff7f0e", "#ff0000"]
    assert [one["style"]["pointStyle"]["color"] for one in series] == ["#ff7f0e", "#ff0000"]
    series = FRAME.plot(color={"pears": "k"}).description["series"]
    assert "lineColor" not in series[0].get("style", {})
    assert series[1]["style"]["lineColor"] == "#000000"


def test_legend() -> None:
    assert "legend" in FRAME.plot().description
    assert "legend" not in FRAME.plot(legend=False).description


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda: FRAME.plot(subplots=True), NotImplementedError, "subplots=True"),
        (lambda: FRAME.plot(kind="box"), NotImplementedError, "kind='box'"),
        (lambda: FRAME.plot(kind="kde"), NotImplementedError, "kind='kde'"),
        (lambda: FRAME.plot(ax=object()), NotImplementedError, "ax="),
        (lambda: FRAME.plot(style="--"), NotImplementedError, "style='--'"),
        (lambda: FRAME.plot(yerr=1), NotImplementedError, "yerr=1"),
        (lambda: FRAME.plot(marker="o"), NotImplementedError, "marker"),
        (lambda: FRAME.plot(logy="sym"), NotImplementedError, "logy='sym'"),
        (lambda: FRAME.plot(title=["a", "b"]), NotImplementedError, "title"),
        (lambda: FRAME.plot(color="nosuch()"), vitrail.DescriptionError, "is not a colour"),
        (lambda: FRAME.plot(color=[(2, 0, 0)]), ValueError, "color"),
        (lambda: FRAME.plot(y="plums"), KeyError, "plums"),
        (lambda: FRAME.plot(kind="pie"), ValueError, "y"),
        (lambda: FRAME[["shop"]].plot(), TypeError, "no numeric data"),
        (lambda: FRAME.plot.scatter("apples", "pears", c="pears"), NotImplementedError, "c: "),
        (lambda: FRAME.plot.hist(), NotImplementedError, "one column"),
        (lambda: FRAME.boxplot(), NotImplementedError, "boxplot"),
    ],
)
def test_refused(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call().to_png()
    assert words in str(caught.value)


def test_hist() -> None:
    counts = np.random.default_rng(1).normal(size=1000)
    for chart in (
        pd.Series(counts, name="n").hist(bins=20),
        pd.DataFrame({"n": counts}).hist("n", bins=20),
        pd.Series(counts, name="n").plot.hist(bins=20),
    ):
        assert chart._tables["table"]["count"].values.tolist() == np.histogram(counts, 20)[0].tolist()
