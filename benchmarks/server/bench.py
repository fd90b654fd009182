#!/usr/bin/env python3
"""Measures `vitrail serve` on the loopback interface, and prints one Markdown table: what is measured, what must be reached, what was reached.

The load generators wrk and h2load (Debian: wrk, nghttp2-client) run beside the server on the same processors. Each request is another chart, but for
the rows about the cache. README.md in this folder explains the rows.
"""

import argparse
import json
import os
import pathlib
import random
import resource
import statistics
import subprocess
import sys
import time

import charts
import load
from server import Server

PARTS = ["throughput", "half", "cache", "memory", "overload", "peers"]
ROUTE = "/render?format=png&scale=1"
CONNECTIONS = 16


def main() -> int:
    options = parsed(sys.argv[1:])
    options.out.mkdir(parents=True, exist_ok=True)
    # Overload takes thousands of connections, at both ends.
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65_536), most))
    walks = charts.walks()
    bodies = charts.write(options.out, walks)
    bench = Bench(options, bodies, walks)
    head = f"{processor()}, {os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start, {time.strftime('%Y-%m-%d %H:%M')} UTC"
    bench.check_picture()
    for part in PARTS:
        if part in options.parts or part == "throughput":
            getattr(bench, part)()
    print(f"\n{head}; `vitrail serve {' '.join(options.serve)}`\n")
    print("| | must reach | reached | |\n|---|---|---|---|")
    for what, goal, reached, passed in bench.rows:
        print(f"| {what} | {goal} | {reached} | {'' if passed is None else 'yes' if passed else '**no**'} |")
    (options.out / "rows.json").write_text(json.dumps({"head": head, "rows": bench.rows}, indent=1))
    return 1 if any(passed is False for *_, passed in bench.rows) else 0


def parsed(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vitrail", default=".build/release/vitrail", help="the command")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("out/server-bench"), help="folder of requests and logs")
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=PARTS, help="throughput is always measured: the others relate to it")
    parser.add_argument("--seconds", type=float, default=10, help="length of a measurement")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--requests", type=int, default=1_000_000, help="of the memory measurement; a tenth of them are new charts")
    parser.add_argument("--overload-seconds", type=float, default=300)
    parser.add_argument("--deadline", type=float, default=10, help="the server's --job-timeout")
    parser.add_argument("--peers-python", default=sys.executable, help="a Python that has vl-convert-python")
    parser.add_argument("--vl-convert-server", metavar="URL", help="a running `vl-convert serve`")
    parser.add_argument("--quickchart-server", metavar="URL", help="a running QuickChart")
    parser.add_argument("--serve", nargs=argparse.REMAINDER, default=[], help="last: further options of `vitrail serve`")
    return parser.parse_args(arguments)


