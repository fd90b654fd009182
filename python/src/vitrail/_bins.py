"""Edges of the bins of a histogram."""

from __future__ import annotations

from typing import Any

MAX_BINS = 100_000


def bin_edges(values: Any, bins: Any, range: Any) -> Any:
    """Edges of `numpy.histogram_bin_edges` as float64, at most ``MAX_BINS`` bins."""
    import numpy as np

    if isinstance(bins, int) and not isinstance(bins, bool) and not 1 <= bins <= MAX_BINS:
        raise ValueError(f"bins is 1 to {MAX_BINS}, not {bins}")
    if len(values) == 0 and range is None and not np.ndim(bins):
        return np.array([0.0, 1.0])
    # Rules for the width look at quantiles; a part of many values decides them well enough.
    part = values if len(values) <= 1_000_000 or not isinstance(bins, str) else values[:: len(values) // 1_000_000]
    ends = range
    if isinstance(bins, str) and ends is None:
        ends = (values.min(), values.max())
    try:
        edges = np.histogram_bin_edges(part, bins, range=ends)
    except (ValueError, TypeError) as error:
        raise ValueError(f"bins: {error}") from None
    if len(edges) - 1 > MAX_BINS:
        raise ValueError(f"bins: {len(edges) - 1} bins; a histogram has at most {MAX_BINS}")
    return edges.astype(np.float64)
