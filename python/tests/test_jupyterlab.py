"""`vitrail.live` in a real JupyterLab, in headless Chromium. ``LIVE_PICTURES`` names a folder for screenshots."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

import nbformat
import pytest

pytest.importorskip("jupyterlab")
pytest.importorskip("anywidget")
playwright = pytest.importorskip("playwright.sync_api")
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="chromium is not installed"),
    pytest.mark.filterwarnings("ignore"),
]

CELLS = [
    "import numpy as np, vitrail\nwalk = np.random.default_rng(1).normal(size=1_000_000).cumsum()",
    "one = vitrail.live(vitrail.plot(walk, title='A million steps'), height=300)\none",
    "two = vitrail.live(vitrail.plot(np.sin(np.arange(300) / 20)), width=500, height=150, axes='x')\ntwo",
    "one",
    "print(one.state['x'], two.state['x'])",
    "one.close()",
    "vitrail.live([vitrail.plot(walk, title='Steps'), vitrail.plot(-walk[::-1], title='Back')], height=500)",
    "import time; time.sleep(10)",
]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a notebook in a server of its own."""
    home = tmp_path_factory.mktemp("jupyter")
    (home / "books").mkdir()
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    book.metadata.kernelspec = {"name": "python3", "display_name": "Python 3", "language": "python"}
    nbformat.write(book, home / "books" / "live.ipynb")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folders = {f"JUPYTER_{name}_DIR": str(home / name) for name in ("CONFIG", "DATA", "RUNTIME")}
    options = [f"--ServerApp.root_dir={home / 'books'}", "--IdentityProvider.token=test", f"--ServerApp.port={port}"]
    with open(home / "log", "w") as log:
        server = subprocess.Popen(
            [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1", *options],
            env=os.environ | folders | {"HOME": str(home)},
            stdout=log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token=test").close()
                break
            except OSError:
                assert time.monotonic() < deadline and server.poll() is None, (home / "log").read_text()
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/lab/tree/live.ipynb?token=test"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(30)


@pytest.fixture(scope="module")
def page(address: str) -> Iterator[Any]:
    """The notebook, after its first three cells."""
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1300, "height": 1400})
        page.goto(address)
        page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=60_000)
        for _ in range(3):
            run(page)
        page.wait_for_function("document.querySelectorAll('canvas[data-frame]').length === 2", timeout=60_000)
        yield page
        browser.close()


done = 0


def run(page: Any) -> None:
    """Run the next cell to its end."""
    global done
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").nth(done)
    deadline = time.monotonic() + 60
    # JupyterLab ignores the key while it is still setting up the notebook. It takes a cell back that comes before the
    # kernel is ready: the prompt changes to `[*]:` and back to `[ ]:`. A cell that has run has a number.
    while (text := prompt.inner_text().strip("[]: \n")) == "" or text == "*":
        assert time.monotonic() < deadline, "the cell does not run"
        if text == "":
            page.locator(".jp-CodeCell .cm-content").nth(done).click()
            page.keyboard.press("Shift+Enter")
        page.wait_for_timeout(1000)
    done += 1


def picture(page: Any, name: str) -> None:
    folder = os.environ.get("LIVE_PICTURES")
    if folder:
        page.screenshot(path=str(pathlib.Path(folder, f"jupyterlab-{name}.png")))


class Canvas:
    """A canvas of the notebook."""

    def __init__(self, page: Any, number: int) -> None:
        self.page, self.canvas = page, page.locator(".vitrail-live canvas").nth(number)
        self.box = self.canvas.bounding_box()

    @property
    def frame(self) -> int:
        return int(self.canvas.get_attribute("data-frame") or 0)

    def pixels(self) -> Any:
        return self.canvas.evaluate("canvas => canvas.toDataURL()")

    def after(self, action: Callable[[], Any]) -> str:
        """The alternative text after an action and the frames that follow it."""
        before, deadline = self.frame, time.monotonic() + 60
        action()
        while self.frame == before:
            assert time.monotonic() < deadline, "no frame"
            self.page.wait_for_timeout(20)
        last = -1
        while last != self.frame:
            last = self.frame
            self.page.wait_for_timeout(500)
        return str(self.canvas.get_attribute("aria-label"))


