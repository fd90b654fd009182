"""Times `vitrail live`: from an event to the pixels on the canvas of a headless Chromium, a drag, and several sessions.

usage: bench.py [--vitrail COMMAND] [--samples N …] [--stream-seconds SECONDS] [--folder FOLDER]

Needs Playwright and numpy, and Debian's Chromium. The samples are a random walk in a file of FOLDER, which is made once.
"""
import argparse
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from samples import walk

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZE = (1200, 600)
KEYS = {"pan": ["ArrowLeft", "ArrowRight"], "zoom": ["+", "-"]}
EVENTS = 80
DRAG_SECONDS = 4

# Milliseconds from a key to the frame that shows it on the canvas, ascending.
LATENCY = """
async ([keys, count]) => {
  const canvas = document.getElementById("chart"), times = [];
  for (let k = 0; k < count; k++) {
    await new Promise((resolve) => setTimeout(resolve, 30));
    const before = canvas.dataset.frame;
    const shown = new Promise((resolve) => new MutationObserver((_, observer) => {
      if (canvas.dataset.frame === before) return;
      observer.disconnect();
      resolve();
    }).observe(canvas, { attributes: true }));
    const start = performance.now();
    canvas.dispatchEvent(new KeyboardEvent("keydown", { key: keys[k % keys.length], bubbles: true }));
    await shown;
    times.push(performance.now() - start);
  }
  return times.sort((a, b) => a - b);
}"""
# Frames per second while the pointer moves with each picture of the screen.
DRAG = """
async (seconds) => {
  const canvas = document.getElementById("chart");
  canvas.setPointerCapture = () => {};
  const at = (type, x) => canvas.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, clientX: x, clientY: 300, button: type === "pointermove" ? -1 : 0, buttons: 1, bubbles: true }));
  const begin = performance.now(), first = Number(canvas.dataset.frame);
  at("pointerdown", 600);
  while (performance.now() - begin < seconds * 1000) {
    at("pointermove", 600 + 200 * Math.sin((performance.now() - begin) / 400));
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  at("pointerup", 600);
  return (Number(canvas.dataset.frame) - first) / seconds;
}"""


def in_browser(path, count):
    from playwright import sync_api
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with Live(path, "--axes", "x") as live, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        start = time.monotonic()
        page.goto(live.address)
        while not page.evaluate("document.getElementById('chart').dataset.frame"):
            time.sleep(0.01)
        print(f"{count:.0e} samples: first picture {time.monotonic() - start:.2f} s", end="")
        page.focus("#chart")
        for _ in range(3):
            page.keyboard.press("+")
            page.wait_for_timeout(200)
        for name, keys in KEYS.items():
            times = page.evaluate(LATENCY, [keys, EVENTS])
            print(f"; {name} {statistics.median(times):.1f} ms, p90 {times[EVENTS * 9 // 10]:.1f}", end="")
        print(f"; drag {page.evaluate(DRAG, DRAG_SECONDS):.0f} frames/s")
        browser.close()


def pages(path, count=5):
    """Frames per second of pages that are dragged at the same time."""
    from playwright import sync_api
    program = shutil.which("chromium") or shutil.which("google-chrome")
    with Live(path, "--axes", "x") as live, sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        opened = [browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}).new_page() for _ in range(count)]
        for page in opened:
            page.goto(live.address)
            page.wait_for_selector("canvas[data-frame]")
            page.focus("#chart")
            for _ in range(3):
                page.keyboard.press("+")
                page.wait_for_timeout(200)
        for page in opened:
            page.evaluate(f"void (window.result = ({DRAG})({DRAG_SECONDS}))")
        rates = [page.evaluate("window.result") for page in opened]
        print(f"{count} pages that are dragged, frames/s: {min(rates):.0f} to {max(rates):.0f}")
        browser.close()


