"""Reads a description into what other programs can draw, too; raises Unsupported with the reason where they cannot.

Looks (colours, widths, formats) are left out on purpose: each program shall show its own defaults.
"""
import csv
import dataclasses
import datetime
import json

KINDS = {"line", "stepLine", "column", "bar", "scatter", "bubble", "band", "pie", "donut"}
AXES = {"number", "category", "dateTime", "logarithmic"}
ANNOTATIONS = {"horizontalLine", "verticalLine", "horizontalBand", "verticalBand", "text"}
GAPS = {"", "NA", "N/A", "NaN", "null"}


class Unsupported(Exception):
    pass


@dataclasses.dataclass
class Axis:
    type: str
    title: str
    range: list | None
    id: str | None
    is_secondary: bool


@dataclasses.dataclass
class Series:
    """One series with its columns: lists of equal length, None where there is no value."""
    type: str
    title: str | None
    y_axis: int
    stack: int | None
    filled: bool
    points: bool
    vertical: bool
    clear: bool
    columns: dict


@dataclasses.dataclass
class Chart:
    title: str
    x: Axis
    ys: list
    series: list
    annotations: list

    @property
    def is_pie(self):
        return self.series[0].type in ("pie", "donut")


def kept(row, where):
    """Whether a row passes a filter: a value, a list of values, or a range."""
    for name, wanted in where.items():
        value = row.get(name)
        if isinstance(wanted, dict):
            low, high = wanted.get("min"), wanted.get("max")
            if not isinstance(low if low is not None else high, str):
                value = float(value)
            if low is not None and value < low or high is not None and value > high:
                return False
        elif str(value) not in [str(v) for v in (wanted if isinstance(wanted, list) else [wanted])]:
            return False
    return True


def rows(entry, folder):
    """The rows of a table of the description."""
    if "csv" in entry:
        with open(folder / entry["csv"], newline="") as file:
            found = list(csv.DictReader(file))
    elif "values" in entry:
        found = entry["values"]
        if isinstance(found, dict):
            found = [dict(zip(found, row)) for row in zip(*found.values())]
    else:
        raise Unsupported("data that are neither a CSV file nor values")
    return [row for row in found if kept(row, entry.get("where", {}))]


def date(text):
    """A date without a zone: all of a picture are in the same one."""
    return datetime.datetime.fromisoformat(text.replace("/", "-").replace("Z", "+00:00")).replace(tzinfo=None)


def value(raw, axis_type):
    """A cell as the axis wants it."""
    if raw is None or str(raw).strip() in GAPS:
        return None
    if axis_type == "category":
        return str(raw)
    return date(str(raw)) if axis_type == "dateTime" else float(raw)


def axis(entry, is_secondary):
    kind = entry.get("type", "number")
    if kind not in AXES:
        raise Unsupported(f"an axis of the type {kind}")
    span = entry.get("defaultRange")
    if span and kind == "category":
        raise Unsupported("a range of a category axis")
    ends = [value(v, kind) for v in span] if span else None
    if ends and None in ends:
        raise Unsupported("a range with one end")
    for key in ("reversed", "alignZero", "includeZero", "suggestedMin", "suggestedMax"):
        if key in entry:
            raise Unsupported(f"the key {key} of an axis")
    return Axis(kind, entry.get("title", ""), ends, entry.get("id"), is_secondary)


def axes(description, letter):
    found = description.get(f"{letter}Axes") or [description.get(f"{letter}Axis", {})]
    return [axis(entry, number > 0) for number, entry in enumerate(found)]


def columns(entry, table, x, y):
    """The columns of a series, by the key that names them."""
    pie, bar = entry["type"] in ("pie", "donut"), entry["type"] == "bar" or entry.get("orientation") == "vertical"
    types = {"x": "category" if pie else x.type, "y": "number" if pie else y.type}
    across = y.type if bar else x.type
    found = {}
    for key in ("x", "y", "high", "low", "area"):
        if key in entry:
            kind = types.get(key, "number" if key == "area" else x.type if bar else y.type)
            found[key] = [value(row.get(entry[key]), kind) for row in table]
    if entry["type"] == "band" and bar:
        raise Unsupported("a band that stands up")
    place = "y" if bar else "x"
    if place not in found:
        if across == "category":
            raise Unsupported("categories without a column")
        found[place] = [float(i + entry.get("firstIndex", 0)) for i in range(len(table))]
    return found


def split(entry, table):
    """A long table's rows by the value of the column that `by` names."""
    if "by" not in entry:
        return {entry.get("title"): table}
    groups = {}
    for row in table:
        groups.setdefault(str(row[entry["by"]]), []).append(row)
    return groups


def series(entry, tables, x, ys):
    """A series of the description: one, or one for each group."""
    if entry["type"] not in KINDS:
        raise Unsupported(f"a series of the type {entry['type']}")
    for key in ("aggregation", "baseline", "groupIndex", "connectGaps", "breakAt"):
        if key in entry:
            raise Unsupported(f"the key {key}")
    ids = [y.id for y in ys]
    number = ids.index(entry["yAxis"]) if entry.get("yAxis") else 0
    style = entry.get("style", {})
    for title, table in split(entry, tables[entry["data"]]).items():
        yield Series(
            entry["type"], title if entry.get("showInLegend", True) else None, number, entry.get("stackIndex"),
            style.get("showFill", False), style.get("pointStyle", {}).get("showPoints", False),
            entry.get("orientation") == "vertical", style.get("areaColor", "").endswith("00000000"),
            columns(entry, table, x, ys[number]))


def annotations(description, x, y):
    for entry in description.get("annotations", []):
        if entry["type"] not in ANNOTATIONS:
            raise Unsupported(f"an annotation of the type {entry['type']}")
        along = y if entry["type"].startswith("horizontal") else x
        found = {"type": entry["type"], "text": entry.get("text", "")}
        for key in ("min", "max"):
            if key in entry:
                found[key] = value(entry[key], along.type)
        for key, of in (("x", x), ("y", y)):
            if key in entry:
                found[key] = value(entry[key], of.type)
        yield found


def read(path):
    """The chart of a description; raises Unsupported."""
    description = json.loads(path.read_text())
    for key in ("frames", "crosshair"):
        if key in description:
            raise Unsupported(f"the key {key}")
    xs, ys = axes(description, "x"), axes(description, "y")
    if len(xs) > 1 or len(ys) > 2:
        raise Unsupported("more than two y-axes" if len(ys) > 2 else "several x-axes")
    if not description["series"]:
        raise Unsupported("no series")
    tables = {name: rows(entry, path.parent) for name, entry in description["data"].items()}
    drawn = [entry for entry in description["series"] if not entry.get("hidden")]
    all_series = [one for entry in drawn for one in series(entry, tables, xs[0], ys)]
    notes = list(annotations(description, xs[0], ys[0]))
    return Chart(description.get("title", ""), xs[0], ys, all_series, notes)
