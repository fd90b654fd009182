"""A chart as a Vega-Lite specification, with Vega-Lite's own defaults for all that is look."""
import datetime
import itertools

TYPES = {"number": "quantitative", "logarithmic": "quantitative", "category": "nominal", "dateTime": "temporal"}


def plain(value):
    return value.isoformat() if isinstance(value, datetime.datetime) else value


def channel(axis, field, **more):
    """The encoding of a position."""
    found = {"field": field, "type": TYPES[axis.type], "title": axis.title or None, **more}
    scale = {}
    if axis.type == "logarithmic":
        scale["type"] = "log"
    if axis.range:
        scale["domain"] = [plain(v) for v in axis.range]
        if axis.type == "dateTime":
            scale["domain"] = [{"expr": f"toDate('{v}')"} for v in scale["domain"]]
    if scale:
        found["scale"] = scale
    if axis.type == "category":
        found["sort"] = None
    if axis.is_secondary:
        found["axis"] = {"orient": "right"}
    return found


def long_rows(group, names):
    """The samples of several series in one table, each row with the name of its series."""
    found = []
    for series in group:
        for i, cells in enumerate(zip(*series.columns.values())):
            row = {key: plain(cell) for key, cell in zip(series.columns, cells)}
            found.append({**row, "series": names[id(series)], "i": i})
    return found


def edges(rows, place):
    """Both edges of columns on an axis of numbers or dates."""
    at = sorted({row[place] for row in rows})
    to_number = (lambda v: datetime.datetime.fromisoformat(v).timestamp()) if isinstance(at[0], str) else float
    step = min((to_number(b) - to_number(a) for a, b in zip(at, at[1:])), default=1) * 0.9 / 2
    for row in rows:
        for key, sign in ((place, -1), (place + "2", 1)):
            middle = to_number(row["middle"] if key.endswith("2") else row.setdefault("middle", row[place]))
            edge = middle + sign * step
            row[key] = datetime.datetime.fromtimestamp(edge).isoformat() if isinstance(at[0], str) else edge


def bar_layer(chart, group, rows, y, stacked, colored):
    """Columns or bars: stacked, or beside one another."""
    place, length = ("y", "x") if group[0].type == "bar" else ("x", "y")
    axes = {"x": chart.x, "y": y}
    encoding = {p: channel(axes[p], p) for p in "xy"}
    encoding[length]["stack"] = "zero" if stacked else None
    if axes[place].type != "category":
        edges(rows, place)
        encoding[place + "2"] = {"field": place + "2"}
        if not stacked:
            encoding[length + "2"] = {"datum": 0}
        if axes[place].type == "number":
            encoding[place]["bin"] = "binned"
    elif not stacked and len(group) > 1:
        encoding[place + "Offset"] = {"field": "series", "sort": None}
    if colored:
        encoding["order"] = {"field": "order"}
    return {"mark": "bar", "encoding": encoding}


def layer(chart, group, names, colored):
    """Series of one kind that are drawn by one mark."""
    first, y = group[0], chart.ys[group[0].y_axis]
    rows = long_rows(group, names)
    order = {name: number for number, name in enumerate(names.values())}
    for row in rows:
        row["order"] = order[row["series"]]
    stacked = first.stack is not None
    if first.type in ("column", "bar"):
        found = bar_layer(chart, group, rows, y, stacked, colored)
    elif first.type == "band":
        found = {"mark": {"type": "area", "opacity": 0.3}}
        found["encoding"] = {"x": channel(chart.x, "x"), "y": channel(y, "high"), "y2": {"field": "low"}}
    else:
        kinds = {"scatter": "point", "bubble": "point", "line": "line", "stepLine": "line"}
        mark = {"type": "area" if first.filled else kinds[first.type]}
        if first.type == "stepLine":
            mark["interpolate"] = "step-after"
        if first.points:
            mark["point"] = True
        encoding = {"x": channel(chart.x, "x"), "y": channel(y, "y")}
        if first.filled:
            encoding["y"]["stack"] = "zero" if stacked else None
            encoding["order"] = {"field": "order"}
        elif mark["type"] == "line":
            encoding["order"] = {"field": "i"}
        if first.type == "bubble":
            encoding["size"] = {"field": "area", "type": "quantitative"}
        if mark["type"] == "point":
            for key in "xy":
                encoding[key].setdefault("scale", {})["zero"] = False
        found = {"mark": mark, "encoding": encoding}
    if colored:
        color = {"field": "series", "type": "nominal", "title": None, "scale": {"domain": list(names.values())}}
        color["legend"] = {"values": [s.title for s in chart.series if s.title]}
        found["encoding"]["color"] = color
        clear = [f"datum.series == '{names[id(s)]}'" for s in group if s.clear]
        if clear:
            found["encoding"]["opacity"] = {"condition": {"test": " || ".join(clear), "value": 0}, "value": 1}
    if chart.x.range or y.range:
        found["mark"] = {**({"type": "bar"} if found["mark"] == "bar" else found["mark"]), "clip": True}
    return {"data": {"values": rows}, **found}


def note(chart, entry):
    """An annotation as a layer."""
    row = {key: plain(entry[key]) for key in ("x", "y", "min", "max") if key in entry}
    axis, key = (chart.ys[0], "y") if entry["type"].startswith("horizontal") else (chart.x, "x")
    if entry["type"] == "text":
        encoding = {p: channel(a, p) for p, a in (("x", chart.x), ("y", chart.ys[0])) if p in row}
        mark = {"type": "text", "text": entry["text"]}
    elif entry["type"].endswith("Line"):
        encoding, mark = {key: channel(axis, key)}, "rule"
    else:
        encoding = {key: channel(axis, "min"), key + "2": {"field": "max"}}
        mark = {"type": "rect", "opacity": 0.2}
    return {"data": {"values": [row]}, "mark": mark, "encoding": encoding}


def pie(chart):
    columns = chart.series[0].columns
    rows = [{"name": name, "value": value} for name, value in zip(columns["x"], columns["y"])]
    mark = {"type": "arc", "innerRadius": 80 if chart.series[0].type == "donut" else 0}
    encoding = {
        "theta": {"field": "value", "type": "quantitative"},
        "color": {"field": "name", "type": "nominal", "sort": None, "title": None},
    }
    return {"data": {"values": rows}, "mark": mark, "encoding": encoding}


def specification(chart, width, height):
    """The whole chart."""
    whole = {
        "$schema": "https://vega.github.io/schema/vega-lite/v5.json", "background": "white",
        "width": width, "height": height, "autosize": {"type": "fit", "contains": "padding"},
    }
    if chart.title:
        whole["title"] = chart.title
    if chart.is_pie:
        return {**whole, **pie(chart)}
    names = {id(s): s.title or f"series {i + 1}" for i, s in enumerate(chart.series)}
    colored = len(chart.series) > 1
    group_key = lambda s: (s.type, s.y_axis, s.stack, s.filled, s.points)
    layers = {}
    for key, group in itertools.groupby(chart.series, key=group_key):
        layers.setdefault(key[1], []).append(layer(chart, list(group), names, colored))
    notes = [note(chart, entry) for entry in chart.annotations]
    if notes:
        layers.setdefault(0, []).extend(notes)
    if len(layers) == 1:
        return {**whole, "layer": list(layers.values())[0]}
    parts = [{"layer": part} for part in layers.values()]
    return {**whole, "layer": parts, "resolve": {"scale": {"y": "independent"}}}
