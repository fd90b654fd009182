"""The plotting back end of pandas: ``pd.options.plotting.backend = "vitrail"``."""

from __future__ import annotations

import json
from typing import Any

from ._chart import Chart
from ._columns import Column
from ._convert import column
from ._from_pandas import title as label_text
from ._look import Look
from ._plot import density as _density
from ._plot import hist as _hist
from ._quick import QuickChart, Roles

__all__ = ["boxplot", "boxplot_frame", "boxplot_frame_groupby", "hist_frame", "hist_series", "plot"]

#: Points for each inch of ``figsize``.
POINTS_PER_INCH = 100
_KINDS = {
    "line": "line",
    "area": "area",
    "bar": "column",
    "barh": "bar",
    "scatter": "scatter",
    "pie": "pie",
    "hexbin": "density",
    "hist": "hist",
}
_UNKNOWN_KINDS = {"kde": "hist", "density": "hist", "box": "hist"}
#: Arguments of pandas that change nothing here, with the values that they may have.
_WITHOUT_EFFECT: dict[str, tuple[Any, ...]] = {
    "ax": (None,),
    "subplots": (False, None),
    "sharex": (None, False),
    "sharey": (None, False),
    "layout": (None,),
    "use_index": (True,),
    "grid": (None, True, False),
    "style": (None,),
    "rot": (None, 0),
    "fontsize": (None,),
    "table": (False,),
    "yerr": (None,),
    "xerr": (None,),
    "sort_columns": (False,),
    "mark_right": (True, False),
    "include_bool": (False, True),
    "stacked": (False,),
    "sym": (None,),
    "position": (0.5,),
    "legend": (True, False, None),
}
_LINE_COLOR = {"line": "lineColor", "area": "areaColor", "column": "areaColor", "bar": "areaColor"}


def plot(data: Any, kind: str = "line", **options: Any) -> Chart:
    """A chart of a Series or a DataFrame, as pandas' ``plot`` asks for it.

    Parameters
    ----------
    data
        What ``.plot`` was called on.
    kind
        ``line``, ``area``, ``bar``, ``barh``, ``scatter``, ``hist``, ``pie`` or ``hexbin``.
    **options
        pandas' arguments: x, y, title, xlabel, ylabel, figsize, logx, logy, loglog, xlim, ylim, color, colormap,
        legend, stacked, secondary_y, use_index, bins. Those of `vitrail.plot` that pandas does not know work, too.

    Returns
    -------
    Chart
        Draws itself in Jupyter.

    Raises
    ------
    NotImplementedError
        For what this back end does not draw.

    Examples
    --------
    >>> import pandas as pd
    >>> chart = pd.Series([1.0, 3.0, 2.0], name="speed").plot(backend="vitrail", title="Speed")
    >>> chart.description["title"]
    'Speed'
    """
    import pandas as pd

    if kind not in _KINDS:
        other = _UNKNOWN_KINDS.get(kind)
        hint = f"; kind={other!r} shows a distribution" if other else ""
        raise NotImplementedError(f"kind={kind!r}: vitrail draws {', '.join(_KINDS)}{hint}")
    if not isinstance(data, (pd.Series, pd.DataFrame)):
        raise TypeError(f"data: a Series or a DataFrame, not {type(data).__name__}")
    frame = data.to_frame(data.name if data.name is not None else "") if isinstance(data, pd.Series) else data
    return _Plot(frame, kind, options).chart()


