#!/usr/bin/env python3
"""Times the Python package: medians, with the 10th and the 90th percentile in parentheses.

    make bench-python

or, with the package and its library at hand,

    python benchmarks/python/bench.py [--seconds 3] [--peers] [--swift benchmarks/.build/release/vitrail-peer]
        [--data benchmarks/peers/data] [--command .build/release/vitrail] [--charts 100000]

``--swift`` draws the workload L1 in turns with the lines of Python, ``--peers`` the same line with matplotlib,
datashader and xy, as far as they are installed, and ``--command`` times ``batch`` beside threads of Python.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable

import numpy as np

COUNT = 10_000_000
ROUNDS = 3
CACHE = os.path.join(tempfile.gettempdir(), f"vitrail-bench-{os.getuid()}")
Draw = Callable[[], object]
Times = dict[str, list[float]]


def timed(draws: dict[str, Draw], seconds: float) -> Times:
    """Milliseconds of each function, in turns, so that all of them see the same noise."""
    times: Times = {name: [] for name in draws}
    for draw in draws.values():
        draw()
    end = time.perf_counter() + seconds * len(draws)
    while time.perf_counter() < end or len(next(iter(times.values()))) < 3:
        for name, draw in draws.items():
            start = time.perf_counter()
            draw()
            times[name].append((time.perf_counter() - start) * 1e3)
    return times


def text(times: list[float], unit: str = "ms") -> str:
    """Median, with the 10th and the 90th percentile."""
    ordered = sorted(times)
    low, high = ordered[len(ordered) // 10], ordered[-1 - len(ordered) // 10]
    digits = 3 if ordered[0] < 1 else 2 if ordered[0] < 10 else 1 if ordered[0] < 1000 else 0
    return f"{statistics.median(ordered):.{digits}f} ({low:.{digits}f}–{high:.{digits}f}) {unit}"


def row(name: str, value: str, goal: str = "") -> None:
    """Print a row of the table."""
    print(f"| {name} | {value} | {goal} |", flush=True)


def python(code: str) -> list[float]:
    """Numbers that a process of its own prints; it keeps compiled modules, as an installed package has them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment.setdefault("PYTHONPYCACHEPREFIX", CACHE)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment)
    return [float(part) for part in done.stdout.split()]


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
    python(code)
    found = [python(code) for _ in range(11)]
    row("`import vitrail`, files in the page cache", text([one[0] for one in found]), "≤ 60 ms")
    row("first picture after it, shaders cached", text([one[1] for one in found]), "≤ 200 ms")


def swift_line(program: str, data: str, seconds: float) -> list[float]:
    """Milliseconds of L1 of 10⁷ points from Swift."""
    options = f"--workload L1 --n {COUNT} --variant default --mode warm --budget {seconds} --min-reps 5 --max-reps 1000"
    environment = {**os.environ, "PEERS_DATA": data}
    done = subprocess.run([program, *options.split()], capture_output=True, text=True, check=True, env=environment)
    result = json.loads(done.stdout.strip().splitlines()[-1].removeprefix("RESULT "))
    return [seconds * 1e3 for seconds in result["times_s"]]


def lines(walk: np.ndarray, seconds: float, swift: str | None, data: str) -> None:
    """A line of 10⁷ values from each kind of memory, beside the line from Swift."""
    import vitrail

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
        print("pyarrow is not installed", file=sys.stderr)
    times: Times = {name: [] for name in draws}
    swift_times: list[float] = []
    ratios: Times = {name: [] for name in draws}
    for _ in range(ROUNDS):
        native = swift_line(swift, data, seconds / ROUNDS) if swift else []
        swift_times += native
        for name, found in timed(draws, seconds / ROUNDS).items():
            times[name] += found
            if native:
                ratios[name].append(statistics.median(found) / statistics.median(native))
    if swift_times:
        row("line of 10⁷ points, 1920 × 1080 → PNG, from Swift (L1)", text(swift_times))
    first = statistics.median(times["float64"])
    for name, found in times.items():
        if ratios[name]:
            low, high = min(ratios[name]), max(ratios[name])
            ratio = f"{statistics.median(ratios[name]):.2f} ({low:.2f}–{high:.2f}) × L1"
        else:
            ratio = f"{statistics.median(found) / first:.2f} × float64"
        goal = "≤ 1.15 × L1" if name == "float64" else "≤ 1.5 × L1"
        row(f"`plot(y)` of 10⁷, {name}, 1920 × 1080 → PNG", f"{text(found)}, {ratio}", goal)


def memory() -> None:
    """Peak memory beside a column of 160 MB."""
    (grown,) = python("""
import resource, numpy, vitrail
values = numpy.empty(20_000_000)
numpy.random.default_rng(1).standard_normal(out=values)
numpy.cumsum(values, out=values)
vitrail.plot(values[:100]).to_png()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
vitrail.plot(values).to_png()
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024)
""")
    row("peak memory beyond a column of 160 MB", f"{grown:.1f} MB", "no copy")


def small(seconds: float) -> None:
    """A small chart from a dict; beyond the call of the library with the same description and table."""
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
    row("the same from the library: JSON and table are made already", text(times["prepared"]))
    beyond = [one - other for one, other in zip(times["dict"], times["prepared"])]
    row("difference of both", f"{statistics.median(beyond):.3f} ms", "≤ 0.15 ms")


