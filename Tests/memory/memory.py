"""Compares the estimate of memory with the measured peak, chart by chart.

    make test-memory                       every chart, some minutes
    make test-memory MEMORY="stack pie"    those whose name has one of the words

The estimate is `memory.estimated` of `vitrail render --stats`. The peak is that of the process (VmHWM) above the peak for a chart of two samples in the same
format; `own` is the peak without the pages of mapped files (RssAnon, sampled). A chart fails below 0.8 times the latter; more than one chart in ten fails above 2
times the former. Differences of 16 MB do not count. Needs NumPy and a gigabyte for its data.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import time

import numpy as np

TOLERANCE, LEAST, MOST, MAX_ABOVE = 16, 0.8, 2.0, 0.1
RANDOM = np.random.default_rng(1)
KINDS = {
    "noise": RANDOM.standard_normal,
    "walk": lambda n: np.cumsum(RANDOM.standard_normal(n)),
    "rising": lambda n: np.arange(n, dtype="float64"),
    "shuffled": lambda n: RANDOM.permutation(n).astype("float64"),
    "positive": lambda n: RANDOM.random(n) + 1,
    "few": lambda n: RANDOM.integers(0, 8, n).astype("float64"),
    "many": lambda n: RANDOM.integers(0, n // 2, n).astype("float64"),
}


def column(kind, count):
    name = f"{kind}-{count}.npy"
    if not os.path.exists(name):
        np.save(name, KINDS[kind](count))
    return {"npy": name}


def chart(kind, count, size=(800, 500), copies=1, style=None, rest=None, **roles):
    """A chart of `copies` series; roles are names of random sequences."""
    columns = {role: column(sequence, count) for role, sequence in roles.items()}
    series = {"type": kind, "data": "d", **{role: role for role in roles}, **({"style": style} if style else {})}
    keys = dict(rest or {})
    series.update(keys.pop("series", {}))
    return {"size": dict(zip(("width", "height"), size)), "data": {"d": {"columns": columns}}, "series": [series] * copies, **keys}


ORDERED, SHUFFLED, CLOUD = {"x": "rising", "y": "walk"}, {"x": "shuffled", "y": "walk"}, {"x": "noise", "y": "walk"}
ERRORS = {"x": "rising", "y": "walk", "low": "walk", "high": "walk"}
PRICES = {"x": "rising", "open": "walk", "high": "walk", "low": "walk", "close": "walk"}
BAND = {"x": "rising", "low": "walk", "high": "noise"}
BUBBLE = {"x": "noise", "y": "walk", "area": "positive"}
RAW = {"decimation": "none"}
BREAKS = {"xAxis": {"type": "discontinuousNumber", "exclusions": [{"start": 1000, "end": 1500}]}}
CATEGORIES = {"xAxis": {"type": "category"}}
STACK = {"series": {"stackIndex": 1}}


def points(**style):
    return {"pointStyle": style}


def text_file(rows, text):
    with open("table.csv", "w") as file:
        file.write("x,y\n" + "".join(f"{text(i)},{i % 7}\n" for i in range(rows)))
    return {"csv": "table.csv"}


def csv(rows, text, **rest):
    return {"data": {"d": text_file(rows, text)}, "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}], **rest}


def texts(count, length):
    note = {"type": "text", "text": ("word " * (length // 5)).strip(), "x": 0.5, "y": 0.5}
    return {"data": {"d": {"values": {"y": [1, 3, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y"}], "annotations": [note] * count}


def charts():
    """Names, charts and formats."""
    families = [
        ("line", "line", ORDERED, {}, 10_000_000), ("line-shuffled", "line", SHUFFLED, {}, 10_000_000),
        ("line-raw", "line", ORDERED, {"rest": RAW}, 1_000_000), ("line-raw-shuffled", "line", SHUFFLED, {"rest": RAW}, 100_000),
        ("line-filled-shuffled", "line", SHUFFLED, {"style": {"showFill": True}}, 1_000_000),
        ("line-points", "line", ORDERED, {"style": points(showPoints=True)}, 1_000_000),
        ("line-labels", "line", ORDERED, {"style": {"dataPointLabelStyle": {"showLabels": True}}}, 100_000),
        ("line-breaks-shuffled", "line", SHUFFLED, {"rest": BREAKS}, 10_000_000),
        ("line-gaps", "line", ORDERED, {"rest": {"series": {"connectGaps": 5}}}, 10_000_000),
        ("line-categories-few", "line", {"x": "few", "y": "walk"}, {"rest": CATEGORIES}, 10_000_000),
        ("line-categories-many", "line", {"x": "many", "y": "walk"}, {"rest": CATEGORIES}, 10_000_000),
        ("step", "stepLine", ORDERED, {}, 1_000_000), ("step-raw", "stepLine", ORDERED, {"rest": RAW}, 1_000_000),
        ("band", "band", BAND, {}, 10_000_000), ("band-raw", "band", BAND, {"rest": RAW}, 1_000_000),
        ("scatter", "scatter", CLOUD, {}, 10_000_000), ("scatter-large", "scatter", CLOUD, {"style": points(radius=20)}, 10_000_000),
        ("scatter-rings", "scatter", CLOUD, {"style": points(radius=8, innerRadius=4)}, 1_000_000),
        ("scatter-raw", "scatter", CLOUD, {"rest": RAW}, 1_000_000),
        ("scatter-squares", "scatter", CLOUD, {"style": points(symbol="square")}, 1_000_000),
        ("scatter-diamonds", "scatter", CLOUD, {"style": points(symbol="diamond", radius=20, outlineWidth=2)}, 100_000),
        ("column", "column", ORDERED, {}, 10_000_000), ("column-shuffled", "column", SHUFFLED, {}, 1_000_000),
        ("column-raw", "column", ORDERED, {"rest": RAW}, 1_000_000), ("bar", "bar", {"y": "rising", "x": "walk"}, {}, 1_000_000),
        ("candle", "candlestick", PRICES, {}, 10_000_000), ("candle-raw", "candlestick", PRICES, {"rest": RAW}, 1_000_000),
        ("error-bar", "errorBar", ERRORS, {}, 10_000_000), ("error-bar-raw", "errorBar", ERRORS, {"rest": RAW}, 1_000_000),
        ("bubble", "bubble", BUBBLE, {}, 1_000_000), ("bubble-diamonds", "bubble", BUBBLE, {"style": points(symbol="diamond")}, 10_000),
        ("radial", "radialLine", CLOUD, {}, 1_000_000), ("radial-filled", "radialLine", CLOUD, {"style": {"showFill": True}}, 1_000_000),
        ("radial-column", "radialColumn", ORDERED, {}, 100_000), ("pie", "pie", {"y": "positive"}, {}, 100_000),
        ("donut-spokes", "donut", {"y": "positive"}, {"style": {"spokeStyle": {"showSpokes": True}}}, 100_000),
        ("stack-columns", "column", {"x": "rising", "y": "positive"}, {"rest": STACK, "copies": 4}, 1_000_000),
        ("stack-lines", "line", ORDERED, {"rest": STACK, "copies": 3}, 10_000_000),
    ]
    for name, kind, roles, options, most in families:
        for count in (10_000, 100_000, 1_000_000, 10_000_000):
            if count <= most:
                yield f"{name}-{count}", chart(kind, count, **options, **roles), "png"
            if count <= min(most, 1_000_000) and "raw" not in name:
                yield f"svg-{name}-{count}", chart(kind, count, **options, **roles), "svg"
    for count in (10, 10_000, 1_000_000):
        for size in ((800, 500), (6000, 5000), (16_384, 8_192)):
            for aggregation in ("count", "sum", "mean"):
                roles = CLOUD if aggregation == "count" else {**CLOUD, "value": "noise"}
                made = chart("density", count, size, rest={"series": {"aggregation": aggregation}}, **roles)
                if count * size[0] < 10**10:
                    yield f"density-{aggregation}-{count}-{size[0]}", made, "png"
            made = chart("density", count, size, rest={"series": {"aggregation": "category"}}, **CLOUD, category="few")
            yield f"density-category-{count}-{size[0]}", made, "png"
    for size in ((3000, 2500), (6000, 5000), (10_000, 10_000)):
        for suffix in ("png", "jpeg", "webp", "rgba"):
            yield f"size-{size[0]}-{suffix}", chart("line", 1000, size, **ORDERED), suffix
        for name, kind, roles in (("scatter", "scatter", CLOUD), ("column", "column", ORDERED), ("bubble", "bubble", BUBBLE), ("pie", "pie", {"y": "positive"})):
            yield f"size-{size[0]}-{name}", chart(kind, 10_000, size, **roles), "png"
    for copies in (10, 100, 1000):
        for count in (100, 1000, 10_000):
            for name, kind, roles, style in (
                ("line", "line", ORDERED, None), ("shuffled", "line", SHUFFLED, None), ("filled", "line", ORDERED, {"showFill": True}),
                ("column", "column", ORDERED, None), ("scatter", "scatter", CLOUD, None), ("band", "band", BAND, None), ("candle", "candlestick", PRICES, None),
            ):
                if copies * count <= 1_000_000 and not (name == "shuffled" and copies * count > 100_000):
                    yield f"{copies}-{name}-{count}", chart(kind, count, copies=copies, style=style, **roles), "png"
    for name, text, rest in (
        ("numbers", str, {}), ("names", lambda i: f"name of item {i}", CATEGORIES), ("repeated", lambda i: f"name of item {i % 50}", CATEGORIES),
    ):
        for rows in (10_000, 1_000_000):
            yield f"csv-{name}-{rows}", csv(rows, text, **rest), "png"
    # Long lines stand where a reader might look for usual ones.
    yield "csv-uneven", csv(8_000_000, lambda i: str(i) + (" " * 4200 if i % 500_000 == 0 else "")), "png"
    for count, length in ((1000, 100), (100, 9500), (1000, 9500)):
        yield f"texts-{count}-{length}", texts(count, length), "png"


def run(command, spec, suffix):
    """Exit code, peak, peak without file pages (MB), standard error."""
    json.dump(spec, open("chart.json", "w"))
    options = ["--vector", "always"] if suffix == "svg" else []
    arguments = [command, "render", "chart.json", "-o", "picture." + suffix, "--stats", *options]
    process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=open("errors.txt", "w"))
    whole = own = 0
    while process.poll() is None:
        try:
            status = open(f"/proc/{process.pid}/status").read()
        except OSError:
            continue
        sizes = {key: int(value) / 1000 * 1.024 for key, value in re.findall(r"(VmHWM|RssAnon|RssShmem):\s+(\d+)", status)}
        if "vitrail" in status.split("\n", 1)[0]:
            whole = max(whole, sizes.get("VmHWM", 0))
            own = max(own, sizes.get("RssAnon", 0) + sizes.get("RssShmem", 0))
        time.sleep(0.003)
    return process.returncode, whole, own, open("errors.txt").read()


def main():
    command, words = os.path.abspath(sys.argv[1]), sys.argv[2:]
    empty = {"data": {"d": {"values": {"y": [1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
    with tempfile.TemporaryDirectory(prefix="vitrail-memory-") as folder:
        os.chdir(folder)
        bases = {suffix: max(run(command, empty, suffix)[1:3] for _ in range(5)) for suffix in ("png", "svg", "jpeg", "webp", "rgba")}
        total, below, above, failed = 0, [], [], []
        print(f"{'MB':32} {'told':>7} {'peak':>7} {'own':>7}")
        for name, spec, suffix in charts():
            if words and not any(word in name for word in words):
                continue
            total += 1
            code, peak, own, errors = run(command, spec, suffix)
            if code:
                failed.append(name)
                print(f"{name:32} exit {code}: {errors.strip()[:100]}", flush=True)
                continue
            told = json.loads(errors[errors.index("{"):])["memory"]["estimated"] / 1e6
            peak, own = max(peak - bases[suffix][0], 0), max(own - bases[suffix][1], 0)
            verdict = "too little" if told + TOLERANCE < LEAST * own else "too much" if told > MOST * peak + TOLERANCE else ""
            if verdict:
                (below if verdict == "too little" else above).append(name)
            print(f"{name:32} {told:7.0f} {peak:7.0f} {own:7.0f} {verdict}", flush=True)
        print(f"{total} charts; {len(below)} take more than estimated, {len(above)} much less; {len(failed)} failed")
        return bool(below or failed or len(above) > MAX_ABOVE * total)


if __name__ == "__main__":
    sys.exit(main())