class _Plot:
    """One call of pandas."""

    def __init__(self, frame: Any, kind: str, options: dict[str, Any]) -> None:
        self.frame = frame
        self.pandas_kind = kind
        self.kind = _KINDS[kind]
        self.options = {name: value for name, value in options.items() if value is not None}

    def take(self, name: str, default: Any = None) -> Any:
        return self.options.pop(name, default)

    def chart(self) -> Chart:
        x, y = self.take("x"), self.take("y")
        color, stacked = self.take("color", self.take("c")), bool(self.take("stacked", self.pandas_kind == "area"))
        secondary, legend = self.take("secondary_y", False), self.take("legend", True)
        if self.take("use_index", True) is False:
            self.frame = self.frame.reset_index(drop=True)
        special = {
            name: self.take(name)
            for name in (
                "bins",
                "range",
                "density",
                "gridsize",
                "C",
                "reduce_C_function",
                "colormap",
                "cmap",
                "s",
                "labels",
                "autopct",
            )
        }
        look = self.look()
        if self.kind in ("scatter", "density") and (x is None or y is None):
            raise ValueError(f"kind={self.pandas_kind!r} needs x and y")
        if self.kind == "hist":
            made = self.histogram(y, special, look)
        elif self.kind == "density":
            made = self.hexbin(x, y, special, look)
        else:
            made = self.series(x, y, secondary, special, look)
        description = made.description
        if isinstance(color, str) and self.kind == "scatter" and color in self.frame.columns:
            raise NotImplementedError(
                "c: colours by the values of a column are not drawn; vitrail.density(value=...) shows them"
            )
        self.color(description, color)
        if stacked and self.kind in ("area", "column", "bar"):
            self.stack(description)
        if legend is False:
            description.pop("legend", None)
        return made._with_description(description)

    def look(self) -> dict[str, Any]:
        """pandas' names of arguments → those of `vitrail.plot`."""
        look: dict[str, Any] = {}
        title = self.take("title")
        if isinstance(title, (list, tuple)):
            raise NotImplementedError("title: a list belongs to subplots, which vitrail does not draw")
        look["title"] = title
        figsize = self.take("figsize")
        if figsize is not None:
            look["size"] = tuple(side * POINTS_PER_INCH for side in figsize)
        both = self.take("loglog", False)
        logs = {"x": self.take("logx", False) or both, "y": self.take("logy", False) or both}
        for axis, value in logs.items():
            if value == "sym":
                raise NotImplementedError(
                    f"log{axis}='sym': give the description of vitrail.Chart an axis of type symmetricLogarithmic"
                )
            look[f"log_{axis}"] = bool(value)
        labels = {"x": self.take("xlabel"), "y": self.take("ylabel")}
        limits = {"x": self.take("xlim"), "y": self.take("ylim")}
        for axis in "xy":
            look[f"{axis}_title"] = None if labels[axis] is None else str(labels[axis])
            if limits[axis] is not None:
                look[f"{axis}_range"] = (
                    tuple(limits[axis]) if not isinstance(limits[axis], (int, float)) else (limits[axis], None)
                )
        for name, allowed in _WITHOUT_EFFECT.items():
            value = self.take(name, allowed[0])
            if not any(value is choice or value == choice for choice in allowed):
                raise NotImplementedError(f"{name}={value!r}: vitrail does not draw this; leave it out")
        known = set(Look.__init__.__kwdefaults__ or {})
        for name in list(self.options):
            if name in known:
                look[name] = self.take(name)
        special = (
            "bins",
            "range",
            "density",
            "gridsize",
            "C",
            "reduce_C_function",
            "colormap",
            "cmap",
            "s",
            "labels",
            "autopct",
        )
        for name in self.options:
            if name not in special:
                raise NotImplementedError(f"{name}: vitrail's back end has no such argument")
        return {name: value for name, value in look.items() if value is not None}

    def column(self, name: Any, argument: str) -> Column:
        """A column by its label or its position."""
        if name in self.frame.columns:
            found = self.frame[name]
            if getattr(found, "ndim", 1) != 1:
                raise ValueError(f"{argument}: the DataFrame has several columns {name!r}")
        elif isinstance(name, int) and 0 <= name < self.frame.shape[1]:
            found = self.frame.iloc[:, name]
        else:
            raise KeyError(f"{argument}: the DataFrame has no column {name!r}")
        return column(found, f"{argument} ({label_text(name)!r})")

    def numeric(self, besides: Any) -> list[Column]:
        """Columns of numbers; those of other things are left out, as pandas does."""
        found = []
        for position, name in enumerate(self.frame.columns):
            if name is besides or (besides is not None and name == besides):
                continue
            values = self.frame.iloc[:, position]
            if values.dtype == object or values.dtype.kind in "iufbcO":
                made = column(values, f"data[{name!r}]")
                if made.kind == "number":
                    found.append(made.named(label_text(name)))
        if not found:
            raise TypeError("data: no numeric data to plot")
        return found

    def series(self, x: Any, y: Any, secondary: Any, special: dict[str, Any], look: dict[str, Any]) -> Chart:
        for name in (
            "bins",
            "range",
            "density",
            "gridsize",
            "C",
            "reduce_C_function",
            "s",
            "autopct",
            "colormap",
            "cmap",
        ):
            if special[name] is not None and name not in ("colormap", "cmap"):
                raise NotImplementedError(
                    f"{name}: vitrail's back end does not draw this for kind={self.pandas_kind!r}"
                )
        if special["labels"] is not None:
            look["labels"] = special["labels"]
        map_name = special["colormap"] or special["cmap"]
        if map_name is not None:
            look["palette"] = str(getattr(map_name, "name", map_name))
        names = [y] if y is not None and not isinstance(y, (list, tuple)) else y
        columns = (
            self.numeric(x) if names is None else [self.column(name, "y").named(label_text(name)) for name in names]
        )
        for found in columns:
            if found.kind != "number":
                raise TypeError(f"y: column {found.name!r} holds no numbers")
        along, first_row, x_title = self.rows(x)
        right: list[Column] = []
        if secondary is not False:
            names_on_right = [secondary] if isinstance(secondary, str) else secondary
            wanted = (
                {label_text(name) for name in names_on_right} if isinstance(names_on_right, (list, tuple)) else None
            )
            right = [found for found in columns if wanted is None or found.name in wanted]
            columns = [found for found in columns if all(found is not other for other in right)]
            if not columns:
                # An axis on the right alone.
                columns, right = right, []
            if right and self.kind not in ("line", "area", "scatter"):
                raise NotImplementedError(
                    f"secondary_y: vitrail has a second axis for line, area and scatter, not for {self.pandas_kind}"
                )
        if self.kind == "pie" and len(columns) != 1:
            raise ValueError("kind='pie' needs y, the column of the sizes (subplots are not drawn)")
        roles = Roles(columns, along, x_title=x_title, right=right, first_row=first_row)
        made = QuickChart(roles, Look(self.kind, **look))
        return Chart._of_columns(made.description, made.columns, made.handle)

    def rows(self, x: Any) -> tuple[Column | None, int, str]:
        """What stands on the axis of the rows."""
        import pandas as pd

        if x is not None:
            found = self.column(x, "x").named(label_text(x))
            return found, 0, found.name
        labels = self.frame.index
        if isinstance(labels, pd.RangeIndex) and labels.step == 1:
            return None, int(labels.start), label_text(labels.name) or "index"
        found = column(labels, "data.index")
        return found, 0, found.name

    def histogram(self, y: Any, special: dict[str, Any], look: dict[str, Any]) -> Chart:
        columns = self.numeric(None) if y is None else [self.column(y, "y").named(label_text(y))]
        if len(columns) != 1:
            raise NotImplementedError(f"kind='hist': vitrail draws one column, not {len(columns)}; name it with y")
        return _hist(
            columns[0], bins=special["bins"] or 10, range=special["range"], density=bool(special["density"]), **look
        )

    def hexbin(self, x: Any, y: Any, special: dict[str, Any], look: dict[str, Any]) -> Chart:
        value, reduce = special["C"], special["reduce_C_function"]
        aggregation = None
        if value is not None:
            name = getattr(reduce, "__name__", "mean") if reduce is not None else "mean"
            aggregation = {
                "mean": "mean",
                "sum": "sum",
                "max": "max",
                "min": "min",
                "amax": "max",
                "amin": "min",
                "nanmean": "mean",
            }.get(name)
            if aggregation is None:
                raise NotImplementedError(f"reduce_C_function: vitrail has mean, sum, max and min, not {name}")
        map_name = special["colormap"] or special["cmap"]
        return _density(
            self.column(x, "x").named(label_text(x)),
            self.column(y, "y").named(label_text(y)),
            value=None if value is None else self.column(value, "C"),
            aggregation=aggregation,
            color_map=None if map_name is None else str(getattr(map_name, "name", map_name)),
            **look,
        )

    def color(self, description: dict[str, Any], color: Any) -> None:
        """Colours of the series: one, a list, or a dict by column."""
        if color is None:
            return
        series = description["series"]
        if isinstance(color, dict):
            for one in series:
                if one.get("title") in color:
                    self.paint(one, color[one["title"]])
            return
        colors = [color] if isinstance(color, str) else list(color)
        if self.kind == "pie":
            series[0].setdefault("style", {})["flavourColors"] = [_css(one) for one in colors]
            return
        for position, one in enumerate(series):
            self.paint(one, colors[position % len(colors)])

    def paint(self, series: dict[str, Any], color: Any) -> None:
        style = series.setdefault("style", {})
        if self.kind == "scatter":
            style["pointStyle"] = {**style.get("pointStyle", {}), "color": _css(color)}
        elif self.kind == "hist":
            style["areaColor"] = _css(color)
        elif self.kind in _LINE_COLOR:
            style[_LINE_COLOR[self.kind]] = _css(color)
            if "pointStyle" in style:
                style["pointStyle"] = {**style["pointStyle"], "color": _css(color)}

    def stack(self, description: dict[str, Any]) -> None:
        """Series that stand on one another; the axis finds their range itself."""
        if len(description["series"]) < 2:
            return
        for series in description["series"]:
            series["stackIndex"] = 1
        axis = description["xAxis" if self.kind == "bar" else "yAxis"]
        for key in ("rangePaddingLow", "rangePaddingHigh"):
            axis.pop(key, None)


