"""``python -m vitrail`` and the console script."""

from __future__ import annotations

import datetime
import importlib.util
import os
import pathlib
import subprocess
import sys
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as parquet
import pytest
from conftest import DATA, REPOSITORY, Command, assert_same

import vitrail
from vitrail import _files


def run(*arguments: Any, folder: Any = None) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "vitrail", *map(str, arguments)], capture_output=True, cwd=folder, timeout=120
    )


def test_is_the_whole_command(command: Command, tmp_path: pathlib.Path) -> None:
    for arguments in (
        ["--help"],
        ["plot", "--help"],
        ["render", REPOSITORY / "Examples" / "employment.json", "-o", "-"],
        ["plot", DATA / "share-prices.csv", "--y", "apple", "-o", "-"],
    ):
        done = run(*arguments)
        assert done.returncode == 0, done.stderr
        assert_same(done.stdout, command(*arguments))


def test_exit_codes(tmp_path: pathlib.Path) -> None:
    assert run("plot").returncode == 64
    assert run("plot", tmp_path / "none.csv").returncode == 66
    assert run("render", DATA / "share-prices.csv").returncode == 65


def test_console_script() -> None:
    script = pathlib.Path(sys.executable).with_name("vitrail")
    assert subprocess.run([script, "--version"], capture_output=True).stdout == run("--version").stdout


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The same prices as CSV, and as Parquet and Arrow files."""
    folder = tmp_path_factory.mktemp("files")
    frame = pd.read_csv(DATA / "aapl-ohlc.csv", parse_dates=["date"])
    frame["quarter"] = "Q" + frame.date.dt.quarter.astype(str)
    frame.to_csv(folder / "prices.csv", index=False)
    table = pa.Table.from_pandas(frame, preserve_index=False)
    parquet.write_table(table, folder / "pyarrow.parquet", row_group_size=50)
    pl.from_pandas(frame).write_parquet(folder / "polars.parquet")
    feather.write_feather(table, folder / "lz4.feather", compression="lz4", chunksize=50)
    feather.write_feather(table, folder / "plain.arrow", compression="uncompressed")
    with pa.ipc.new_stream(folder / "stream.arrow", table.schema) as writer:
        writer.write_table(table)
    return folder


FILES = ["pyarrow.parquet", "polars.parquet", "lz4.feather", "plain.arrow", "stream.arrow"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--y", "close"],
        ["--y", "close", "--y", "open", "--title", "Apple", "--x-range", "2012-03-01:2012-06-01"],
        ["--type", "candlestick"],
        ["--y", "close", "--by", "quarter"],
        ["--y", "close", "--where", "quarter=Q1", "--where", "quarter=Q2"],
        ["--y", "close", "--where", "close>=600"],
        ["--type", "column", "--x", "quarter", "--y", "volume", "--aggregation", "mean", "--compact", "--labels"],
        ["--y", "close", "--size", "400x300", "--scale", "1", "--theme", "dark"],
    ],
)
@pytest.mark.parametrize("file", FILES)
def test_files(command: Command, files: pathlib.Path, file: str, arguments: list[str]) -> None:
    done = run("plot", files / file, *arguments, "-o", "-")
    assert done.returncode == 0, done.stderr.decode()
    assert_same(done.stdout, command("plot", files / "prices.csv", *arguments, "-o", "-"))


@pytest.mark.parametrize("library", ["pyarrow", "polars", "duckdb"])
def test_each_library_reads_parquet(monkeypatch: pytest.MonkeyPatch, files: pathlib.Path, library: str) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: name == library or None)
    table = _files.read(str(files / "pyarrow.parquet"))
    frame = pd.read_csv(DATA / "aapl-ohlc.csv")
    assert table.count == len(frame)
    assert table["close"].scaled().tolist() == frame.close.tolist()
    assert table["date"].kind == "date"
    assert table["date"].extent == (
        datetime.datetime(2012, 1, 3, tzinfo=datetime.timezone.utc).timestamp(),
        pd.Timestamp(frame.date.max(), tz="UTC").timestamp(),
    )
    assert table["quarter"].texts()[0] == "Q1"


def test_no_library(monkeypatch: pytest.MonkeyPatch, files: pathlib.Path) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(ImportError, match="pyarrow or polars or duckdb"):
        _files.read(str(files / "pyarrow.parquet"))


def test_errors_of_files(files: pathlib.Path, tmp_path: pathlib.Path) -> None:
    assert run("plot", tmp_path / "none.parquet").returncode == 66
    (tmp_path / "broken.parquet").write_bytes(b"PAR1" + bytes(100))
    done = run("plot", tmp_path / "broken.parquet")
    assert (done.returncode, done.stderr.startswith(b"vitrail: error: ")) == (65, True)
    assert run("plot", files / "plain.arrow", "--y", "clsoe").returncode == 65
    assert run("plot", files / "plain.arrow", "--nonsense").returncode == 64
    assert run("plot", files / "plain.arrow", "--y", "close", "-o", "/nonexistent/a.png").returncode == 73


def test_output_beside_the_input(files: pathlib.Path, tmp_path: pathlib.Path) -> None:
    (tmp_path / "a.parquet").write_bytes((files / "pyarrow.parquet").read_bytes())
    assert run("plot", "a.parquet", "--y", "close", folder=tmp_path).returncode == 0
    assert (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"


def test_save_is_whole_or_not_at_all(tmp_path: pathlib.Path) -> None:
    chart = vitrail.plot(np.arange(5))
    chart.save(tmp_path / "a.png")
    before = (tmp_path / "a.png").read_bytes()
    os.chmod(tmp_path, 0o500)
    try:
        if os.geteuid() != 0:
            with pytest.raises(PermissionError):
                chart.save(tmp_path / "b.png")
    finally:
        os.chmod(tmp_path, 0o700)
    with pytest.raises(OSError):
        chart.save(tmp_path / "none" / "a.png")
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]
    assert (tmp_path / "a.png").read_bytes() == before
