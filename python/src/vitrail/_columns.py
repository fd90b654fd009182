"""Columns: numbers, dates or categories in memory that somebody owns."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Kind = Literal["number", "date", "category"]

#: Nanoseconds in the units that dates have.
NANOSECONDS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "D": 86_400_000_000_000}


class Column:
    """One-dimensional values, read in place.

    Parameters
    ----------
    values
        A one-dimensional NumPy array in native byte order: numbers, or 64-bit integers that count ``unit`` since 1970,
        or 32-bit codes of ``categories``.
    kind
        What the values mean.
    unit
        Of dates, a key of `NANOSECONDS`.
    time_zone
        Of dates, an IANA identifier; None = none is known.
    categories
        Texts that the codes stand for; a negative code is a gap.
    name
        For titles; empty = the column has no name.
    """

    __slots__ = ("_extent", "categories", "kind", "name", "time_zone", "unit", "values")

    def __init__(
        self,
        values: NDArray[Any],
        kind: Kind = "number",
        *,
        unit: str | None = None,
        time_zone: str | None = None,
        categories: list[str] | None = None,
        name: str = "",
    ) -> None:
        self.values = values
        self.kind: Kind = kind
        self.unit = unit
        self.time_zone = time_zone
        self.categories = categories
        self.name = name
        self._extent: tuple[float, float] | None | Literal[False] = False

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"Column({self.name!r}, {self.kind}, {self.values.dtype}, {len(self)} values)"

    def named(self, name: str) -> Column:
        """The same values under another name."""
        column = Column(
            self.values, self.kind, unit=self.unit, time_zone=self.time_zone, categories=self.categories, name=name
        )
        column._extent = self._extent
        return column

    def reversed(self) -> Column:
        """The same values from the last to the first."""
        return Column(
            self.values[::-1],
            self.kind,
            unit=self.unit,
            time_zone=self.time_zone,
            categories=self.categories,
            name=self.name,
        )

    # Values

    @property
    def seconds_per_unit(self) -> float:
        """Of dates; 1 for numbers."""
        return NANOSECONDS[self.unit] / 1e9 if self.unit else 1.0

    def present(self) -> NDArray[np.bool_] | None:
        """Where the column has a value; None = everywhere."""
        import numpy as np

        if self.kind == "date":
            return np.asarray(self.values != np.iinfo(np.int64).min)
        if self.kind == "category":
            return np.asarray(self.values >= 0)
        return np.isfinite(self.values) if self.values.dtype.kind == "f" else None

    def scaled(self) -> NDArray[np.float64]:
        """Numbers, or seconds since 1970, with NaN for gaps: a copy."""
        import numpy as np

        scaled = self.values.astype(np.float64)
        if self.kind == "date":
            scaled *= self.seconds_per_unit
            scaled[self.values == np.iinfo(np.int64).min] = math.nan
        elif scaled.dtype.kind == "f":
            scaled[~np.isfinite(scaled)] = math.nan
        return scaled

    def texts(self) -> list[str | None]:
        """Of a category column, a text for each row; None for gaps."""
        categories = self.categories or []
        return [categories[code] if code >= 0 else None for code in self.values.tolist()]

    @property
    def extent(self) -> tuple[float, float] | None:
        """Least and greatest value in numbers, or in seconds since 1970; None = there is none."""
        if self._extent is False:
            self._extent = self._measured()
        return self._extent

    def _measured(self) -> tuple[float, float] | None:
        if len(self) == 0 or self.kind == "category":
            return None
        low, high = self.values.min(), self.values.max()
        if self.kind == "date" or not (math.isfinite(low) and math.isfinite(high)):
            present = self.present()
            shown = self.values if present is None else self.values[present]
            if len(shown) == 0:
                return None
            low, high = shown.min(), shown.max()
        scale = self.seconds_per_unit
        return float(low) * scale, float(high) * scale

    def extent_along(self, along: Column, bounds: tuple[float, float] | None) -> tuple[float, float] | None:
        """The extent over the rows whose value in another column exists, and lies within bounds."""
        if self.kind == "category" or along.kind == "category":
            return self.extent
        shown = along.present()
        if bounds is not None:
            places = along.scaled()
            inside = (places >= bounds[0]) & (places <= bounds[1])
            shown = inside if shown is None else shown & inside
        if shown is None or shown.all():
            return self.extent
        return Column(self.values[shown], self.kind, unit=self.unit).extent

    @property
    def is_ascending(self) -> bool:
        """Whether no value is less than the one before it; gaps do not count."""
        present = self.present()
        values = self.values if present is None or present.all() else self.values[present]
        return bool((values[1:] >= values[:-1]).all())

    @property
    def has_nanoseconds(self) -> bool:
        """Whether a renderer keeps more than a double-precision number of seconds does."""
        if self.kind != "date" or self.unit not in ("us", "ns") or self.extent is None:
            return False
        low, high = self.extent
        if high - low > 100 * 86_400:
            return False
        step = 1_000_000 // NANOSECONDS[self.unit]
        return bool((self.values % step != 0).any())
