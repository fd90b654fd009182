"""pyarrow, polars and other producers of Arrow streams → columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ._columns import MEASURED_BY_LIBRARY, Column, Kind
from ._convert import of_array, of_codes, with_gaps

if TYPE_CHECKING:
    from ._library import Handle


class ArrowFrame:
    """A pyarrow table that hands its columns over as a stream."""

    def __init__(self, table: Any) -> None:
        self._table = table

    def handle(self, names: dict[str, str]) -> Handle:
        from ._library import Handle

        return Handle.of_stream(self._table.select(list(names.values())).rename_columns(list(names)))


class PolarsFrame:
    """A polars frame that hands its columns over as a stream."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame

    def handle(self, names: dict[str, str]) -> Handle:
        import polars as pl

        from ._library import Handle

        return Handle.of_stream(self._frame.select([pl.col(name).alias(key) for key, name in names.items()]))


def streamed_pyarrow(data: Any, argument: str, frame: ArrowFrame, name: str) -> Column:
    """A column of a pyarrow table; one of many rows is converted only if its values are asked for."""
    import pyarrow as pa

    kind, types = data.type, pa.types
    meaning: Kind | None = None
    if types.is_integer(kind) or types.is_floating(kind) or types.is_boolean(kind) or types.is_decimal(kind):
        meaning = "number"
    elif types.is_timestamp(kind) or types.is_date(kind):
        meaning = "date"
    elif _is_text(kind) or (types.is_dictionary(kind) and _is_text(kind.value_type)):
        meaning = "category"
    if meaning is None or len(data) <= MEASURED_BY_LIBRARY:
        return column_of_pyarrow(data, argument, inner=True)
    zone = _zone(kind.tz) if types.is_timestamp(kind) else None
    unit = (
        None if meaning != "date" else kind.unit if types.is_timestamp(kind) else "D" if types.is_date32(kind) else "ms"
    )
    return Column(
        None,
        meaning,
        unit=unit,
        time_zone=zone,
        count=len(data),
        load=lambda: column_of_pyarrow(data, argument, inner=True),
        origin=(frame, name),
    )


def streamed_polars(data: Any, argument: str, frame: PolarsFrame, name: str) -> Column:
    """A column of a polars frame; one of many rows is converted only if its values are asked for."""
    import polars as pl

    kind: Any = data.dtype
    meaning: Kind | None = None
    if kind.is_numeric() or kind == pl.Boolean:
        meaning = "number"
    elif kind in (pl.Date, pl.Datetime):
        meaning = "date"
    elif kind in (pl.String, pl.Categorical, pl.Enum):
        meaning = "category"
    if meaning is None or len(data) <= MEASURED_BY_LIBRARY:
        return column_of_polars(data, argument, inner=True)
    zone = _zone(getattr(kind, "time_zone", None))
    unit = None if meaning != "date" else getattr(kind, "time_unit", "D")
    return Column(
        None,
        meaning,
        unit=unit,
        time_zone=zone,
        count=len(data),
        load=lambda: column_of_polars(data, argument, inner=True),
        origin=(frame, name),
    )