#: matplotlib's letters, and the first of its cycle C0 … C9.
_LETTERS = {
    "b": "#0000ff",
    "g": "#008000",
    "r": "#ff0000",
    "c": "#00bfbf",
    "m": "#bf00bf",
    "y": "#bfbf00",
    "k": "#000000",
    "w": "#ffffff",
}
_CYCLE = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22", "#17becf")


_TAB: dict[str, str] = dict(
    zip(
        (
            "tab:blue",
            "tab:orange",
            "tab:green",
            "tab:red",
            "tab:purple",
            "tab:brown",
            "tab:pink",
            "tab:gray",
            "tab:olive",
            "tab:cyan",
        ),
        _CYCLE,
    )
)


def _css(color: Any) -> str:
    """A colour of matplotlib as CSS has it."""
    if isinstance(color, str):
        if color in _LETTERS:
            return _LETTERS[color]
        if len(color) == 2 and color[0] == "C" and color[1].isdigit():
            return _CYCLE[int(color[1])]
        return _TAB.get(color, color)
    try:
        parts = [float(part) for part in color]
    except (TypeError, ValueError):
        parts = []
    if len(parts) in (3, 4) and all(0 <= part <= 1 for part in parts):
        return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
    raise ValueError(
        f"color: {json.dumps(color, default=str)} is no colour; write it as CSS does: 'steelblue' or '#036'"
    )


