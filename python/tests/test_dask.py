"""Charts of Dask DataFrames: on real worker processes, and without a cluster."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from clusters import LOOK, Maker, density_of, destroy_column, groups, killed_once, line_of, points, walk
from conftest import assert_same

import vitrail
import vitrail.dask

REASON = "Dask is not installed: pip install 'vitrail[dask]'"
dd = pytest.importorskip("dask.dataframe", reason=REASON)
distributed = pytest.importorskip("distributed", reason=REASON)

# Dask and its libraries warn of one another.
pytestmark = pytest.mark.filterwarnings("default")

PARTS, ROWS = 16, 62_500


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with (
        distributed.LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


def frame_of(make: Maker, parts: int = PARTS) -> Any:
    return dd.from_map(make, range(parts), meta=make(0).iloc[:0])


def test_workers_are_spawned() -> None:
    import dask

    assert dask.config.get("distributed.worker.multiprocessing-method") == "spawn"


def test_density(client: Any) -> None:
    chart = vitrail.dask.plot(frame_of(points(ROWS)), x="x", y="y", kind="density", **LOOK)
    assert_same(chart.to_png(), density_of(points(ROWS), PARTS))


def test_density_of_given_ranges_reads_once(client: Any, tmp_path: pathlib.Path) -> None:
    make = points(1000)

    def counted(part: int) -> pd.DataFrame:
        with (tmp_path / "read").open("a") as file:
            file.write(f"{part}\n")
        return make(part)

    frame = dd.from_map(counted, range(4), meta=make(0).iloc[:0])
    vitrail.dask.plot(frame, x="x", y="y", kind="density", x_range=(-3, 3), y_range=(-4, 4), **LOOK)
    assert sorted((tmp_path / "read").read_text().split()) == ["0", "1", "2", "3"]
    vitrail.dask.plot(frame, x="x", y="y", kind="density", **LOOK)
    assert len((tmp_path / "read").read_text().split()) == 12


@pytest.mark.parametrize("aggregation", ["mean", "max"])
def test_density_of_a_value(client: Any, aggregation: str) -> None:
    make = points(5000)
    options: dict[str, Any] = {"x": "x", "y": "y", "value": "z", "aggregation": aggregation, "color_map": "magma"}
    chart = vitrail.dask.plot(frame_of(make, 4), kind="density", **options, **LOOK)
    frame = pd.concat([make(part) for part in range(4)], ignore_index=True)
    assert_same(chart.to_png(), vitrail.density(frame, **options, **LOOK).to_png())


def test_only_needed_columns_are_read(client: Any, tmp_path: pathlib.Path) -> None:
    frame_of(points(1000), 4).to_parquet(tmp_path, write_index=False)
    for path in tmp_path.glob("*.parquet"):
        destroy_column(path, "unused")
    with pytest.raises(OSError):
        dd.read_parquet(tmp_path).compute()
    chart = vitrail.dask.plot(dd.read_parquet(tmp_path), x="x", y="y", kind="density", **LOOK)
    assert_same(chart.to_png(), density_of(points(1000), 4))


def test_line(client: Any) -> None:
    chart = vitrail.dask.plot(frame_of(walk(ROWS)), x="x", y="y", **LOOK)
    assert_same(chart.to_png(), line_of(walk(ROWS), PARTS))


def test_line_over_a_sorted_index(client: Any) -> None:
    times = pd.date_range("2026-01-01", periods=100_000, freq="min")
    frame = pd.DataFrame({"load": np.random.default_rng(1).normal(size=len(times)).cumsum()}, index=times)
    chart = vitrail.dask.plot(dd.from_pandas(frame, npartitions=8), **LOOK)
    assert_same(chart.to_png(), vitrail.plot(frame, **LOOK).to_png())


def test_a_line_of_unsorted_partitions(client: Any) -> None:
    make = walk(1000)
    frame = dd.from_map(make, [0, 2, 1, 3], meta=make(0).iloc[:0])
    with pytest.raises(ValueError, match="sort"):
        vitrail.dask.plot(frame, x="x", y="y", **LOOK)


@pytest.mark.parametrize(("kind", "make"), [("density", points), ("line", walk)])
def test_a_killed_worker(client: Any, tmp_path: pathlib.Path, kind: Any, make: Any) -> None:
    marker = tmp_path / "killed"
    chart = vitrail.dask.plot(frame_of(killed_once(make(ROWS), 9, marker)), x="x", y="y", kind=kind, **LOOK)
    assert marker.exists()
    expected = (density_of if kind == "density" else line_of)(make(ROWS), PARTS)
    assert_same(chart.to_png(), expected)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("column", {"x": "group", "y": "count", "aggregation": "sum"}),
        ("bar", {"x": "group", "y": ["count", "z"], "aggregation": "mean"}),
        ("line", {"x": "step", "y": "z", "aggregation": "max"}),
    ],
)
def test_combined_rows(client: Any, kind: Any, options: dict[str, Any]) -> None:
    frame = pd.concat([groups(part) for part in range(5)], ignore_index=True)
    chart = vitrail.dask.plot(frame_of(groups, 5), kind=kind, **options, **LOOK)
    assert_same(chart.to_png(), vitrail.plot(frame, kind=kind, **options, **LOOK).to_png())


def test_density_of_texts(client: Any) -> None:
    frame = pd.concat([groups(part) for part in range(5)], ignore_index=True)
    options: dict[str, Any] = {"x": "step", "y": "z", "value": "group"}
    chart = vitrail.dask.plot(frame_of(groups, 5), kind="density", **options, **LOOK)
    assert_same(chart.to_png(), vitrail.density(frame, **options, **LOOK).to_png())


def test_without_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    frame = frame_of(points(1000), 4)
    compute = {"scheduler": "threads"}
    chart = vitrail.dask.plot(frame, x="x", y="y", kind="density", progress=True, compute=compute, **LOOK)
    assert_same(chart.to_png(), density_of(points(1000), 4))
    assert "100% Completed" in capsys.readouterr().out


def test_forked_workers_are_refused() -> None:
    import dask

    frame = frame_of(points(100), 2)
    with dask.config.set({"multiprocessing.context": "fork"}), pytest.raises(RuntimeError, match="'spawn'"):
        vitrail.dask.plot(frame, x="x", y="y", kind="density", compute={"scheduler": "processes"}, **LOOK)


def test_a_series() -> None:
    series = pd.Series(np.arange(1000.0) ** 2, name="squares")
    made = vitrail.dask.plot(dd.from_pandas(series, npartitions=3), compute={"scheduler": "sync"}, **LOOK)
    assert_same(made.to_png(), vitrail.plot(series.to_frame().assign(index=series.index), x="index", **LOOK).to_png())


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda _: vitrail.dask.plot([1, 2]), TypeError, "frame is a DataFrame of Dask, not list"),
        (lambda frame: vitrail.dask.plot(frame, x="x", y="missing"), ValueError, "y: column 'missing' not found"),
        (lambda frame: vitrail.dask.plot(frame, x="x", y="unused"), TypeError, "y: texts (column 'unused')"),
        (lambda frame: vitrail.dask.plot(frame, y="y"), ValueError, "x is needed: the index counts the rows"),
        (lambda frame: vitrail.dask.plot(frame, x="x", y="y", titel="a"), TypeError, "did you mean 'title'?"),
        (lambda frame: vitrail.dask.plot(frame, x="x", y="y", kind="bar"), ValueError, "aggregation is needed"),
        (
            lambda frame: vitrail.dask.plot(frame, x="x", y="y", kind="pie"),
            ValueError,
            "kind is one of line, area, den",
        ),
    ],
)
def test_errors(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call(frame_of(points(10), 2))
    assert words in str(caught.value)
