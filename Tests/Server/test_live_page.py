"""The page of `vitrail live` in a headless browser. `LIVE_PICTURES` names a folder for screenshots."""
import json
import math
import os
import pathlib
import time

import pytest
from live import Live, chart

pytest.importorskip("playwright.sync_api")

MANY = 20_000


def wave():
    xs = list(range(MANY))
    values = {
        "x": xs, "a": [math.sin(x / 500) * 50 + x % 7 for x in xs], "b": [math.cos(x / 900) * 30 - 20 for x in xs]}
    return {
        "title": "Two waves", "data": {"d": {"values": values}},
        "series": [{"type": "line", "data": "d", "x": "x", "y": name, "title": name} for name in "ab"],
    }


@pytest.fixture(scope="module")
def live():
    with Live(wave(), "--max-sessions", 50) as running:
        yield running


# Keeps the page's sockets in `sockets`.
SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...options) { super(...options); sockets.push(this); }
};
"""


class Page:
    """The page with the chart, and what it has shown."""

    def __init__(self, browser, live, query="", **settings):
        self.context = browser.new_context(viewport={"width": 900, "height": 500}, **settings)
        self.page = self.context.new_page()
        self.problems = []
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("console", lambda line: "Content Security Policy" in line.text and self.problems.append(line.text))
        self.page.on("request", lambda sent: sent.url.startswith(live.address) or self.problems.append(sent.url))
        self.page.add_init_script(SOCKETS)
        self.page.goto(live.address + query)
        self.wait("document.getElementById('chart').dataset.frame")
        self.rest()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        self.context.close()
        assert kind or not self.problems, self.problems

    def wait(self, expression, seconds=10):
        """Waits for an expression to be true; Playwright's own way needs eval, which the page's policy forbids."""
        deadline = time.monotonic() + seconds
        while not self.page.evaluate(expression):
            assert time.monotonic() < deadline, expression
            self.page.wait_for_timeout(20)

    def rest(self):
        """Waits until no frame has come for a while."""
        last, since = None, time.monotonic()
        deadline = since + 15
        while time.monotonic() - since < 0.4:
            assert time.monotonic() < deadline, "frames do not end"
            now = (self.frame, self.page.evaluate("sessionStorage.length"))
            if now != last:
                last, since = now, time.monotonic()
            self.page.wait_for_timeout(20)

    @property
    def frame(self):
        return int(self.page.evaluate("document.getElementById('chart').dataset.frame ?? 0"))

    @property
    def state(self):
        text = self.page.evaluate(
            "sessionStorage.getItem(`vitrail ${location.pathname} state`)")
        return json.loads(text)["charts"][0]

    def after(self, action):
        """The state after an action and all frames that follow it."""
        before = self.frame
        action()
        self.wait(f"Number(document.getElementById('chart').dataset.frame) > {before}")
        self.rest()
        self.page.wait_for_timeout(100)
        return self.state

    def picture(self, name):
        folder = os.environ.get("LIVE_PICTURES")
        if folder:
            pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
            self.page.screenshot(path=pathlib.Path(folder, name + ".png"))

    def pixels(self):
        return self.page.evaluate("document.getElementById('chart').toDataURL()")


@pytest.fixture
def opened(browser, live):
    with Page(browser, live) as page:
        yield page


def span(state, axis="x"):
    low, high = state[axis][0]
    return high - low


def test_the_chart_fills_the_window(opened):
    assert opened.page.evaluate("[chart.width, chart.height]") == [900, 500]
    assert opened.page.title() == "Two waves"
    opened.picture("first")


def test_a_wheel_zooms_and_a_drag_moves(opened):
    mouse = opened.page.mouse
    mouse.move(450, 250)
    zoomed = opened.after(lambda: mouse.wheel(0, -400))
    assert span(zoomed) < 0.6 * MANY and zoomed["y"] != [None]
    opened.picture("wheel")

    def drag():
        mouse.move(450, 250)
        mouse.down()
        for step in range(1, 11):
            mouse.move(450 - 10 * step, 250)
        opened.page.wait_for_timeout(200)
        mouse.up()

    moved = opened.after(drag)
    assert moved["x"][0][0] > zoomed["x"][0][0] and math.isclose(span(moved), span(zoomed), rel_tol=1e-9)
    opened.picture("drag")


def test_keys_reach_everything(opened):
    page = opened.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "chart"
    zoomed = opened.after(lambda: page.keyboard.press("+"))
    assert math.isclose(span(zoomed), MANY / 1.25, rel_tol=0.05)
    right = opened.after(lambda: page.keyboard.press("ArrowRight"))
    assert right["x"][0][0] > zoomed["x"][0][0]
    assert opened.after(lambda: page.keyboard.press("ArrowDown"))["y"] != right["y"]
    assert opened.after(lambda: page.keyboard.press("-"))["x"] != right["x"]
    assert opened.after(lambda: page.keyboard.press("0"))["x"] == [None]
    # The series, and out again.
    first = opened.after(lambda: page.keyboard.press("Tab"))
    assert first["crosshair"]["series"] == 0
    spoken = page.inner_text("#announcement")
    assert spoken.startswith("a, ")
    opened.picture("crosshair")
    opened.after(lambda: page.keyboard.press("ArrowRight"))
    assert page.inner_text("#announcement") != spoken
    assert opened.after(lambda: page.keyboard.press("Tab"))["crosshair"]["series"] == 1
    assert "crosshair" not in opened.after(lambda: page.keyboard.press("Escape"))
    for _ in range(3):
        page.keyboard.press("Tab")
        page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.id") != "chart"


def test_a_double_click_zooms_in(opened):
    state = opened.after(lambda: opened.page.mouse.dblclick(450, 250))
    assert math.isclose(span(state), MANY / 2, rel_tol=0.05)


def test_a_long_press_shows_values(opened):
    mouse = opened.page.mouse
    mouse.move(400, 250)

    def press():
        mouse.down()
        opened.page.wait_for_timeout(900)
        mouse.up()

    assert opened.after(press)["crosshair"]["series"] in (0, 1)
    opened.picture("long-press")


def test_two_fingers_pinch_and_a_double_tap_zooms(browser, live):
    with Page(browser, live, has_touch=True) as opened:
        touch = opened.context.new_cdp_session(opened.page)

        def send(kind, *points):
            touch.send("Input.dispatchTouchEvent", {
                "type": kind, "touchPoints": [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]})

        def pinch():
            send("touchStart", (400, 250))
            send("touchStart", (400, 250), (500, 250))
            for step in range(1, 11):
                send("touchMove", (400 - 5 * step, 250), (500 + 5 * step, 250))
                opened.page.wait_for_timeout(20)
            opened.page.wait_for_timeout(200)
            send("touchEnd")

        pinched = opened.after(pinch)
        assert math.isclose(span(pinched), MANY / 2, rel_tol=0.15)
        opened.picture("pinch")

        def double_tap():
            for _ in range(2):
                send("touchStart", (450, 250))
                send("touchEnd")
                opened.page.wait_for_timeout(60)

        tapped = opened.after(double_tap)
        assert math.isclose(span(tapped), span(pinched) / 2, rel_tol=0.05)


def test_the_canvas_follows_window_and_screen(opened, browser, live):
    opened.page.set_viewport_size({"width": 600, "height": 400})
    opened.wait("chart.width === 600 && chart.height === 400")
    opened.picture("small")
    with Page(browser, live, device_scale_factor=2) as sharp:
        assert sharp.page.evaluate("[chart.width, chart.height]") == [1800, 1000]
        sharp.picture("sharp")


def test_the_description_follows_the_chart(opened):
    before = opened.page.get_attribute("#chart", "aria-label")
    assert "a" in before and opened.page.evaluate("chart.textContent") == before
    opened.page.focus("#chart")
    opened.after(lambda: opened.page.keyboard.press("+"))
    after = opened.page.get_attribute("#chart", "aria-label")
    assert after != before and opened.page.evaluate("chart.textContent") == after
    assert opened.page.get_attribute("#chart", "aria-describedby") == "keys"


def test_reduced_motion_jumps(browser, live):
    with Page(browser, live, reduced_motion="reduce") as opened:
        opened.page.focus("#chart")
        opened.after(lambda: opened.page.keyboard.press("+"))
        before = opened.frame
        assert opened.after(lambda: opened.page.keyboard.press("0"))["x"] == [None]
        # One frame, and a sharp one if the first one was slow. Easing would take 18.
        assert opened.frame <= before + 2


def test_raw_frames_show_the_same_pixels(opened, browser, live):
    with Page(browser, live, "?frames=rgba") as raw:
        assert raw.pixels() == opened.pixels()


def test_a_page_that_is_loaded_again_keeps_its_state(opened):
    opened.page.focus("#chart")
    state = opened.after(lambda: opened.page.keyboard.press("+"))
    pixels = opened.pixels()
    opened.page.reload()
    opened.wait("document.getElementById('chart').dataset.frame")
    opened.rest()
    assert opened.state == state and opened.pixels() == pixels


def test_a_page_connects_again_and_brings_its_state(browser):
    with Live(chart(), "--idle-timeout", 2) as live, Page(browser, live) as opened:
        opened.page.focus("#chart")
        state = opened.after(lambda: opened.page.keyboard.press("+"))
        opened.wait("document.getElementById('status').textContent.startsWith('Ended')", 15)
        opened.picture("ended")
        before = opened.page.evaluate("sessionStorage.getItem(`vitrail ${location.pathname} session`)")
        opened.page.keyboard.press("Shift")
        opened.wait("document.getElementById('status').textContent === ''")
        opened.rest()
        after = opened.page.evaluate("sessionStorage.getItem(`vitrail ${location.pathname} session`)")
        assert after != before and opened.state == state


def test_a_page_says_that_the_server_is_gone(browser):
    with Live(chart()) as live, Page(browser, live) as opened:
        live.process.kill()
        opened.wait("document.getElementById('status').textContent.startsWith('No connection')")
        # The last frame stays.
        assert opened.page.evaluate("chart.width") == 900


def test_a_replaced_connection_is_not_heard(opened):
    opened.page.evaluate("sockets[0].onmessage({data: JSON.stringify({type: 'closing', reason: 'test'})})")
    opened.wait("document.getElementById('status').textContent.startsWith('Ended')")
    opened.page.keyboard.press("Tab")
    opened.page.keyboard.press("Shift")
    opened.wait("sockets.length === 2")
    # The first one is closed only now.
    opened.page.evaluate("sockets[0].onclose()")
    opened.page.wait_for_timeout(1000)
    # The next key is a command, and does not connect again.
    opened.after(lambda: opened.page.keyboard.press("+"))
    assert opened.page.evaluate("sockets.length") == 2
    assert opened.page.evaluate("document.getElementById('status').textContent") == ""


def test_an_error_goes_with_the_next_frame(opened):
    opened.page.evaluate("sockets[0].send('{\"event_type\": \"fly\"}')")
    opened.wait("document.getElementById('status').textContent.startsWith('event_type')")
    opened.page.focus("#chart")
    opened.after(lambda: opened.page.keyboard.press("+"))
    assert opened.page.evaluate("document.getElementById('status').textContent") == ""


def test_a_turn_of_the_wheel_may_be_large(opened):
    turn = "chart.dispatchEvent(new WheelEvent('wheel', {deltaY: -1e9, clientX: 450, clientY: 250}))"
    assert span(opened.after(lambda: opened.page.evaluate(turn))) < MANY / 2


def test_a_page_says_why_it_is_refused(browser):
    with Live(chart(), "--max-sessions", 1, "--reconnect-timeout", 1) as live:
        with Page(browser, live) as opened:
            context = browser.new_context()
            second = context.new_page()
            second.goto(live.address)
            status = "document.getElementById('status').textContent"
            deadline = time.monotonic() + 10
            while "--max-sessions is 1" not in second.evaluate(status):
                assert time.monotonic() < deadline, second.evaluate(status)
                second.wait_for_timeout(20)
            opened.picture("refused")
        deadline = time.monotonic() + 15
        while second.evaluate(status):
            assert time.monotonic() < deadline, second.evaluate(status)
            second.wait_for_timeout(20)
        context.close()