def test_a_notebook_with_live_charts(page: Any) -> None:
    one, two = Canvas(page, 0), Canvas(page, 1)
    assert (two.box["width"], two.box["height"]) == (500, 150)
    assert one.canvas.evaluate("canvas => [canvas.clientHeight, canvas.height]") == [300, 300]
    page.wait_for_timeout(1000)
    picture(page, "first")
    whole, other = one.canvas.get_attribute("aria-label"), two.pixels()
    x, y = one.box["x"] + one.box["width"] / 2, one.box["y"] + 150

    # The wheel scrolls the notebook until the chart has the focus.
    before = one.frame
    page.mouse.move(x, y)
    page.mouse.wheel(0, -100)
    page.wait_for_timeout(500)
    assert one.frame == before
    page.mouse.click(x, y)
    page.wait_for_timeout(500)
    zoomed = one.after(lambda: page.mouse.wheel(0, -400))
    assert zoomed != whole

    def drag() -> None:
        page.mouse.down()
        for step in range(30):
            page.mouse.move(x - 5 * step, y)
            page.wait_for_timeout(16)
        page.wait_for_timeout(200)
        page.mouse.up()

    before = one.frame
    moved = one.after(drag)
    assert moved != zoomed and one.frame > before + 10

    # Keys are the chart's and not the notebook's: `0` twice would restart the kernel.
    assert one.after(lambda: page.keyboard.press("0")) == whole
    assert one.after(lambda: page.keyboard.press("+")) != whole
    one.after(lambda: page.keyboard.press("ArrowRight"))
    one.after(lambda: page.keyboard.press("Tab"))
    one.after(lambda: page.keyboard.press("ArrowRight"))
    assert "," in page.locator(".vitrail-live-unseen").first.inner_text()
    assert two.pixels() == other
    picture(page, "moved")

    # A second view of the first widget is the active one, and a click makes the first one active again.
    run(page)
    page.wait_for_function("document.querySelectorAll('canvas[data-frame]').length === 3", timeout=30_000)
    third = Canvas(page, 2)
    page.wait_for_timeout(1000)
    assert third.pixels() == one.pixels()
    status = page.locator(".vitrail-live-status").first
    assert "elsewhere" in status.inner_text()
    one.canvas.scroll_into_view_if_needed()
    one.after(one.canvas.click)
    assert status.inner_text() == "" and "elsewhere" in page.locator(".vitrail-live-status").nth(2).inner_text()

    run(page)
    output = page.locator(".jp-CodeCell").nth(4).locator(".jp-OutputArea-output")
    output.wait_for()
    words = output.inner_text()
    assert words.startswith("[[") and words.strip().endswith("[None]")

    run(page)
    page.wait_for_function("document.querySelectorAll('.vitrail-live').length === 1", timeout=20_000)
    picture(page, "closed")

    # Two charts on one canvas.
    run(page)
    page.wait_for_function("document.querySelectorAll('canvas[data-frame]').length === 2", timeout=30_000)
    both = Canvas(page, 1)
    both.canvas.scroll_into_view_if_needed()
    page.wait_for_timeout(1000)
    assert "Chart 2 of 2" in str(both.canvas.get_attribute("aria-label"))
    both.canvas.click()
    both.after(lambda: page.keyboard.press("+"))
    picture(page, "linked")

    # The kernel is busy.
    page.locator(".jp-CodeCell .cm-content").nth(done).click()
    page.keyboard.press("Shift+Enter")
    both.canvas.click()
    silent = page.get_by_text("The kernel does not answer.")
    silent.wait_for(timeout=60_000)
    picture(page, "busy")
    silent.wait_for(state="detached", timeout=60_000)

    page.get_by_role("menuitem", name="Kernel", exact=True).click()
    page.get_by_text("Restart Kernel…", exact=True).click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.wait_for_selector(".jp-Notebook-ExecutionIndicator[data-status=idle]", timeout=60_000)
    both.canvas.click()
    page.get_by_text("The kernel has ended. Run the cell again.").wait_for(timeout=60_000)
    picture(page, "restarted")
