"""Functions that make charts of arrays and data frames."""

from __future__ import annotations

import numbers
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from . import _roles
from ._bins import bin_edges
from ._chart import Chart
from ._columns import Column
from ._convert import column
from ._density import add_value
from ._documents import completed, refused
from ._look import Look
from ._options import CommonOptions, LookOptions, SampleOptions, SliceOptions
from ._quick import QuickChart, Roles
from ._tables import is_table

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._options import Aggregation, Distance, Kind, Range, Theme  # noqa: F401 — the completed signatures have them

__all__ = [
    "area",
    "band",
    "bar",
    "candlestick",
    "column_chart",
    "density",
    "donut",
    "errorbar",
    "hist",
    "pie",
    "plot",
    "scatter",
]


@completed(LookOptions)
def plot(
    *data: Any,
    x: Any = None,
    y: Any = None,
    kind: Kind = "line",
    by: Any = None,
    right: Any = None,
    open: Any = None,
    high: Any = None,
    low: Any = None,
    close: Any = None,
    **options: Unpack[LookOptions],
) -> Chart:
    """Plot arrays, Series or the columns of a table.

    ``plot(y)`` draws values over their indexes, ``plot(x, y)`` over x, and ``plot(table)`` a series for each column of
    numbers, over the index of a pandas DataFrame or over a first column of dates. The picture is that of the command
    ``vitrail plot`` with the same options. Arrays are read in place: do not change them before the picture is made.

    Parameters
    ----------
    *data
        y, or x and y, or a table. A column is a NumPy array, a list, a pandas Series or Index, a polars Series, an
        Arrow array, or any object with ``__arrow_c_stream__``, ``__array_interface__`` or (on the processor)
        ``__dlpack__``. A table is a DataFrame of pandas or polars, an Arrow table, a DuckDB relation, a dict of
        columns, a structured array, or an array of shape (n, m).
    x
        Column of the x values, or of the names of bars and slices: a name in the table, or a column.
    y
        Column, or list of columns, of the y values.
    kind
        What to draw. ``column`` stands upright, ``bar`` lies.
    by
        Column whose values split the rows: each value becomes a series with its own colour, at most 50.
    right
        Column, or list of columns, on a second y-axis on the right.
    open, high, low, close
        Columns of a candlestick or ohlc chart. Default: those that are called so.
    title, subtitle, caption, source
        Texts above and below the chart.
    x_title, y_title
        Titles of the axes in place of the names of the columns.
    size
        Width and height in points. Default: (960, 540).
    scale
        Device pixels for each point, 0.1 to 16. Default: 2.
    theme
        ``flat``, ``light``, ``dark`` or ``flatDark``.
    palette
        Colours of series and slices, as CSS writes them, or the name of a palette such as ``okabeIto`` or ``tab10``.
    font, font_size
        Family of all texts, and the size of labels in points.
    labels
        Write values at points, columns and bars, where they fit.
    end_labels
        Write the name of each line at its end, instead of a legend.
    aggregation
        Combine rows with the same x: ``sum``, ``mean``, ``min``, ``max``, ``count`` or ``last``.
    log_x, log_y
        Logarithmic axes.
    sqrt_x, sqrt_y
        Square-root axes: small values have more room than on linear ones, and 0 has a position.
    x_range, y_range
        What an axis shows, as (low, high); None for an end that the data give. Dates are texts, datetimes or
        datetime64.
    reverse_x, reverse_y
        Larger values to the left, or further down.
    include_zero
        Include 0 in the axis of the values.
    connect_gaps
        Draw lines across gaps. With a distance, only across gaps up to this width: a number, a timedelta, or
        ``"6h"``.
    break_at
        Interrupt lines between rows that are farther apart than this distance.
    time_zone
        IANA identifier of the zone of the axis. Default: that of the dates, else UTC.
    locale
        Language and country of numbers and dates, such as ``de-DE``.
    currency
        Currency of the values, a code of ISO 4217.
    compact
        Short numbers on the axis of the values: 1.2M for 1,200,000.

    Returns
    -------
    Chart
        Draws itself in Jupyter; `Chart.save` writes a file.

    Raises
    ------
    ValueError
        If columns have different lengths, or an argument does not fit the others. The message begins with its name.
    TypeError
        If an argument has a type that cannot be drawn.

    Examples
    --------
    >>> import vitrail
    >>> chart = vitrail.plot([0, 1, 4, 9, 16], title="Squares")
    >>> chart.to_png()[:4]
    b'\\x89PNG'

    >>> chart = vitrail.plot({"year": [2022, 2023, 2024], "rain": [1.5, 2.25, 2]}, x="year", y="rain", kind="column")
    >>> chart.description["xAxis"]["title"]
    'year'
    """
    look = checked(plot, kind, options)
    if kind in ("band", "hist", "errorBar"):
        raise ValueError(f"kind={kind!r}: call vitrail.{kind.lower()}")
    prices = {
        name: value
        for name, value in (("open", open), ("high", high), ("low", low), ("close", close))
        if value is not None
    }
    if prices and kind not in ("candlestick", "ohlc"):
        raise ValueError(f"{next(iter(prices))} needs kind='candlestick' or kind='ohlc'")
    return _chart(_roles.roles(kind, data, x=x, y=y, right=right, by=by, prices=prices), look)


