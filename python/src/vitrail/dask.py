"""Charts of Dask DataFrames: workers reduce partitions, and a tree of tasks merges the results.

>>> import dask.dataframe, vitrail.dask  # doctest: +SKIP
>>> trips = dask.dataframe.read_parquet("trips/")  # doctest: +SKIP
>>> vitrail.dask.plot(trips, x="longitude", y="latitude", kind="density").save("trips.png")  # doctest: +SKIP
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping, Sequence
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


@completed(CommonOptions, _plot)
def plot(
    frame: Any,
    *,
    x: Any = None,
    y: Any = None,
    kind: ReducibleKind = "line",
    right: Any = None,
    value: Any = None,
    aggregation: str | None = None,
    color_map: str | Sequence[str] | None = None,
    color_scaling: str | None = None,
    progress: bool = False,
    compute: Mapping[str, Any] | None = None,
    **options: Unpack[CommonOptions],
) -> Chart:
    """Plot a Dask DataFrame that may be larger than any machine's memory.

    The picture is that of `vitrail.plot` or `vitrail.density` for the same rows in one process. Only the columns that
    it shows are read: once if ``x_range`` and ``y_range`` are given, else twice, first for the extents. A worker holds
    its partitions and small partial results.

    Parameters
    ----------
    frame
        A DataFrame or Series of Dask. Its index is x unless another column is named.
    x, y, right
        Names of columns.
    kind
        What to draw. Lines and areas need partitions in the order of x, unless rows are aggregated. Columns and bars
        need an aggregation.
    aggregation
        Combine rows with the same x: ``sum``, ``mean``, ``min``, ``max``, ``count`` or ``last``. With
        ``kind="density"`` as that of `vitrail.density`.
    value, color_map, color_scaling
        As those of `vitrail.density`.
    progress
        Show Dask's own progress bar.
    compute
        Arguments of `dask.compute`, or of `distributed.Client.compute` where there is a client.
    **options
        As those of `plot`.

    Returns
    -------
    Chart
        Draws itself in Jupyter; `Chart.save` writes a file.

    Raises
    ------
    ImportError
        If Dask is not installed.
    TypeError, ValueError
        If an argument is wrong, or the chart cannot be reduced; for lines and areas if x decreases.

    Examples
    --------
    >>> import vitrail.dask
    >>> vitrail.dask.plot(trips, x="time", y="fare", x_range=("2026-01-01", "2026-07-01"))  # doctest: +SKIP
    """
    dask = _imported()
    if library_of(frame) != "dask" or not hasattr(frame, "to_delayed") or not hasattr(frame, "dtypes"):
        raise TypeError(f"frame is a DataFrame of Dask, not {type(frame).__name__}")
    if frame.ndim == 1:
        frame = frame.to_frame(name=frame.name if frame.name is not None else "y")
    chart = lazy_chart(
        _table(frame, x),
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
    labels = list(dict.fromkeys(label for label in sources.values() if label is not None))
    needed = frame[labels]

    def run(plan: bytes) -> bytes:
        reduce, merge = dask.delayed(reduce_partition), dask.delayed(merge_parts)
        tree: MergeTree[Any] = MergeTree(lambda parts: merge(plan, parts))
        for position, partition in enumerate(needed.to_delayed()):
            tree.add(reduce(plan, partition, sources, position))
        return _computed(dask, tree.whole(), progress, dict(compute or {}))

    return rendered(chart, run)


def _imported() -> Any:
    try:
        import dask
        import dask.dataframe
    except ImportError as error:
        raise ImportError(f"vitrail.dask needs Dask ({error}); pip install 'vitrail[dask]'") from error
    return dask


def _table(frame: Any, x: Any) -> Table:
    """The columns of a frame, from its model of no rows."""
    import pandas as pd
    from dask.dataframe.utils import meta_nonempty

    index = frame._meta.index
    counted = isinstance(index, pd.RangeIndex) and index.name is None
    if counted and x is None and not frame.known_divisions:
        raise ValueError("x is needed: the index counts the rows of each partition apart")
    return lazy_table(meta_nonempty(frame._meta), "frame", list(frame.columns), has_index=True)


def _computed(dask: Any, task: Any, progress: bool, options: dict[str, Any]) -> bytes:
    """The value of a task: from the cluster that a client is connected to, else from Dask's local scheduler."""
    client = None if "scheduler" in options else _client()
    if client is not None:
        future = client.compute(task, **options)
        if progress:
            import distributed

            distributed.progress(future)
        return bytes(future.result())
    from dask.diagnostics import ProgressBar

    with ProgressBar() if progress else contextlib.nullcontext():
        return bytes(dask.compute(task, **options)[0])


def _client() -> Any:
    try:
        import distributed
    except ImportError:
        return None
    try:
        return distributed.get_client()
    except ValueError:
        return None
