"""Objects of other libraries → columns. Values are read in place wherever their layout allows it."""

from __future__ import annotations

import datetime
import math
import numbers
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ._columns import Column

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Device types of DLPack whose memory the processor reads.
_DLPACK_ON_CPU = (1, 3)


def library_of(data: object) -> str:
    """Name of the top-level package that defines the type of a value."""
    return type(data).__module__.partition(".")[0]


def column(data: Any, argument: str) -> Column:
    """A column of whatever has one dimension.

    Parameters
    ----------
    data
        An array, a Series, an Index, an Arrow array, a list, …
    argument
        What errors call it.

    Raises
    ------
    TypeError
        If the object is no column, or holds values that cannot be drawn.
    ValueError
        If it has another number of dimensions than one, or lies on another device.
    """
    if isinstance(data, Column):
        return data
    library = library_of(data)
    if library == "pandas":
        from ._from_pandas import column_of_pandas

        return column_of_pandas(data, argument)
    if library == "polars":
        from ._from_arrow import column_of_polars

        return column_of_polars(data, argument)
    if library == "pyarrow":
        from ._from_arrow import column_of_pyarrow

        return column_of_pyarrow(data, argument)
    if isinstance(data, (str, bytes, bytearray, Mapping, set, frozenset)):
        raise TypeError(f"{argument}: {_article(data)} is no column; give a list, an array or a Series")
    import numpy as np

    if isinstance(data, np.ma.MaskedArray):
        return _of_masked(data, argument)
    if isinstance(data, np.ndarray):
        return of_array(data, argument)
    if hasattr(data, "__arrow_c_stream__") or hasattr(data, "__arrow_c_array__"):
        from ._from_arrow import column_of_stream

        return column_of_stream(data, argument)
    if hasattr(data, "__array_interface__") or hasattr(data, "__array_struct__"):
        return of_array(_exported(data, argument), argument)
    if hasattr(data, "__dlpack__"):
        return _of_dlpack(data, argument)
    if hasattr(data, "__array__"):
        return of_array(_exported(data, argument), argument)
    if isinstance(data, numbers.Number):
        raise ValueError(f"{argument}: a single number; a column has one dimension")
    if not isinstance(data, (list, tuple, range)):
        try:
            return of_array(np.asarray(memoryview(data)), argument)
        except TypeError:
            pass
    if isinstance(data, Iterable):
        return _of_values(list(data), argument)
    raise TypeError(f"{argument}: {_article(data)} is no column; give a list, an array or a Series")


def of_array(array: NDArray[Any], argument: str, name: str = "") -> Column:
    """A column that reads a NumPy array in place.

    Long doubles, texts, objects and arrays whose bytes are swapped are copied, since the renderer has no type for them.
    """
    import numpy as np

    if array.ndim != 1:
        what = "a single value" if array.ndim == 0 else f"{array.ndim} dimensions"
        raise ValueError(f"{argument}: {what}; a column has one dimension")
    kind = array.dtype.kind
    if kind == "c":
        raise TypeError(f"{argument}: complex numbers; take .real, .imag or abs() of them")
    if kind == "V":
        raise TypeError(f"{argument}: a structured array ({array.dtype}) is a table; name one of its fields")
    if kind == "O":
        return of_objects(array.tolist(), argument, name)
    if kind in "UST":
        return of_texts([_text(value) for value in array.tolist()], name)
    if kind == "M":
        return _of_dates(array, argument, name)
    if kind == "m":
        return _of_durations(array, name)
    if kind not in "biuf":
        raise TypeError(f"{argument}: values of type {array.dtype} cannot be drawn")
    if kind == "f" and array.dtype.itemsize > 8:
        array = array.astype(np.float64)
    return Column(_readable(array), name=name)