def checked(
    function: Callable[..., Chart], kind: str, options: CommonOptions, aggregation: str | None = None
) -> Look:
    """The look that the options of a function ask for; a density has an aggregation of its own."""
    for name in options:
        if name not in Look.ARGUMENTS:
            raise refused(function, name)
    if aggregation is not None and kind != "density":
        return Look(kind, **options, aggregation=aggregation)
    return Look(kind, **options)


def _chart(roles: Roles, look: Look) -> Chart:
    made = QuickChart(roles, look)
    return Chart._of_columns(made.description, made.columns, made.handle)


@completed(SampleOptions, plot)
def scatter(*data: Any, **options: Unpack[SampleOptions]) -> Chart:
    """Plot points, each drawn exactly.

    Parameters
    ----------
    *data, **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.scatter([1, 2, 3], [3, 1, 2]).description["series"][0]["type"]
    'scatter'
    """
    return plot(*data, kind="scatter", **options)


@completed(SampleOptions, plot)
def area(*data: Any, **options: Unpack[SampleOptions]) -> Chart:
    """Plot lines whose areas down to 0 are filled.

    Parameters
    ----------
    *data, **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.area([1, 3, 2]).description["series"][0]["style"]["showFill"]
    True
    """
    return plot(*data, kind="area", **options)


@completed(SampleOptions, plot)
def column_chart(*data: Any, **options: Unpack[SampleOptions]) -> Chart:
    """Plot upright columns, one for each row. Its name in the package is ``vitrail.column``.

    Parameters
    ----------
    *data
        As those of `plot`.
    x
        Names of the columns.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.column(["Jan", "Feb"], [117, 152]).description["xAxis"]["type"]
    'category'
    """
    return plot(*data, kind="column", **options)


@completed(SampleOptions, plot)
def bar(*data: Any, **options: Unpack[SampleOptions]) -> Chart:
    """Plot lying bars, the first row on top; `vitrail.column` draws upright ones.

    Parameters
    ----------
    *data
        As those of `plot`.
    x
        Names of the bars.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.bar(["Ada", "C"], [12, 30]).description["series"][0]["type"]
    'bar'
    """
    return plot(*data, kind="bar", **options)


@completed(CommonOptions, plot)
def band(*data: Any, x: Any = None, low: Any = None, high: Any = None, **options: Unpack[CommonOptions]) -> Chart:
    """Plot the area between two lines.

    Parameters
    ----------
    *data
        Low and high, or x, low and high, or a table.
    x, low, high
        Columns, or their names in the table.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> chart = vitrail.band([1, 2, 3], low=[0, 1, 0], high=[2, 4, 3])
    >>> chart.description["series"][0]["type"]
    'band'
    """
    look = checked(band, "band", options)
    table: tuple[Any, ...] = ()
    if len(data) == 1 and is_table(data[0]):
        table = data
    elif len(data) == 1 and x is None and low is not None:
        x = data[0]
    elif len(data) == 2 and low is None and high is None:
        low, high = data
    elif len(data) == 3 and x is None and low is None and high is None:
        x, low, high = data
    elif len(data) > 1 or (data and low is None and high is not None):
        raise TypeError("band(low, high), band(x, low, high) and band(table, low=..., high=...) are known")
    for name, given in (("low", low), ("high", high)):
        if given is None:
            raise TypeError(f"{name} is missing")
    if not table:
        low, high = column(low, "low"), column(high, "high")
        if len(low) != len(high):
            raise ValueError(f"high: {len(high)} values beside {len(low)} of low")
    return _chart(_roles.roles("band", table, x=x, y=[low, high]), look)


