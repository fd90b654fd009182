"""`vitrail live` over its socket: the handshake, frames, limits, and what a rude client gets."""
import contextlib
import json
import os
import signal
import socket
import struct
import subprocess
import time

import pytest
from live import PNG, RGBA, Frame, Live, Refused, Socket, chart, pixels, wait
from server import COMMAND


@pytest.fixture(scope="module")
def live():
    with Live(None, "--max-sessions", "100") as running:
        yield running
        assert running.process.poll() is None, running.output()[-3000:]


def refusal(live, query="", path=None, **headers):
    with pytest.raises(Refused) as caught:
        if path is None:
            live.socket(query, **headers).close()
        else:
            Socket(live.host, live.port, path, headers).close()
    problem = json.loads(caught.value.body)
    assert problem["status"] == caught.value.status and problem["code"] and problem["message"]
    assert caught.value.headers["content-type"] == "application/problem+json"
    return caught.value.status


def test_the_page_has_its_files_and_a_strict_policy(live):
    page = live.ask(live.path)
    assert page.status == 200 and page.kind == "text/html"
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "unsafe" not in policy
    assert page.headers["Referrer-Policy"] == "no-referrer"
    for name, kind in (("live.js", "text/javascript"), ("live-canvas.js", "text/javascript"), ("live.css", "text/css")):
        assert name.encode() in page.body
        assert live.ask(live.path + name).kind == kind
    assert live.ask(live.path, "HEAD").body == b""
    for query in ("", "?frames=rgba"):
        redirect = live.ask(live.path.rstrip("/") + query)
        assert (redirect.status, redirect.headers["Location"]) == (308, live.path + query)


def test_other_addresses_do_not_exist(live):
    name = live.path.strip("/")
    assert len(name) == 26
    other = "/" + ("A" if name[0] != "A" else "B") + name[1:] + "/"
    for path in ("/", "/live.js", "/socket", other, other + "live.js", live.path + "x", live.path + "a/live.js", "//"):
        answer = live.ask(path)
        assert answer.status == 404 and answer.kind == "application/problem+json", path
        assert name not in answer.body.decode()
    posted = live.ask(live.path, "POST")
    assert posted.status == 405 and posted.headers["Allow"] == "GET, HEAD"


def test_a_refused_socket_gets_an_answer(live):
    assert refusal(live, path="/socket") == 404
    assert refusal(live, path="/" + "A" * 26 + "/socket") == 404
    assert refusal(live, Origin="https://example.com") == 403
    assert refusal(live, Origin="null") == 403
    assert live.ask(live.path + "socket").status == 426
    assert refusal(live, Sec_WebSocket_Version="12") == 426
    with live.socket(Origin=f"http://{live.host}:{live.port}") as opened:
        assert opened.until("hello")["title"] == "Two lines"


def test_a_key_leads_to_a_frame(live):
    with live.socket() as opened:
        hello, first = opened.start()
        assert hello["version"] == 1 and hello["series"] == ["up", "down"] and not hello["resumed"]
        assert (first.index, first.width, first.height, first.format) == (1, 400, 300, PNG)
        assert "up" in opened.until("alt")["text"]
        assert opened.state() == {"x": [None], "y": [None]}
        opened.send("key_down", key="+")
        second = opened.until("frame")
        assert second.index == 2 and second.picture != first.picture


def test_a_frame_is_the_picture_of_render(live, tmp_path):
    description = chart(size={"width": 400, "height": 300})
    (tmp_path / "chart.json").write_text(json.dumps(description))
    command = [COMMAND, "render", tmp_path / "chart.json", "--format", "rgba", "-o", "-"]
    raw = subprocess.run(command, check=True, capture_output=True).stdout
    with live.socket() as opened, live.socket("?frames=rgba") as other:
        _, png = opened.start()
        _, rgba = other.start()
        assert png.format == PNG and rgba.format == RGBA
        assert rgba.picture == raw[-400 * 300 * 4:]
        assert pixels(png) == rgba.picture


def test_sizes_are_those_of_the_screen(live):
    with live.socket() as opened:
        _, frame = opened.start(320, 240, 2)
        assert (frame.width, frame.height) == (640, 480)
        opened.send("resize", width=300.5, height=200, pixel_ratio=1)
        wait(lambda: opened.until("frame").height == 200)


