"""A chart drawn by matplotlib, with matplotlib's own defaults for all that is look."""
import datetime

import matplotlib

matplotlib.use("Agg")
import matplotlib.dates
import matplotlib.pyplot as plt

NAN = float("nan")


class Places:
    """Where values lie on an axis: names of a category axis at 0, 1, 2, …"""

    def __init__(self, axis):
        self.axis, self.names = axis, []

    def number(self, value):
        if value is None:
            return NAN
        if self.axis.type == "category":
            if value not in self.names:
                self.names.append(value)
            return self.names.index(value)
        return matplotlib.dates.date2num(value) if isinstance(value, datetime.datetime) else value

    def numbers(self, values):
        return [self.number(value) for value in values]

    def finish(self, axes, letter):
        """Ticks, scale, range and title of the axis."""
        if self.axis.type == "category":
            getattr(axes, f"set_{letter}ticks")(range(len(self.names)), self.names)
        elif self.axis.type == "dateTime":
            getattr(axes, f"{letter}axis_date")()
        elif self.axis.type == "logarithmic":
            getattr(axes, f"set_{letter}scale")("log")
        if self.axis.range:
            getattr(axes, f"set_{letter}lim")(*self.numbers(self.axis.range))
        if self.axis.title:
            getattr(axes, f"set_{letter}label")(self.axis.title)


def draw_bars(axes, group, colors, x, y):
    """Columns or bars: stacked, or beside one another."""
    lying = group[0].type == "bar"
    along, across = (y, x) if lying else (x, y)
    place, length = ("y", "x") if lying else ("x", "y")
    step = 1
    if along.axis.type != "category":
        at = sorted({v for s in group for v in along.numbers(s.columns[place])})
        step = min((b - a for a, b in zip(at, at[1:])), default=1)
    stacked, low, high = group[0].stack is not None, {}, {}
    width = step * 0.8 if stacked else step * 0.8 / len(group)
    for number, (series, color) in enumerate(zip(group, colors)):
        at = along.numbers(series.columns[place])
        values = across.numbers(series.columns[length])
        bottom = 0
        if stacked:
            sums = [high if v >= 0 else low for v in values]
            bottom = [s.get(p, 0) for s, p in zip(sums, at)]
            for s, p, v in zip(sums, at, values):
                s[p] = s.get(p, 0) + (v if v == v else 0)
        else:
            at = [p + (number - (len(group) - 1) / 2) * width for p in at]
        draw = axes.barh if lying else axes.bar
        size, base = ("height", "left") if lying else ("width", "bottom")
        draw(at, values, **{size: width, base: bottom}, label=series.title, color="none" if series.clear else color)


def draw_areas(axes, group, colors, x, y):
    """Areas: on one another, or each down to 0."""
    if group[0].stack is not None and group[0].type == "line":
        values = [y.numbers(s.columns["y"]) for s in group]
        axes.stackplot(x.numbers(group[0].columns["x"]), values, labels=[s.title for s in group], colors=colors)
        return
    for series, color in zip(group, colors):
        step = "post" if series.type == "stepLine" else None
        at, values = x.numbers(series.columns["x"]), y.numbers(series.columns["y"])
        if series.vertical:
            axes.fill_betweenx(values, at, label=series.title, color=color, step=step)
        else:
            axes.fill_between(at, values, label=series.title, color=color, step=step)


def draw_group(axes, group, colors, x, y):
    """Series of one kind on one axis."""
    kind = group[0].type
    if kind in ("column", "bar"):
        return draw_bars(axes, group, colors, x, y)
    if group[0].filled:
        return draw_areas(axes, group, colors, x, y)
    for series, color in zip(group, colors):
        at = x.numbers(series.columns["x"])
        if kind == "band":
            ends = y.numbers(series.columns["high"]), y.numbers(series.columns["low"])
            axes.fill_between(at, *ends, alpha=0.3, color=color, label=series.title)
            continue
        values = y.numbers(series.columns["y"])
        if kind == "bubble":
            areas = series.columns["area"]
            largest = max(v for v in areas if v is not None)
            sizes = [1500 * (v or 0) / largest for v in areas]
            axes.scatter(at, values, sizes, alpha=0.5, color=color, label=series.title)
        elif kind == "scatter":
            axes.scatter(at, values, color=color, label=series.title)
        else:
            style = {"drawstyle": "steps-post"} if kind == "stepLine" else {}
            axes.plot(at, values, marker="o" if series.points else None, color=color, label=series.title, **style)


def draw_notes(axes, chart, x, y):
    """The annotations."""
    for note in chart.annotations:
        kind = note["type"]
        if kind == "text":
            axes.text(x.number(note["x"]), y.number(note["y"]), note["text"])
        elif kind == "horizontalLine":
            axes.axhline(y.number(note["y"]), color="black")
        elif kind == "verticalLine":
            axes.axvline(x.number(note["x"]), color="black")
        else:
            places, span = (y, axes.axhspan) if kind.startswith("horizontal") else (x, axes.axvspan)
            span(places.number(note["min"]), places.number(note["max"]), alpha=0.2)


def groups(chart):
    """Series that are drawn together, with their colours."""
    found = []
    for number, series in enumerate(chart.series):
        key = (series.type, series.y_axis, series.stack, series.filled)
        if series.type in ("column", "bar") or series.filled:
            same = next((g for k, g, _ in found if k == key), None)
        else:
            same = None
        if same is None:
            found.append((key, [], []))
            same = found[-1][1]
        colors = next(c for _, g, c in found if g is same)
        same.append(series)
        colors.append(f"C{number % 10}")
    return found


def draw_axes(figure, axes, chart):
    both = [axes] + ([axes.twinx()] if len(chart.ys) > 1 else [])
    if chart.series[0].y_axis:
        # The second axes lie over the first ones, with all that is on them.
        axes.set_zorder(both[1].get_zorder() + 1)
        axes.patch.set_visible(False)
    x, ys = Places(chart.x), [Places(y) for y in chart.ys]
    for key, group, colors in groups(chart):
        draw_group(both[key[1]], group, colors, x, ys[key[1]])
    draw_notes(axes, chart, x, ys[0])
    x.finish(axes, "x")
    for one, y in zip(both, ys):
        y.finish(one, "y")
    if chart.x.type == "dateTime":
        figure.autofmt_xdate()
    if sum(1 for s in chart.series if s.title) > 1:
        handles = [one.get_legend_handles_labels() for one in both]
        axes.legend([h for hs, _ in handles for h in hs], [t for _, ts in handles for t in ts])


def save(chart, path, width, height):
    """Draws the whole chart into a PNG."""
    figure, axes = plt.subplots(figsize=(width / 100, height / 100), dpi=100, layout="constrained")
    if chart.is_pie:
        columns = chart.series[0].columns
        look = {"wedgeprops": {"width": 0.5}, "pctdistance": 0.75} if chart.series[0].type == "donut" else {}
        axes.pie(columns["y"], labels=columns["x"], autopct="%1.0f%%", **look)
    else:
        draw_axes(figure, axes, chart)
    if chart.title:
        axes.set_title(chart.title)
    figure.savefig(path)
    plt.close(figure)
