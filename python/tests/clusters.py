"""Data for the tests on clusters: partitions that are made where they are needed, and the picture of all of them."""

from __future__ import annotations

import os
import pathlib
import signal
from collections.abc import Callable

import numpy as np
import pandas as pd

import vitrail

#: Makes the partition with a number.
Maker = Callable[[int], pd.DataFrame]
LOOK = {"size": (240, 160), "scale": 1}


def points(rows: int) -> Maker:
    """Points around two centres, in no order; texts that nothing shows."""

    def make(part: int) -> pd.DataFrame:
        random = np.random.default_rng(part)
        x = random.normal(size=rows)
        return pd.DataFrame({"x": x, "y": random.normal(size=rows) + np.sign(x), "z": x - 1, "unused": "text"})

    return make


def groups(part: int) -> pd.DataFrame:
    """Rows of some groups, in no order."""
    random = np.random.default_rng(part)
    names = np.array(["north", "east", "south", "west", "centre"])[random.integers(0, 5, 3000)]
    steps = random.integers(0, 40, 3000).astype(float)
    return pd.DataFrame({"group": names, "count": random.integers(0, 9, 3000), "step": steps, "z": random.normal(size=3000)})


def walk(rows: int) -> Maker:
    """A walk whose x never decreases."""

    def make(part: int) -> pd.DataFrame:
        x = np.arange(part * rows, (part + 1) * rows) / 100
        return pd.DataFrame({"x": x, "y": np.sin(x / rows) * 20 + np.random.default_rng(part).normal(size=rows)})

    return make


def killed_once(make: Maker, part: int, marker: pathlib.Path) -> Maker:
    """The same partitions; the process that makes one of them for the first time is killed."""

    def made(number: int) -> pd.DataFrame:
        if number == part and not marker.exists():
            marker.write_text(str(os.getpid()))
            os.kill(os.getpid(), signal.SIGKILL)
        return make(number)

    return made


def destroy_column(path: pathlib.Path, name: str) -> None:
    """Overwrite a column of a Parquet file, so that reading it fails."""
    import pyarrow.parquet as pq

    metadata = pq.ParquetFile(path).metadata
    data = bytearray(path.read_bytes())
    for group in range(metadata.num_row_groups):
        for position in range(metadata.num_columns):
            column = metadata.row_group(group).column(position)
            if column.path_in_schema == name:
                first = column.dictionary_page_offset or column.data_page_offset
                data[first : first + column.total_compressed_size] = b"\xff" * column.total_compressed_size
    path.write_bytes(data)


def whole(make: Maker, count: int, columns: list[str]) -> pd.DataFrame:
    """All partitions in one process."""
    parts = [make(part)[columns] for part in range(count)]
    return pd.DataFrame({name: np.concatenate([part[name].to_numpy() for part in parts]) for name in columns})


def density_of(make: Maker, count: int) -> bytes:
    """The density of all partitions, drawn in one process."""
    return vitrail.density(whole(make, count, ["x", "y"]), x="x", y="y", **LOOK).to_png()  # type: ignore[arg-type]


def line_of(make: Maker, count: int) -> bytes:
    """The line of all partitions, drawn in one process."""
    return vitrail.plot(whole(make, count, ["x", "y"]), x="x", y="y", **LOOK).to_png()  # type: ignore[arg-type]
