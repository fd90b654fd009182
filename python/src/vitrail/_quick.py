"""Columns → a description with fitting axes, as ``vitrail plot`` makes it.

`QuickChart` follows the command's rules line for line; the tests compare both descriptions.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from . import _dates, _labels
from ._columns import MEASURED_BY_LIBRARY, Column
from ._convert import of_texts
from ._extent import Extent, plain, union
from ._look import PRICES, ROUND, WIDE, Look

if TYPE_CHECKING:
    from ._library import Handle

#: Up to here the numbers under columns and bars are names, each written out; more of them are places on a scale.
MAX_NAMED_NUMBERS = 60
#: The same for dates, whose names are longer.
MAX_NAMED_DATES = 24
#: Lines of few samples show each one: one alone, or between gaps, would not be seen.
MAX_MARKED_SAMPLES = 24
#: As many as there are colours for slices.
MAX_SLICES = 12
#: Share of the extent of data on a logarithmic axis that stays free beyond them; numbers on others end at ticks.
PADDING = 0.05
#: March has 31 days, February 28.
EVENNESS = 1.12
#: Name of the table in the description.
TABLE = "table"

Description = dict[str, Any]


class Roles:
    """The columns of a plot.

    Parameters
    ----------
    x
        None = the number of the row, from ``first_row``.
    x_title
        Of the axis of the rows; empty = it has none.
    y, right
        Numbers on the left and on the right axis; of prices open, high, low and close; of a band high and low.
    by
        Splits the rows.
    """

    def __init__(
        self,
        y: list[Column],
        x: Column | None = None,
        *,
        x_title: str = "",
        right: list[Column] | None = None,
        by: Column | None = None,
        first_row: int = 0,
    ) -> None:
        #: For error bars, the role of each column of y: y, error, errorLow, errorHigh, low or high.
        self.names: tuple[str, ...] = ()
        self.x = x
        self.x_title = x_title
        self.y = y
        self.right = right or []
        self.by = by
        self.first_row = first_row
        self.count = len(y[0])
        self.keys = self._unique_keys()

    def _unique_keys(self) -> dict[int, str]:
        """A key for each column, by identity: its name where that is free."""
        keys: dict[int, str] = {}
        fallback = ["y"] if len(self.y) + len(self.right) == 1 else []
        drawn = [*self.y, *self.right]
        columns = [(column, fallback[0] if fallback else str(position + 1)) for position, column in enumerate(drawn)]
        columns += [(column, name) for column, name in ((self.x, "x"), (self.by, "by")) if column is not None]
        used: set[str] = set()
        for column, other in columns:
            if id(column) in keys:
                continue
            key = column.name or other
            while key in used:
                key += "\u2032"
            used.add(key)
            keys[id(column)] = key
        return keys

    def key(self, column: Column) -> str:
        return self.keys[id(column)]


class QuickChart:
    """A description, and the columns that it shows."""

    def __init__(self, roles: Roles, look: Look) -> None:
        self.roles = roles
        self.look = look
        self.kind = look.kind
        self.columns: dict[str, Column] = {}
        #: The table that is drawn, if it was made already.
        self.handle: Handle | None = None
        self.along: Column | None = None
        self.along_key: str | None = None
        self.description: Description = {
            "size": {"width": plain(look.size[0]), "height": plain(look.size[1])},
            "scale": look.scale,
        }
        self._make()

    @property
    def is_bar(self) -> bool:
        return self.kind == "bar"

    @property
    def has_points(self) -> bool:
        if self.kind in ("scatter", "errorBar"):
            return True
        return self.kind in ("line", "area") and self.roles.count <= MAX_MARKED_SAMPLES

    # The whole

    def _make(self) -> None:
        look, description = self.look, self.description
        for key, value in (
            ("theme", look.theme),
            ("title", look.title),
            ("subtitle", look.subtitle),
            ("caption", look.caption),
            ("source", look.source),
            ("locale", look.locale),
            ("palette", look.palette),
        ):
            if value is not None:
                description[key] = value
        font = {key: value for key, value in (("family", look.font), ("size", look.font_size)) if value is not None}
        if font:
            description["font"] = font
        if look.end_labels:
            description["endLabels"] = True
        if self.kind in ROUND:
            self._add_slices()
        else:
            self._add_axes_and_series()
        if self.kind == "density":
            description["legend"] = {"position": "topRight"}
        elif len(description["series"]) > 1 or self.roles.by is not None:
            description["legend"] = {"position": "bottomMiddle"}

    def _measure(self) -> None:
        """Let the library find extremes and order of many rows, in the table that it draws."""
        if self.roles.count > MEASURED_BY_LIBRARY:
            from ._handles import handle_of

            self.handle = handle_of(self.columns)
            for key, column in self.columns.items():
                column.measure(self.handle, key)

    def _check_numbers(self) -> None:
        for column in [] if self.roles.count == 0 else self._drawn():
            if not column.has_values:
                raise ValueError(f"column {self.roles.key(column)!r} holds no number")

    def _drawn(self) -> list[Column]:
        return self.roles.y if self.kind in PRICES else [*self.roles.y, *self.roles.right]

    def _add(self, column: Column, key: str | None = None) -> str:
        """Hand a column over under a key."""
        key = key or self.roles.key(column)
        self.columns[key] = column
        return key

    def add_under_free_key(self, column: Column, name: str) -> str:
        """Hand another column over, under its own name or another one that is free."""
        self.handle = None
        key = column.name or name
        while key in self.columns:
            key += "\u2032"
        return self._add(column, key)

    # Axes

    def _add_axes_and_series(self) -> None:
        roles, look = self.roles, self.look
        along, is_named = roles.x, False
        if self.kind in WIDE and self._has_names():
            along, is_named = of_texts(self._names()), True
        is_category = along is not None and along.kind == "category"
        self.along = along
        if along is not None:
            self.along_key = self._add(along, self._name_key() if is_named else None)
        for column in [*roles.y, *roles.right, *([roles.by] if roles.by else [])]:
            self._add(column, roles.key(column))
        self._measure()
        self._check_numbers()
        rows, values = self._row_axis(along), self._value_axis()
        if self.is_bar:
            # Lines to read lengths by cross the bars; themes draw them for values on the y-axis.
            values["style"] = {"majorGridLineStyle": {"showMajorGridLines": True}}
            rows["style"] = {"majorGridLineStyle": {"showMajorGridLines": False}}
        elif self.kind == "radar":
            rows["style"] = {"majorGridLineStyle": {"lineRenderMode": "linear"}}
            values["style"] = {"majorGridLineStyle": {"lineRenderMode": "linear"}}
        shown = self._fix_rows(rows, "y" if self.is_bar else "x", along)
        axes = [values]
        if roles.right:
            values["id"] = "left"
            second = {"id": "right", "axisPosition": "reverse", **self._type(look.axis_type("y"))}
            if len(roles.right) == 1 and roles.right[0].name:
                second["title"] = roles.right[0].name
            axes.append(second)
        for axis in [rows] if self.is_bar else axes:
            if look.reverse_y:
                # Names of bars begin at the top, unless they are reversed.
                axis["reversed"] = not (self.is_bar and is_category)
        for axis in axes if self.is_bar else [rows]:
            if look.reverse_x:
                axis["reversed"] = True
        for position, axis in enumerate(axes):
            if look.include_zero:
                axis["includeZero"] = True
            columns = roles.y if position == 0 else roles.right
            self._set_range(axis, [*columns], shown, is_first=position == 0)
        names = ("yAxis", "xAxis") if self.is_bar else ("xAxis", "yAxis")
        self.description[names[0]] = rows
        if len(axes) == 1:
            self.description[names[1]] = values
        else:
            self.description["yAxes"] = axes
        self._add_series(is_sorted=self._is_sorted(along))

    @staticmethod
    def _type(kind: str | None) -> Description:
        return {"type": kind} if kind else {}

    def _value_axis(self) -> Description:
        look, y = self.look, self.roles.y
        axis = self._type(look.axis_type("x" if self.is_bar else "y"))
        if look.currency:
            axis["currency"] = look.currency
        if look.compact:
            axis["compact"] = True
        title = look.x_title if self.is_bar else look.y_title
        if title or ((len(y) == 1 or self.roles.names[:1] == ("y",)) and y[0].name):
            axis["title"] = title or y[0].name
        return axis

    def _row_axis(self, along: Column | None) -> Description:
        """The axis of the rows. Symbols get room to be seen whole."""
        kind = "number" if along is None else along.kind
        axis: Description
        if kind == "date" and along is not None:
            axis = self._weekdays() if self.kind in PRICES and self._has_no_weekends(along) else {"type": "dateTime"}
            zone = self.look.time_zone or along.time_zone
            if zone is not None and zone != "UTC":
                axis["timeZone"] = zone
        elif kind == "category":
            axis = {"type": "category"}
        else:
            axis = self._type(self.look.axis_type("y" if self.is_bar else "x"))
        title = (self.look.y_title if self.is_bar else self.look.x_title) or self.roles.x_title
        if title:
            axis["title"] = title
        if kind == "category" and self.has_points and self.roles.count > 0:
            axis["rangePaddingLow"] = axis["rangePaddingHigh"] = 0.5
        return axis

    def _row_extent(self, along: Column | None) -> Extent | None:
        if along is not None:
            return along.extent
        first, count = self.roles.first_row, self.roles.count
        return (float(first), float(first + count - 1)) if count else None

    def _fix_rows(self, axis: Description, direction: str, along: Column | None) -> Extent | None:
        """Set what the arguments say of the axis of the rows.

        Returns
        -------
        The range of the rows that are shown, if it is not automatic.
        """
        kind = "number" if along is None else along.kind
        scale = self.look.axis_type(direction)
        if scale and kind != "number":
            name = "sqrt" if scale == "squareRoot" else "log"
            raise ValueError(
                f"{name}_{direction} needs numbers: {'dates' if kind == 'date' else 'texts'} are on this axis"
            )
        for name, value in (("connect_gaps", self.look.connect_gaps), ("break_at", self.look.break_at)):
            if isinstance(value, dict) and kind != "date":
                raise ValueError(f"{name}: units of time need dates on the x-axis")
        asked, argument = self.look.range(direction), f"{direction}_range"
        if asked is None:
            return None
        for key in ("rangePaddingLow", "rangePaddingHigh"):
            axis.pop(key, None)
        if kind == "date" and along is not None:
            zone = self.look.time_zone or along.time_zone
            texts, seconds = _dates.date_range(asked, argument, along, zone)
            axis["defaultRange"] = list(texts)
            return seconds
        if kind == "category":
            raise ValueError(f"{argument}: texts are on this axis; a range needs numbers or dates")
        ends = _dates.numeric_range(asked, argument)
        self._fix(axis, ends, argument)
        shown = (-math.inf if ends[0] is None else ends[0], math.inf if ends[1] is None else ends[1])
        if None in ends:
            self._check_samples(self._row_extent(along), shown, argument)
        return shown

    @staticmethod
    def _fix(axis: Description, ends: tuple[float | None, float | None], argument: str) -> None:
        """Set one end or both; the data say the other."""
        first = ends[1] if ends[0] is None else ends[0]
        if axis.get("type") == "logarithmic" and first is not None and first <= 0:
            raise ValueError(f"{argument}: a logarithmic axis starts above 0")
        axis["defaultRange"] = [None if end is None else plain(end) for end in ends]

    @staticmethod
    def _check_samples(extent: Extent | None, shown: Extent, argument: str) -> None:
        """Refuse a range with an open end that the samples do not give."""
        if extent is None:
            raise ValueError(f"{argument}: no sample gives the open end; give both ends")
        if not (extent[0] < shown[1] and extent[1] > shown[0]):
            raise ValueError(f"{argument}: no sample is in this range")

    def _set_range(self, axis: Description, columns: list[Column], shown: Extent | None, *, is_first: bool) -> None:
        """Set what the arguments say of an axis of values, and room beyond the samples on a logarithmic one."""
        direction = "x" if self.is_bar else "y"
        asked, argument = self.look.range(direction), f"{direction}_range"
        if is_first and asked is not None:
            ends = _dates.numeric_range(asked, argument)
            self._fix(axis, ends, argument)
            if None in ends:
                reach = self._value_extent(columns, shown)
                # Columns and areas stand on zero.
                if reach is not None and (self.kind in WIDE or self.kind == "area"):
                    reach = (min(reach[0], 0), max(reach[1], 0))
                low, high = ends
                self._check_samples(
                    reach, (-math.inf if low is None else low, math.inf if high is None else high), argument
                )
        elif axis.get("type") == "logarithmic":
            room = self._room(self._value_extent(columns, shown))
            if room is not None:
                axis["rangePaddingLow"], axis["rangePaddingHigh"] = plain(room[0]), plain(room[1])

    def _value_extent(self, columns: list[Column], shown: Extent | None) -> Extent | None:
        """Of the values of several columns, in the rows that are shown."""
        if self.look.aggregation is not None and self.kind not in PRICES:
            return self._combined_extent(columns)
        extent: Extent | None = None
        for column in columns:
            extent = union(extent, self._extent(column, shown))
        return extent

    def _extent(self, column: Column, shown: Extent | None) -> Extent | None:
        """Of the values of a column, in the rows that are shown."""
        along = self.roles.x
        if along is not None:
            return column.extent_along(along, shown)
        if shown is None:
            return column.extent
        first = self.roles.first_row
        low = max(math.ceil(max(shown[0], 0)) - first, 0)
        high = min(math.floor(min(shown[1], first + len(column))) - first + 1, len(column))
        return Column(column.values[low:high], column.kind).extent if low < high else None

    def _combined_extent(self, columns: list[Column]) -> Extent | None:
        """Of the values of rows that are combined."""
        from ._combine import combined_extent

        extent: Extent | None = None
        for column in columns:
            extent = union(extent, combined_extent(column, self.along, self.roles.by, self.look.aggregation or "sum"))
        return extent

    @staticmethod
    def _room(extent: Extent | None) -> Extent | None:
        """Room beyond the ends of the values of a logarithmic axis."""
        if extent is None or not 0 < extent[0] < extent[1]:
            return None
        low, high = extent
        share = (math.log10(high) - math.log10(low)) * PADDING
        return low - low * 10**-share, high * 10**share - high

    # Names

    def _has_names(self) -> bool:
        """Whether rows of columns and bars stand side by side, each with its name."""
        x = self.roles.x
        if x is None:
            return self._count_of_places(None) <= MAX_NAMED_NUMBERS
        if x.kind == "date":
            return self._count_of_places(x) <= MAX_NAMED_DATES and self._is_even(x) and not x.has_nanoseconds
        return self._count_of_places(x) <= MAX_NAMED_NUMBERS

    def _count_of_places(self, x: Column | None) -> int:
        if x is None or (self.roles.by is None and self.look.aggregation is None):
            return self.roles.count
        return len(set(x.values.tolist()))

    def _is_even(self, x: Column) -> bool:
        """Whether dates follow each other at one distance: of others, names would hide the gaps."""
        import numpy as np

        places = x.scaled()
        if self.roles.by is not None or self.look.aggregation is not None:
            places = np.unique(places)
        distances = np.diff(places)
        if len(distances) == 0:
            return True
        return bool(distances.min() > 0 and distances.max() <= distances.min() * EVENNESS)

    def _names(self) -> list[str | None]:
        if self.roles.x is not None:
            return _labels.names(self.roles.x)
        return [_labels.number(row) for row in range(self.roles.first_row, self.roles.first_row + self.roles.count)]

    def _name_key(self) -> str:
        """Of the column of names: it is another one than the numbers even where both come from one column."""
        x = self.roles.x
        key = self.roles.key(x) if x is not None else "row"
        taken = {self.roles.key(column) for column in [*self.roles.y, *self.roles.right]}
        return f"{key} name" if key in taken else key

    def _has_no_weekends(self, x: Column) -> bool:
        """Whether days follow each other so closely that weekends are gaps, and none of them is on one."""
        import numpy as np

        seconds = x.scaled()
        days = np.unique(np.floor(seconds[np.isfinite(seconds)] / 86_400))
        # 1970-01-01 was a Thursday.
        return bool((np.diff(days) == 1).any() and not np.isin(days % 7, (2, 3)).any())

    @staticmethod
    def _weekdays() -> Description:
        """Days from Monday to Friday, from the first Saturday of 1970."""
        return {
            "type": "discontinuousDateTime",
            "exclusions": [{"start": "1970-01-03", "length": {"day": 2}, "every": {"week": 1}}],
        }

    def _is_sorted(self, along: Column | None) -> bool:
        if self.kind not in ("line", "area") or along is None or along.kind == "category":
            return False
        return (along.kind == "date" or self.roles.by is not None) and not along.is_ascending

    # Series

    def _add_series(self, *, is_sorted: bool) -> None:
        roles = self.roles
        if self.kind in PRICES:
            self.description["series"] = [self._prices()]
            return
        if self.kind == "band":
            self.description["series"] = [self._band()]
            return
        if self.kind == "errorBar":
            self.description["series"] = [self._error_bars()]
            return
        series = []
        for column in [*roles.y, *roles.right]:
            made = self._series(column)
            if is_sorted:
                made["sorted"] = True
            if roles.right:
                made["yAxis"] = "right" if any(column is other for other in roles.right) else "left"
            series.append(made)
        self.description["series"] = series

    def _series(self, column: Column) -> Description:
        roles, look, kind = self.roles, self.look, self.kind
        count = len(roles.y) + len(roles.right)
        key = roles.key(column)
        types = {"area": "line", "radar": "radialLine", "hist": "column"}
        series: Description = {"type": types.get(kind, kind), "data": TABLE}
        if self.is_bar:
            series["x"] = key
            if self.along_key is not None:
                series["y"] = self.along_key
        else:
            if self.along_key is not None:
                series["x"] = self.along_key
            series["y"] = key
        if self.along is None and roles.first_row:
            series["firstIndex"] = roles.first_row
        title = key if not column.name and count > 1 else column.name
        if kind != "density" and title and (roles.by is None or count > 1):
            series["title"] = title
        if roles.by is not None:
            series["by"] = roles.key(roles.by)
        if kind == "radar":
            series["pointsWrapAround"] = True
        self._add_gaps(series)
        style: Description = {}
        if kind == "area":
            style["showFill"] = True
        if kind in ("line", "area") and self.has_points:
            style["pointStyle"] = {"showPoints": True}
        if kind == "radar":
            # Several areas would hide one another.
            if count == 1 and roles.by is None:
                style["showFill"] = True
            style["pointStyle"] = {"showPoints": True}
        if look.labels:
            style["dataPointLabelStyle"] = {"showLabels": True}
        if style:
            series["style"] = style
        return series

    def _add_gaps(self, series: Description) -> None:
        if self.look.aggregation is not None:
            series["aggregation"] = self.look.aggregation
        if self.look.connect_gaps is not False:
            series["connectGaps"] = self.look.connect_gaps
        if self.look.break_at is not None:
            series["breakAt"] = self.look.break_at

    def _prices(self) -> Description:
        series: Description = {"type": self.kind, "data": TABLE}
        if self.along_key is not None:
            series["x"] = self.along_key
        elif self.roles.first_row:
            series["firstIndex"] = self.roles.first_row
        for role, column in zip(("open", "high", "low", "close"), self.roles.y):
            series[role] = self.roles.key(column)
        if self.look.aggregation is not None:
            series["aggregation"] = self.look.aggregation
        if self.look.labels:
            series["style"] = {"dataPointLabelStyle": {"showLabels": True}}
        return series

    def _band(self) -> Description:
        series: Description = {"type": "band", "data": TABLE}
        if self.along_key is not None:
            series["x"] = self.along_key
        elif self.roles.first_row:
            series["firstIndex"] = self.roles.first_row
        low, high = self.roles.y
        series["low"], series["high"] = self.roles.key(low), self.roles.key(high)
        self._add_gaps(series)
        return series

    def _error_bars(self) -> Description:
        series: Description = {"type": "errorBar", "data": TABLE}
        if self.along_key is not None:
            series["x"] = self.along_key
        elif self.roles.first_row:
            series["firstIndex"] = self.roles.first_row
        for name, column in zip(self.roles.names, self.roles.y):
            series[name] = self.roles.key(column)
        if self.look.labels:
            series["style"] = {"dataPointLabelStyle": {"showLabels": True}}
        return series

    def _add_slices(self) -> None:
        """The rows as slices in their order, the small ones of many together."""
        column, x = self.roles.y[0], self.roles.x
        first = self.roles.first_row
        self._check_numbers()
        names: list[str | None] = (
            _labels.names(x) if x is not None else [str(row) for row in range(first, first + self.roles.count)]
        )
        values = column.scaled().tolist()
        if self.look.aggregation is not None:
            from ._combine import combined

            names, values = combined(names, values, self.look.aggregation)
        rows = [(name or "", value) for name, value in zip(names, values) if math.isfinite(value) and value != 0]
        negative = next((value for _, value in rows if value < 0), None)
        if negative is not None:
            raise ValueError(f"column {self.roles.key(column)!r} holds {negative:g}: a slice cannot be negative")
        if len(rows) > MAX_SLICES:
            order = sorted(range(len(rows)), key=lambda row: (-rows[row][1], row))
            large = set(order[: MAX_SLICES - 1])
            rest = [value for row, (_, value) in enumerate(rows) if row not in large]
            rows = [rows[row] for row in range(len(rows)) if row in large]
            rows.append((f"{len(rest)} others", math.fsum(rest)))
        import numpy as np

        name_key, key = self._name_key(), self.roles.key(column)
        self._add(of_texts([name for name, _ in rows]), name_key)
        self._add(Column(np.array([value for _, value in rows], np.float64)), key)
        series: Description = {"type": self.kind, "data": TABLE, "x": name_key, "y": key}
        if column.name:
            series["title"] = column.name
        self.description["series"] = [series]
