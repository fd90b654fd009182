"""A description of a chart from the names and types of columns that nobody has read yet."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from . import _roles
from ._columns import Column
from ._density import add_value
from ._extent import Extent
from ._look import WIDE, Look
from ._quick import QuickChart
from ._tables import Table, table

#: More rows than any chart treats apart. How many there are is unknown.
_MANY = sys.maxsize
REDUCIBLE = ("line", "area", "density", "column", "bar")


class LazyColumn(Column):
    """A column without values.

    Parameters
    ----------
    model
        A column of the same kind.
    source
        What names the column in a partition; None = its index.
    """

    __slots__ = ("source",)

    def __init__(self, model: Column, source: Any) -> None:
        super().__init__(None, model.kind, unit=model.unit, time_zone=model.time_zone, name=model.name, count=_MANY)
        self._extent = None
        self.source = source

    def named(self, name: str) -> LazyColumn:
        found = LazyColumn(self, self.source)
        found.name = name
        return found

    def extent_along(self, along: Column, bounds: Extent | None) -> Extent | None:
        return None


class LazyChart(QuickChart):
    """A description that does not depend on values."""

    @property
    def sources(self) -> dict[str, Any]:
        """What names each column of the description in a partition."""
        return {key: column.source for key, column in self.columns.items() if isinstance(column, LazyColumn)}

    def _measure(self) -> None:
        pass

    def _check_numbers(self) -> None:
        pass

    def _has_names(self) -> bool:
        """Numbers and dates are places on a scale: how many there are is unknown."""
        return False

    def _is_sorted(self, along: Column | None) -> bool:
        """Whether rows have to be put in order: partitions are drawn as they follow each other."""
        return False

    def _row_extent(self, along: Column | None) -> Extent | None:
        return None

    def _value_extent(self, columns: list[Column], shown: Extent | None) -> Extent | None:
        return None

    @staticmethod
    def _check_samples(extent: Extent | None, shown: Extent, argument: str) -> None:
        pass


def reducible(kind: str, aggregation: str | None) -> str:
    """A kind whose charts partitions can be reduced for."""
    if kind not in REDUCIBLE:
        raise ValueError(f"kind is one of {', '.join(REDUCIBLE)}, which partitions can be reduced for, not {kind!r}")
    if kind in WIDE and aggregation is None:
        raise ValueError(f"aggregation is needed with kind={kind!r}: rows of several partitions may have the same x")
    return kind


def lazy_table(model: Any, argument: str, labels: Sequence[Any], *, has_index: bool = False) -> Table:
    """A table without values.

    Parameters
    ----------
    model
        A table with the same columns, of few rows or none.
    argument
        What errors call it.
    labels
        What names each column in a partition.
    has_index
        Whether the index is a column, on the x-axis unless another one is named.
    """
    inner = table(model, argument)

    def source(name: str, label: Any) -> Callable[[], Column]:
        return lambda: LazyColumn(inner[name], label)

    def index() -> Column:
        found = inner.index()
        return LazyColumn(Column(None, name="index") if found is None else found, None)

    return Table(
        {name: source(name, label) for name, label in zip(inner.names, labels)},
        _MANY,
        argument,
        index=index if has_index else None,
    )


def lazy_chart(
    data: Table,
    look: Look,
    *,
    x: Any,
    y: Any,
    right: Any,
    value: Any,
    aggregation: str | None,
    color_map: str | Sequence[str] | None,
    color_scaling: str | None,
) -> LazyChart:
    """The chart that `vitrail.plot` or `vitrail.density` makes of a table."""
    made = LazyChart(_roles.roles(look.kind, (data,), x=x, y=y, right=right), look)
    extras = {"value": value, "color_map": color_map, "color_scaling": color_scaling}
    if look.kind == "density":
        found = None if value is None else _roles.one((data,), value, "value")
        add_value(made, found, aggregation, color_map, color_scaling)
    else:
        for name, given in extras.items():
            if given is not None:
                raise ValueError(f"{name} needs kind='density', not kind={look.kind!r}")
    return made
