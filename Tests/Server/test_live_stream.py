"""`vitrail live - --stream`: rows on a pipe, a socket and a page. `LIVE_PICTURES` names a folder for screenshots."""
import json
import math
import os
import pathlib
import select
import subprocess
import time

import pytest
from live import RGBA, Frame, Live, wait
from server import COMMAND


class Stream(Live):
    """`vitrail live` with a pipe as its standard input."""

    def __init__(self, *options):
        super().__init__("-", "--stream", *options)

    stdin = subprocess.PIPE

    def write(self, text):
        self.process.stdin.write(text.encode())
        self.process.stdin.flush()

    def close(self):
        self.process.stdin.close()


def rows(numbers):
    return "".join(f"{t},{round(math.sin(t / 7) * 50 + t % 3, 3)},{t % 40}\n" for t in numbers)


def picture(opened, is_done, seconds=60):
    """The last frame after which `is_done` holds for the status and the alternative text."""
    texts, frame, end = {}, None, time.monotonic() + seconds
    while time.monotonic() < end:
        message = opened.read()
        if isinstance(message, Frame):
            opened.send("frame_feedback", index=message.index)
            frame = message
        elif message["type"] in ("status", "alt"):
            texts[message["type"]] = message["text"]
            if is_done(texts):
                return frame
    raise AssertionError(f"{texts}")


def ended(count):
    return lambda texts: texts.get("status", "").startswith(f"The stream has ended: {count} rows")


def plot(folder, text, *options):
    """The pixels that `vitrail plot` draws of the same rows."""
    (folder / "rows.csv").write_text(text)
    command = [COMMAND, "plot", folder / "rows.csv", "-o", folder / "rows.rgba", "--size", "400x300", "--scale", "1"]
    subprocess.run([*map(str, command), *options], check=True, timeout=100)
    return (folder / "rows.rgba").read_bytes()