def test_at_most_two_frames_are_under_way(live):
    with live.socket("?frames=rgba") as opened:
        opened.until("hello")
        opened.send("resize", width=400, height=300)
        first = opened.frame()
        opened.send("key_down", key="+")
        opened.frame()
        for _ in range(10):
            opened.send("key_down", key="ArrowRight")
        time.sleep(0.5)
        # Its answer comes before the third frame.
        opened.send_raw(1, b"{}")
        while (answer := opened.read())["type"] != "error":
            pass
        opened.send("frame_feedback", index=first.index)
        third = opened.until("frame")
        assert third.index == 3


def test_a_slow_client_gets_fewer_pixels_until_the_chart_rests(live):
    with live.socket("?frames=rgba") as opened:
        opened.start()
        opened.send("key_down", key="+")
        sharp = opened.frame()
        time.sleep(1)
        opened.send("frame_feedback", index=sharp.index)
        opened.send("key_down", key="ArrowLeft")
        coarse, last = opened.until("frame"), opened.until("frame")
        assert (sharp.width, coarse.width, last.width) == (400, 200, 400)


@pytest.mark.parametrize("text, path", [
    (b"", ""), (b"nonsense", ""), (b"[1]", ""), (b'{"event_type": "fly"}', "event_type"),
    (b'{"event_type": "resize", "width": -1, "height": 1}', "width"),
    (b'{"event_type": "pointer_down", "x": 1, "y": 1, "touches": {"3": {"x": true, "y": 1}}}', "touches.3.x"),
    (b'{"event_type": "frame_feedback", "index": 77}', "index"),
    (b'{"event_type": "key_down", "key": "' + b"a" * 66_000 + b'"}', ""), (b"[" * 60_000, ""), (b"\xff\xfe", ""),
])
def test_a_wrong_message_gets_an_error_and_ends_nothing(live, text, path):
    with live.socket() as opened:
        opened.until("hello")
        opened.send_raw(1, text)
        error = opened.until("error")
        assert error["path"] == path and error["message"]
        opened.send("resize", width=200, height=100)
        assert opened.until("frame").width == 200


def test_parts_of_a_message_are_joined(live):
    with live.socket() as opened:
        opened.until("hello")
        message = json.dumps({"event_type": "resize", "width": 210, "height": 100}).encode()
        opened.send_raw(1, message[:10], fin=False)
        opened.send_raw(9, b"ping")
        opened.send_raw(0, message[10:])
        assert opened.until("frame").width == 210


def test_a_client_comes_back_to_its_session(live):
    with live.socket() as opened:
        hello, _ = opened.start()
        opened.send("key_down", key="+")
        opened.until("frame")
        while (state := opened.state())["x"] == [None]:
            pass
    with live.socket(f"?session={hello['session']}") as opened:
        again = opened.until("hello")
        assert again["resumed"] and again["session"] == hello["session"]
        opened.send("resize", width=400, height=300)
        opened.until("frame")
        assert opened.state() == state
    # A new session, as after a restart of the server: the client brings the state.
    with live.socket("?session=0000") as opened:
        fresh = opened.until("hello")
        assert not fresh["resumed"] and fresh["session"] != hello["session"]
        opened.send("restore", state={"charts": [state]})
        opened.send("resize", width=400, height=300)
        opened.until("frame")
        assert opened.state() == state


def test_a_session_has_one_client(live):
    with live.socket() as first:
        hello, _ = first.start()
        with live.socket(f"?session={hello['session']}") as second:
            second.until("hello")
            assert "elsewhere" in first.until("closing")["reason"]
            assert first.read() is None


def test_sessions_are_limited_and_idle_ones_end():
    with Live(None, "--max-sessions", 2, "--idle-timeout", 1, "--reconnect-timeout", 1) as live:
        first, second = live.socket(), live.socket()
        with first, second:
            first.start()
            second.start()
            assert refusal(live) == 429
            # For a page, whose browser does not tell the reason.
            assert json.loads(live.ask(live.path + "socket").body)["code"] == "too-many-sessions"
            assert "no input" in first.until("closing")["reason"]
        wait(lambda: opens(live))


def opens(live):
    try:
        live.socket().close()
        return True
    except Refused as error:
        assert error.status == 429
        return False


def test_frames_keep_to_their_rate():
    with Live(None, "--frame-rate", 5) as live, live.socket("?frames=rgba") as opened:
        opened.start()
        begin, count = time.monotonic(), 0
        while time.monotonic() - begin < 1.5:
            opened.send("key_down", key="+" if count % 2 else "-")
            opened.until("frame")
            count += 1
        assert 2 <= count <= 9