@completed(CommonOptions, plot)
def errorbar(
    *data: Any,
    x: Any = None,
    y: Any = None,
    error: Any = None,
    error_low: Any = None,
    error_high: Any = None,
    low: Any = None,
    high: Any = None,
    **options: Unpack[CommonOptions],
) -> Chart:
    """Plot values with error bars: whiskers from low to high, and a point at each value.

    Parameters
    ----------
    *data
        y, or x and y, or x, y and error, or a table.
    x, y
        Columns, or their names in the table. Without y, low and high have no point between them.
    error
        Distance from y to both ends, at least 0: a column, its name in the table, or one number for all rows.
    error_low, error_high
        Distances down and up, in the same forms. One of them alone makes error bars with one side.
    low, high
        Columns of the values at the ends, or their names in the table, instead of distances.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> chart = vitrail.errorbar([1, 2, 3], [2, 4, 3], error=[0.5, 0.2, 0.4])
    >>> chart.description["series"][0]["type"]
    'errorBar'
    """
    look = checked(errorbar, "errorBar", options)
    table: tuple[Any, ...] = ()
    if len(data) == 1 and is_table(data[0]):
        table, data = data, ()
    if len(data) > 3 or (data and y is not None) or (len(data) > 1 and x is not None):
        raise TypeError("errorbar(y, error=...), errorbar(x, y, error) and errorbar(table, y=..., error=...) are known")
    if len(data) == 3:
        if error is not None:
            raise TypeError("error is given twice")
        x, y, error = data
    elif len(data) == 2:
        x, y = data
    elif data:
        y = data[0]
    given = {
        name: value
        for name, value in (
            ("error", error),
            ("errorLow", error_low),
            ("errorHigh", error_high),
            ("low", low),
            ("high", high),
        )
        if value is not None
    }
    forms = [{"low", "high"}, {"error"}, {"errorLow"}, {"errorHigh"}, {"errorLow", "errorHigh"}]
    if set(given) not in forms:
        raise TypeError("errorbar takes error, or error_low and error_high, or low and high")
    if y is None and "low" not in given:
        raise TypeError("y is missing")
    if y is not None:
        given = {"y": y, **given}
    columns: list[Any] = []
    for name, value in given.items():
        if not table and not isinstance(value, numbers.Real):
            value = column(value, name)
        columns.append(value)
    if y is not None:
        # One number stands for all rows.
        count = _roles.roles("errorBar", table, y=[columns[0]]).count
        columns = [[value] * count if isinstance(value, numbers.Real) else value for value in columns]
    for name, value in zip(given, columns):
        if not table and len(value) != len(columns[0]):
            raise ValueError(f"{name}: {len(value)} values beside {len(columns[0])} of {next(iter(given))}")
    roles = _roles.roles("errorBar", table, x=x, y=columns)
    roles.names = tuple(given)
    return _chart(roles, look)


@completed(CommonOptions, plot)
def density(
    *data: Any,
    x: Any = None,
    y: Any = None,
    value: Any = None,
    aggregation: str | None = None,
    color_map: str | Sequence[str] | None = None,
    color_scaling: str | None = None,
    **options: Unpack[CommonOptions],
) -> Chart:
    """Plot how many points lie in each pixel, or what their values come to.

    Parameters
    ----------
    *data, x, y
        As those of `plot`.
    value
        Column of numbers that are aggregated, or of texts whose shares are mixed.
    aggregation
        ``count``, or of ``value`` ``sum``, ``mean``, ``min``, ``max`` or ``category``. Default: by the type of
        ``value``.
    color_map
        Name of a colour map such as ``viridis``, or a list of colours from the least value to the greatest.
    color_scaling
        ``linear``, ``log`` or ``equalized``.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import numpy as np, vitrail
    >>> x, y = np.random.default_rng(1).normal(size=(2, 1000))
    >>> vitrail.density(x, y, color_map="magma").description["series"][0]["style"]["colorMap"]
    'magma'
    """
    look = checked(density, "density", options)
    roles = _roles.roles("density", data, x=x, y=y)
    made = QuickChart(roles, look)
    found = None if value is None else _roles.one(data, value, "value")
    add_value(made, found, aggregation, color_map, color_scaling)
    return Chart._of_columns(made.description, made.columns, made.handle)


