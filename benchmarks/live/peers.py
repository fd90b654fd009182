"""Times `vitrail live` beside HoloViews with datashader and plotly-resampler, in turns: a table in Markdown.

usage: peers.py [--vitrail COMMAND] [--samples N …] [--rounds N] [--peers PEER …] [--folder FOLDER] [--pictures FOLDER]

All draw the same line at 1200 × 600 and move it along x only, in the same headless Chromium with its real input. The
peers first stretch or shift what they have, then replace it by what their server sends; only the second counts. Each has
its own step of zoom for a turn of the wheel. By their design, Bokeh reports a range 500 ms (`lod_timeout`) after the last
turn and at the end of a drag, HoloViews waits another 100 ms, and Plotly reports a drag at its end; `rasterize-soon` is
the same as `rasterize` with a `lod_timeout` of 1 ms.

- applied: from the time stamp of a turn of the wheel until the page has drawn the content of the new range. The drawing
  call has returned, not yet the browser's own compositing.
- painted: until the first picture of the screen after that has begun to be shown (a task after the animation frame).
- drag: contents from the server that the page draws per second while the pointer moves.
- first picture: from the navigation until the first content, of the second page that the server gets.

`check` compares the screen right after `applied` with the screen two seconds later: if nothing changed, the content was
the last one. A screen that differs is reported, and counts as a failed check.
"""
import argparse
import math
import os
import pathlib
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version

import numpy
from samples import walk

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SIZE = (1200, 600)
PEERS = ["vitrail", "rasterize", "rasterize-soon", "downsample1d", "plotly-resampler"]
NAMES = {
    "vitrail": "`vitrail live`", "rasterize": "HoloViews + datashader, `rasterize`",
    "rasterize-soon": "the same, `lod_timeout` 1 ms",
    "downsample1d": "HoloViews, `downsample1d` (minmax-lttb)", "plotly-resampler": "plotly-resampler, 1,000 samples"}
TURNS = 16
DRAG_SECONDS = 3
#: The longest wait for a content, in seconds.
PATIENCE = 20

# Counts contents of the server that have been drawn in `live.count`, with the time of the last one in `live.applied`.
COMMON = """
window.live = { count: 0, event: 0, applied: 0, isOpen: false };
live.expect = () => { live.done = new Promise((resolve) => { live.resolve = resolve; }); };
live.draw = () => {
  live.count += 1;
  if (!live.isOpen) return;
  live.isOpen = false;
  live.applied = performance.now();
  requestAnimationFrame(() => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => live.resolve([live.applied - live.event, performance.now() - live.event]);
    channel.port2.postMessage(0);
  });
};
addEventListener("wheel", (event) => {
  live.event = event.timeStamp;
  live.isOpen = true;
}, { capture: true, passive: true });
"""
# Each returns true once it has found the chart, and calls `live.draw` for each content from then on.
HOOKS = {
    "vitrail": """
() => {
  const canvas = document.getElementById("chart");
  if (!canvas?.dataset.frame) return false;
  new MutationObserver(live.draw).observe(canvas, { attributes: true, attributeFilter: ["data-frame"] });
  return true;
}""",
    # The server replaces the data of the source; the next painting of the plot shows them.
    "holoviews": """
() => {
  const root = window.Bokeh?.documents[0]?.roots()[0];
  const views = root ? [...Bokeh.index.query((view) => view.model.type === "Figure")] : [];
  if (!views.length || !views[0]._render_count) return false;
  const view = views[0];
  const sources = [...view.model.renderers].map((renderer) => renderer.data_source);
  if (!sources.length || !sources[0].get_length()) return false;
  let isNew = false;
  for (const source of sources) source.properties.data.change.connect(() => { isNew = true; });
  view.repainted.connect(() => {
    if (isNew) live.draw();
    isNew = false;
  });
  return true;
}""",
    # A pan or zoom redraws the same samples first.
    "plotly-resampler": """
() => {
  const graph = document.querySelector(".js-plotly-plot");
  if (!graph?._fullData?.[0]?.x?.length || !graph.on) return false;
  const samples = () => graph._fullData[0].x;
  let last = samples();
  graph.on("plotly_afterplot", () => {
    if (samples() === last) return;
    last = samples();
    live.draw();
  });
  return true;
}""",
}


class PeerServer:
    """A process of peer_server.py."""

    def __init__(self, peer, path):
        self.arguments = [sys.executable, str(HERE / "peer_server.py"), peer, str(path)]

    def __enter__(self):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}/"
        self.log = tempfile.TemporaryFile()
        self.process = subprocess.Popen([*self.arguments, str(port)], stdout=subprocess.PIPE, stderr=self.log)
        if self.process.stdout.readline() != b"ready\n":
            self.log.seek(0)
            raise RuntimeError(self.log.read().decode()[-2000:])
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                return self
            except OSError:
                time.sleep(0.1)
        raise RuntimeError("no answer")

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.log.close()


