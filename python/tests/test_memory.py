"""Who holds the memory of columns, and for how long."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import vitrail


def test_a_large_column_is_not_copied() -> None:
    """Peak memory grows by far less than the column has."""
    code = """
import resource, numpy, vitrail
values = numpy.empty(20_000_000)
numpy.random.default_rng(1).standard_normal(out=values)
numpy.cumsum(values, out=values)
vitrail.plot(values[:20_000]).to_png()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
vitrail.plot(values).to_png()
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""
    grown = int(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True).stdout)
    assert grown < 60_000, f"{grown} kB more beside a column of 160,000 kB"


@pytest.mark.parametrize("count", [100, 20_000])
def test_the_owner_lives_as_long_as_the_chart(count: int) -> None:
    values = np.arange(float(count))
    owner = weakref.ref(values)
    chart = vitrail.plot({"y": values})
    expected = vitrail.plot({"y": values.copy()}).to_png()
    del values
    gc.collect()
    assert owner() is not None
    assert chart.to_png() == expected
    del chart
    gc.collect()
    assert owner() is None


def test_pixels_outlive_the_chart() -> None:
    chart = vitrail.plot([1, 2, 3])
    expected = chart.to_bytes("rgba")
    pixels = chart.to_numpy()
    del chart
    gc.collect()
    noise = [np.full_like(pixels, k) for k in range(5)]
    assert pixels.tobytes() == expected
    assert not pixels.flags.writeable
    del noise


def test_arrow_batches_are_released_once() -> None:
    """Arrow's own count of allocated bytes falls back: no batch is kept; one released twice would crash."""
    gc.collect()
    before = pa.total_allocated_bytes()
    for _ in range(3):
        chunks = [pa.array(range(k * 1000, k * 1000 + 1000), pa.float64()) for k in range(30)]
        table = pa.table({"y": pa.chunked_array(chunks)})
        expected = vitrail.plot({"y": table.column("y").to_numpy()}).to_png()
        chart = vitrail.plot(table)
        del chunks, table
        gc.collect()
        assert pa.total_allocated_bytes() > before
        assert chart.to_png() == expected
        assert chart.to_png() == expected
        del chart
        gc.collect()
        assert pa.total_allocated_bytes() == before


class Broken:
    """A table whose stream fails, or is none."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self.schema = pa.schema({"y": pa.float64()})

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._stream() if callable(self._stream) else self._stream


def failing() -> Any:
    def batches() -> Any:
        yield pa.record_batch({"y": [1.0]})
        raise OSError("the network is gone")

    return pa.RecordBatchReader.from_batches(pa.schema({"y": pa.float64()}), batches()).__arrow_c_stream__()


@pytest.mark.parametrize("stream", [failing, None, 5, object()])
def test_broken_streams_are_exceptions(stream: Any) -> None:
    with pytest.raises((ValueError, TypeError, OSError)):
        vitrail.plot(Broken(stream))
    assert vitrail.plot([1, 2]).to_png()[:4] == b"\x89PNG"


def test_a_failing_stream_of_the_library() -> None:
    """The library's own reader says what the producer said."""
    from vitrail._library import Handle

    with pytest.raises(vitrail.DescriptionError, match="the network is gone"):
        Handle.of_stream(Broken(failing))
    with pytest.raises((ValueError, TypeError)):
        Handle.of_stream(Broken(5))


def test_names_with_odd_characters() -> None:
    for name in ("é", "日本", "a.b", 'a"b', "a\\b", "a\nb", " ", "\ud800"):
        assert vitrail.plot({name: [1, 2, 3]}).to_png()[:4] == b"\x89PNG", repr(name)
    with pytest.raises(ValueError, match="NUL"):
        vitrail.plot({"a\0b": [1, 2, 3]}).to_png()
