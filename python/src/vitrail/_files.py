"""Parquet and Arrow files → tables, through whichever of pyarrow, polars and DuckDB is installed."""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable
from typing import Any

from ._columns import Column
from ._convert import column
from ._tables import Table

PARQUET = (".parquet", ".pq")
ARROW = (".arrow", ".feather", ".ipc")
READERS = ("pyarrow", "polars", "duckdb")


def is_file(path: str) -> bool:
    """Whether the name is that of a file that this module reads."""
    return os.path.splitext(path)[1].lower() in PARQUET + ARROW


def read(path: str) -> Table:
    """A table whose columns are read when they are first used.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ImportError
        If none of the libraries that read it is installed.
    ValueError
        If the file is damaged.
    """
    if not os.path.exists(path):
        raise FileNotFoundError(f"{path}: no such file")
    is_parquet = os.path.splitext(path)[1].lower() in PARQUET
    # DuckDB reads Arrow files through an extension only.
    usable = READERS if is_parquet else READERS[:2]
    for name in usable:
        if importlib.util.find_spec(name) is not None:
            reader = {"pyarrow": _pyarrow, "polars": _polars, "duckdb": _duckdb}[name]
            try:
                return reader(path, is_parquet)
            except Exception as error:
                raise ValueError(f"{path}: {name} cannot read the file: {error}") from error
    raise ImportError(
        f"{path}: reading it needs {' or '.join(usable)}; install one of them, as with pip install pyarrow"
    )


def _table(path: str, names: list[str], count: int, load: Callable[[str], Any]) -> Table:
    def source(name: str) -> Callable[[], Column]:
        return lambda: column(load(name), f"{path}[{name!r}]")

    return Table({name: source(name) for name in names}, count, path)


def _pyarrow(path: str, is_parquet: bool) -> Table:
    if is_parquet:
        from pyarrow import parquet

        file = parquet.ParquetFile(path, memory_map=True)
        return _table(
            path, list(file.schema_arrow.names), file.metadata.num_rows, lambda name: file.read([name]).column(0)
        )
    import pyarrow as pa

    source = pa.memory_map(path)
    try:
        table = pa.ipc.open_file(source).read_all()
    except pa.ArrowInvalid:
        source.seek(0)
        table = pa.ipc.open_stream(source).read_all()
    return _table(path, list(table.schema.names), table.num_rows, table.column)


def _polars(path: str, is_parquet: bool) -> Table:
    import polars as pl

    frame = pl.scan_parquet(path) if is_parquet else pl.scan_ipc(path)
    names = frame.collect_schema().names()
    count = int(frame.select(pl.len()).collect().item())
    return _table(path, names, count, lambda name: frame.select(name).collect().to_series())


def _duckdb(path: str, is_parquet: bool) -> Table:
    import duckdb

    relation = duckdb.read_parquet(path)
    count = len(relation)
    return _table(
        path,
        list(relation.columns),
        count,
        lambda name: next(iter(relation.project(f'"{name}"').fetchnumpy().values())),
    )
