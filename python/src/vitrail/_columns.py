"""Columns: numbers, dates or categories in memory that somebody owns."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._library import Handle

Kind = Literal["number", "date", "category"]

#: Nanoseconds in the units that dates have.
NANOSECONDS = {"ns": 1, "us": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "D": 86_400_000_000_000}


#: With more rows, the library finds extremes and order in place of NumPy: on all processors, and once for all pictures.
MEASURED_BY_LIBRARY = 10_000


class Frame(Protocol):
    """A table of another library that hands itself over as an Arrow stream."""

    def handle(self, names: dict[str, str]) -> Handle:
        """A table of the renderer with the columns that the values name, under the keys."""
        ...


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
    count, load, origin
        In place of values: how many there are, a function that converts them, and a table that hands them over.
    """

    __slots__ = (
        "_count",
        "_extent",
        "_handle",
        "_key",
        "_load",
        "_values",
        "categories",
        "kind",
        "name",
        "origin",
        "time_zone",
        "unit",
    )

    def __init__(
        self,
        values: NDArray[Any] | None,
        kind: Kind = "number",
        *,
        unit: str | None = None,
        time_zone: str | None = None,
        categories: list[str] | None = None,
        name: str = "",
        count: int | None = None,
        load: Callable[[], Column] | None = None,
        origin: tuple[Frame, str] | None = None,
    ) -> None:
        self._values = values
        self._load = load
        self._count = count
        #: The table that hands the column over, and its name there.
        self.origin = origin
        self._handle: Handle | None = None
        self._key = ""
        self.kind: Kind = kind
        self.unit = unit
        self.time_zone = time_zone
        self.categories = categories
        self.name = name
        self._extent: tuple[float, float] | Literal[False] | None = False

    @property
    def values(self) -> NDArray[Any]:
        """The values as they lie in memory."""
        if self._values is None:
            assert self._load is not None
            loaded = self._load()
            self._values, self.unit, self.categories = loaded.values, loaded.unit, loaded.categories
        return self._values

    def __len__(self) -> int:
        return len(self.values) if self._count is None else self._count

    def __repr__(self) -> str:
        return f"Column({self.name!r}, {self.kind}, {len(self)} values)"

    def named(self, name: str) -> Column:
        """The same values under another name."""
        column = Column.__new__(Column)
        for slot in Column.__slots__:
            setattr(column, slot, getattr(self, slot))
        column.name = name
        return column

    def measure(self, handle: Handle, key: str) -> None:
        """Take extremes and order from a table of the library that has the column under a key."""
        self._handle, self._key, self._extent = handle, key, False

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
        if self._handle is not None:
            facts = self._handle.facts(self._key)
            return None if facts["minimum"] is None else (facts["minimum"], facts["maximum"])
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
        if self._handle is not None and self._handle is along._handle:
            if bounds is None and self._handle.facts(along._key)["isAscending"]:
                return self.extent
            low, high = bounds or (-math.inf, math.inf)
            return self._handle.extent(self._key, along._key, low, high)
        shown = along.present()
        if bounds is not None:
            places = along.scaled()
            inside = (places >= bounds[0]) & (places <= bounds[1])
            shown = inside if shown is None else shown & inside
        if shown is None or shown.all():
            return self.extent
        return Column(self.values[shown], self.kind, unit=self.unit).extent

    @property
    def has_values(self) -> bool:
        """Whether there is a value that is no gap; the first rows mostly say so."""
        if self._values is not None and self.kind == "number":
            import numpy as np

            if self._values.dtype.kind != "f" or bool(np.isfinite(self._values[:64]).any()):
                return len(self) > 0
        return self.extent is not None

    @property
    def is_ascending(self) -> bool:
        """Whether no value is less than the one before it; gaps do not count."""
        if self._handle is not None:
            return bool(self._handle.facts(self._key)["isAscending"])
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
