"""Arguments of `plot` → the columns that it draws."""

from __future__ import annotations

from typing import Any

from ._columns import Column
from ._convert import column
from ._look import PRICES, ROUND, WIDE
from ._quick import Roles
from ._tables import Table, is_table, table

MAX_SERIES = 1000
_PRICE_ROLES = ("open", "high", "low", "close")


def roles(
    kind: str,
    data: tuple[Any, ...],
    *,
    x: Any = None,
    y: Any = None,
    right: Any = None,
    by: Any = None,
    prices: dict[str, Any] | None = None,
) -> Roles:
    """The columns that the arguments of `plot` name."""
    if len(data) > 2:
        raise TypeError(
            f"{len(data)} arguments of data; plot(y), plot(x, y) and plot(table) are known, everything else has a name"
        )
    frame: Table | None = None
    if len(data) == 2:
        for name, given in (("x", x), ("y", y)):
            if given is not None:
                raise TypeError(f"{name} is given twice")
        x, y = data
        if is_table(x):
            raise TypeError("x: a table; plot(table, x=..., y=...) names its columns")
    elif len(data) == 1:
        if is_table(data[0]):
            frame = table(data[0], "data")
        elif y is None:
            y = data[0]
        else:
            raise TypeError(f"data: {type(data[0]).__name__} is no table, so that y is given twice")
    elif y is None and not prices:
        raise TypeError("nothing to draw: give y, x and y, or a table")
    found = _Found(kind, frame)
    if kind in PRICES:
        return found.prices(x, y, prices or {})
    return found.values(x, y, right, by)


def one(data: tuple[Any, ...], value: Any, argument: str) -> Column:
    """A column that an argument names in the table, or is."""
    frame = table(data[0], "data") if len(data) == 1 and is_table(data[0]) else None
    return _Found("density", frame).one(value, argument)