def stream(seconds, existing=1_000_000, rate=1_000):
    """Frames per second of a page to which rows are added, and the memory of the command."""
    from playwright import sync_api
    program = shutil.which("chromium") or shutil.which("google-chrome")

    def rows(first, end):
        return "".join(f"{t / 1000},{math.sin(t / 900) * 50 + t % 7},{t % 40}\n" for t in range(first, end)).encode()

    class Stream(Live):
        stdin = subprocess.PIPE

    for options in [("--window", 60), ()]:
        with Stream("-", "--stream", "--x", "t", *options) as live, sync_api.sync_playwright() as playwright:
            stop, loaded, out = threading.Event(), threading.Event(), live.process.stdin

            def write(stop=stop, loaded=loaded, out=out):
                out.write(b"t,v,w\n")
                for first in range(0, existing, 10_000):
                    out.write(rows(first, first + 10_000))
                out.flush()
                loaded.set()
                end, begin = existing, time.monotonic()
                while not stop.wait(0.005):
                    due = existing + int((time.monotonic() - begin) * rate)
                    out.write(rows(end, due))
                    out.flush()
                    end = due

            def memory(process=live.process.pid):
                with open(f"/proc/{process}/statm") as file:
                    return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20

            writer = threading.Thread(target=write)
            writer.start()
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
            page.goto(live.address)
            loaded.wait()
            page.wait_for_timeout(2000)
            count = "Number(document.getElementById('chart').dataset.frame)"
            first, begin, sizes = page.evaluate(count), time.monotonic(), [memory()]
            for _ in range(2):
                page.wait_for_timeout(seconds * 500)
                sizes.append(memory())
            frames = (page.evaluate(count) - first) / (time.monotonic() - begin)
            print(f"stream of {rate} rows/s into {existing:.0e}, {' '.join(map(str, options)) or 'all rows'}: "
                  f"{frames:.0f} frames/s; memory at the start, half and end of {seconds} s: {sizes} MiB")
            stop.set()
            writer.join()
            browser.close()


def sessions(path):
    """Frames per second of one session alone, of five, and of one beside 50 that do nothing."""
    with Live(path, "--axes", "x", "--max-sessions", 100) as live:
        first = begin(live)
        alone = run([first])
        others = [begin(live) for _ in range(4)]
        five = run([first, *others])
        others += [begin(live) for _ in range(46)]
        beside = run([first])
        print(f"sessions, frames/s: alone {alone[0]:.0f}; five active {min(five):.0f} to {max(five):.0f}; "
              f"one active of 51 {beside[0]:.0f}")


def begin(live):
    socket = live.socket()
    socket.start(*SIZE)
    for _ in range(3):
        socket.send("key_down", key="+")
        socket.until("frame")
    return socket


def run(sockets, seconds=4):
    counts = [0] * len(sockets)

    def move(number, socket):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            socket.send("key_down", key=KEYS["pan"][counts[number] % 2])
            socket.until("frame")
            counts[number] += 1

    threads = [threading.Thread(target=move, args=pair) for pair in enumerate(sockets)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [count / seconds for count in counts]


def main():
    parser = argparse.ArgumentParser(description="Times vitrail live.")
    parser.add_argument("--vitrail", default=str(ROOT / ".build/release/vitrail"), help="the command")
    parser.add_argument("--samples", nargs="+", type=float, default=[1e6, 1e8], help="numbers of samples")
    parser.add_argument("--folder", type=pathlib.Path, default=pathlib.Path(tempfile.gettempdir()), help="for the data")
    parser.add_argument("--stream-seconds", type=float, default=20, help="length of each stream")
    options = parser.parse_args()
    # The client of the tests reads the command's name when it is imported.
    os.environ["VITRAIL_COMMAND"] = os.path.abspath(options.vitrail)
    sys.path.insert(0, str(ROOT / "Tests/Server"))
    global Live
    from live import Live
    for count in map(int, options.samples):
        in_browser(walk(options.folder, count), count)
    pages(walk(options.folder, 1_000_000))
    sessions(walk(options.folder, 1_000_000))
    stream(options.stream_seconds)


if __name__ == "__main__":
    main()