def test_data_files_are_plotted(tmp_path):
    data = tmp_path / "prices.csv"
    data.write_text("day,open,close\n" + "".join(f"2024-01-{day:02},{day},{day * 2}\n" for day in range(1, 29)))
    with Live(data, "--x", "day", "--y", "open", "--y", "close", "--axes", "x") as live, live.socket() as opened:
        hello, frame = opened.start()
        assert hello["series"] == ["open", "close"]
        opened.send("key_down", key="+")
        opened.until("frame")
        while (state := opened.state())["x"] == [None]:
            pass
        assert state["y"] == [None]


def test_signals_end_it_in_order():
    for number in (signal.SIGTERM, signal.SIGINT):
        with Live() as live, live.socket() as opened:
            opened.start()
            live.process.send_signal(number)
            assert "stopping" in opened.until("closing")["reason"]
            assert live.process.wait(10) == 0, live.output()


def test_mistakes_end_the_command(tmp_path):
    def fails(*arguments):
        run = subprocess.run([COMMAND, "live", *map(str, arguments)], capture_output=True, timeout=30, text=True)
        return run.returncode, run.stderr

    (tmp_path / "bad.json").write_text('{"series": [{"type": "lime"}]}')
    code, text = fails(tmp_path / "bad.json")
    assert code == 65 and "series[0].type" in text
    assert fails(tmp_path / "missing.json")[0] == 66
    assert fails(tmp_path / "missing.csv")[0] == 66
    assert fails("-", "--port", 70_000)[0] == 64
    code, text = fails(tmp_path / "bad.json", "--x", "day")
    assert code == 64 and "--x" in text
    with Live() as live:
        (tmp_path / "chart.json").write_text(json.dumps(chart()))
        code, text = fails(tmp_path / "chart.json", "--port", live.port)
        assert code == 69 and str(live.port) in text


@pytest.mark.release
def test_a_silent_connection_is_closed(live):
    with socket.create_connection((live.host, live.port), timeout=30) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        assert connection.recv(1024) == b""


@pytest.mark.parametrize("point, key", [(2 ** 63 - 1, "ArrowRight"), (-2 ** 63, "ArrowLeft"), (200, "ArrowLeft")])
def test_a_marked_point_that_does_not_exist_marks_nothing(live, point, key):
    with live.socket() as opened:
        opened.start()
        assert "crosshair" not in opened.state()
        opened.send("restore", state={"charts": [{"x": [], "y": [], "crosshair": {"series": 0, "point": point}}]})
        opened.send("key_down", key=key)
        opened.send("key_down", key="Tab")
        while "crosshair" not in (state := opened.state()):
            pass
        assert 0 <= state["crosshair"]["point"] < 200


@pytest.mark.release
@pytest.mark.parametrize("talks", [False, True])
def test_a_client_that_never_reads_is_dropped(talks):
    with Live(None, "--reconnect-timeout", "1", "--max-sessions", "1") as live:
        opened = live.socket("?frames=rgba")
        opened.send("resize", width=2000, height=2000, pixel_ratio=1)
        deadline = time.monotonic() + 75
        while True:
            assert time.monotonic() < deadline, "the connection is still open"
            time.sleep(0.5)
            # Signs of life do not count if the client takes nothing.
            with contextlib.suppress(OSError):
                if talks:
                    opened.send("frame_feedback", index=1)
                    opened.send("key_down", key="0")
            if opens(live):
                break


def test_only_frames_that_were_written_are_acknowledged(live):
    with live.socket("?frames=rgba") as opened:
        # 16 MB do not fit into the buffers of the connection.
        opened.send("resize", width=2000, height=2000, pixel_ratio=1)
        for index in range(1, 16):
            opened.send("key_down", key="+" if index % 2 else "-")
            time.sleep(0.2)
            opened.send("frame_feedback", index=index)
        frames = []
        while not (isinstance(message := opened.read(), dict) and message["type"] == "error"):
            if isinstance(message, Frame):
                frames.append(message.index)
                assert len(frames) <= 8, "frames pile up"
        assert message["path"] == "index"


