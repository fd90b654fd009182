"""The overview of `vitrail live --overview` in Chromium, and the programs of Examples that serve live pages.

`LIVE_PICTURES` names a folder for screenshots, `VITRAIL_EXAMPLES` the folder of the programs.
"""
import json
import math
import os
import pathlib
import subprocess

import pytest
from live import Live, chart
from server import COMMAND
from test_live_page import MANY, Page, span, wave

pytest.importorskip("playwright.sync_api")

# Middles of the handles on the overview, from left to right, in points.
HANDLES = """
() => {
  const ratio = chart.width / innerWidth;
  const row = Math.round(chart.height * 0.89);
  const pixels = chart.getContext("2d").getImageData(0, row, chart.width, 1).data;
  const runs = [];
  for (let x = 0; x < chart.width; x += 1) {
    const near = [0x6b, 0x72, 0x80].every((value, k) => Math.abs(pixels[4 * x + k] - value) < 3);
    if (!near) continue;
    const last = runs.at(-1);
    if (last && x - last[1] < 8 * ratio) last[1] = x; else runs.push([x, x]);
  }
  return runs.filter(([a, b]) => b - a >= 4 * ratio).map(([a, b]) => (a + b + 1) / 2 / ratio);
}
"""
BELOW = 445


def drag(page, start, end, y=BELOW):
    page.mouse.move(start, y)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(start + (end - start) * step / 8, y)
    page.wait_for_timeout(250)
    page.mouse.up()


def shown(state):
    return state["x"][0] or [0, MANY - 1]


@pytest.fixture(scope="module")
def live():
    with Live(wave(), "--overview", "--max-sessions", 50) as running:
        yield running


@pytest.fixture(params=[1, 2], ids=["ratio1", "ratio2"])
def opened(browser, live, request):
    with Page(browser, live, device_scale_factor=request.param) as page:
        page.ratio = request.param
        yield page


def test_handles_and_window_are_dragged(opened):
    page = opened.page
    assert page.evaluate("[chart.width, chart.height]") == [900 * opened.ratio, 500 * opened.ratio]
    left, right = page.evaluate(HANDLES)
    width = right - left
    opened.picture(f"overview-{opened.ratio}-all")
    state = opened.after(lambda: drag(page, right, left + 0.6 * width))
    low, high = shown(state)
    assert abs(low) < 0.01 * MANY and math.isclose(high, 0.6 * MANY, rel_tol=0.01), state
    assert state["y"] == [None]
    now = page.evaluate(HANDLES)
    assert math.isclose(now[0], left, abs_tol=1) and math.isclose(now[1], left + 0.6 * width, abs_tol=1), now
    state = opened.after(lambda: drag(page, left, left + 0.4 * width))
    assert math.isclose(shown(state)[0], 0.4 * MANY, rel_tol=0.02)
    opened.picture(f"overview-{opened.ratio}-handles")
    # The window.
    before = shown(state)
    state = opened.after(lambda: drag(page, left + 0.5 * width, left + 0.3 * width))
    assert math.isclose(span(state), before[1] - before[0], rel_tol=1e-6)
    assert math.isclose(sum(shown(state)) / 2, 0.3 * MANY, rel_tol=0.02)
    opened.picture(f"overview-{opened.ratio}-window")
    # A click beside it.
    state = opened.after(lambda: page.mouse.click(left + 0.8 * width, BELOW))
    assert math.isclose(sum(shown(state)) / 2, 0.8 * MANY, rel_tol=0.02)
    # The main chart.
    page.mouse.move(450, 200)
    before = page.evaluate(HANDLES)
    state = opened.after(lambda: page.mouse.wheel(0, 300))
    now = page.evaluate(HANDLES)
    assert now[0] < before[0] and now[1] > before[1]
    assert math.isclose(now[0], left + shown(state)[0] / MANY * width, abs_tol=2)


def test_keys_move_the_handles(opened):
    page = opened.page
    page.focus("#chart")
    for _ in range(3):
        opened.after(lambda: page.keyboard.press("Tab"))
    assert page.inner_text("#announcement").startswith("Start of the range: ")
    state = opened.after(lambda: page.keyboard.press("Shift+ArrowRight"))
    assert math.isclose(shown(state)[0], 0.1 * MANY, rel_tol=0.02)
    spoken = page.inner_text("#announcement")
    assert spoken == "Start of the range: 2000"
    opened.picture(f"overview-{opened.ratio}-focus")
    opened.after(lambda: page.keyboard.press("Tab"))
    state = opened.after(lambda: page.keyboard.press("ArrowLeft"))
    assert math.isclose(shown(state)[1], 0.99 * MANY, rel_tol=0.01)
    assert page.inner_text("#announcement").startswith("End of the range: ")
    label = page.get_attribute("#chart", "aria-label")
    assert "The visible range is from 2000 to" in label
    # The same state after the page is loaded again.
    pixels, kept = opened.pixels(), opened.state
    page.keyboard.press("Escape")
    opened.rest()
    page.reload()
    opened.wait("document.getElementById('chart').dataset.frame")
    opened.rest()
    assert opened.state == kept and opened.pixels() != pixels
    for _ in range(6):
        page.keyboard.press("Tab")
        page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.id") != "chart"


