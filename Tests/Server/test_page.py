"""The page in a headless browser."""
import time

import options as name
import pytest
from server import Server

pytest.importorskip("playwright.sync_api")


@pytest.fixture(scope="module")
def opened(browser, server):
    """One page for all tests that do not need their own: opening takes longer than most of them."""
    yield from open_page(browser, server.address + "/")


@pytest.fixture
def page(opened):
    """The page as a user would find it, with the tab of descriptions."""
    opened.keyboard.press("Escape")
    opened.click("#tab-chart")
    opened.select_option("#options select[name=scale]", "")
    return opened


def open_page(browser, address, **settings):
    """The page with its first picture; fails where a request leaves the host or the page has an error."""
    context = browser.new_context(**settings)
    context.set_default_timeout(10_000)
    page = context.new_page()
    problems = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: request.url.startswith((address, "blob:", "data:")) or problems.append(request.url))
    page.on("console", lambda message: "Content Security Policy" in message.text and problems.append(message.text))
    page.goto(address)
    page.wait_for_selector("#picture[src]")
    yield page
    context.close()
    assert not problems, problems


def wait_for(page, expression, seconds=10):
    """Waits for an expression to be true; Playwright's own way needs eval, which the page's policy forbids."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(30)


def write(page, text):
    page.fill("#text", text)


LINE = '{\n  "data": {"d": {"values": {"y": [3, 1, 2]}}},\n  "series": [{"type": "line", "data": "d", "y": "y"}]\n}'


def test_the_first_picture(page):
    wait_for(page, "document.getElementById('picture').naturalWidth > 0")
    assert "kB" in page.inner_text("#facts")


def test_the_picture_follows_the_text(page):
    write(page, LINE.replace("{\n", '{\n  "size": {"width": 333, "height": 200},\n', 1))
    wait_for(page, "document.getElementById('picture').naturalWidth === 333")
    page.select_option("#options select[name=scale]", "2")
    wait_for(page, "document.getElementById('picture').naturalWidth === 666")


def test_an_error_is_shown_at_its_place(page):
    write(page, LINE.replace('"series"', '"sries"'))
    page.wait_for_selector("#problem:not([hidden])")
    assert "line 3" in page.inner_text("#problem .where")
    assert page.inner_text("#colored mark") == '"sries"'
    page.click('#problem button:has-text("Use")')
    page.wait_for_selector("#problem", state="hidden")
    assert page.input_value("#text") == LINE


def test_text_that_is_no_json(page):
    write(page, '{\n  "title": "x",\n}')
    page.wait_for_selector("#problem:not([hidden])")
    assert "comma" in page.inner_text("#problem")


def type_at(page, marker, keys):
    """Sets the cursor behind a text and types."""
    page.evaluate("""marker => {
        const text = document.getElementById("text");
        text.focus();
        const at = text.value.indexOf(marker) + marker.length;
        text.setSelectionRange(at, at);
    }""", marker)
    page.keyboard.type(keys)


def test_completion_of_keys(page):
    write(page, LINE)
    type_at(page, "{\n  ", '"titl')
    page.wait_for_selector("#popup:not([hidden])")
    assert page.inner_text("#popup [aria-selected=true] .name") == "title"
    page.keyboard.press("Enter")
    page.keyboard.type("Hello")
    assert page.input_value("#text") == LINE.replace("{\n  ", '{\n  "title": "Hello",', 1)


@pytest.mark.parametrize("marker, proposal", [
    ('"type": "', "candlestick"), ('"type": "line", "data": "', "d"), ('"y": "', "y"),
])
def test_completion_of_values(page, marker, proposal):
    write(page, LINE)
    page.evaluate("""marker => {
        const text = document.getElementById("text");
        text.focus();
        const at = text.value.lastIndexOf(marker) + marker.length;
        text.setSelectionRange(at, at);
    }""", marker)
    page.keyboard.press("Control+Space")
    page.wait_for_selector("#popup:not([hidden])")
    assert proposal in page.locator("#popup .name").all_inner_texts()


def test_keyboard_leaves_the_editor(page):
    page.focus("#text")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") != "text"


def test_gallery(page):
    page.click("#gallery-open")
    page.fill("#gallery-search", "candlestick")
    page.click(".card:not([hidden])")
    wait_for(page, "document.getElementById('text').value.includes('candlestick')")
    wait_for(page, "document.getElementById('picture').alt.length > 0")
    # Of the text before, there may be one for a moment.
    page.wait_for_selector("#problem", state="hidden")


def test_every_starting_point_is_drawn(page, server):
    for chapter in server.get("/page/gallery.json").json():
        for picture in chapter["pictures"]:
            answer = server.render(picture["chart"])
            assert answer.status == 200, (picture["name"], answer)


def test_client_code_works(page, server, tmp_path):
    """The curl command and the Python code of the page make the page's picture."""
    import subprocess
    import sys
    write(page, LINE)
    page.click("#client-curl")
    wait_for(page, "document.getElementById('snippet').textContent.includes('[3, 1, 2]')")
    expected = server.post("/render", LINE.encode()).body
    for client, command in (("curl", ["bash"]), ("python", [sys.executable])):
        page.click(f"#client-{client}")
        (tmp_path / "script").write_text(page.inner_text("#snippet"))
        subprocess.run([*command, "script"], cwd=tmp_path, check=True)
        assert (tmp_path / "chart.png").read_bytes() == expected, client
        (tmp_path / "chart.png").unlink()
    page.click("#client-url")
    url = page.inner_text("#snippet")
    assert server.get(url.removeprefix(server.address)).body == expected


