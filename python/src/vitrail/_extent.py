"""Ranges of numbers."""

from __future__ import annotations

Extent = tuple[float, float]


def union(a: Extent | None, b: Extent | None) -> Extent | None:
    """The smallest range that covers both."""
    if a is None or b is None:
        return a or b
    return min(a[0], b[0]), max(a[1], b[1])


def plain(value: float) -> float | int:
    """A whole number without its decimal point."""
    return int(value) if float(value).is_integer() and abs(value) < 1e15 else float(value)