@completed(CommonOptions, plot)
def hist(
    data: Any,
    *,
    y: str | None = None,
    bins: int | str | Sequence[float] = "auto",
    range: tuple[float, float] | None = None,
    density: bool = False,
    **options: Unpack[CommonOptions],
) -> Chart:
    """Plot how many values lie in each bin.

    Parameters
    ----------
    data
        A column of numbers, or a table.
    y
        Name of the column in the table.
    bins
        Number of bins, their edges, or a rule of `numpy.histogram_bin_edges`.
    range
        Lower and upper end of the bins.
    density
        Show shares that sum to 1 over the area, in place of counts.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> chart = vitrail.hist([1, 2, 2, 3, 3, 3], bins=3)
    >>> chart.description["yAxis"]["title"]
    'count'
    """
    import numpy as np

    look = checked(hist, "hist", options)
    found = _roles.roles("line", (data,), y=y).y if is_table(data) else [column(data, "data")]
    if len(found) > 1:
        raise ValueError(f"y is needed: the table has {len(found)} columns of numbers")
    values = found[0]
    if values.kind != "number":
        raise TypeError(f"data: {'dates' if values.kind == 'date' else 'texts'}; a histogram counts numbers")
    present = values.present()
    shown = values.values if present is None or present.all() else values.values[present]
    if shown.dtype.kind == "b":
        shown = shown.astype(np.uint8)
    edges = bin_edges(shown, bins, range)
    counts, edges = np.histogram(shown, edges, density=bool(density))
    widths = np.diff(edges)
    if not np.allclose(widths, widths[0], rtol=1e-6):
        raise ValueError("bins: edges at unequal distances; columns of a histogram have one width")
    middles = Column(edges[:-1] + widths / 2, name=values.name)
    heights = Column(counts.astype(np.float64), name="share" if density else "count")
    made = QuickChart(Roles([heights], middles, x_title=values.name), look)
    made.description["series"][0]["style"] = {**made.description["series"][0].get("style", {})}
    made.description["series"][0].pop("title", None)
    made.description["xAxis"].update(
        {"barColSpacing": float(widths[0]), "style": {"interSeriesPadding": 1, "interSeriesSetPadding": 0}}
    )
    return Chart._of_columns(made.description, made.columns, made.handle)


@completed(LookOptions, plot)
def candlestick(
    *data: Any,
    x: Any = None,
    open: Any = None,
    high: Any = None,
    low: Any = None,
    close: Any = None,
    **options: Unpack[LookOptions],
) -> Chart:
    """Plot prices: a box from open to close with sticks to high and low.

    Parameters
    ----------
    *data
        A table, or open, high, low and close, or x before them.
    x, open, high, low, close
        Columns, or their names in the table. Default: columns of these names, in lower or upper case.
    **options
        As those of `plot`.

    Returns
    -------
    Chart
        The chart. Weekends are left out if no row is on one.

    Examples
    --------
    >>> import vitrail
    >>> chart = vitrail.candlestick(open=[2, 3], high=[4, 4], low=[1, 2], close=[3, 2.5])
    >>> chart.description["series"][0]["type"]
    'candlestick'
    """
    if len(data) in (4, 5):
        if len(data) == 5:
            x, data = data[0], data[1:]
        open, high, low, close = data
        data = ()
    elif len(data) > 1:
        raise TypeError(
            "candlestick(table), candlestick(open, high, low, close) and "
            "candlestick(x, open, high, low, close) are known"
        )
    return plot(*data, x=x, open=open, high=high, low=low, close=close, kind="candlestick", **options)


@completed(SliceOptions, plot)
def pie(*data: Any, **options: Unpack[SliceOptions]) -> Chart:
    """Plot shares of a whole; of more than 12 rows the 11 largest and the others together.

    Parameters
    ----------
    *data
        Sizes, or names and sizes, or a table.
    x, y
        Columns of names and sizes, or their names in the table.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.pie(["A", "B"], [3, 1]).description["series"][0]["type"]
    'pie'
    """
    return plot(*data, kind="pie", **options)


@completed(SliceOptions, plot)
def donut(*data: Any, **options: Unpack[SliceOptions]) -> Chart:
    """Plot shares of a whole, with a hole in the middle.

    Parameters
    ----------
    *data
        Sizes, or names and sizes, or a table.
    x, y
        Columns of names and sizes, or their names in the table.
    **options
        As those of `plot`.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.donut({"A": 3, "B": 1}.keys(), [3, 1]).description["series"][0]["type"]
    'donut'
    """
    return plot(*data, kind="donut", **options)
