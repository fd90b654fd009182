"""Numbers and dates as names of columns, bars and slices, as the renderer writes them."""

from __future__ import annotations

import math
from typing import Any

from ._columns import Column

MINUS = "\u2212"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def number(value: float) -> str:
    """Up to six significant digits, in groups of three from 10,000 on."""
    if value == 0:
        return "0"
    size = abs(value)
    if not 1e-6 <= size < 1e15:
        exponent = math.floor(math.log10(size) + 2.1714e-7)
        half = exponent // 2 if exponent >= 0 else -(-exponent // 2)
        digits = _fixed(value / 10.0**half / 10.0 ** (exponent - half), 5, grouped=False)
        return digits if exponent == 0 else f"{digits}e{MINUS if exponent < 0 else ''}{abs(exponent)}"
    decimals = max(0, min(12, 5 - math.floor(math.log10(size))))
    return _fixed(value, decimals, grouped=size >= 10_000)


def _fixed(value: float, decimals: int, *, grouped: bool) -> str:
    text = f"{abs(value):{',' if grouped else ''}.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return MINUS + text if value < 0 and text.strip("0.,") else text


def names(column: Column) -> list[str | None]:
    """A name for each row, None for a gap: dates as far as they differ from the start of a year, a month or a day."""
    if column.kind == "category":
        return column.texts()
    if column.kind == "number":
        return [number(value) if math.isfinite(value) else None for value in column.scaled().tolist()]
    import numpy as np

    dates = column.values.view(f"datetime64[{column.unit}]").astype("datetime64[s]")
    present = dates[~np.isnat(dates)]
    write = _date_writer(present)
    return [None if np.isnat(date) else write(str(date)) for date in dates]


def _date_writer(dates: Any) -> Any:
    """A function from ``2024-01-31T12:00:00`` to the shortest name that loses nothing."""

    def on(unit: str) -> bool:
        return bool((dates.astype(f"datetime64[{unit}]") == dates).all())

    if on("Y"):
        return lambda text: text[:4]
    if on("M"):
        return lambda text: f"{_MONTHS[int(text[5:7]) - 1]} {text[:4]}"
    if on("D"):
        return lambda text: text[:10]
    if on("m"):
        return lambda text: text[:16].replace("T", " ")
    return lambda text: text.replace("T", " ")
