#!/usr/bin/env python3
"""Times the Python package: medians, with the 10th and the 90th percentile in parentheses.

    python benchmarks/python/bench.py [--seconds 3] [--peers] [--swift benchmarks/.build/release/VitrailBench]

The package has to be importable, with its library. ``--peers`` draws the line of 10⁷ values with matplotlib, datashader
and xy in turns with it, as far as they are installed; ``--swift`` times the same line from Swift in the same minute.
"""

from __future__ import annotations

import argparse
import io
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import numpy as np

COUNT = 10_000_000
Draw = Callable[[], object]


def timed(draws: dict[str, Draw], seconds: float) -> dict[str, list[float]]:
    """Milliseconds of each function, in turns, so that all of them see the same noise."""
    times: dict[str, list[float]] = {name: [] for name in draws}
    for draw in draws.values():
        draw()
    end = time.perf_counter() + seconds * len(draws)
    while time.perf_counter() < end or len(next(iter(times.values()))) < 3:
        for name, draw in draws.items():
            start = time.perf_counter()
            draw()
            times[name].append((time.perf_counter() - start) * 1e3)
    return times


def text(times: list[float]) -> str:
    """Median, with the 10th and the 90th percentile."""
    ordered = sorted(times)
    low, high = ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10]
    digits = 3 if ordered[0] < 1 else 2 if ordered[0] < 10 else 1
    return f"{statistics.median(ordered):.{digits}f} ({low:.{digits}f}–{high:.{digits}f}) ms"


def row(name: str, value: str, goal: str = "") -> None:
    """Print a row of the table."""
    print(f"| {name} | {value} | {goal} |", flush=True)


def lines(seconds: float) -> None:
    """A line of 10⁷ values from each kind of memory."""
    import vitrail

    walk = np.random.default_rng(1).normal(size=COUNT).cumsum()
    pairs = np.stack([walk, walk], axis=1)
    floats, integers = walk.astype(np.float32), (walk * 100).astype(np.int64)
    draws: dict[str, Draw] = {
        "float64": lambda: vitrail.plot(walk).to_png(),
        "float32": lambda: vitrail.plot(floats).to_png(),
        "int64": lambda: vitrail.plot(integers).to_png(),
        "column of an array of shape (n, 2)": lambda: vitrail.plot(pairs[:, 1]).to_png(),
    }
    try:
        import pyarrow as pa

        chunks = pa.chunked_array(np.array_split(walk, 100))
        draws["Arrow, 100 chunks"] = lambda: vitrail.plot(chunks).to_png()
    except ImportError:
        pass
    times = timed(draws, seconds)
    first = statistics.median(times["float64"])
    for name, found in times.items():
        ratio = statistics.median(found) / first
        row(
            f"line of 10⁷, {name}, 1920 × 1080 → PNG",
            text(found),
            "" if name == "float64" else f"{ratio:.2f} × float64, ≤ 1.5",
        )


def memory() -> None:
    """Peak memory beside a column of 160 MB."""
    code = """
import resource, numpy, vitrail
values = numpy.empty(20_000_000)
numpy.random.default_rng(1).standard_normal(out=values)
numpy.cumsum(values, out=values)
vitrail.plot(values[:100]).to_png()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
vitrail.plot(values).to_png()
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
"""
    grown = float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    row("peak memory beyond a column of 160 MB", f"{grown:.1f} MB", "no copy")


def small(seconds: float) -> None:
    """A small chart from a dict; beyond the time that the library reports for its stages."""
    import vitrail

    names, values = ["Mon", "Tue", "Wed", "Thu", "Fri"], [3.0, 5.0, 2.0, 4.0, 6.0]
    description = {
        "size": {"width": 500, "height": 300},
        "xAxis": {"type": "category"},
        "series": [{"type": "column", "data": "d", "x": "day", "y": "count"}],
    }

    def draw() -> bytes:
        return vitrail.Chart(description, data={"d": {"day": names, "count": values}}).to_png()

    prepared = vitrail.Chart(description, data={"d": {"day": names, "count": values}})
    prepared.to_png()
    times = timed({"dict": draw, "prepared": prepared.to_png}, seconds)
    row("column chart of 500 × 300 from a dict", text(times["dict"]))
    beyond = statistics.median(times["dict"]) - statistics.median(times["prepared"])
    row("… beyond a chart that is drawn again", f"{beyond:.3f} ms", "≤ 0.15 ms")


