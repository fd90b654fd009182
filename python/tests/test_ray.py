"""Charts of Ray Datasets, on a real local Ray."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from clusters import LOOK, Maker, density_of, killed_once, line_of, points, walk
from conftest import assert_same

import vitrail
import vitrail.ray

REASON = "Ray is not installed: pip install 'vitrail[ray]'"
ray = pytest.importorskip("ray", reason=REASON)
pytest.importorskip("ray.data", reason=REASON)

# Ray and its libraries warn of one another, and leave sockets open.
pytestmark = pytest.mark.filterwarnings("default")

PARTS, ROWS = 16, 62_500


@pytest.fixture(scope="module", autouse=True)
def cluster() -> Iterator[None]:
    import clusters

    # Workers do not have the tests' folder on their path.
    ray.cloudpickle.register_pickle_by_value(clusters)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield
    ray.shutdown()
    ray.cloudpickle.unregister_pickle_by_value(clusters)


def dataset_of(make: Maker, parts: int = PARTS) -> Any:
    """A Dataset whose blocks are made on workers."""

    def block(batch: pd.DataFrame) -> pd.DataFrame:
        return pd.concat([make(int(part)) for part in batch["id"]], ignore_index=True)

    numbers = ray.data.range(parts, override_num_blocks=parts)
    return numbers.map_batches(block, batch_size=None, batch_format="pandas")


def test_density() -> None:
    chart = vitrail.ray.plot(dataset_of(points(ROWS)), x="x", y="y", kind="density", **LOOK)
    assert_same(chart.to_png(), density_of(points(ROWS), PARTS))


def test_line() -> None:
    chart = vitrail.ray.plot(dataset_of(walk(ROWS)), x="x", y="y", **LOOK)
    assert_same(chart.to_png(), line_of(walk(ROWS), PARTS))


def test_dates_in_arrow_blocks() -> None:
    times = pd.date_range("2026-01-01", periods=100_000, freq="min")
    frame = pd.DataFrame({"time": times, "load": np.random.default_rng(1).normal(size=len(times)).cumsum()})
    parts = np.array_split(np.arange(len(frame)), 8)
    import pyarrow as pa

    dataset = ray.data.from_arrow([pa.table(frame.iloc[part]) for part in parts])
    chart = vitrail.ray.plot(dataset, x="time", y="load", **LOOK)
    assert_same(chart.to_png(), vitrail.plot(frame, x="time", y="load", **LOOK).to_png())


def test_a_line_of_unsorted_blocks() -> None:
    make = walk(1000)
    dataset = ray.data.from_pandas([make(part) for part in (0, 2, 1, 3)])
    with pytest.raises(ValueError, match="sort"):
        vitrail.ray.plot(dataset, x="x", y="y", **LOOK)


@pytest.mark.parametrize(("kind", "make"), [("density", points), ("line", walk)])
def test_a_killed_worker(tmp_path: pathlib.Path, kind: Any, make: Any) -> None:
    marker = tmp_path / "killed"
    chart = vitrail.ray.plot(dataset_of(killed_once(make(ROWS), 9, marker)), x="x", y="y", kind=kind, **LOOK)
    assert marker.exists()
    expected = (density_of if kind == "density" else line_of)(make(ROWS), PARTS)
    assert_same(chart.to_png(), expected)


@pytest.mark.parametrize(
    ("call", "error", "words"),
    [
        (lambda _: vitrail.ray.plot([1, 2]), TypeError, "dataset is a Dataset of ray.data, not list"),
        (lambda dataset: vitrail.ray.plot(dataset, x="x", y="missing"), ValueError, "y: column 'missing' not found"),
        (lambda dataset: vitrail.ray.plot(dataset, x="x", y="unused"), TypeError, "y: texts (column 'unused')"),
        (lambda dataset: vitrail.ray.plot(dataset, x="x", y="y", titel="a"), TypeError, "did you mean 'title'?"),
    ],
)
def test_errors(call: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error) as caught:
        call(ray.data.from_pandas(points(10)(0)))
    assert words in str(caught.value)