def report(ys: np.ndarray) -> dict[str, object]:
    """A report chart as a job of ``batch``."""
    columns = {"x": list(range(1000)), **{name: np.round(y, 4).tolist() for name, y in zip("abc", ys)}}
    series = [{"type": "line", "data": "d", "x": "x", "y": name, "title": name} for name in "abc"]
    size = {"width": 800, "height": 400}
    chart = {
        "size": size, "title": "Report", "data": {"d": {"values": columns}}, "series": series,
        "legend": {"position": "bottomMiddle"},
    }  # fmt: skip
    return {"chart": chart, "format": "png"}


def threads(seconds: float, command: str | None) -> None:
    """Report charts from one and from two threads, beside one and two jobs of ``batch``."""
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

    def rate(number: int) -> float:
        result: list[int] = []
        begin = time.perf_counter()
        stop = begin + seconds / ROUNDS
        workers = [threading.Thread(target=count, args=(stop, result)) for _ in range(number)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        return sum(result) / (time.perf_counter() - begin)

    jobs = [json.dumps(report(random.normal(size=(3, 1000)).cumsum(axis=1))) + "\n" for _ in range(50)]

    def batch(number: int) -> float:
        """Charts a second, without the start of the process."""
        taken = []
        for total in (50, 500):
            begin = time.perf_counter()
            subprocess.run(
                [str(command), "batch", "--stream", "-j", str(number)],
                input="".join(jobs * (total // 50)).encode(),
                stdout=subprocess.DEVNULL,
                check=True,
            )
            taken.append(time.perf_counter() - begin)
        return 450 / (taken[1] - taken[0])

    rate(1)
    rates: dict[str, list[float]] = {"1": [], "2": [], "j1": [], "j2": []}
    for _ in range(ROUNDS):
        for number in (1, 2):
            rates[str(number)].append(rate(number))
        for number in (1, 2) if command else ():
            rates[f"j{number}"].append(batch(number))

    def gain(one: str, two: str) -> float:
        return statistics.median(b / a for a, b in zip(rates[one], rates[two]))

    row("report charts, one thread", text(rates["1"], "a second"))
    row("report charts, two threads", text(rates["2"], "a second") + f", {gain('1', '2'):.2f} ×")
    if command:
        row("`batch -j 1`", text(rates["j1"], "a second"))
        row("`batch -j 2`", text(rates["j2"], "a second") + f", {gain('j1', 'j2'):.2f} ×")
        row("gain of two threads beside that of `batch`", f"{gain('1', '2') / gain('j1', 'j2'):.2f}", "≥ 0.9")


def many(charts: int) -> None:
    """Resident memory over many charts, each with data of its own."""
    first, last, taken = python(f"""
import time, numpy, vitrail
random = numpy.random.default_rng(1)
def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024
begin = time.perf_counter()
for number in range({charts}):
    vitrail.plot(random.normal(size=50), title=str(number), size=(300, 200), scale=1).to_png()
    if number == {charts} // 10:
        first = resident()
print(first, resident(), time.perf_counter() - begin)
""")
    name = f"resident memory after {charts // 10:,} and {charts:,} charts"
    row(name, f"{first:.1f} and {last:.1f} MB, {charts / taken:.0f} charts/s", "flat")


def peers(x: np.ndarray, y: np.ndarray, seconds: float) -> None:
    """The line of 10⁷ points beside other packages, from the same arrays."""
    import vitrail

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

        frame = pd.DataFrame({"x": x, "y": y})

        def shade() -> bytes:
            canvas = datashader.Canvas(1920, 1080)
            image = functions.set_background(functions.shade(canvas.line(frame, "x", "y")), "white")
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
    for name, found in times.items():
        ratios = sorted(other / own for other, own in zip(found, times["vitrail"]))
        low, high = ratios[len(ratios) // 10], ratios[-1 - len(ratios) // 10]
        ratio = f", {statistics.median(ratios):.1f} ({low:.1f}–{high:.1f}) × vitrail"
        row(f"line of 10⁷ points, x and y: {name}", text(found) + ("" if name == "vitrail" else ratio))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=3, help="for each row")
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--swift", metavar="PROGRAM", help="vitrail-peer, a release build")
    parser.add_argument("--command", metavar="PROGRAM", help="vitrail, a release build")
    parser.add_argument("--data", default=str(pathlib.Path(__file__).parents[1] / "peers" / "data"))
    parser.add_argument("--charts", type=int, default=100_000, help="in one process; 0 leaves this row out")
    given = parser.parse_args()
    import vitrail

    path = pathlib.Path(given.data) / "walk_y.f64"
    if path.exists():
        walk = np.fromfile(path, count=COUNT)
        steps = np.fromfile(path.with_name("walk_x.f64"), count=COUNT)
    elif given.swift:
        parser.error(f"{path}: no such file; benchmarks/peers/gendata.py writes it")
    else:
        walk, steps = np.random.default_rng(1).normal(size=COUNT).cumsum(), np.arange(float(COUNT))
    print(
        f"- renderer: {vitrail.device()['renderer']}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors; "
        f"Python {sys.version.split()[0]}, NumPy {np.__version__}\n"
    )
    print("| what | measured | goal |\n|---|---|---|")
    start()
    lines(walk, given.seconds, given.swift, given.data)
    memory()
    small(given.seconds)
    threads(given.seconds * 2, given.command)
    if given.charts:
        many(given.charts)
    if given.peers:
        peers(steps, walk, given.seconds)
    row("peak memory of all of it", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