def test_chartjs(page, server):
    page.click("#tab-chartjs")
    page.wait_for_selector("#picture[src]")
    wait_for(page, "document.getElementById('picture').naturalWidth === 1000")
    write(page, "{type:'bar', data:{labels:['a'],\n datasets:[{data:[1], backgroundColor: fetch('x')}]}}")
    page.wait_for_selector("#problem:not([hidden])")
    assert "line 2" in page.inner_text("#problem .where")


def test_chartjs_client_code_works(page, server, tmp_path):
    import subprocess
    import sys
    page.click("#tab-chartjs")
    write(page, "{type: 'bar', data: {labels: ['a', 'b'], datasets: [{data: [1, 2]}]}}")
    page.wait_for_selector("#picture[src]")
    # The URL is escaped; the client that the page showed before may be it.
    page.click("#client-curl")
    wait_for(page, "document.getElementById('snippet').textContent.includes('[1, 2]')")
    for client, command in (("curl", ["bash"]), ("python", [sys.executable])):
        page.click(f"#client-{client}")
        (tmp_path / "script").write_text(page.inner_text("#snippet"))
        subprocess.run([*command, "script"], cwd=tmp_path, check=True)
        assert (tmp_path / "chart.png").read_bytes().startswith(b"\x89PNG"), client
        (tmp_path / "chart.png").unlink()
    page.click("#client-url")
    page.click("#short")
    page.wait_for_selector("#note a")


def test_the_address_contains_the_text(browser, page, server):
    write(page, LINE)
    page.click("#share")
    wait_for(page, "location.hash.startsWith('#chart=')")
    for other in open_page(browser, page.url.split("#")[0]):
        other.goto("about:blank")
        other.goto(page.url)
        wait_for(other, "document.getElementById('text').value.includes('series')")
        assert other.input_value("#text") == LINE


@pytest.mark.parametrize("width", [340, 390, 800, 1024, 1440, 2560])
def test_nothing_overflows(page, width):
    page.set_viewport_size({"width": width, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.set_viewport_size({"width": 1280, "height": 800})


def test_light_and_dark(page):
    colors = set()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        colors.add(page.evaluate("getComputedStyle(document.body).backgroundColor + getComputedStyle(document.body).color"))
    assert len(colors) == 2


def test_with_a_token(browser):
    with Server(name.TOKEN, "secret") as running:
        context = browser.new_context()
        page = context.new_page()
        page.goto(running.address)
        page.wait_for_selector("#sign-in:not([hidden])")
        page.fill("#sign-in input", "secret")
        page.click("#sign-in button")
        page.wait_for_selector("#picture[src]")
        context.close()
