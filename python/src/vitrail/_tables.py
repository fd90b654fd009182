"""Data frames, Arrow tables, mappings and two-dimensional arrays → named columns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ._columns import Column
from ._convert import column, library_of, of_array


class Table:
    """Columns of one length. A column is converted when it is first used.

    Parameters
    ----------
    sources
        A function for each column, by name, that makes it.
    count
        Number of rows.
    argument
        What errors call the table.
    index
        Makes the column that stands on the x-axis unless another one is named; None = rows are counted.
    unnamed
        Columns that are called by their numbers, since they have no names.
    """

    def __init__(
        self,
        sources: dict[str, Callable[[], Column]],
        count: int,
        argument: str,
        *,
        index: Callable[[], Column] | None = None,
        first_row: int = 0,
        unnamed: frozenset[str] = frozenset(),
    ) -> None:
        self._sources = sources
        self._made: dict[str, Column] = {}
        self._index = index
        self.count = count
        self.argument = argument
        self.first_row = first_row
        self.unnamed = unnamed

    @property
    def names(self) -> list[str]:
        return list(self._sources)

    def __contains__(self, name: object) -> bool:
        return name in self._sources

    def __getitem__(self, name: str) -> Column:
        if name not in self._made:
            found = self._sources[name]().named("" if name in self.unnamed else name)
            if len(found) != self.count:
                raise ValueError(
                    f"{self.argument}[{name!r}]: {len(found)} values beside {self.count} "
                    f"in column {next(iter(self._sources))!r}"
                )
            self._made[name] = found
        return self._made[name]

    def index(self) -> Column | None:
        """Labels of the rows; None if the rows are only numbered."""
        return self._index() if self._index else None

    def numeric_names(self) -> list[str]:
        """Columns that hold numbers."""
        return [name for name in self._sources if self._is_numeric(name)]

    def _is_numeric(self, name: str) -> bool:
        try:
            return self[name].kind == "number"
        except TypeError:
            return False


def is_table(data: Any) -> bool:
    """Whether an object has named columns, or several dimensions."""
    library, name = library_of(data), type(data).__name__
    if library == "pandas":
        return hasattr(data, "columns")
    if library == "polars":
        return name in ("DataFrame", "LazyFrame")
    if library == "pyarrow":
        return name in ("Table", "RecordBatch", "RecordBatchReader") or (name == "StructArray")
    if isinstance(data, (Mapping, Table)):
        return True
    if hasattr(data, "dtype") and hasattr(data, "ndim"):
        return bool(data.ndim > 1) or getattr(data.dtype, "names", None) is not None
    if hasattr(data, "__arrow_c_stream__"):
        return hasattr(data, "columns") or hasattr(data, "schema") or hasattr(data, "column_names")
    return False


def table(data: Any, argument: str) -> Table:
    """Named columns of an object for which `is_table` is true."""
    if isinstance(data, Table):
        return data
    library = library_of(data)
    if library == "pandas":
        return _of_pandas(data, argument)
    if library == "polars":
        frame = data.collect() if type(data).__name__ == "LazyFrame" else data
        return _of_polars(frame, argument)
    if library == "pyarrow":
        return _of_pyarrow(data, argument)
    if isinstance(data, Mapping):
        return _of_columns({str(name): values for name, values in data.items()}, argument)
    if hasattr(data, "dtype"):
        return _of_array(data, argument)
    if hasattr(data, "__arrow_c_stream__"):
        from ._from_arrow import arrow_reader

        return _of_pyarrow(arrow_reader(data, argument), argument)
    raise TypeError(
        f"{argument}: {type(data).__name__} is no table; give a DataFrame, an Arrow table or a dict of columns"
    )


def _of_columns(columns: dict[str, Any], argument: str, count: int | None = None) -> Table:
    if not columns:
        raise ValueError(f"{argument}: a table without columns")

    def source(name: str) -> Callable[[], Column]:
        return lambda: column(columns[name], f"{argument}[{name!r}]")

    if count is None:
        # Converted once: it says how many rows there are.
        first = next(iter(columns))
        columns = {**columns, first: column(columns[first], f"{argument}[{first!r}]")}
        count = len(columns[first])
    return Table({name: source(name) for name in columns}, count, argument)


def _unique(names: list[str]) -> list[str]:
    """The second of two columns with the name ``a`` is ``a.2``."""
    seen: dict[str, int] = {}
    result = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        result.append(name if seen[name] == 1 else f"{name}.{seen[name]}")
    return result


def _of_pandas(data: Any, argument: str) -> Table:
    import pandas as pd

    from ._from_pandas import title

    names = _unique([title(label) for label in data.columns])
    if not names:
        raise ValueError(f"{argument}: a DataFrame without columns")

    def source(position: int) -> Callable[[], Column]:
        return lambda: column(data.iloc[:, position], f"{argument}[{names[position]!r}]")

    labels = data.index
    counted = isinstance(labels, pd.RangeIndex) and labels.step == 1
    return Table(
        {name: source(position) for position, name in enumerate(names)},
        len(data),
        argument,
        index=None if counted else lambda: column(labels, f"{argument}.index"),
        first_row=int(labels.start) if isinstance(labels, pd.RangeIndex) and counted else 0,
    )


def _of_pyarrow(data: Any, argument: str) -> Table:
    import pyarrow as pa

    from ._from_arrow import ArrowFrame, streamed_pyarrow

    if isinstance(data, pa.RecordBatchReader):
        data = data.read_all()
    if isinstance(data, pa.StructArray):
        data = pa.RecordBatch.from_struct_array(data)
    names = _unique([str(name) for name in data.schema.names])
    if not names:
        raise ValueError(f"{argument}: a table without columns")
    frame = ArrowFrame(
        pa.table(data).rename_columns(names) if isinstance(data, pa.RecordBatch) else data.rename_columns(names)
    )

    def source(position: int) -> Callable[[], Column]:
        name = names[position]
        return lambda: streamed_pyarrow(data.column(position), f"{argument}[{name!r}]", frame, name)

    return Table({name: source(position) for position, name in enumerate(names)}, data.num_rows, argument)


def _of_polars(data: Any, argument: str) -> Table:
    from ._from_arrow import PolarsFrame, streamed_polars

    if not data.columns:
        raise ValueError(f"{argument}: a DataFrame without columns")
    frame = PolarsFrame(data)

    def source(name: str) -> Callable[[], Column]:
        return lambda: streamed_polars(data.get_column(name), f"{argument}[{name!r}]", frame, name)

    return Table({name: source(name) for name in data.columns}, data.height, argument)


def _of_array(data: Any, argument: str) -> Table:
    import numpy as np

    array = np.asarray(data)
    fields = array.dtype.names
    if fields is not None:
        if array.ndim != 1:
            raise ValueError(f"{argument}: a structured array of {array.ndim} dimensions; a table has one")

        def field(name: str) -> Callable[[], Column]:
            return lambda: of_array(array[name], f"{argument}[{name!r}]")

        return Table({name: field(name) for name in fields}, len(array), argument)
    if array.ndim != 2:
        raise ValueError(f"{argument}: {array.ndim} dimensions; a table has two, rows and columns")
    if array.shape[1] > 1000:
        raise ValueError(
            f"{argument}: {array.shape[1]} columns; a chart has at most 1000 series "
            "(rows come first: transpose the array?)"
        )

    def part(position: int) -> Callable[[], Column]:
        return lambda: of_array(array[:, position], f"{argument}[:, {position}]")

    names = [str(position + 1) for position in range(array.shape[1])]
    if not names:
        raise ValueError(f"{argument}: an array without columns")
    return Table(
        {name: part(position) for position, name in enumerate(names)}, len(array), argument, unnamed=frozenset(names)
    )
