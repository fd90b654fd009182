"""The page of a live chart of `vitrail serve` in a headless browser. `LIVE_PICTURES` names a folder for screenshots."""
import os
import signal

import pytest
from server import Server
from test_live_page import Page, span, wave
from test_live_serve import Session, live_workers

pytest.importorskip("playwright.sync_api")


class Posted:
    """A live chart with the address of its page."""

    def __init__(self, server):
        self.session = Session(server, wave())
        self.address = server.address + self.session.path


@pytest.fixture
def running():
    with Server("--live-workers", 1) as server:
        yield server


@pytest.fixture
def opened(browser, running):
    with Page(browser, Posted(running)) as page:
        yield page


def drag(page):
    mouse = page.page.mouse
    mouse.move(450, 250)
    mouse.down()
    for step in range(1, 11):
        mouse.move(450 - 10 * step, 250)
    page.page.wait_for_timeout(200)
    mouse.up()


def test_a_posted_chart_can_be_moved(opened):
    assert opened.page.title() == "Two waves"
    whole = opened.pixels()
    opened.page.mouse.move(450, 250)
    zoomed = opened.after(lambda: opened.page.mouse.wheel(0, -400))
    before = opened.pixels()
    moved = opened.after(lambda: drag(opened))
    assert whole != before != opened.pixels()
    assert abs(span(moved) / span(zoomed) - 1) < 1e-6 and moved["x"][0][0] > zoomed["x"][0][0]
    opened.picture("serve-moved")


def test_the_same_ranges_after_a_killed_worker(opened, running):
    opened.page.mouse.move(450, 250)
    opened.after(lambda: opened.page.mouse.wheel(0, -400))
    moved = opened.after(lambda: drag(opened))
    before, sockets = opened.pixels(), opened.page.evaluate("sockets.length")
    frame = opened.frame
    (worker,) = live_workers(running)
    os.kill(worker, signal.SIGKILL)
    # Frames count from 1 again.
    opened.wait(f"Number(document.getElementById('chart').dataset.frame) < {frame}", 30)
    opened.rest()
    opened.picture("serve-restored")
    assert opened.pixels() == before and opened.state == moved
    # The page has not even lost its connection, and shows no error.
    assert opened.page.evaluate("sockets.length") == sockets
    assert opened.page.evaluate("document.getElementById('status').textContent") == ""
    opened.page.focus("#chart")
    zoomed = opened.after(lambda: opened.page.keyboard.press("+"))
    assert span(zoomed) < span(moved)


def test_a_page_of_an_ended_session_says_so(browser, running):
    posted = Posted(running)
    with Page(browser, posted) as page:
        assert posted.session.delete().status == 204
        page.wait("document.getElementById('status').textContent.includes('deleted')")
        page.page.mouse.click(450, 250)
        page.wait("document.getElementById('status').textContent.includes('no live chart')")
        count = page.page.evaluate("sockets.length")
        page.page.wait_for_timeout(1000)
        assert page.page.evaluate("sockets.length") == count
        page.picture("serve-ended")