class _Found:
    """Finds columns by name in a table, or takes them as they are."""

    def __init__(self, kind: str, frame: Table | None) -> None:
        self.kind = kind
        self.frame = frame

    def one(self, value: Any, argument: str) -> Column:
        """The column that one argument names or is."""
        if self.frame is not None and (isinstance(value, (str, int)) and not isinstance(value, bool)):
            name = str(value)
            if name not in self.frame:
                raise ValueError(
                    f"{argument}: column {name!r} not found; {self.frame.argument} has {_listed(self.frame.names)}"
                )
            return self.frame[name]
        if isinstance(value, str):
            raise ValueError(f"{argument}: {value!r} names a column, but there is no table")
        found = column(value, argument)
        if self.frame is not None and len(found) != self.frame.count:
            raise ValueError(f"{argument}: {len(found)} values beside {self.frame.count} rows")
        return found

    def several(self, value: Any, argument: str) -> list[Column]:
        """The columns that an argument names or is."""
        if value is None:
            return []
        if is_table(value):
            inner = table(value, argument)
            return [inner[name] for name in self._drawn_names(inner, set(), argument)]
        if self.frame is not None and isinstance(value, (list, tuple)) and all(isinstance(name, str) for name in value):
            return [self.one(name, argument) for name in value]
        if isinstance(value, (list, tuple)) and value and all(_is_column(part) for part in value):
            return [self.one(part, f"{argument}[{position}]") for position, part in enumerate(value)]
        return [self.one(value, argument)]

    def _drawn_names(self, frame: Table, taken: set[str], argument: str) -> list[str]:
        names = [name for name in frame.numeric_names() if name not in taken]
        if not names:
            raise ValueError(f"{argument}: no column of numbers to draw; there is {_listed(frame.names)}")
        if len(names) > MAX_SERIES:
            raise ValueError(
                f"{argument}: {len(names)} columns of numbers; "
                f"a chart has at most {MAX_SERIES} series: name some with y"
            )
        return names

    def values(self, x: Any, y: Any, right: Any, by: Any) -> Roles:
        """Columns of numbers, over x or the rows' labels."""
        if right is not None and self.kind not in ("line", "area", "scatter"):
            raise ValueError(f"right does not work with kind={self.kind!r}; it works with line, area, scatter")
        if by is not None and self.kind not in ("line", "area", "scatter", "column", "bar", "radar"):
            raise ValueError(
                f"by does not work with kind={self.kind!r}; it works with line, area, scatter, column, bar, radar"
            )
        frame = self.frame
        split = self.one(by, "by") if by is not None else None
        rights = self.several(right, "right")
        along = self.one(x, "x") if x is not None else None
        title = along.name if along is not None else ""
        if frame is not None and x is None:
            along = frame.index()
            title = along.name if along is not None else "index"
        taken = {value for value in (x, by) if isinstance(value, str)}
        taken.update(
            name
            for name in ([right] if isinstance(right, str) else right if isinstance(right, (list, tuple)) else [])
            if isinstance(name, str)
        )
        if frame is not None and along is None and x is None:
            named_y = (
                {y}
                if isinstance(y, str)
                else {name for name in y if isinstance(name, str)}
                if isinstance(y, (list, tuple))
                else set()
            )
            guess = self._first_column(frame, taken)
            if guess is not None and guess not in named_y:
                along, title = frame[guess], guess
                taken.add(guess)
        if frame is not None and y is None:
            columns = [frame[name] for name in self._drawn_names(frame, taken, frame.argument)]
        else:
            columns = self.several(y, "y")
            if not columns:
                raise TypeError("nothing to draw: give y, x and y, or a table")
        if along is None and x is None:
            title = "index"
            along, named = self._index_of_series(y)
            title = named or title
        self._check(columns, "y")
        self._check(rights, "right")
        if len(columns) > 1 and (self.kind in ROUND or self.kind == "density"):
            names = [column.name or str(position + 1) for position, column in enumerate(columns)]
            raise ValueError(
                f"y: kind={self.kind!r} takes one column, not {len(names)}; name it: there is {_listed(names)}"
            )
        self._check_lengths([*columns, *rights], along, split)
        first = frame.first_row if frame is not None and along is None else 0
        return Roles(columns, along, x_title=title, right=rights, by=split, first_row=first)

    def _first_column(self, frame: Table, taken: set[str]) -> str | None:
        """The first column, where nobody named x: one of dates, or texts that name columns, bars or slices."""
        first = next((name for name in frame.names if name not in taken), None)
        if first is None:
            return None
        try:
            kind = frame[first].kind
        except TypeError:
            return None
        itemised = self.kind in WIDE or self.kind in ROUND
        return first if kind == "date" or (kind == "category" and itemised) else None

    @staticmethod
    def _index_of_series(y: Any) -> tuple[Column | None, str]:
        """Labels of a pandas Series, which are its x."""
        if type(y).__name__ != "Series" or not type(y).__module__.startswith("pandas"):
            return None, ""
        frame = table(y.to_frame("y"), "y")
        found = frame.index()
        if found is None and frame.first_row:
            import numpy as np

            found = Column(np.arange(frame.first_row, frame.first_row + len(y), dtype=np.float64))
            return found, "index"
        return found, found.name if found is not None else ""

    def _check(self, columns: list[Column], argument: str) -> None:
        for position, found in enumerate(columns):
            if found.kind != "number":
                place = argument if len(columns) == 1 else f"{argument}[{position}]"
                name = f" (column {found.name!r})" if found.name else ""
                raise TypeError(f"{place}: {'dates' if found.kind == 'date' else 'texts'}{name}, which are for x")

    @staticmethod
    def _check_lengths(columns: list[Column], along: Column | None, split: Column | None) -> None:
        count = len(columns[0])
        for position, found in enumerate(columns):
            if len(found) != count:
                raise ValueError(f"y[{position}]: {len(found)} values beside {count} in y[0]")
        for other, argument in ((along, "x"), (split, "by")):
            if other is not None and len(other) != count:
                raise ValueError(f"{argument}: {len(other)} values beside {count} of y")

    def prices(self, x: Any, y: Any, given: dict[str, Any]) -> Roles:
        """Open, high, low and close, by name or by what they are called."""
        if y is not None:
            raise TypeError(f"kind={self.kind!r} takes open, high, low and close, not y")
        frame, columns = self.frame, []
        for role in _PRICE_ROLES:
            value = given.get(role)
            if value is None:
                if frame is None:
                    raise TypeError(
                        f"{role} is missing: give open, high, low and close, or a table with columns of these names"
                    )
                value = role if role in frame else next((name for name in frame.names if name.lower() == role), role)
            columns.append(self.one(value, role))
        for role, found in zip(_PRICE_ROLES, columns):
            if found.kind != "number":
                raise TypeError(f"{role}: {'dates' if found.kind == 'date' else 'texts'}; prices are numbers")
            if len(found) != len(columns[0]):
                raise ValueError(f"{role}: {len(found)} values beside {len(columns[0])} of open")
        along = self.one(x, "x") if x is not None else None
        title = along.name if along is not None else ""
        if along is None and frame is not None:
            along = frame.index()
            if along is None:
                first = frame.names[0]
                if frame[first].kind == "date":
                    along = frame[first]
            title = along.name if along is not None else "index"
        if along is not None and len(along) != len(columns[0]):
            raise ValueError(f"x: {len(along)} values beside {len(columns[0])} of open")
        first_row = frame.first_row if frame is not None and along is None else 0
        return Roles(columns, along, x_title=title or ("index" if along is None else ""), first_row=first_row)


def _is_column(value: Any) -> bool:
    return hasattr(value, "__len__") and not isinstance(value, (str, bytes))


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:12])
    return shown + (f" and {len(names) - 12} more" if len(names) > 12 else "")