def _readable(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself, or a copy of one whose bytes are swapped."""
    import numpy as np

    if type(array) is not np.ndarray:
        array = array.view(np.ndarray)
    if not array.dtype.isnative:
        return array.astype(array.dtype.newbyteorder("="))
    return array


def _of_dates(array: NDArray[Any], argument: str, name: str) -> Column:
    import numpy as np

    unit, count = np.datetime_data(array.dtype)
    if unit == "generic":
        if not np.isnat(array).all():
            raise TypeError(f"{argument}: datetime64 without a unit")
        unit, array = "s", array.astype("datetime64[s]")
    if unit not in ("ns", "us", "ms", "s", "D") or count != 1:
        # Finer units than nanoseconds are rounded to them, months and years become days.
        unit = (
            "ns"
            if unit in ("ps", "fs", "as")
            else "D"
            if unit in ("Y", "M", "W", "D")
            else "s"
            if unit in ("h", "m", "s")
            else unit
        )
        array = array.astype(f"datetime64[{unit}]")
    return Column(_readable(array).view(np.int64), "date", unit=unit, name=name)


def _of_durations(array: NDArray[Any], name: str) -> Column:
    """Durations are numbers of seconds."""
    import numpy as np

    seconds = array / np.timedelta64(1, "s")
    return Column(np.asarray(seconds, dtype=np.float64), name=name)


def _of_masked(array: Any, argument: str) -> Column:
    import numpy as np

    found = of_array(np.asarray(array.data), argument)
    mask = np.ma.getmaskarray(array)
    if not mask.any():
        return found
    return with_gaps(found, mask)


def with_gaps(found: Column, mask: NDArray[np.bool_]) -> Column:
    """A copy whose masked rows are gaps."""
    import numpy as np

    if found.kind == "number":
        values = found.values.astype(np.float32 if found.values.dtype == np.float32 else np.float64)
        values[mask] = math.nan
    else:
        values = found.values.copy()
        values[mask] = np.iinfo(np.int64).min if found.kind == "date" else -1
    return Column(
        values, found.kind, unit=found.unit, time_zone=found.time_zone, categories=found.categories, name=found.name
    )


def _exported(data: Any, argument: str) -> NDArray[Any]:
    """The array that an object exports itself as."""
    import numpy as np

    try:
        return np.asarray(data)
    except Exception as error:
        # NumPy raises what the object's own code raises, too.
        kind = TypeError if isinstance(error, (TypeError, AttributeError)) else ValueError
        raise kind(f"{argument}: {_article(data)} is no array: {error}") from error


def _of_dlpack(data: Any, argument: str) -> Column:
    import numpy as np

    device = data.__dlpack_device__()[0] if hasattr(data, "__dlpack_device__") else 1
    if int(device) not in _DLPACK_ON_CPU:
        raise ValueError(f"{argument}: the array is not in memory that the processor reads; copy it there (.cpu())")
    try:
        array = np.from_dlpack(data)
    except (RuntimeError, BufferError, TypeError, ValueError, AttributeError) as error:
        raise TypeError(f"{argument}: DLPack refuses the array: {error}") from error
    return of_array(array, argument)


def _of_values(values: list[Any], argument: str) -> Column:
    import numpy as np

    kinds = {type(value) for value in values}
    if kinds <= {float, int, bool} and kinds:
        try:
            return (
                of_array(np.asarray(values), argument)
                if kinds <= {float} or kinds <= {int}
                else Column(np.asarray(values, float))
            )
        except OverflowError:
            return Column(np.asarray([_number(value) for value in values]))
        except TypeError:
            pass
    return of_objects(values, argument)


def of_objects(values: list[Any], argument: str, name: str = "") -> Column:
    """A column of Python objects: numbers, dates or texts; None and NaN are gaps."""
    import numpy as np

    present = [value for value in values if not _is_missing(value)]
    if not present:
        return Column(np.full(len(values), math.nan), name=name)
    if all(isinstance(value, str) for value in present):
        return of_texts([value if isinstance(value, str) else None for value in values], name)
    if all(isinstance(value, (datetime.date, np.datetime64)) for value in present):
        return _of_date_objects(values, argument, name)
    if all(isinstance(value, (datetime.timedelta, np.timedelta64)) for value in present):
        return Column(
            np.array(
                [
                    math.nan
                    if _is_missing(v)
                    else v / np.timedelta64(1, "s")
                    if isinstance(v, np.timedelta64)
                    else v.total_seconds()
                    for v in values
                ]
            ),
            name=name,
        )
    if all(isinstance(value, (numbers.Real, np.bool_)) or type(value).__name__ == "Decimal" for value in present):
        return Column(np.array([math.nan if _is_missing(value) else _number(value) for value in values]), name=name)
    if any(isinstance(value, complex) for value in present):
        raise TypeError(f"{argument}: complex numbers; take .real, .imag or abs() of them")
    row, odd = _odd_one(values, type(present[0]))
    if isinstance(odd, (list, tuple)) or (isinstance(odd, np.ndarray) and odd.ndim > 0):
        raise ValueError(f"{argument}: row {row} is {_article(odd)}; a column has one dimension")
    raise TypeError(
        f"{argument}: row {row} is {_article(odd)}"
        + (f", after values of type {type(present[0]).__name__}" if type(odd) is not type(present[0]) else "")
        + "; a column holds numbers, dates or texts"
    )


def _odd_one(values: list[Any], first: type) -> tuple[int, Any]:
    """The first value of another type than the first one, or the first one."""
    drawable = first in (str, int, float, bool) or issubclass(first, (datetime.date, numbers.Real))
    for row, value in enumerate(values):
        if not _is_missing(value) and (not drawable or not isinstance(value, first)):
            return row, value
    return 0, values[0]


def _number(value: Any) -> float:
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def _is_missing(value: Any) -> bool:
    if value is None:
        return True
    kind = type(value).__name__
    if isinstance(value, float) or kind == "Decimal":
        return bool(value != value)
    return kind in ("NAType", "NaTType") or (kind in ("datetime64", "timedelta64") and bool(value != value))


def _of_date_objects(values: list[Any], argument: str, name: str) -> Column:
    import numpy as np

    zones = {value.tzinfo for value in values if isinstance(value, datetime.datetime) and not _is_missing(value)}
    if None in zones and len(zones) > 1:
        raise TypeError(f"{argument}: dates with and without a time zone")
    epoch = datetime.datetime(1970, 1, 1)

    def microseconds(value: Any) -> int:
        if _is_missing(value):
            return int(np.iinfo(np.int64).min)
        if isinstance(value, np.datetime64):
            return int(value.astype("datetime64[us]").astype(np.int64))
        if isinstance(value, datetime.datetime):
            if value.tzinfo is not None:
                value = value.astimezone(datetime.timezone.utc).replace(tzinfo=None)
        else:
            value = datetime.datetime(value.year, value.month, value.day)
        return int((value - epoch) // datetime.timedelta(microseconds=1))

    zone = zone_name(next(iter(zones))) if len(zones) == 1 and None not in zones else None
    return Column(
        np.array([microseconds(value) for value in values], np.int64), "date", unit="us", time_zone=zone, name=name
    )


def zone_name(zone: Any) -> str | None:
    """IANA identifier of a time zone; None for offsets, which have none."""
    for attribute in ("key", "zone"):
        found = getattr(zone, attribute, None)
        if isinstance(found, str):
            return found
    text = str(zone)
    return text if text == "UTC" or "/" in text else None


def of_texts(texts: Iterable[str | None], name: str = "") -> Column:
    """Categories in the order of their first appearance."""
    import numpy as np

    codes: dict[str, int] = {}
    values = [-1 if text is None else codes.setdefault(text, len(codes)) for text in texts]
    return Column(np.array(values, np.int32), "category", categories=list(codes), name=name)


def of_codes(codes: NDArray[Any], categories: Iterable[Any], name: str = "") -> Column:
    """Categories whose order somebody decided."""
    import numpy as np

    texts = [_text(value) for value in categories]
    return Column(np.ascontiguousarray(codes, np.int32), "category", categories=texts, name=name)


def _text(value: Any) -> str:
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    return value if isinstance(value, str) else str(value)


def _article(value: object) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
