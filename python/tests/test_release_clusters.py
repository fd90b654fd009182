"""10⁸ rows in 64 partitions on real clusters: the same picture, in bounded memory. Run by ``make release-check``."""

from __future__ import annotations

import gc
import os
import pathlib
import threading
from collections.abc import Iterator
from typing import Any

import clusters
import pandas as pd
import pytest
from clusters import LOOK, Maker, density_of, killed_once, line_of, points, walk
from conftest import assert_same

import vitrail
import vitrail.dask
import vitrail.ray

pytestmark = [pytest.mark.release, pytest.mark.filterwarnings("default")]

PARTS, ROWS = 64, 1_562_500
#: Of two columns of float64: 25 MB.
PARTITION = ROWS * 16
#: Rows with an index, their random numbers and texts as they are made, and what a library keeps for itself.
ALLOWED = 5 * PARTITION + 100_000_000
#: Python with pandas, pyarrow and Ray, and the device that lays charts out.
MODULES = 300_000_000
KINDS: list[Any] = [("density", points, density_of), ("line", walk, line_of)]


def only_drawn(make: Maker) -> Maker:
    """Without the columns that nothing shows."""
    return lambda part: make(part)[["x", "y"]]


def peak() -> int:
    """Bytes of memory that this process had at most; ``ru_maxrss`` would count those of its parent, too."""
    return int(pathlib.Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]) * 1024


@pytest.fixture(scope="module")
def pictures() -> dict[str, bytes]:
    """Of all rows in this process."""
    made = {}
    for kind, make, whole in KINDS:
        made[kind] = whole(make(ROWS), PARTS)
        gc.collect()
    return made


@pytest.fixture
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed: pip install 'vitrail[dask]'")
    with (
        distributed.LocalCluster(n_workers=2, processes=True, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.parametrize(("kind", "make", "_"), KINDS)
def test_dask(client: Any, pictures: dict[str, bytes], kind: Any, make: Any, _: Any) -> None:
    import dask.dataframe as dd

    frame = dd.from_map(only_drawn(make(ROWS)), range(PARTS), meta=make(0)(0)[["x", "y"]])
    small = dd.from_map(only_drawn(make(1000)), range(4), meta=make(0)(0)[["x", "y"]])
    vitrail.dask.plot(small, x="x", y="y", kind=kind, **LOOK)
    before = client.run(peak)
    chart = vitrail.dask.plot(frame, x="x", y="y", kind=kind, **LOOK)
    after = client.run(peak)
    assert_same(chart.to_png(), pictures[kind])
    grown = {worker: after[worker] - before[worker] for worker in after}
    print("grown by MB:", {worker: round(size / 1e6) for worker, size in grown.items()})
    assert len(grown) == 2
    assert max(grown.values()) < ALLOWED


@pytest.mark.parametrize(("kind", "make", "_"), KINDS)
def test_dask_with_a_killed_worker(
    client: Any, pictures: dict[str, bytes], tmp_path: pathlib.Path, kind: Any, make: Any, _: Any
) -> None:
    import dask.dataframe as dd

    marker = tmp_path / "killed"
    frame = dd.from_map(killed_once(only_drawn(make(ROWS)), 40, marker), range(PARTS), meta=make(0)(0)[["x", "y"]])
    chart = vitrail.dask.plot(frame, x="x", y="y", kind=kind, **LOOK)
    assert marker.exists()
    assert_same(chart.to_png(), pictures[kind])


@pytest.fixture
def ray() -> Iterator[Any]:
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'vitrail[ray]'")
    # Workers do not have the tests' folder on their path.
    ray.cloudpickle.register_pickle_by_value(clusters)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    yield ray
    ray.shutdown()
    ray.cloudpickle.unregister_pickle_by_value(clusters)


def dataset_of(ray: Any, make: Maker) -> Any:
    def block(batch: pd.DataFrame) -> pd.DataFrame:
        return pd.concat([make(int(part))[["x", "y"]] for part in batch["id"]], ignore_index=True)

    numbers = ray.data.range(PARTS, override_num_blocks=PARTS)
    return numbers.map_batches(block, batch_size=None, batch_format="pandas")


class MemoryOfWorkers(threading.Thread):
    """Samples the memory of Ray's workers that is theirs alone: not that of the object store."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.most: dict[int, int] = {}
        self._is_done = threading.Event()

    def run(self) -> None:
        while not self._is_done.wait(0.05):
            for pid in descendants(os.getpid()):
                try:
                    process = pathlib.Path("/proc", str(pid))
                    if (process / "cmdline").read_bytes().startswith(b"ray::"):
                        status = (process / "status").read_text()
                        used = int(status.partition("RssAnon:")[2].split()[0]) * 1024
                        self.most[pid] = max(self.most.get(pid, 0), used)
                except (OSError, IndexError):
                    # The process has ended.
                    continue

    def __enter__(self) -> MemoryOfWorkers:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_done.set()
        self.join()


def descendants(root: int) -> set[int]:
    """Processes that a process started, and theirs."""
    parents = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text().rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = {root}
    while True:
        more = {pid for pid, parent in parents.items() if parent in found} - found
        if not more:
            return found - {root}
        found |= more


@pytest.mark.parametrize(("kind", "make", "_"), KINDS)
def test_ray(ray: Any, pictures: dict[str, bytes], kind: Any, make: Any, _: Any) -> None:
    with MemoryOfWorkers() as memory:
        chart = vitrail.ray.plot(dataset_of(ray, make(ROWS)), x="x", y="y", kind=kind, **LOOK)
    assert_same(chart.to_png(), pictures[kind])
    print("at most MB:", {pid: round(size / 1e6) for pid, size in memory.most.items()})
    assert len(memory.most) >= 2
    assert max(memory.most.values()) < ALLOWED + MODULES


def test_ray_with_a_killed_worker(ray: Any, pictures: dict[str, bytes], tmp_path: pathlib.Path) -> None:
    marker = tmp_path / "killed"
    dataset = dataset_of(ray, killed_once(points(ROWS), 40, marker))
    chart = vitrail.ray.plot(dataset, x="x", y="y", kind="density", **LOOK)
    assert marker.exists()
    assert_same(chart.to_png(), pictures["density"])