def hist_series(data: Any, by: Any = None, bins: Any = 10, **options: Any) -> Chart:
    """``Series.hist()``."""
    if by is not None:
        raise NotImplementedError("by: vitrail draws no subplots")
    return plot(data, "hist", bins=bins, **_hist_options(options))


def hist_frame(data: Any, column: Any = None, by: Any = None, bins: Any = 10, **options: Any) -> Chart:
    """``DataFrame.hist()`` of one column."""
    if by is not None:
        raise NotImplementedError("by: vitrail draws no subplots")
    names = [column] if column is not None and not isinstance(column, (list, tuple)) else column
    if names is not None and len(names) == 1:
        return plot(data, "hist", y=names[0], bins=bins, **_hist_options(options))
    return plot(data if names is None else data[list(names)], "hist", bins=bins, **_hist_options(options))


def _hist_options(options: dict[str, Any]) -> dict[str, Any]:
    """Without what ``hist`` passes on though nobody gave it."""
    unset = (
        "grid",
        "xlabelsize",
        "xrot",
        "ylabelsize",
        "yrot",
        "ax",
        "figsize",
        "legend",
        "sharex",
        "sharey",
        "layout",
    )
    return {name: value for name, value in options.items() if not (name in unset and value in (None, True, False))}


def boxplot(*_: Any, **__: Any) -> Chart:
    """Box plots are not drawn yet."""
    raise NotImplementedError("boxplot: vitrail has no box plots yet; kind='hist' shows a distribution")


boxplot_frame = boxplot
boxplot_frame_groupby = boxplot