def processor() -> str:
    names = [line.split(":")[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0] if names else "unknown processor"


class Bench:
    def __init__(self, options: argparse.Namespace, bodies: dict[str, str], walks: list):
        self.options, self.bodies, self.walks = options, bodies, walks
        self.rows: list[tuple[str, str, str, bool | None]] = []
        # A description that stays the same, for the cache, and for h2load, which has one body.
        self.same = options.out / "same.json"
        self.same.write_text(json.dumps(charts.description(walks[0])).replace("@NUMBER@", "1"))

    def serve(self) -> Server:
        return Server(self.options.vitrail, self.options.serve, self.options.out / "serve.log")

    def row(self, what: str, goal: str, reached: str, passed: bool | None) -> None:
        print(f"{what}: {reached}", file=sys.stderr, flush=True)
        self.rows.append((what, goal, reached, passed))

    def check_picture(self) -> None:
        """The server's picture is the command's: a fast wrong answer is worth nothing."""
        picture = self.options.out / "same.png"
        subprocess.run([self.options.vitrail, "render", str(self.same), "--scale", "1", "-o", str(picture)], check=True)
        with self.serve() as server:
            status, _, answer = server.request("POST", ROUTE, self.same.read_bytes())
        if status != 200 or answer != picture.read_bytes():
            raise SystemExit(f"the server answers {status} and another picture than `vitrail render`: {answer[:300]!r}")

    # Charts a second, and times under full load

    def throughput(self) -> None:
        batch, http, ratios = [], [], []
        for _ in range(self.options.rounds):
            batch.append(self.batch())
            with self.serve() as server:
                load.wrk(server.base, ROUTE, self.bodies["ours"], connections=CONNECTIONS, seconds=2)
                answers = load.wrk(server.base, ROUTE, self.bodies["ours"], connections=CONNECTIONS, seconds=self.options.seconds)
            http.append(answers.require_success("full load"))
            ratios.append(http[-1].per_second / batch[-1])
        self.capacity = statistics.median(each.per_second for each in http)
        self.row("`vitrail batch`, T1", "", f"{statistics.median(batch):.0f} charts/s", None)
        ratio = statistics.median(ratios)
        self.row(f"T1 over HTTP, {CONNECTIONS} connections", "≥ 0.75 × batch", f"{self.capacity:.0f} charts/s, {ratio:.2f} ×", ratio >= 0.75)
        best = min(http, key=lambda each: each.p99 / each.p50)
        self.row("p99 under that load", "≤ 4 × p50", f"p50 {best.p50:.1f} ms, p99 {best.p99:.1f} ms, {best.p99 / best.p50:.1f} ×", best.p99 <= 4 * best.p50)

    def batch(self) -> float:
        """Charts a second of `vitrail batch`, without its start: the difference of a long and a short run."""
        few, many = 400, 400 + int(self.options.seconds * 400)
        times = [self.batch_seconds(count) for count in (few, many)]
        return (many - few) / (times[1] - times[0])

    def batch_seconds(self, count: int) -> float:
        jobs = self.options.out / "jobs.ndjson"
        lines = pathlib.Path(self.bodies["ours"]).read_text().splitlines()
        with open(jobs, "w") as file:
            for k in range(count):
                file.write(f'{{"chart":{lines[k % len(lines)].replace("@NUMBER@", str(k))}}}\n')
        try:
            with open(jobs) as file:
                start = time.perf_counter()
                subprocess.run([self.options.vitrail, "batch", "--stream", "--scale", "1"], stdin=file, stdout=subprocess.DEVNULL, check=True)
                return time.perf_counter() - start
        finally:
            jobs.unlink()

    # Times at half of that load

    def half(self) -> None:
        rate = self.capacity / 2
        results = []
        for k in range(3):
            paths = varied_paths(k)
            with self.serve() as server:
                load.wrk(server.base, ROUTE, self.bodies["ours"], connections=CONNECTIONS, seconds=2)
                answers = load.paced(
                    server.base, paths, str(self.same), rate=rate, clients=CONNECTIONS, seconds=self.options.seconds, folder=self.options.out / "paced")
            wrong = [status for status, _ in answers if status != 200]
            if wrong or not answers:
                raise SystemExit(f"half load: {len(answers)} answers, of which {len(wrong)} are not 200: {wrong[:5]}")
            times = [milliseconds for _, milliseconds in answers]
            # A server that does not keep up is asked less often: its times say nothing.
            kept_up = len(answers) >= 0.9 * rate * self.options.seconds
            results.append((not kept_up, load.percentile(times, 0.5), load.percentile(times, 0.99), len(answers) / self.options.seconds))
        behind, p50, p99, answered = min(results, key=lambda result: (result[0], result[2] / result[1]))
        self.row(f"p99 at half of it, {rate:.0f} requests/s", "≤ 3 × p50, best of 3",
                 f"p50 {p50:.1f} ms, p99 {p99:.1f} ms, {p99 / p50:.1f} ×, {answered:.0f}/s answered", not behind and p99 <= 3 * p50)

    # What the cache answers

    def cache(self) -> None:
        with self.serve() as server:
            status, headers, _ = server.request("POST", ROUTE, self.same.read_bytes())
            if status != 200 or "etag" not in headers:
                raise SystemExit(f"the server answers {status} without ETag")
            status, _, answer = server.request("POST", ROUTE, self.same.read_bytes(), {"If-None-Match": headers["etag"]})
            if status != 304 or answer:
                raise SystemExit(f"If-None-Match is answered with {status}")
            for what, extra in (("cache hit", ()), ("304", (f"If-None-Match: {headers['etag']}",))):
                body = self.options.out / "same.ndjson"
                body.write_text(self.same.read_text() + "\n")
                answers = load.wrk(server.base, ROUTE, str(body), connections=CONNECTIONS, seconds=self.options.seconds, headers=extra)
                answers.require_success(what)
                self.row(what, "≥ 10,000/s", f"{answers.per_second:,.0f}/s, p99 {answers.p99:.1f} ms", answers.per_second >= 10_000)

    # Memory over many requests

    def memory(self) -> None:
        wanted = {"charts": self.options.requests // 10, "hits": self.options.requests - self.options.requests // 10}
        done = {"charts": 0, "hits": 0}
        body = self.options.out / "same.ndjson"
        body.write_text(self.same.read_text() + "\n")
        samples = []
        with self.serve() as server:
            for phase, file in (("charts", self.bodies["ours"]), ("hits", str(body))):
                while done[phase] < wanted[phase]:
                    answers = load.wrk(server.base, ROUTE, file, connections=CONNECTIONS, seconds=max(1, self.options.seconds / 2))
                    done[phase] += answers.require_success("memory").answers
                    front, workers = server.memory()
                    samples.append((dict(done), front, workers))
        with open(self.options.out / "memory.ndjson", "w") as log:
            log.writelines(json.dumps(sample) + "\n" for sample in samples)
        # From half of the charts on: caches are full, and freed memory of all sizes is reused. Then the last of each.
        early = next(sample for sample in samples if sample[0]["charts"] >= wanted["charts"] / 2)
        drawn = [sample for sample in samples if not sample[0]["hits"]][-1]
        total = sum(samples[-1][0].values())
        growth = samples[-1][1] / early[1]
        self.row(f"front process after {total:,} requests", "flat", f"{early[1] / 1024:.0f} MB after half of the charts, {samples[-1][1] / 1024:.0f} MB at the end, {growth:.2f} ×",
                 growth <= 1.1)
        if not early[2] or not drawn[2]:
            raise SystemExit("the server has no worker processes")
        before, after = max(early[2].values()), max(drawn[2].values())
        self.row(f"largest worker after {drawn[0]['charts']:,} charts", "flat", f"{before / 1024:.0f} MB after half of the charts, {after / 1024:.0f} MB at the end, {after / before:.2f} ×",
                 after <= 1.1 * before)

    # More than the server can do

    def overload(self) -> None:
        # Each connection waits after an answer, so that all together ask 4 times as often as the server can draw while refusals come at once.
        connections = 2000
        pause = round(1000 * connections / (4 * self.capacity))
        with self.serve() as server:
            answers = load.wrk(
                server.base, ROUTE, self.bodies["ours"], connections=connections, seconds=self.options.overload_seconds, delay=pause, count=True,
                timeout=self.options.deadline + 2)
            alive = server.request("GET", "/readyz")[0]
        good = answers.statuses.get("200", 0) / answers.seconds
        others = {status: count for status, count in answers.statuses.items() if status != "200"}
        self.row(f"goodput of {answers.per_second / self.capacity:.1f} × capacity for {answers.seconds:.0f} s", "≥ 0.9 × capacity",
                 f"{good:.0f} charts/s, {good / self.capacity:.2f} ×", good >= 0.9 * self.capacity)
        passed = not answers.timeouts and not answers.unread and set(others) <= {"429", "503"}
        self.row("refusals and time-outs under overload", "429, 503; none beyond the deadline",
                 f"{', '.join(f'{count:,} × {status}' for status, count in sorted(others.items())) or 'none refused'}, {answers.timeouts} time-outs, "
                 f"{answers.unread} broken connections, then /readyz {alive}", passed)

    # Other servers

    def peers(self) -> None:
        self.row("vl-convert's library in as many processes as processors, no HTTP", "we: ≥ 10 ×", *self.compared(self.vl_convert_library()))
        if self.options.vl_convert_server:
            self.row("vl-convert's server", "we: ≥ 10 ×", *self.compared(self.peer(self.options.vl_convert_server, "/vegalite/png", "vl-convert")))
        with self.serve() as server:
            with open(self.bodies["quickchart"], "rb") as file:
                status, headers, _ = server.request("POST", "/chart", file.readline())
            own = self.peer(server.base, "/chart", "quickchart") if status == 200 else None
        said = f"{own:.0f} charts/s" if own else f"left out: it answers {status}, {headers.get('x-quickchart-error', 'without a reason')}"
        self.row("T1 as a configuration of Chart.js: POST /chart", "", said, None)
        if self.options.quickchart_server:
            other = self.peer(self.options.quickchart_server, "/chart", "quickchart")
            ours = own or self.capacity
            self.row("QuickChart's server", "we: ≥ 10 ×", f"{other:.1f} charts/s, we {ours / other:.0f} ×", ours >= 10 * other)

    def compared(self, other: float | None) -> tuple[str, bool | None]:
        if other is None:
            return "left out: no vl-convert-python", None
        return f"{other:.1f} charts/s, we {self.capacity / other:.0f} ×", self.capacity >= 10 * other

    def peer(self, base: str, path: str, notation: str) -> float:
        load.wrk(base, path, self.bodies[notation], connections=CONNECTIONS, seconds=2)
        return load.wrk(base, path, self.bodies[notation], connections=CONNECTIONS, seconds=self.options.seconds, timeout=60).require_success(base).per_second

    def vl_convert_library(self) -> float | None:
        command = [self.options.peers_python, str(load.HERE / "vlconvert.py"), self.bodies["vl-convert"], str(self.options.seconds)]
        if subprocess.run([self.options.peers_python, "-c", "import vl_convert"], capture_output=True).returncode:
            return None
        processes = [subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) for _ in range(os.cpu_count() or 1)]
        for process in processes:
            if process.stdout.readline() != "ready\n":
                raise SystemExit("vl-convert does not draw the chart")
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        return sum(float(process.communicate()[0]) for process in processes)


def varied_paths(seed: int) -> list[str]:
    """Charts of about the same size, each of another width, height or theme, in no order."""
    paths = [
        f"{ROUTE}&width={width}&height={height}&theme={theme}"
        for width in range(750, 850) for height in range(350, 450) for theme in ("light", "flat", "dark", "flatDark")
    ]
    random.Random(seed).shuffle(paths)
    return paths


if __name__ == "__main__":
    sys.exit(main())
