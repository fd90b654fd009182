#!/usr/bin/env python3
"""Times a density of 10⁸ points on Dask with two processes, beside datashader on the same cluster.

    python benchmarks/python/cluster.py [--rows 1e8] [--partitions 64] [--rounds 5] [--workers 2]

The package has to be importable with a release build of its library; dask, distributed, datashader and pyarrow have to
be installed. Partitions lie in the memory of the workers before the first round. Rounds alternate between the two, and
both show the same ranges in as many pixels. Afterwards the counts of all pixels are compared, and the costs of a row
and of a merge are measured in this process, for docs/cluster.md.
"""

from __future__ import annotations

import argparse
import io
import os
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd

X_RANGE, Y_RANGE = (-4.0, 4.0), (-5.0, 5.0)
SIZE = (1920, 1080)


def points(part: int, rows: int) -> pd.DataFrame:
    """A partition: two overlapping clouds."""
    random = np.random.default_rng(part)
    x = random.normal(size=rows)
    return pd.DataFrame({"x": x, "y": random.normal(size=rows) + np.sign(x)})


def text(times: list[float], unit: str = "s", digits: int = 2) -> str:
    """Median, least and greatest."""
    return f"{statistics.median(times):.{digits}f} ({min(times):.{digits}f}–{max(times):.{digits}f}) {unit}"


def row(*cells: str) -> None:
    """Print a row of a table."""
    print("| " + " | ".join(cells) + " |", flush=True)


def seconds(call: Callable[..., Any], *arguments: Any, **options: Any) -> tuple[float, Any]:
    """How long a call takes, and its result."""
    start = time.perf_counter()
    result = call(*arguments, **options)
    return time.perf_counter() - start, result


def counts_of(part: bytes, width: int, height: int) -> np.ndarray:
    """The counts in a partial result of one density: the last array in it, behind its width and height."""
    import pyarrow as pa

    size, packed = int.from_bytes(part[40:48], "little"), int.from_bytes(part[48:56], "little")
    content = bytes(pa.decompress(part[64 : 64 + packed], size, codec="lz4_raw"))
    sides = width.to_bytes(8, "little") + height.to_bytes(8, "little")
    place = content.rindex(sides) + 16
    kind = np.dtype(f"<u{content[place]}")
    if int.from_bytes(content[place + 1 : place + 9], "little") != width * height:
        raise ValueError("no counts of this size in the partial result")
    return np.frombuffer(content, kind, width * height, place + 9).reshape(height, width).astype(np.int64)


def compare(ours: np.ndarray, theirs: np.ndarray) -> None:
    """Compare counts of pixels; datashader's first row is the lowest."""
    theirs = theirs[::-1]
    different = int((ours != theirs).sum())
    row("points that are counted", f"{ours.sum():,}", f"{theirs.sum():,}", "")
    row("pixels with other counts", f"{different:,} of {ours.size:,}", "", f"{np.abs(ours - theirs).sum():,} points")