def test_a_new_session_has_the_range(browser):
    with Live(chart(), "--overview", "--idle-timeout", 2) as live, Page(browser, live) as opened:
        left, right = opened.page.evaluate(HANDLES)
        state = opened.after(lambda: drag(opened.page, left, (left + right) / 2))
        handles = opened.page.evaluate(HANDLES)
        opened.wait("document.getElementById('status').textContent.startsWith('Ended')", 15)
        opened.page.keyboard.press("Shift")
        opened.wait("document.getElementById('status').textContent === ''")
        opened.rest()
        assert opened.state == state and opened.page.evaluate(HANDLES) == handles


def test_linked_charts_have_one_overview(tmp_path):
    other = tmp_path / "other.json"
    other.write_text(json.dumps(chart(400, title="Below")))
    with Live(chart(), other, "--overview") as live, live.socket() as opened:
        hello, frame = opened.start(400, 500)
        assert hello["series"] == ["up", "down"] * 2 + ["Start of the range", "End of the range"]
        assert (frame.width, frame.height) == (400, 500)
        # Back from the end: the last handle.
        opened.send("key_down", key="Tab", modifiers=["Shift"])
        opened.send("key_down", key="ArrowLeft", modifiers=["Shift"])
        opened.until("frame")
        while (message := opened.until("state"))["state"]["charts"][0]["x"] == [None]:
            pass
        first, second = message["state"]["charts"]
        assert first["x"] == second["x"] and message["marked"] == 5
        # All data of both charts.
        assert 340 < first["x"][0][1] < 370


def test_a_chart_without_an_x_axis_is_refused(tmp_path):
    path = tmp_path / "pie.json"
    path.write_text(json.dumps({
        "data": {"d": {"values": {"n": ["a", "b"], "v": [1, 2]}}},
        "series": [{"type": "pie", "data": "d", "x": "n", "y": "v"}]}))
    result = subprocess.run(
        [COMMAND, "live", path, "--overview"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 64 and "--overview needs a chart with an x-axis" in result.stderr, result.stderr


class Example(Live):
    """A program of Examples that serves a live page."""

    cwd = pathlib.Path(__file__).resolve().parents[2]

    def __init__(self, name, *options):
        super().__init__({}, *options)
        folder = os.environ.get("VITRAIL_EXAMPLES", pathlib.Path(COMMAND).resolve().parent)
        self.program = pathlib.Path(folder, name)
        if not self.program.exists():
            pytest.skip(f"{self.program} is not built: make programs")

    def command(self, _):
        return [self.program, "--live", *self.options]


@pytest.mark.parametrize("build", ["library", "tutorial"])
def test_the_range_selector_of_the_examples_is_alive(browser, build):
    with Example("RangeSelectorExample", build) as live, Page(browser, live) as opened:
        before = opened.pixels()
        low, high = opened.state["x"][0] or (None, None)
        opened.picture(f"example-selector-{build}-first")
        # The window shows 60 to 80 % of the data.
        state = opened.after(lambda: drag(opened.page, 0.7 * 900, 0.4 * 900))
        assert opened.pixels() != before and state["x"][0][1] < state["x"][0][0] + 21 * 86_400
        opened.picture(f"example-selector-{build}-window")
        moved = opened.after(lambda: drag(opened.page, 450, 600, 150))
        assert moved["x"][0][0] < state["x"][0][0]
        assert low is None or moved["x"][0] != [low, high]
        opened.page.focus("#chart")
        assert opened.after(lambda: opened.page.keyboard.press("0"))["x"] == [None]
        opened.picture(f"example-selector-{build}-reset")


def test_the_movement_tracker_of_the_examples_is_alive(browser):
    with Example("MovementTracker") as live:
        context = browser.new_context(viewport={"width": 900, "height": 500})
        try:
            page = context.new_page()
            page.goto(live.address)

            def frame():
                return int(page.evaluate("document.getElementById('chart').dataset.frame ?? 0"))

            def until(condition, seconds=60):
                for _ in range(seconds * 20):
                    if condition():
                        return
                    page.wait_for_timeout(50)
                raise AssertionError("waited too long")

            def picture(name):
                folder = os.environ.get("LIVE_PICTURES")
                if folder:
                    page.screenshot(path=pathlib.Path(folder, name + ".png"))

            # Points arrive without input.
            until(lambda: frame() >= 15)
            picture("example-tracker-stream")
            label = page.get_attribute("#chart", "aria-label")
            until(lambda: page.get_attribute("#chart", "aria-label") not in (None, label))
            drag(page, 300, 500, 200)
            spoken = "document.getElementById('announcement').textContent"
            until(lambda: page.evaluate(spoken).startswith(("Speed, ", "Distance, ")))
            first = page.evaluate(spoken)
            picture("example-tracker-crosshair")
            # The crosshair stays at its place on the line while points arrive, until the next drag.
            now = frame()
            until(lambda: frame() >= now + 10)
            drag(page, 300, 350, 200)
            until(lambda: page.evaluate(spoken) not in ("", first))
        finally:
            context.close()


def test_an_example_refuses_wrong_arguments():
    for name in ("MovementTracker", "RangeSelectorExample"):
        result = subprocess.run(
            [Example(name).program, "--live", "--port", "x"], capture_output=True, text=True, timeout=60)
        assert result.returncode == 64 and "usage" in result.stderr
