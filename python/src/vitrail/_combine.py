"""Rows with the same place, combined: only to find ranges and slices; the renderer combines what it draws."""

from __future__ import annotations

import math
from typing import Any

from ._columns import Column


def combined(names: list[str | None], values: list[float], aggregation: str) -> tuple[list[str | None], list[float]]:
    """Values of equal names, in the order of their first appearance."""
    groups: dict[str | None, list[float]] = {}
    for name, value in zip(names, values):
        groups.setdefault(name, [])
        if math.isfinite(value):
            groups[name].append(value)
    return list(groups), [_value(group, aggregation) for group in groups.values()]


def _value(group: list[float], aggregation: str) -> float:
    if aggregation == "count":
        return float(len(group))
    if not group:
        return math.nan
    if aggregation in ("sum", "mean"):
        total = math.fsum(group)
        return total if aggregation == "sum" else total / len(group)
    return group[-1] if aggregation == "last" else min(group) if aggregation == "min" else max(group)


def combined_extent(
    column: Column, along: Column | None, by: Column | None, aggregation: str
) -> tuple[float, float] | None:
    """Least and greatest of the combined values; None = there is none."""
    import numpy as np

    values = column.scaled()
    keys: list[Any] = [other.values for other in (along, by) if other is not None]
    if along is None:
        # Each row has a number of its own.
        return column.extent if aggregation != "count" else (1.0, 1.0)
    _, places = np.unique(np.stack([key.astype(np.float64) for key in keys]), axis=1, return_inverse=True)
    places = places.reshape(-1)
    present = np.isfinite(values)
    count = np.bincount(places, present.astype(np.float64))
    result: Any
    if aggregation == "count":
        result = count
    elif aggregation in ("sum", "mean"):
        sums = np.bincount(places, np.where(present, values, 0.0))
        result = (sums if aggregation == "sum" else sums / np.maximum(count, 1))[count > 0]
    elif aggregation == "last":
        last = np.full(len(count), math.nan)
        last[places[present]] = values[present]
        result = last[np.isfinite(last)]
    else:
        start, reduce = (math.inf, np.minimum) if aggregation == "min" else (-math.inf, np.maximum)
        result = np.full(len(count), start)
        reduce.at(result, places[present], values[present])
        result = result[np.isfinite(result)]
    return (float(result.min()), float(result.max())) if len(result) else None
