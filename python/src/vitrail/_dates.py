"""Dates, ranges and distances of arguments → keys of a description."""

from __future__ import annotations

import datetime
import math
import numbers
import re
from typing import Any

from ._columns import Column

_UNITS = {"min": "minute", "s": "second", "h": "hour", "d": "day", "w": "week", "mo": "month", "y": "year"}


def is_date(value: object) -> bool:
    """Whether a value is a date of Python, NumPy or pandas."""
    return isinstance(value, datetime.date) or type(value).__name__ == "datetime64"


def date_text(value: Any, argument: str) -> str:
    """A date as a description has it: ISO 8601, with Z if it has a time zone."""
    if isinstance(value, str):
        if re.fullmatch(r"\d{4}", value):
            return f"{value}-01-01"
        return value
    if isinstance(value, datetime.datetime):
        nanoseconds = int(getattr(value, "nanosecond", 0))
        suffix = ""
        if value.tzinfo is not None:
            value, suffix = value.astimezone(datetime.timezone.utc).replace(tzinfo=None), "Z"
        text = value.strftime("%Y-%m-%dT%H:%M:%S")
        fraction = value.microsecond * 1000 + nanoseconds
        return str(text) + (f".{fraction:09d}".rstrip("0") if fraction else "") + suffix
    if isinstance(value, datetime.date):
        return str(value.isoformat())
    if type(value).__name__ == "datetime64":
        return str(value)
    raise TypeError(f"{argument}: {value!r} is no date; give a text such as '2024-01-31', a datetime or a datetime64")


def seconds_of(text: str, time_zone: str | None, argument: str) -> float:
    """Seconds since 1970 of a date in a description."""
    import numpy as np

    found = re.fullmatch(r"(.+?)(Z|[+-]\d\d:?\d\d)?", text.strip())
    body, offset = (
        (found.group(1), found.group(2)) if (found and "T" in text) or (found and ":" in text) else (text, None)
    )
    try:
        moment = np.datetime64(body.replace(" ", "T"), "ns")
    except ValueError:
        raise ValueError(f"{argument}: {text!r} is not a date; write 2013-01-31 or 2013-01-31T12:00") from None
    seconds = float(moment.astype(np.int64)) / 1e9
    if offset and offset != "Z":
        sign = -1 if offset[0] == "-" else 1
        return seconds - sign * (int(offset[1:3]) * 3600 + int(offset[-2:]) * 60)
    if offset is None and time_zone is not None:
        import zoneinfo

        try:
            zone = zoneinfo.ZoneInfo(time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError):
            raise ValueError(
                f"time_zone: {time_zone!r} is no time zone; give an IANA identifier such as 'Europe/Berlin'"
            ) from None
        local = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=math.floor(seconds))
        shift = local.replace(tzinfo=zone).utcoffset()
        return seconds - (shift.total_seconds() if shift else 0)
    return seconds


def pair(value: Any, argument: str) -> tuple[Any, Any] | None:
    """Both ends of a range; None for a range that says nothing."""
    if value is None:
        return None
    if isinstance(value, str):
        parts = value.split("..") if ".." in value else value.split(":")
        ends: list[Any] = [part or None for part in parts]
    else:
        try:
            ends = list(value)
        except TypeError:
            raise TypeError(f"{argument}: a range is a pair (low, high), not {value!r}") from None
    if len(ends) != 2:
        raise ValueError(f"{argument}: a range is a pair (low, high), not {value!r}")
    return None if ends[0] is None and ends[1] is None else (ends[0], ends[1])


def numeric_range(ends: tuple[Any, Any], argument: str) -> tuple[float | None, float | None]:
    """Both ends as numbers; None for one that the data say."""

    def value(end: Any) -> float | None:
        if end is None:
            return None
        if isinstance(end, str):
            try:
                end = float(end)
            except ValueError:
                raise ValueError(f"{argument}: {end!r} is not a number") from None
        if not isinstance(end, numbers.Real) or isinstance(end, bool):
            raise TypeError(f"{argument}: {end!r} is not a number")
        if not math.isfinite(end):
            raise ValueError(f"{argument}: {end!r} is not a number")
        return float(end)

    low, high = value(ends[0]), value(ends[1])
    if low is not None and high is not None and low >= high:
        raise ValueError(f"{argument}: the first end is not less than the second")
    return low, high


def date_range(
    ends: tuple[Any, Any], argument: str, column: Column, time_zone: str | None
) -> tuple[tuple[str, str], tuple[float, float]]:
    """Both ends as texts and as seconds since 1970."""

    def end(value: Any, other: int) -> tuple[str, float]:
        if value is None:
            if column.extent is None:
                raise ValueError(f"{argument}: no sample gives the open end; give both ends")
            return exact_end(column, other, time_zone), column.extent[other]
        text = date_text(value, argument)
        return text, seconds_of(text, time_zone, argument)

    low, high = end(ends[0], 0), end(ends[1], 1)
    if not low[1] < high[1]:
        is_open = ends[0] is None or ends[1] is None
        raise ValueError(
            f"{argument}: " + ("no sample is in this range" if is_open else "the first end is not less than the second")
        )
    return (low[0], high[0]), (low[1], high[1])


def exact_end(column: Column, end: int, time_zone: str | None) -> str:
    """The first or last date of a column, with all of its decimals."""
    import numpy as np

    dates = column.values.view(f"datetime64[{column.unit}]")
    dates = dates[~np.isnat(dates)]
    text = str(dates.min() if end == 0 else dates.max())
    day, _, time = text.partition("T")
    if not time.strip("0:."):
        return day if time_zone in (None, "UTC") else f"{day}T00:00:00Z"
    return (text.rstrip("0").rstrip(".") if "." in text else text) + "Z"


def distance(value: Any, argument: str) -> float | dict[str, int]:
    """A distance along an axis: a number, or calendar units."""
    if isinstance(value, datetime.timedelta):
        value = value.total_seconds()
    elif type(value).__name__ == "timedelta64":
        import numpy as np

        value = float(value / np.timedelta64(1, "s"))
    if isinstance(value, numbers.Real) and not isinstance(value, bool) and math.isfinite(value) and float(value) > 0:
        return float(value)
    if isinstance(value, str):
        found = re.fullmatch(r"\s*(\d{1,7})\s*(min|mo|s|h|d|w|y)\s*", value)
        if found and 1 <= int(found.group(1)) <= 1_000_000:
            return {_UNITS[found.group(2)]: int(found.group(1))}
    raise ValueError(
        f"{argument}: a distance is a number above 0, or on a date axis a count with s, min, h, d, w, mo or y, "
        f"such as '6h', not {value!r}"
    )