def column_of_pyarrow(data: Any, argument: str, *, inner: bool = False) -> Column:
    """A column of a pyarrow Array or ChunkedArray; one chunk of numbers without nulls is read in place."""
    import numpy as np
    import pyarrow as pa
    import pyarrow.compute

    if isinstance(data, (pa.Table, pa.RecordBatch, pa.RecordBatchReader)):
        raise ValueError(f"{argument}: pyarrow's {type(data).__name__} is a table; a column has one dimension")
    if isinstance(data, pa.Scalar) or not isinstance(data, (pa.Array, pa.ChunkedArray)):
        raise TypeError(f"{argument}: pyarrow's {type(data).__name__} is no column; give an Array or a ChunkedArray")
    if isinstance(data, pa.ChunkedArray) and data.num_chunks > 1 and len(data) > MEASURED_BY_LIBRARY and not inner:
        return streamed_pyarrow(data, argument, ArrowFrame(pa.table({"values": data})), "values")
    if isinstance(data, pa.ChunkedArray):
        data = data.chunk(0) if data.num_chunks == 1 else data.combine_chunks()
        if isinstance(data, pa.ChunkedArray):
            data = pa.concat_arrays(data.chunks)
    if isinstance(data, pa.ExtensionArray):
        data = data.storage
    kind = data.type
    if pa.types.is_run_end_encoded(kind):
        data = getattr(pyarrow.compute, "run_end_decode")(data)
        kind = data.type
    if pa.types.is_null(kind):
        return Column(np.full(len(data), np.nan))
    missing = np.asarray(data.is_null()) if data.null_count else None
    if pa.types.is_dictionary(kind):
        codes = (
            data.indices.fill_null(-1).to_numpy(zero_copy_only=False)
            if _is_signed(data.indices.type)
            else data.indices.cast(pa.int64()).fill_null(-1).to_numpy(zero_copy_only=False)
        )
        return of_codes(codes, data.dictionary.to_pylist())
    if _is_text(kind):
        coded = data.cast(pa.large_string()).dictionary_encode()
        return of_codes(coded.indices.fill_null(-1).to_numpy(zero_copy_only=False), coded.dictionary.to_pylist())
    if pa.types.is_timestamp(kind):
        return _filled(Column(_integers(data, 8), "date", unit=kind.unit, time_zone=_zone(kind.tz)), missing)
    if pa.types.is_date32(kind):
        return _filled(Column(_integers(data, 4).astype(np.int64), "date", unit="D"), missing)
    if pa.types.is_date64(kind):
        return _filled(Column(_integers(data, 8), "date", unit="ms"), missing)
    if pa.types.is_duration(kind) or pa.types.is_time(kind):
        size = 4 if pa.types.is_time32(kind) else 8
        per_second = {"s": 1, "ms": 1e3, "us": 1e6, "ns": 1e9}[kind.unit]
        return _filled(Column(_integers(data, size) / per_second), missing)
    if pa.types.is_decimal(kind):
        data, kind = data.cast(pa.float64()), pa.float64()
    if pa.types.is_boolean(kind):
        return _filled(Column(np.asarray(data.fill_null(False).to_numpy(zero_copy_only=False))), missing)
    if pa.types.is_integer(kind) or pa.types.is_floating(kind):
        values = data if missing is None else data.fill_null(0)
        return _filled(of_array(values.to_numpy(zero_copy_only=False), argument), missing)
    raise TypeError(f"{argument}: Arrow values of type {kind} cannot be drawn")


def _is_signed(kind: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_signed_integer(kind))


def _is_text(kind: Any) -> bool:
    import pyarrow as pa

    names = ("is_string", "is_large_string", "is_string_view")
    return any(getattr(pa.types, name)(kind) for name in names if hasattr(pa.types, name))


def _integers(data: Any, size: int) -> Any:
    """The integers behind dates and times, in place."""
    import numpy as np
    import pyarrow as pa

    counts = data.view(pa.int32() if size == 4 else pa.int64())
    return np.asarray(counts.fill_null(0) if counts.null_count else counts)


def _filled(found: Column, missing: Any) -> Column:
    return found if missing is None else with_gaps(found, missing)


def _zone(zone: str | None) -> str | None:
    return None if zone is None or zone[:1] in "+-" else zone