def costs(rows: int) -> None:
    """What a row and a merge cost in one process: extents, densities and lines."""
    import vitrail
    from vitrail import partial

    look: dict[str, Any] = {"x": "x", "y": "y", "size": SIZE, "scale": 1}
    ranges: dict[str, Any] = {"x_range": X_RANGE, "y_range": Y_RANGE}
    clouds = points(0, rows)
    walk = pd.DataFrame({"x": np.arange(rows) / rows * 8 - 4, "y": clouds["y"]})
    few = clouds[:100]
    # Partitions are eighths of the rows: so that those of the line follow each other.
    step = rows // 8
    print(f"\n| in one process, partitions of {step:,} rows | reduce | a row | bytes | merge 8, each of them |")
    print("|---|---|---|---|---|")
    for name, chart, frame in (
        ("extents of a density", vitrail.density(few, **look), clouds),
        ("density", vitrail.density(few, **look, **ranges), clouds),
        ("line", vitrail.plot(walk[:100], **look, **ranges), walk),
    ):
        plan = partial.plan(chart.description)
        tables = [{table: frame[n * step : (n + 1) * step] for table in plan.columns} for n in range(8)]
        partial.reduce(plan, tables[0], position=0)
        found = [seconds(partial.reduce, plan, table, position=n) for n, table in enumerate(tables)]
        times, parts = [one[0] for one in found], [one[1] for one in found]
        merges = [seconds(partial.merge, plan, parts)[0] / 8 for _ in range(5)]
        row(
            name,
            text([one * 1e3 for one in times], "ms", 1),
            f"{statistics.median(times) / step * 1e9:.2f} ns",
            f"{statistics.median(len(part) for part in parts) / 1e3:,.0f} kB",
            text([one * 1e3 for one in merges], "ms", 2),
        )


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=float, default=1e8)
    parser.add_argument("--partitions", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    import dask
    import dask.dataframe as dd
    import datashader
    import datashader.transfer_functions as functions
    import vitrail
    import vitrail.dask
    from distributed import Client, LocalCluster, wait
    from vitrail import partial
    from vitrail._cluster import MergeTree, merge_parts, reduce_partition

    rows = int(given.rows) // given.partitions
    look: dict[str, Any] = {"x": "x", "y": "y", "size": SIZE, "scale": 1}
    ranges: dict[str, Any] = {"x_range": X_RANGE, "y_range": Y_RANGE}
    description = vitrail.density(points(0, 100), **look, **ranges).description
    sample = vitrail.Chart(description, {"table": points(0, 100)})
    area = sample.stats["plotArea"]
    width, height = round(area["width"]), round(area["height"])
    plan = partial.plan(description)
    with (
        LocalCluster(
            n_workers=given.workers, processes=True, threads_per_worker=1, dashboard_address=None, memory_limit=0
        ) as cluster,
        Client(cluster) as client,
    ):
        frame = dd.from_map(points, range(given.partitions), rows=rows, meta=points(0, 0)).persist()
        wait(frame)

        def ours() -> bytes:
            return vitrail.dask.plot(frame, kind="density", **look, **ranges).to_png()

        def ours_twice() -> bytes:
            return vitrail.dask.plot(frame, kind="density", **look).to_png()

        def aggregated() -> Any:
            canvas = datashader.Canvas(width, height, x_range=X_RANGE, y_range=Y_RANGE)
            return canvas.points(frame, "x", "y", datashader.count())

        def theirs() -> bytes:
            image = functions.set_background(functions.shade(aggregated(), how="log"), "white")
            image.to_pil().save(file := io.BytesIO(), "png")
            return file.getvalue()

        draws: dict[str, Callable[[], Any]] = {
            "vitrail, ranges given → PNG with axes": ours,
            "vitrail, two passes → PNG with axes": ours_twice,
            "datashader, ranges given → PNG without axes": theirs,
            "datashader, ranges given, counts alone": aggregated,
        }
        times: dict[str, list[float]] = {name: [] for name in draws}
        for call in draws.values():
            call()
        for _ in range(given.rounds):
            for name, call in draws.items():
                times[name].append(seconds(call)[0])
        print(
            f"- {rows * given.partitions:,} points in {given.partitions} partitions, {given.workers} processes, "
            f"plot area {width} × {height}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; "
            f"{vitrail.device()['renderer']}; Python {sys.version.split()[0]}, Dask {dask.__version__}"
        )
        print("\n| density on Dask | time | against vitrail |\n|---|---|---|")
        first = next(iter(times.values()))
        for name, found in times.items():
            ratios = [other / own for other, own in zip(found, first)]
            row(name, text(found), text(ratios, "×"))

        tree: MergeTree[Any] = MergeTree(lambda parts: client.submit(merge_parts, plan.to_bytes(), parts, pure=False))
        sources = {"x": "x", "y": "y"}
        for position, part in enumerate(frame.to_delayed()):
            reduced = client.submit(
                reduce_partition, plan.to_bytes(), client.compute(part), sources, position, pure=False
            )
            tree.add(reduced)
        print("\n| counts | vitrail | datashader | difference |\n|---|---|---|---|")
        compare(counts_of(tree.whole().result(), width, height), aggregated().to_numpy().astype(np.int64))
    costs(rows * 8)


if __name__ == "__main__":
    main()
