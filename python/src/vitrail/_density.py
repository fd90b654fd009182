"""What a density chart has beyond x and y."""

from __future__ import annotations

from collections.abc import Sequence

from ._columns import Column
from ._quick import QuickChart


def add_value(
    made: QuickChart,
    value: Column | None,
    aggregation: str | None,
    color_map: str | Sequence[str] | None,
    color_scaling: str | None,
) -> None:
    """Add the column that is aggregated, and the colours, to the series of a chart."""
    series = made.description["series"][0]
    if value is not None:
        if len(value) != made.roles.count:
            raise ValueError(f"value: {len(value)} values beside {made.roles.count} of y")
        aggregation = aggregation or ("category" if value.kind == "category" else None)
        role = "category" if aggregation == "category" else "value"
        series[role] = made.add_under_free_key(value, role)
    if aggregation is not None:
        series["aggregation"] = aggregation
    colors = {"colorMap": color_map, "colorScaling": color_scaling}
    style = {
        key: given if isinstance(given, str) else list(given) for key, given in colors.items() if given is not None
    }
    if style:
        series["style"] = style
