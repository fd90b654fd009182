"""What the modules for Dask and Ray share: tasks that run on workers, and the order of merges."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ._convert import library_of
from ._lazy import LazyChart
from ._quick import TABLE

if TYPE_CHECKING:
    from ._chart import Chart
    from .partial import Plan

#: Partial results that one task merges: a partial result is much smaller than a partition.
ARITY = 8

#: A partial result, or a promise of one.
Part = TypeVar("Part")


class MergeTree(Generic[Part]):
    """Merges results as they arrive, so that few of them exist at a time.

    Parameters
    ----------
    merge
        Merges a list of results.
    """

    def __init__(self, merge: Callable[[list[Part]], Part]) -> None:
        self._merge = merge
        self._levels: list[list[Part]] = []

    def add(self, part: Part, level: int = 0) -> None:
        """Add a result; `ARITY` results of a level become one of the next level."""
        if level == len(self._levels):
            self._levels.append([])
        self._levels[level].append(part)
        if len(self._levels[level]) == ARITY:
            group, self._levels[level] = self._levels[level], []
            self.add(self._merge(group), level + 1)

    def whole(self) -> Part:
        """The result of all.

        Raises
        ------
        ValueError
            If none was added.
        """
        if not self._levels:
            raise ValueError("no partition to draw")
        rest: list[Part] = []
        for level in self._levels:
            rest = [*level, *rest]
            if len(rest) > 1:
                rest = [self._merge(rest)]
        return rest[0]


def columns_of(partition: Any, sources: Mapping[str, Any]) -> Any:
    """The columns of a description in a partition.

    Parameters
    ----------
    partition
        A DataFrame of pandas, or an Arrow table.
    sources
        What names each column there, by its key in the description; None = the index.
    """
    if library_of(partition) == "pyarrow":
        return partition.select(list(sources.values())).rename_columns(list(sources))
    return {key: partition.index if label is None else partition[label] for key, label in sources.items()}


@functools.lru_cache(maxsize=8)
def plan_of(data: bytes) -> Plan:
    """A plan from its bytes, once in a process: it keeps where it laid the chart out."""
    from . import partial

    return partial.Plan.from_bytes(data)


def reduce_partition(plan: bytes, partition: Any, sources: Mapping[str, Any], position: int) -> bytes:
    """The partial result of a partition. Runs on a worker."""
    from . import partial

    return partial.reduce(plan_of(plan), {TABLE: columns_of(partition, sources)}, position=position)


def merge_parts(plan: bytes, parts: list[bytes]) -> bytes:
    """One partial result of several. Runs on a worker."""
    from . import partial

    return partial.merge(plan_of(plan), parts)


def rendered(chart: LazyChart, run: Callable[[bytes], bytes]) -> Chart:
    """The picture of a chart.

    Parameters
    ----------
    chart
        The description.
    run
        Reduces all partitions for the bytes of a plan, and merges the results.
    """
    from . import partial

    plan = partial.plan(chart.description)
    if plan.needs_extents:
        plan = plan.with_extents(run(plan.to_bytes()))
    return partial.render(plan, run(plan.to_bytes()))