def threads(seconds: float) -> None:
    """Report charts from one and from two threads."""
    import vitrail

    x = np.arange(1000.0)
    random = np.random.default_rng(1)

    def count(stop: float, result: list[int]) -> None:
        made = 0
        while time.perf_counter() < stop:
            ys = random.normal(size=(3, 1000)).cumsum(axis=1)
            vitrail.plot(
                {"x": x, "a": ys[0], "b": ys[1], "c": ys[2]}, x="x", title="Report", size=(800, 400), scale=1
            ).to_png()
            made += 1
        result.append(made)

    rates = []
    for number in (1, 2):
        result: list[int] = []
        stop = time.perf_counter() + seconds
        workers = [threading.Thread(target=count, args=(stop, result)) for _ in range(number)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        rates.append(sum(result) / seconds)
    row("report charts, one thread", f"{rates[0]:.0f}/s")
    row("… two threads", f"{rates[1]:.0f}/s, {rates[1] / rates[0]:.2f} ×", "≥ 0.9 × the ratio of batch -j 2 to -j 1")


def start() -> None:
    """Import, and the first picture of a process."""
    code = """
import time
a = time.perf_counter()
import vitrail
b = time.perf_counter()
vitrail.plot([1, 2, 3]).to_png()
print((b - a) * 1e3, (time.perf_counter() - b) * 1e3)
"""
    found = [
        [
            float(part)
            for part in subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, check=True
            ).stdout.split()
        ]
        for _ in range(11)
    ]
    row("import vitrail", text([one[0] for one in found]), "≤ 60 ms")
    row("first picture after it", text([one[1] for one in found]), "≤ 200 ms")


def peers(seconds: float) -> None:
    """The line of 10⁷ values beside other packages, from the same array."""
    import vitrail

    x, y = np.arange(float(COUNT)), np.random.default_rng(1).normal(size=COUNT).cumsum()
    draws: dict[str, Draw] = {"vitrail": lambda: vitrail.plot(x, y).to_png()}
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure

        def matplotlib() -> bytes:
            figure = Figure((19.2, 10.8), dpi=100)
            canvas = FigureCanvasAgg(figure)
            figure.add_subplot().plot(x, y, linewidth=1)
            canvas.print_png(file := io.BytesIO())
            return file.getvalue()

        draws["matplotlib"] = matplotlib
    except ImportError:
        print("matplotlib is not installed", file=sys.stderr)
    try:
        import datashader
        import datashader.transfer_functions as functions
        import pandas as pd

        def shade() -> bytes:
            canvas = datashader.Canvas(1920, 1080)
            image = functions.set_background(
                functions.shade(canvas.line(pd.DataFrame({"x": x, "y": y}), "x", "y")), "white"
            )
            image.to_pil().save(file := io.BytesIO(), "png")
            return file.getvalue()

        draws["datashader, no axes and no text"] = shade
    except ImportError:
        print("datashader is not installed", file=sys.stderr)
    try:
        import xy

        draws["xy"] = lambda: xy.chart(xy.line(x, y, width=1.5), width=1920, height=1080).to_image("png", scale=1.0)
    except ImportError:
        print("xy is not installed", file=sys.stderr)
    times = timed(draws, seconds)
    first = statistics.median(times["vitrail"])
    for name, found in times.items():
        row(
            f"line of 10⁷ points, x and y: {name}",
            text(found),
            "" if name == "vitrail" else f"{statistics.median(found) / first:.1f} × vitrail",
        )


def swift(program: str) -> None:
    """The same line from Swift."""
    done = subprocess.run([program, "charts"], capture_output=True, text=True, check=True)
    for line in done.stdout.splitlines():
        if "10⁷" in line and "line" in line:
            print(line)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3, help="for each row")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--swift", metavar="PROGRAM")
    given = parser.parse_args()
    import vitrail

    print(
        f"- renderer: {vitrail.device()['renderer']}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; "
        f"Python {sys.version.split()[0]}, NumPy {np.__version__}\n"
    )
    print("| what | measured | goal |\n|---|---|---|")
    start()
    lines(given.seconds)
    memory()
    small(given.seconds)
    threads(given.seconds)
    if given.swift:
        swift(given.swift)
    if given.peers:
        peers(given.seconds)
    row("peak memory of all of it", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