def test_a_connection_too_many_takes_no_session():
    with Live(None, "--max-sessions", "1") as live:
        # Connections that ask nothing.
        idle = [socket.create_connection((live.host, live.port)) for _ in range(256)]
        try:
            wait(lambda: is_closed(live))
        finally:
            for connection in idle:
                connection.close()

        def opens_now():
            with contextlib.suppress(IndexError, OSError):
                live.socket().close()
                return True

        wait(opens_now)


def is_closed(live):
    """Whether a socket cannot be opened because its connection is closed."""
    try:
        live.socket().close()
        return False
    except (IndexError, OSError):
        return True


def test_the_first_frame_has_the_size_of_the_client(live):
    with live.socket() as opened:
        hello, _ = opened.start(320, 240)
    for session in ("0000", hello["session"]):
        with live.socket(f"?session={session}") as opened:
            opened.until("hello")
            opened.send("preferences", reduced_motion=False)
            opened.send("restore", state={"charts": [{"x": [[10, 20]], "y": [None]}]})
            time.sleep(0.3)
            opened.send("resize", width=333, height=222)
            frame = opened.until("frame")
            assert (frame.width, frame.height) == (333, 222)
            assert opened.state()["x"] == [[10, 20]]


def test_a_file_that_shrinks_ends_the_session_and_the_next_one_reads_it_again(tmp_path):
    data = tmp_path / "samples.f64"
    data.write_bytes(struct.pack("<400000d", *(float(k % 100) for k in range(400_000))))
    with Live(data) as live:
        with live.socket() as opened:
            hello, _ = opened.start()
            opened.until("state")
            os.truncate(data, 8_000)
            opened.send("key_down", key="+")
            assert opened.until("closing")["reason"] == "samples.f64 has changed"
            assert opened.read() is None
        with live.socket(f"?session={hello['session']}") as opened:
            again, _ = opened.start()
            assert not again["resumed"] and again["session"] != hello["session"]


@pytest.mark.parametrize("event, members, back", [
    ("key_down", {"key": "+"}, {"key": "-"}),
    ("wheel", {"x": 200, "y": 150, "dy": -1000}, {"x": 200, "y": 150, "dy": 100}),
])
def test_every_zoom_has_a_way_back(live, event, members, back):
    with live.socket() as opened:
        opened.start()
        opened.until("state")
        for _ in range(300):
            opened.send(event, **members)
        opened.until("state")
        for _ in range(200):
            opened.send(event, **back)
        low, high = 0, 0
        while high - low < 50:
            low, high = opened.state()["x"][0] or (0, 199)


def test_only_a_get_becomes_a_socket(live):
    request = (
        f"POST {live.path}socket HTTP/1.1\r\nHost: {live.host}:{live.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        "Content-Length: 0\r\n\r\n")
    assert answer_to(live, request.encode()).startswith(b"HTTP/1.1 405 ")


def test_a_request_that_is_no_http_is_answered_and_closed(live):
    assert answer_to(live, b"garbage\r\n\r\n").startswith(b"HTTP/1.1 400 ")


def answer_to(live, request):
    """All bytes until the server closes."""
    with socket.create_connection((live.host, live.port), timeout=5) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_a_client_learns_no_folders(tmp_path):
    data = tmp_path / "samples.f64"
    data.write_bytes(struct.pack("<100d", *map(float, range(100))))
    with Live(data) as live:
        data.unlink()
        with pytest.raises(Refused) as caught:
            live.socket()
        problem = json.loads(caught.value.body)
        assert problem["code"] == "bad-chart" and "samples.f64" in problem["message"]
        assert "/" not in problem["message"]


def test_the_address_of_all_interfaces_has_the_name_of_the_machine():
    command = [COMMAND, "live", "-", "--host", "0.0.0.0"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        process.stdin.write(json.dumps(chart()).encode())
        process.stdin.close()
        address = process.stdout.readline().decode()
        process.terminate()
    assert address.startswith(f"http://{socket.gethostname()}"), address


def test_a_drag_at_the_edges_of_the_data_changes_nothing(live):
    with live.socket() as opened:
        opened.start(700, 400)
        opened.send("pointer_down", x=300, y=150, button=1, time_stamp=1)
        for step in range(1, 9):
            opened.send("pointer_move", x=300 - step * 7.3, y=150 - step * 3.1, time_stamp=1 + step / 100)
        opened.send("pointer_up", x=241.6, y=125.2, time_stamp=2)
        # Ends what moves.
        opened.send("key_down", key="Tab")
        while "crosshair" not in (state := opened.state()):
            pass
        assert (state["x"], state["y"]) == ([None], [None])
