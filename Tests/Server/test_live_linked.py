"""Several charts on one live page: linked ranges, crosshair and selection."""
import json
import subprocess

import pytest

from live import Live, chart
from server import COMMAND


@pytest.fixture(scope="module")
def other(tmp_path_factory):
    """A second description, with a series of larger numbers."""
    path = tmp_path_factory.mktemp("charts") / "other.json"
    second = chart()
    second["title"] = "Below"
    second["data"]["d"]["values"]["up"] = [1000 * x for x in range(200)]
    path.write_text(json.dumps(second))
    return path


@pytest.fixture(scope="module")
def live(other):
    with Live(chart(), other) as live:
        yield live


def charts(opened):
    return opened.until("state")["state"]["charts"]


def test_all_charts_are_in_one_frame_and_move_together(live):
    with live.socket() as opened:
        hello, frame = opened.start(400, 301)
        assert hello["series"] == ["up", "down"] * 2
        assert (frame.width, frame.height) == (400, 301)
        assert charts(opened) == [{"x": [None], "y": [None]}] * 2
        # In the lower chart.
        opened.send("wheel", x=200, y=220, dx=0, dy=-300, modifiers=["Shift"])
        opened.until("frame")
        while (state := charts(opened))[0]["x"] == [None]:
            pass
        assert state[0]["x"] == state[1]["x"] and state[0]["y"] == [None]
        opened.send("key_down", key="Tab")
        opened.until("frame")
        while "crosshair" not in (message := opened.until("state"))["state"]["charts"][1]:
            pass
        first, second = message["state"]["charts"]
        assert message["marked"] == 0 and first["crosshair"] == second["crosshair"]


def test_without_links_each_chart_moves_alone(other):
    with Live(chart(), other, "--link", "none") as live, live.socket() as opened:
        opened.start(400, 300)
        opened.send("wheel", x=200, y=220, dx=0, dy=-300)
        opened.until("frame")
        while (state := charts(opened))[1]["x"] == [None]:
            pass
        assert state[0]["x"] == [None]


@pytest.mark.parametrize("arguments, message", [
    (["a.json"] * 17, "a page has 1 to 16 charts, not 17"),
    (["-", "-"], "standard input can be only one of the charts"),
    (["a.json", "--link", "x"], "--link needs several charts"),
    (["a.json", "b.json", "--link", "z"], "z"),
])
def test_wrong_arguments_are_refused(arguments, message):
    result = subprocess.run([COMMAND, "live", *arguments], capture_output=True, text=True, timeout=30)
    assert result.returncode == 64 and message in result.stderr


def test_a_page_of_two_charts(browser, live):
    page = browser.new_page(viewport={"width": 700, "height": 500})
    try:
        page.goto(live.address)

        def state():
            text = page.evaluate("sessionStorage.getItem(`vitrail ${location.pathname} state`)")
            return json.loads(text)["charts"] if text else None

        def until(condition):
            for _ in range(200):
                if (now := state()) and condition(now):
                    return now
                page.wait_for_timeout(50)
            raise AssertionError(f"waited too long: {state()}")

        until(lambda now: len(now) == 2)
        # From the lower chart beyond its upper edge: the drag stays with it.
        page.mouse.move(350, 130)
        page.mouse.wheel(0, -300)
        zoomed = until(lambda now: now[0]["x"] != [None])
        assert zoomed[0]["x"] == zoomed[1]["x"]
        page.mouse.move(350, 380)
        page.mouse.down()
        page.mouse.move(300, 370, steps=4)
        page.mouse.move(250, 100, steps=4)
        page.wait_for_timeout(300)
        page.mouse.up()
        moved = until(lambda now: now[0]["x"] != zoomed[0]["x"])
        assert moved[0]["x"] == moved[1]["x"] and moved[0]["y"] == zoomed[0]["y"]
        label = page.get_attribute("#chart", "aria-label")
        assert "Chart 1 of 2" in label and "Chart 2 of 2" in label
        page.keyboard.press("0")
        until(lambda now: [part["x"] for part in now] == [[None], [None]])
    finally:
        page.close()