@pytest.mark.parametrize("options, more, first, last", [
    (["--window", "60"], ["--x-range", "939:999"], 0, 1000),
    (["--window", "61rows"], ["--x-range", "939:999"], 0, 1000),
    ([], [], 0, 1000),
    (["--keep", "100"], [], 900, 1000),
    ([], [], 0, 20),
])
def test_a_frame_has_the_pixels_of_plot(tmp_path, options, more, first, last):
    columns = ["--x", "t", "--y", "v", "--y", "w"]
    with Stream(*columns, *options) as stream, stream.socket("?frames=rgba") as opened:
        opened.start(400, 300)
        stream.write("t,v,w\n" + rows(range(last // 2)))
        opened.until("frame")
        stream.write(rows(range(last // 2, last)))
        stream.close()
        frame = picture(opened, ended(last))
        assert frame.format == RGBA and (frame.width, frame.height) == (400, 300)
        assert frame.picture == plot(tmp_path, "t,v,w\n" + rows(range(first, last)), *columns, *more)


def test_dates_have_the_pixels_of_plot(tmp_path):
    columns = ["--x", "day", "--y", "v", "--type", "area", "--decimal", ","]
    text = "day;v\n" + "".join(f"{t % 28 + 1:02}.{t // 28 + 1:02}.2024;{t % 5},5\n" for t in range(100))
    with Stream(*columns, "--window", "30d") as stream, stream.socket("?frames=rgba") as opened:
        opened.start(400, 300)
        stream.write(text)
        stream.close()
        frame = picture(opened, ended(100))
        assert "dates are read as %d.%m.%Y; --date-format" in stream.output()
        assert frame.picture == plot(tmp_path, text, *columns, "--x-range", "2024-03-17:2024-04-16")


def test_csv_and_ndjson_give_the_same_pixels_however_they_arrive():
    frames = []
    texts = ["t,v\n" + "".join(f"{t},{t % 9}\n" for t in range(30)),
             "".join(json.dumps({"t": t, "v": t % 9}) + "\n" for t in range(30)),
             "t;v\r\n" + "".join(f"{t};\"{t % 9},0\"\r\n" for t in range(30))]
    for text, step in [(texts[0], 1000), (texts[0], 1), (texts[1], 1000), (texts[1], 7), (texts[2], 3)]:
        with Stream("--x", "t", "--y", "v") as stream, stream.socket("?frames=rgba") as opened:
            opened.start(400, 300)
            for start in range(0, len(text), step):
                stream.write(text[start:start + step])
            stream.close()
            frames.append(picture(opened, ended(30)).picture)
    assert all(frame == frames[0] for frame in frames)


def test_it_waits_follows_pauses_and_ends():
    with Stream("--x", "t", "--window", "50", "--title", "Sine") as stream, stream.socket() as opened:
        hello, _ = opened.start()
        assert hello["title"] == "Sine" and hello["series"] == []
        assert opened.until("status")["text"] == "Waiting for data"
        # A header alone is no data.
        stream.write("t,v,w\n")
        stream.write(rows(range(200)))
        assert opened.until("series")["series"] == ["v", "w"]
        assert opened.until("status")["text"] == ""
        opened.send("key_down", key="ArrowLeft")
        while (x := opened.state()["x"][0]) is None:
            pass
        assert x[1] - x[0] == pytest.approx(50)
        stream.write(rows(range(200, 300)))
        assert "Press 0" in opened.until("status")["text"]
        opened.send("key_down", key="0")
        assert opened.state()["x"] == [None]
        assert opened.until("status")["text"] == ""
        stream.write("300,oh,1\nnothing\n")
        assert "standard input:302: " in opened.until("warning")["message"]
        assert "standard input:303: " in opened.until("warning")["message"]
        stream.close()
        while "ended" not in (text := opened.until("status")["text"]):
            pass
        assert text == "The stream has ended: 301 rows, 2 wrong"
        # The chart stays, for new pages, too.
        opened.send("key_down", key="-")
        opened.until("frame")
        with stream.socket() as other:
            hello, _ = other.start()
            assert hello["series"] == ["v", "w"]
            assert other.until("status")["text"] == text
        assert "standard input:302: " in stream.output()


@pytest.mark.parametrize("text, status", [("", "The stream has ended: 0 rows"), ("t,v\n", "The stream has ended: 0 rows")])
def test_a_stream_without_rows(text, status):
    with Stream() as stream, stream.socket() as opened:
        opened.start()
        assert opened.until("status")["text"] == "Waiting for data"
        stream.write(text)
        stream.close()
        while (message := opened.until("status")["text"]) != status:
            assert message == "Waiting for data"


@pytest.mark.parametrize("options, text, code, message", [
    (["--y", "volts"], "t,volt\n1,2\n", 65, 'did you mean "volt"'),
    ([], "t,v\n1,2\n", 64, "--window: units of time need dates"),
    ([], "\x1f\x8b\x08 compressed\nrow\n", 65, "gzip"),
])
def test_a_stream_that_cannot_be_drawn_ends_the_command(options, text, code, message):
    with Stream("--window", "5min", *options) as stream:
        stream.process.stdin.write(text.encode("latin-1"))
        stream.close()
        assert stream.process.wait(60) == code
        assert message in stream.output()


@pytest.mark.parametrize("arguments, message", [
    (["rows.csv", "--stream"], "the only input is -"),
    (["-", "--window", "5"], "--window needs --stream"),
    (["-", "--keep", "5"], "--keep needs --stream"),
    (["-", "--stream", "--keep", "1"], "--keep is 2 to 100000000, not 1"),
    (["-", "--stream", "--window", "-1s"], "window"),
    (["-", "--stream", "--type", "pie"], "--type line, area or scatter"),
    (["-", "--stream", "--by", "v"], "no --by"),
    (["-", "--x", "t"], "with --stream, it is data"),
])
def test_wrong_arguments_are_refused(arguments, message):
    result = subprocess.run([COMMAND, "live", *arguments], capture_output=True, text=True, timeout=30, stdin=subprocess.DEVNULL)
    assert result.returncode == 64 and message in result.stderr, result.stderr


def test_closed_standard_input_is_an_error():
    result = subprocess.run(["sh", "-c", f"exec '{COMMAND}' live - --stream <&-"], capture_output=True, text=True, timeout=60)
    assert result.returncode == 66 and "standard input" in result.stderr


def memory(process):
    """Resident MiB."""
    for line in pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0


def test_a_writer_without_end_neither_fills_memory_nor_stops_frames():
    block = ("".join(f"{t % 1000}\n" for t in range(20_000))).encode()
    with Stream("--no-header", "--y", "1", "--keep", "100000") as stream:
        os.set_blocking(stream.process.stdin.fileno(), False)
        with stream.socket() as opened:
            opened.start(400, 300)
            written, frames, sizes, end = 0, 0, [], time.monotonic() + 12
            while time.monotonic() < end:
                try:
                    written += os.write(stream.process.stdin.fileno(), block) or 0
                except BlockingIOError:
                    pass
                while select.select([opened.connection], [], [], 0)[0]:
                    message = opened.read()
                    if isinstance(message, Frame):
                        opened.send("frame_feedback", index=message.index)
                        frames += 1
                sizes.append(memory(stream.process))
        assert written > 10_000_000 and frames > 24, (written, frames)
        third = len(sizes) // 3
        assert max(sizes[2 * third:]) < max(sizes[third:2 * third]) + 60, max(sizes)
        stream.process.kill()


def test_the_page_of_a_stream(browser):
    with Stream("--x", "t", "--y", "v", "--y", "w", "--window", "50") as stream:
        page = browser.new_page(viewport={"width": 800, "height": 450})
        try:
            page.goto(stream.address)
            status = page.locator("#status")
            wait(lambda: status.text_content() == "Waiting for data", 60)
            screenshot(page, "stream-waiting")
            stream.write("t,v,w\n" + rows(range(300)))
            wait(lambda: status.text_content() == "", 60)
            before = int(page.locator("#chart").get_attribute("data-frame"))
            for t in range(300, 330):
                stream.write(rows([t]))
                time.sleep(0.02)
            wait(lambda: int(page.locator("#chart").get_attribute("data-frame")) > before + 5, 60)
            screenshot(page, "stream-following")
            page.locator("#chart").focus()
            page.keyboard.press("Tab")
            wait(lambda: page.locator("#announcement").text_content().startswith("v, "))
            page.keyboard.press("Escape")
            page.keyboard.press("ArrowLeft")
            wait(lambda: "Press 0" in status.text_content(), 60)
            screenshot(page, "stream-paused")
            page.keyboard.press("0")
            wait(lambda: status.text_content() == "", 60)
            stream.close()
            wait(lambda: "ended: 330 rows" in status.text_content(), 60)
            assert status.is_visible()
            screenshot(page, "stream-ended")
        finally:
            page.close()


def screenshot(page, name):
    folder = os.environ.get("LIVE_PICTURES")
    if folder:
        page.screenshot(path=pathlib.Path(folder, f"{name}.png"))