def column_of_polars(data: Any, argument: str, *, inner: bool = False) -> Column:
    """A column of a polars Series; one chunk of numbers without nulls is read in place."""
    import numpy as np
    import polars as pl

    if isinstance(data, (pl.DataFrame, pl.LazyFrame)):
        raise ValueError(f"{argument}: polars' {type(data).__name__} is a table; a column has one dimension")
    if not isinstance(data, pl.Series):
        raise TypeError(f"{argument}: polars' {type(data).__name__} is no column; give a Series")
    kind: Any = data.dtype
    name = str(data.name)
    if (
        len(data) > MEASURED_BY_LIBRARY
        and not inner
        and (data.n_chunks() > 1 or data.null_count() or not kind.is_numeric())
    ):
        return streamed_polars(data, argument, PolarsFrame(data.to_frame("values")), "values").named(name)
    missing = data.is_null().to_numpy() if data.null_count() else None
    if kind == pl.Null:
        return Column(np.full(len(data), np.nan), name=name)
    if kind == pl.Categorical:
        return _of_strings(data.cast(pl.String), name)
    if kind == pl.Enum:
        texts = kind.categories.to_list()
        return of_codes(data.to_physical().cast(pl.Int64).fill_null(-1).to_numpy(), texts, name)
    if kind == pl.String:
        return _of_strings(data, name)
    if kind == pl.Datetime:
        zone = _zone(kind.time_zone)
        found = Column(_physical(data), "date", unit=kind.time_unit, time_zone=zone, name=name)
    elif kind == pl.Date:
        found = Column(_physical(data).astype(np.int64), "date", unit="D", name=name)
    elif kind == pl.Duration:
        per_second = {"ms": 1e3, "us": 1e6, "ns": 1e9}[kind.time_unit]
        found = Column(_physical(data) / per_second, name=name)
    elif kind == pl.Time:
        found = Column(_physical(data) / 1e9, name=name)
    elif kind.is_decimal():
        found = of_array(data.cast(pl.Float64).fill_null(0).to_numpy(), argument, name)
    elif kind == pl.Boolean:
        found = of_array(data.fill_null(False).to_numpy(), argument, name)
    elif kind.is_numeric():
        found = of_array(data.fill_null(0).to_numpy() if missing is not None else data.to_numpy(), argument, name)
    else:
        raise TypeError(f"{argument}: polars' values of type {kind} cannot be drawn")
    return _filled(found, missing)


def _physical(data: Any) -> Any:
    counts = data.to_physical()
    return (counts.fill_null(0) if counts.null_count() else counts).to_numpy()


def _of_strings(data: Any, name: str) -> Column:
    uniques = data.drop_nulls().unique(maintain_order=True)
    import polars as pl

    codes = data.cast(pl.Enum(uniques)).to_physical().cast(pl.Int64).fill_null(-1)
    return of_codes(codes.to_numpy(), uniques.to_list(), name)


def arrow_reader(data: Any, argument: str) -> Any:
    """A pyarrow table of an object with ``__arrow_c_stream__``, its offsets and lengths checked."""
    return _imported(data, argument, lambda pa: pa.RecordBatchReader.from_stream(data).read_all())


def column_of_stream(data: Any, argument: str) -> Column:
    """A column of an object that exports itself through the Arrow C interface."""
    is_stream = hasattr(data, "__arrow_c_stream__")
    found = _imported(data, argument, lambda pa: pa.chunked_array(data) if is_stream else pa.array(data))
    return column_of_pyarrow(found, argument)


def _imported(data: Any, argument: str, read: Callable[[Any], Any]) -> Any:
    """What pyarrow makes of an object of another library; what is wrong with it is an error that names the argument."""
    try:
        import pyarrow as pa
    except ImportError:
        raise TypeError(
            f"{argument}: {type(data).__name__} is an Arrow stream; reading it needs pyarrow (pip install pyarrow)"
        ) from None
    try:
        found = read(pa)
        # Offsets of texts, codes of dictionaries, and lengths are the producer's: reading with wrong ones is a crash.
        found.validate(full=True)
    except TypeError as error:
        raise TypeError(f"{argument}: {type(data).__name__} is no Arrow stream: {error}") from error
    except (ValueError, OSError, RuntimeError, ArithmeticError, LookupError, MemoryError) as error:
        raise ValueError(f"{argument}: the Arrow stream of {type(data).__name__}: {error}") from error
    return found