class Chart:
    """The page of a peer in the browser."""

    def __init__(self, browser, peer, address):
        self.context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]})
        self.page = self.context.new_page()
        self.page.add_init_script(COMMON)
        start = time.monotonic()
        self.page.goto(address, wait_until="commit")
        hook = HOOKS.get(peer, HOOKS["holoviews"])
        if not self.wait(f"({hook})()"):
            raise RuntimeError(f"{peer}: no chart")
        self.first = time.monotonic() - start
        self.rest()

    def wait(self, expression, seconds=PATIENCE):
        """Whether the expression has become true."""
        deadline = time.monotonic() + seconds
        while not self.page.evaluate(expression):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.005)
        return True

    def rest(self):
        """Waits until no content has come for 0.4 seconds."""
        last, since = None, time.monotonic()
        while time.monotonic() - since < 0.4:
            count = self.page.evaluate("live.count")
            if count != last:
                last, since = count, time.monotonic()
            time.sleep(0.02)

    def turn(self, x, delta):
        """A turn of the wheel; milliseconds until its content was applied and painted, or infinities."""
        self.page.mouse.move(x, SIZE[1] // 2)
        self.page.evaluate("live.expect()")
        self.page.mouse.wheel(0, delta)
        # Asking again and again would take time of the page.
        late = f"new Promise((resolve) => setTimeout(resolve, {PATIENCE * 1000}))"
        times = self.page.evaluate(f"Promise.race([live.done, {late}])")
        return tuple(times or (math.inf, math.inf))

    def drag(self, seconds):
        """Contents per second while the pointer moves."""
        mouse = self.page.mouse
        mouse.move(600, 300)
        mouse.down()
        first, start = self.page.evaluate("live.count"), time.monotonic()
        while (now := time.monotonic() - start) < seconds:
            mouse.move(600 + 200 * math.sin(now / 0.4), 300)
        count = self.page.evaluate("live.count") - first
        mouse.up()
        return count / now

    def close(self):
        self.context.close()


def serve(peer, path):
    return Live(path, "--axes", "x") if peer == "vitrail" else PeerServer(peer, path)


def measure(browser, peer, address, pictures):
    """One round: a page, turns of the wheel at changing positions, so that no range comes again, and a drag."""
    # The first page of a server may wait for its compiler.
    Chart(browser, peer, address).close()
    chart = Chart(browser, peer, address)
    result = {"first": [chart.first], "applied": [], "painted": [], "checks": []}
    random = numpy.random.default_rng(7)
    for _ in range(6):
        chart.turn(600, -100)
        chart.rest()
    for number in range(TURNS):
        applied, painted = chart.turn(int(random.integers(300, 900)), [-100, 100][number % 2])
        result["applied"].append(applied)
        result["painted"].append(painted)
        if number == 4:
            # The pointer's own marks are no content.
            now = chart.page.screenshot()
            time.sleep(2)
            later = chart.page.screenshot()
            result["checks"].append(now == later)
            if pictures:
                pictures.mkdir(parents=True, exist_ok=True)
                (pictures / f"{peer}-{number}-now.png").write_bytes(now)
                (pictures / f"{peer}-{number}-later.png").write_bytes(later)
        chart.rest()
    result["drag"] = [chart.drag(DRAG_SECONDS)]
    chart.close()
    return result


def line(name, count, result):
    def numbers(key):
        values = sorted(result[key])
        return f"{statistics.median(values):.0f} / {values[len(values) * 9 // 10]:.0f}"

    checks = result["checks"]
    return (f"| {name} | {count:,} | {numbers('applied')} | {numbers('painted')} | "
            f"{statistics.median(result['drag']):.0f} | {statistics.median(result['first']):.1f} | "
            f"{sum(checks)} of {len(checks)} |")


def main():
    parser = argparse.ArgumentParser(description="Times vitrail live beside its peers.")
    parser.add_argument("--vitrail", default=str(ROOT / ".build/release/vitrail"), help="the command")
    parser.add_argument("--samples", nargs="+", type=float, default=[1e6], help="numbers of samples")
    parser.add_argument("--rounds", type=int, default=2, help="rounds; each has all peers, every second one reversed")
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=PEERS, help="who is measured")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()), help="for the data")
    parser.add_argument("--pictures", type=pathlib.Path, help="for the screenshots of the checks")
    options = parser.parse_args()
    # The client of the tests reads the command's name when it is imported.
    os.environ["VITRAIL_COMMAND"] = os.path.abspath(options.vitrail)
    sys.path.insert(0, str(ROOT / "Tests/Server"))
    global Live
    from live import Live
    from playwright import sync_api
    program = shutil.which("chromium") or shutil.which("google-chrome")
    load, start = os.getloadavg()[0], time.monotonic()
    lines = []
    with sync_api.sync_playwright() as playwright:
        for count in map(int, options.samples):
            path = walk(options.folder, count)
            results = {peer: {} for peer in options.peers}
            for number in range(options.rounds):
                for peer in options.peers[::-1 if number % 2 else 1]:
                    with serve(peer, path) as server:
                        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
                        for key, values in measure(browser, peer, server.address, options.pictures).items():
                            results[peer].setdefault(key, []).extend(values)
                        browser.close()
                    print(f"{count:,} {number + 1} {peer} {time.monotonic() - start:.0f} s", file=sys.stderr, flush=True)
            lines += [line(NAMES[peer], count, results[peer]) for peer in options.peers]
    packages = ["holoviews", "datashader", "bokeh", "plotly-resampler", "plotly", "dash", "numpy"]
    print("| | samples | applied, ms: median / p90 | painted, ms | drag, contents/s | first picture, s | check |")
    print("|---|---|---|---|---|---|---|")
    print("\n".join(lines))
    print(f"\nPython {platform.python_version()}, " + ", ".join(f"{name} {version(name)}" for name in packages)
          + f"; {os.cpu_count()} processors; load {load:.1f} before, {os.getloadavg()[0]:.1f} after; {options.rounds} "
          f"rounds of {TURNS} turns; {time.monotonic() - start:.0f} s.")


if __name__ == "__main__":
    main()
