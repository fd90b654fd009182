"""Charts of Ray Datasets: tasks reduce blocks, and a tree of tasks merges the results.

>>> import ray, vitrail.ray  # doctest: +SKIP
>>> trips = ray.data.read_parquet("trips/")  # doctest: +SKIP
>>> vitrail.ray.plot(trips, x="longitude", y="latitude", kind="density").save("trips.png")  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._cluster import MergeTree, merge_parts, reduce_partition, rendered
from ._convert import library_of
from ._documents import completed
from ._lazy import lazy_chart, lazy_table, reducible
from ._options import CommonOptions, ReducibleKind
from ._plot import checked
from ._plot import plot as _plot
from ._tables import Table

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._chart import Chart
    from ._options import Distance, Range, Theme  # noqa: F401 — the completed signature has them

__all__ = ["plot"]

#: Blocks that wait or are reduced at a time, for each processor: more of them would fill the object store.
_BLOCKS_PER_PROCESSOR = 2


@completed(CommonOptions, _plot)
def plot(
    dataset: Any,
    *,
    x: Any = None,
    y: Any = None,
    kind: ReducibleKind = "line",
    right: Any = None,
    value: Any = None,
    aggregation: str | None = None,
    color_map: str | Sequence[str] | None = None,
    color_scaling: str | None = None,
    task: Mapping[str, Any] | None = None,
    **options: Unpack[CommonOptions],
) -> Chart:
    """Plot a Ray Dataset that may be larger than any machine's memory.

    The picture is that of `vitrail.plot` or `vitrail.density` for the same rows in one process. Only the columns that
    it shows are read: once if ``x_range`` and ``y_range`` are given, else twice, first for the extents; a materialized
    Dataset is not read again. Ray shows its own progress bars.

    Parameters
    ----------
    dataset
        A Dataset of `ray.data`.
    x, y, right
        Names of columns.
    kind
        What to draw. Lines and areas need blocks in the order of x, unless rows are aggregated. Columns and bars
        need an aggregation.
    aggregation
        Combine rows with the same x: ``sum``, ``mean``, ``min``, ``max``, ``count`` or ``last``. With
        ``kind="density"`` as that of `vitrail.density`.
    value, color_map, color_scaling
        As those of `vitrail.density`.
    task
        Options of the tasks that reduce and merge, as `ray.remote` takes them.
    **options
        As those of `plot`.

    Returns
    -------
    Chart
        Draws itself in Jupyter; `Chart.save` writes a file.

    Raises
    ------
    ImportError
        If Ray is not installed.
    TypeError, ValueError
        If an argument is wrong, or the chart cannot be reduced; for lines and areas if x decreases.

    Examples
    --------
    >>> import vitrail.ray
    >>> vitrail.ray.plot(trips, x="time", y="fare", x_range=("2026-01-01", "2026-07-01"))  # doctest: +SKIP
    """
    ray = _imported()
    if library_of(dataset) != "ray" or not hasattr(dataset, "iter_internal_ref_bundles"):
        raise TypeError(f"dataset is a Dataset of ray.data, not {type(dataset).__name__}")
    chart = lazy_chart(
        _table(dataset),
        checked(plot, reducible(kind, aggregation), options, aggregation),
        x=x,
        y=y,
        right=right,
        value=value,
        aggregation=aggregation,
        color_map=color_map,
        color_scaling=color_scaling,
    )
    sources = chart.sources
    needed = dataset.select_columns(list(dict.fromkeys(sources.values())))
    remote = ray.remote(**dict(task or {})) if task else ray.remote

    def run(plan: bytes) -> bytes:
        reduce, merge = remote(reduce_partition), remote(_merge)
        limit = _BLOCKS_PER_PROCESSOR * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        running: list[Any] = []
        tree: MergeTree[Any] = MergeTree(lambda parts: merge.remote(plan, *parts))
        try:
            for position, block in enumerate(_blocks(needed)):
                if len(running) >= limit:
                    done, running = ray.wait(running, num_returns=1)
                    ray.get(done)
                made = reduce.remote(plan, block, sources, position)
                running.append(made)
                tree.add(made)
            return bytes(ray.get(tree.whole()))
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None

    return rendered(chart, run)


def _merge(plan: bytes, *parts: bytes) -> bytes:
    """Ray hands over the values of references that are arguments, but not those in a list."""
    return merge_parts(plan, list(parts))


def _blocks(dataset: Any) -> Iterator[Any]:
    """References of the blocks in their order, as they are produced."""
    # The dataset was derived from the caller's, and has options of its own.
    dataset.context.execution_options.preserve_order = True
    for bundle in dataset.iter_internal_ref_bundles():
        yield from bundle.block_refs


def _imported() -> Any:
    try:
        import ray
        import ray.data
        import ray.exceptions
    except ImportError as error:
        raise ImportError(f"vitrail.ray needs Ray ({error}); pip install 'vitrail[ray]'") from error
    return ray


def _table(dataset: Any) -> Table:
    """The columns of a Dataset, from its schema."""
    schema = dataset.schema()
    if schema is None:
        raise ValueError("dataset: no rows, and no schema")
    base = schema.base_schema
    if library_of(base) == "pyarrow":
        return lazy_table(base.empty_table(), "dataset", list(base.names))
    import pandas as pd

    return lazy_table(
        pd.DataFrame({name: pd.Series(dtype=kind) for name, kind in zip(base.names, base.types)}),
        "dataset",
        list(base.names),
    )
