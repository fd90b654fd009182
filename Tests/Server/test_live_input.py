"""Chromium's input on the page of `vitrail live`: each canvas has the pixels that `vitrail render` draws for the state."""
import base64
import importlib.util
import json
import pathlib
import subprocess

import pytest
from live import Live, pixels
from server import COMMAND
from test_live_page import Page, wave

pytest.importorskip("playwright.sync_api")

READ = """
() => {
  const bytes = chart.getContext("2d").getImageData(0, 0, chart.width, chart.height).data;
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}"""


@pytest.fixture(scope="module")
def live():
    with Live(wave(), "--max-sessions", 50) as running:
        yield running


@pytest.fixture(params=[1, 2], ids=["screen", "sharp-screen"])
def opened(request, browser, live):
    with Page(browser, live, has_touch=True, device_scale_factor=request.param) as page:
        page.ratio = request.param
        page.touch = page.context.new_cdp_session(page.page)
        yield page


def is_picture_of_state(page, folder):
    """Whether the canvas has the bytes of `vitrail render`, a process of its own, for the page's ranges and crosshair."""
    state, description = page.state, wave()
    width, height = page.page.viewport_size["width"], page.page.viewport_size["height"]
    description["size"] = {"width": width, "height": height}
    for axis in "xy":
        if state[axis][0]:
            description[axis + "Axis"] = {"defaultRange": state[axis][0]}
    if "crosshair" in state:
        description["crosshair"] = state["crosshair"]
    path = pathlib.Path(folder, "state.json")
    path.write_text(json.dumps(description))
    command = [COMMAND, "render", path, "--format", "rgba", "--scale", str(page.ratio), "-o", "-"]
    raw = subprocess.run(command, check=True, capture_output=True).stdout
    size = width * height * page.ratio ** 2 * 4
    return base64.b64decode(page.page.evaluate(READ)) == raw[-size:]


def fingers(page, kind, *points):
    page.touch.send("Input.dispatchTouchEvent", {
        "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})


def wheel(page):
    page.page.mouse.move(450, 250)
    page.page.mouse.wheel(0, -300)


def drag(page):
    mouse = page.page.mouse
    mouse.move(450, 250)
    mouse.down()
    for step in range(1, 9):
        mouse.move(450 - 9 * step, 250 + 5 * step)
    page.page.wait_for_timeout(200)
    mouse.up()


def flick(page):
    mouse = page.page.mouse
    mouse.move(300, 250)
    mouse.down()
    for step in range(1, 9):
        mouse.move(300 + 20 * step, 250)
        page.page.wait_for_timeout(8)
    mouse.up()


def pinch(page):
    fingers(page, "touchStart", (400, 250))
    fingers(page, "touchStart", (400, 250), (500, 270))
    for step in range(1, 9):
        fingers(page, "touchMove", (400 - 6 * step, 250), (500 + 6 * step, 270 + 4 * step))
        page.page.wait_for_timeout(20)
    page.page.wait_for_timeout(200)
    fingers(page, "touchEnd")


def double_tap(page):
    for _ in range(2):
        fingers(page, "touchStart", (500, 200))
        fingers(page, "touchEnd")
        page.page.wait_for_timeout(60)


def long_press(page):
    fingers(page, "touchStart", (500, 200))
    page.page.wait_for_timeout(900)
    fingers(page, "touchEnd")


def keys(*names):
    def press(page):
        page.page.focus("#chart")
        for name in names:
            page.page.keyboard.press(name)
            page.page.wait_for_timeout(50)
    return press


ZOOMING = {"wheel": wheel, "pinch": pinch, "double tap": double_tap, "plus": keys("+", "+")}
MOVING = {"drag": drag, "flick": flick, "arrows": keys("ArrowRight", "ArrowDown"), "minus": keys("-")}
KEYED = {"tab": keys("Tab", "Tab", "ArrowRight"), "shift-tab": keys("Tab", "Tab", "Shift+Tab")}


@pytest.mark.parametrize("name", [*ZOOMING, *MOVING, *KEYED])
def test_the_canvas_is_the_picture_of_its_state(opened, tmp_path, name):
    if name not in ZOOMING:
        opened.after(lambda: keys("+", "+", "+")(opened))
    before = opened.state
    after = opened.after(lambda: {**ZOOMING, **MOVING, **KEYED}[name](opened))
    assert after != before
    assert ("crosshair" in after) == (name in KEYED)
    if name in ZOOMING:
        assert None not in after["x"] + after["y"]
    opened.picture(f"input-{name.replace(' ', '-')}-{opened.ratio}")
    assert is_picture_of_state(opened, tmp_path)


def test_a_long_press_between_points_can_be_restored(opened, live):
    """A chart description cannot mark such a position, but another session can."""
    state = opened.after(lambda: long_press(opened))
    assert len(state["crosshair"]["values"]) == 2
    size = opened.page.viewport_size
    with live.socket() as other:
        other.start(size["width"], size["height"], opened.ratio)
        other.send("restore", state={"charts": [state]})
        restored = other.until("frame")
        assert other.state() == state
    assert base64.b64decode(opened.page.evaluate(READ)) == pixels(restored)


def test_what_shows_everything_gives_the_first_picture(opened, tmp_path):
    first = opened.pixels()
    opened.after(lambda: keys("+", "ArrowLeft", "Tab")(opened))
    assert opened.pixels() != first
    opened.after(lambda: keys("Escape", "0")(opened))
    assert opened.pixels() == first and is_picture_of_state(opened, tmp_path)


def test_a_window_of_another_size_shows_the_same_ranges(opened, tmp_path):
    state = opened.after(lambda: keys("+", "+")(opened))
    opened.after(lambda: opened.page.set_viewport_size({"width": 640, "height": 420}))
    assert opened.state == state and is_picture_of_state(opened, tmp_path)


def test_a_wheel_over_an_axis_zooms_only_that_axis(opened):
    def turn(x, y):
        opened.page.mouse.move(x, y)
        opened.page.mouse.wheel(0, -300)

    first = opened.state
    after_x = opened.after(lambda: turn(450, 470 - 35))
    assert after_x["x"] != first["x"]
    after_y = opened.after(lambda: turn(20, 250))
    assert after_y["y"] != after_x["y"] and after_y["x"] == after_x["x"]


@pytest.mark.parametrize("settings", [
    {}, {"color_scheme": "dark"}, {"forced_colors": "active"}, {"reduced_motion": "reduce"}], ids=str)
def test_the_page_has_no_violations_of_axe(browser, live, settings):
    place = importlib.util.find_spec("axe_playwright_python")
    if not place:
        pytest.skip("axe-playwright-python is not installed")
    source = pathlib.Path(place.submodule_search_locations[0], "axe.min.js").read_text()
    with Page(browser, live, **settings) as opened:
        opened.page.evaluate(f"() => {{ {source} }}")
        for part in ("at rest", "at a value", "ended"):
            if part == "at a value":
                opened.after(lambda: keys("Tab")(opened))
            if part == "ended":
                opened.page.evaluate("sockets[0].onmessage({data: JSON.stringify({type: 'closing', reason: 'test'})})")
                opened.wait("document.getElementById('status').textContent.startsWith('Ended')")
            found = opened.page.evaluate("axe.run()")
            assert len(found["passes"]) > 5
            assert not found["violations"], (part, [(item["id"], item["help"]) for item in found["violations"]])
