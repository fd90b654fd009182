"""``vitrail plot`` of files that Python's libraries read, with the command's options."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, NoReturn

from . import _files
from ._columns import Column
from ._errors import DescriptionError, DeviceError
from ._look import AGGREGATIONS, THEMES
from ._plot import plot as make_plot
from ._tables import Table

#: The command's exit codes.
USAGE, BAD_DATA, NO_INPUT, NO_DEVICE, CANNOT_WRITE = 64, 65, 66, 69, 73
_KINDS = ("line", "area", "scatter", "density", "column", "bar", "candlestick", "ohlc", "radar", "pie", "donut")


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        print(f"vitrail: error: {message}", file=sys.stderr)
        raise SystemExit(USAGE)


def _parser() -> _Parser:
    parser = _Parser(prog="vitrail plot", allow_abbrev=False, description="Plot columns of a Parquet or Arrow file.")
    add = parser.add_argument
    add("data", help="file that ends in .parquet, .pq, .arrow, .feather or .ipc")
    add("-o", "--output", help="picture to write, or - for standard output")
    add("--format", help="png, apng, jpeg, webp, rgba or svg")
    add("--quality", type=int)
    add("--vector", default="auto")
    add("--type", dest="kind", default="line", choices=_KINDS)
    for name in (
        "x",
        "open",
        "high",
        "low",
        "close",
        "title",
        "subtitle",
        "caption",
        "source",
        "theme",
        "palette",
        "font",
    ):
        add(f"--{name}", choices=THEMES if name == "theme" else None)
    for name in ("time-zone", "locale", "currency", "x-range", "y-range", "break-at", "size"):
        add(f"--{name}")
    add("--y", action="append")
    add("--right", action="append")
    add("--by", "--color", dest="by")
    add("--where", action="append", default=[])
    add("--aggregation", choices=AGGREGATIONS)
    add("--font-size", type=float)
    add("--scale", type=float)
    add("--connect-gaps", nargs="?", const=True, default=False)
    for name in (
        "labels",
        "end-labels",
        "log-x",
        "log-y",
        "sqrt-x",
        "sqrt-y",
        "reverse-x",
        "reverse-y",
        "include-zero",
        "compact",
        "row-numbers",
        "stats",
        "describe",
    ):
        add(f"--{name}", action="store_true")
    return parser


def plot(arguments: list[str]) -> int:
    """Plot a file.

    Returns
    -------
    int
        The exit code, as that of the command.
    """
    try:
        given = vars(_parser().parse_args(arguments))
    except SystemExit as error:
        return int(error.code or 0)
    path = given.pop("data")
    writing = {name: given.pop(name) for name in ("output", "format", "quality", "vector", "stats", "describe")}
    try:
        table = filtered(_files.read(path), given.pop("where"))
        if given.pop("row_numbers"):
            given["x"] = Column(_numbers(table.count), name="row")
        chart = make_plot(table, **given)
    except FileNotFoundError as error:
        return _failed(error, NO_INPUT)
    except (ValueError, TypeError, ImportError, DescriptionError) as error:
        return _failed(error, BAD_DATA)
    if writing["describe"]:
        print(json.dumps(chart.description, indent=2, ensure_ascii=False))
        return 0
    return _write(chart, path, writing)


def _write(chart: Any, path: str, writing: dict[str, Any]) -> int:
    output = writing["output"] or os.path.splitext(path)[0] + "." + (writing["format"] or "png")
    options = {"quality": writing["quality"], "vector": writing["vector"]}
    try:
        if output == "-":
            sys.stdout.buffer.write(chart.to_bytes(writing["format"] or "png", **options))
            sys.stdout.flush()
        else:
            chart.save(output, format=writing["format"], **options)
    except DeviceError as error:
        return _failed(error, NO_DEVICE)
    except OSError as error:
        return _failed(error, CANNOT_WRITE)
    except (ValueError, TypeError) as error:
        return _failed(error, BAD_DATA)
    for warning in chart.warnings:
        print(f"vitrail: warning: {warning}", file=sys.stderr)
    if writing["stats"]:
        print(json.dumps(chart.stats, indent=2), file=sys.stderr)
    return 0


def _failed(error: Exception, code: int) -> int:
    print(f"vitrail: error: {error}", file=sys.stderr)
    return code


def _numbers(count: int) -> Any:
    import numpy as np

    return np.arange(1.0, count + 1)


def filtered(table: Table, conditions: list[str]) -> Table:
    """The rows that pass all conditions; several values of one column are alternatives.

    Conditions are ``COLUMN=VALUE``, ``COLUMN>=VALUE`` or ``COLUMN<=VALUE``.
    """
    if not conditions:
        return table
    import numpy as np

    equal: dict[str, Any] = {}
    shown = np.ones(table.count, bool)
    for condition in conditions:
        name, sign, value = _parts(condition, table)
        found = _matching(table[name], sign, value, condition)
        if sign == "=":
            equal[name] = equal[name] | found if name in equal else found
        else:
            shown &= found
    for found in equal.values():
        shown &= found

    def source(name: str) -> Any:
        def make() -> Column:
            whole = table[name]
            return Column(
                whole.values[shown],
                whole.kind,
                unit=whole.unit,
                time_zone=whole.time_zone,
                categories=whole.categories,
                name=name,
            )

        return make

    return Table({name: source(name) for name in table.names}, int(shown.sum()), table.argument)


def _parts(condition: str, table: Table) -> tuple[str, str, str]:
    for sign in (">=", "<=", "="):
        name, found, value = condition.partition(sign)
        if found and name in table:
            return name, sign, value
    raise ValueError(
        f"--where {condition}: write COLUMN=VALUE, COLUMN>=VALUE or COLUMN<=VALUE, with one of {', '.join(table.names)}"
    )


def _matching(column: Column, sign: str, value: str, condition: str) -> Any:
    import numpy as np

    from . import _dates

    if column.kind == "category":
        if sign != "=":
            raise ValueError(f"--where {condition}: texts have no order")
        categories = column.categories or []
        return np.asarray(column.values == (categories.index(value) if value in categories else -2))
    if column.kind == "date":
        asked = _dates.seconds_of(_dates.date_text(value, "--where"), column.time_zone, "--where")
    else:
        try:
            asked = float(value)
        except ValueError:
            raise ValueError(f"--where {condition}: {value!r} is not a number") from None
    values = column.scaled()
    with np.errstate(invalid="ignore"):
        return values == asked if sign == "=" else values >= asked if sign == ">=" else values <= asked
