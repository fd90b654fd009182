"""Live charts of `vitrail serve`: POST /live, the page, sockets, and sessions in worker processes."""
import contextlib
import json
import math
import os
import pathlib
import signal
import socket as sockets
import struct
import threading
import time

import pytest
from live import Frame, Refused, Socket, chart, pixels, wait
from server import Server, assert_problem, raw, statuses


def state_of(socket):
    """The next state of the chart."""
    (state,) = socket.until("state")["state"]["charts"]
    return state


class Session:
    """A live chart that was posted."""

    def __init__(self, server, subject=None, query="", **rest):
        answer = server.post("/live" + query, subject or chart(), **rest)
        assert answer.status == 201, answer
        self.server, self.answer, self.path = server, answer, answer.json()["url"]
        assert answer.headers["Location"] == self.path

    def socket(self, query="", **headers):
        return Socket("127.0.0.1", self.server.port, f"{self.path}socket{query}", headers)

    def page(self, file="", **rest):
        return self.server.get(self.path + file, **rest)

    def delete(self, **rest):
        return self.server.ask("DELETE", self.path.rstrip("/"), **rest)


@pytest.fixture(scope="module")
def serving():
    with Server("--live-sessions", 64) as running:
        yield running


def arguments(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return []


def live_workers(server):
    return [pid for pid in server.children() if b"--live" in arguments(pid)]


# Access


def test_a_posted_chart_has_a_page_and_a_socket(serving):
    session = Session(serving)
    name = session.path.strip("/").removeprefix("live/")
    assert len(name) == 26 and session.answer.json()["title"] == "Two lines"
    assert session.answer.json()["altText"] and session.answer.json()["warnings"] == []
    page = session.page()
    assert page.status == 200 and b"live.js" in page.body
    for name, kind in [("live.js", "text/javascript"), ("live-canvas.js", "text/javascript"), ("live.css", "text/css")]:
        assert session.page(name).kind == kind
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "connect-src 'self'" in policy
    assert page.headers["Referrer-Policy"] == "no-referrer" and page.headers["Cache-Control"] == "no-store"
    assert page.headers["X-Content-Type-Options"] == "nosniff"
    bare = serving.get(session.path.rstrip("/") + "?frames=rgba")
    assert bare.status == 308 and bare.headers["Location"] == session.path + "?frames=rgba"
    with session.socket() as opened:
        hello, frame = opened.start()
        assert hello["series"] == ["up", "down"] and not hello["resumed"]
        assert (frame.width, frame.height) == (400, 300) and len(set(pixels(frame))) > 20


def test_frames_are_those_of_render(serving):
    """The same chart and size in a picture and at rest in a live session."""
    subject = chart(size={"width": 400, "height": 300})
    with Session(serving, subject).socket() as opened:
        _, frame = opened.start()
    still = serving.render(subject)
    assert pixels(frame) == pixels(Frame(struct.pack("<4sIIIII", b"VLF1", 1, 400, 300, 0, 0) + still.body))


def test_wrong_charts_are_refused_when_they_are_posted(serving):
    for body, path in [
        (b"{", None), (b"", None), ({**chart(), "sries": []}, "sries"),
        (chart(series=[{"type": "line", "data": "d", "x": "x", "y": "upp"}]), "series[0].y"),
        (chart(series=[{"type": "line", "data": "e", "x": "x", "y": "up"}]), "series[0].data"),
        ({**chart(), "data": {"d": {"csv": "/etc/passwd"}}}, "data.d"),
    ]:
        problem = assert_problem(serving.post("/live", body), 400)
        assert path is None or problem["path"].startswith(path.split("[")[0]), problem
    frames = {"data": {"d": {"values": {"x": [1, 2], "y": [1, 2], "t": ["a", "b"]}}}, "frames": {"data": "d", "by": "t"},
              "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}]}
    assert assert_problem(serving.post("/live", frames), 400)["path"].startswith("frames")
    assert_problem(serving.post("/live?width=3", chart()), 400, "width")
    assert_problem(serving.post("/live?axes=z", chart()), 400, "axes")
    assert_problem(serving.post("/live?theme=z", chart()), 400, "theme")
    assert_problem(serving.ask("POST", "/live", b"x", {"Content-Type": "image/png"}), 415)
    assert_problem(serving.get("/live"), 405)
    assert serving.get("/live").headers["Allow"] == "POST"


def test_limits_of_descriptions_hold():
    with Server("--max-samples", 500, "--max-body", "20K", "--live-memory", "64M", "--live-workers", 1) as running:
        assert_problem(running.post("/live", chart(400)), 413)
        assert_problem(running.post("/live", chart(4_000)), 413)
        Session(running, chart(100))


def test_uploaded_files_belong_to_their_session(serving):
    """Two sessions with files of the same name; each keeps its own after the other one was opened."""
    def body(scale):
        lines = ["x,y", *(f"{x},{x * scale}" for x in range(300))]
        parts = {"chart": json.dumps({
            "data": {"d": {"csv": "data.csv"}}, "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}]})}
        text = "".join(
            f'--cut\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in parts.items())
        text += ('--cut\r\nContent-Disposition: form-data; name="file"; filename="data.csv"\r\n\r\n'
                 + "\n".join(lines) + "\r\n--cut--\r\n")
        return text.encode()

    kind = {"Content-Type": "multipart/form-data; boundary=cut"}
    answers = [serving.ask("POST", "/live", body(scale), kind) for scale in (1, 1000)]
    tops = []
    for answer in answers:
        assert answer.status == 201, answer
        with Socket("127.0.0.1", serving.port, answer.json()["url"] + "socket", {}) as opened:
            opened.start()
            state_of(opened)
            opened.send("wheel", x=200, y=150, dx=0, dy=-300, modifiers=[])
            tops.append(state_of(opened)["y"][0][1])
    assert tops[0] < 300 < tops[1], tops
    # A file that was lent for one chart is not there for another one.
    assert_problem(serving.post("/live", {
        "data": {"d": {"csv": "data.csv"}}, "series": [{"type": "line", "data": "d", "x": "x", "y": "y"}]}), 400)


def test_refused_upgrades_are_answered(serving):
    session = Session(serving)
    for path, headers, status, code in [
        ("/live/" + "0" * 26 + "/socket", {}, 404, "no-session"),
        ("/live/0/socket", {}, 404, "no-session"),
        (session.path + "socket", {"Origin": "https://evil.example"}, 403, "foreign-origin"),
        (session.path + "socket", {"Sec_WebSocket_Version": "8"}, 426, "upgrade-required"),
    ]:
        with pytest.raises(Refused) as refused:
            Socket("127.0.0.1", serving.port, path, headers)
        problem = json.loads(refused.value.body)
        assert (refused.value.status, problem["code"]) == (status, code), problem
        assert refused.value.headers["content-type"] == "application/problem+json"
    assert assert_problem(session.page("socket"), 426)["code"] == "upgrade-required"
    assert assert_problem(serving.get("/live/" + "0" * 26 + "/socket"), 404)["code"] == "no-session"
    assert_problem(session.page("other"), 404)
    assert_problem(session.page("socket/more"), 404)
    with session.socket(Origin=f"http://127.0.0.1:{serving.port}") as opened:
        assert opened.read()["type"] == "hello"


def test_a_request_for_a_socket_may_come_in_parts(serving):
    session = Session(serving)
    head = (f"GET {session.path}socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==\r\nSec-WebSocket-Version: 13\r\n\r\n")
    with sockets.create_connection(("127.0.0.1", serving.port), timeout=20) as connection:
        for byte in head.encode():
            connection.sendall(bytes([byte]))
        assert connection.recv(100).startswith(b"HTTP/1.1 101 ")


def test_other_requests_pass_by_the_gate(serving):
    """Requests that begin like a socket's, several on a connection, with an upgrade that is none of ours."""
    session = Session(serving)
    lines = "Host: x\r\n"
    first = f"GET {session.path}live.css HTTP/1.1\r\n{lines}\r\n"
    received, _ = raw(serving.port, first.encode(), timeout=5)
    assert statuses(received) == [200]
    two = f"GET /healthz HTTP/1.1\r\n{lines}\r\nGET {session.path}socket HTTP/1.1\r\n{lines}\r\n"
    received, closed = raw(serving.port, two.encode(), timeout=5)
    assert statuses(received) == [200, 426] and closed
    other = f"GET /healthz HTTP/1.1\r\n{lines}Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n"
    received, _ = raw(serving.port, other.encode(), timeout=2)
    assert statuses(received) == [200]
    received, closed = raw(serving.port, f"GET {session.path}socket \x00\r\n\r\n".encode(), timeout=5)
    assert closed and (statuses(received) or [400]) == [400]


def test_limits_of_connections_hold_before_the_upgrade():
    with Server("--header-timeout", 1, "--max-header", "4K") as running:
        session = Session(running)
        begin = time.monotonic()
        _, closed = raw(running.port, f"GET {session.path}socket HTTP/1.1\r\nHost:".encode(), timeout=10)
        assert closed and time.monotonic() - begin < 8
        _, closed = raw(running.port, b"GET /live/", timeout=10)
        assert closed
        long = f"GET {session.path}socket HTTP/1.1\r\nHost: x\r\nX: {'a' * 8000}\r\n\r\n"
        received, closed = raw(running.port, long.encode(), timeout=10)
        assert closed and statuses(received)[0] in (400, 431), received
        # A socket outlives the limits for requests.
        with session.socket() as opened:
            opened.start()
            time.sleep(3)
            opened.send("key_down", key="+")
            assert opened.until("frame")


def test_tokens_protect_posting_and_not_the_page():
    bearer = {"Authorization": "Bearer secret"}
    with Server("--token", "secret") as running:
        assert_problem(running.post("/live", chart()), 401)
        session = Session(running, headers=bearer)
        assert session.page().status == 200
        with session.socket() as opened:
            opened.start()
        assert_problem(session.delete(), 401)
        assert session.delete(headers=bearer).status == 204


def test_a_root_path_precedes_all_addresses():
    with Server("--root-path", "/charts", ready=False) as running:
        wait(lambda: ready(running, "/charts/readyz"), 20)
        answer = running.post("/charts/live", chart())
        path = answer.json()["url"]
        assert path.startswith("/charts/live/") and running.get(path).status == 200
        with Socket("127.0.0.1", running.port, path + "socket", {}) as opened:
            opened.start()
        with pytest.raises(Refused):
            Socket("127.0.0.1", running.port, path.removeprefix("/charts") + "socket", {})


def ready(server, path):
    with contextlib.suppress(OSError):
        return server.get(path, timeout=2).status == 200
    return False


def test_live_charts_can_be_switched_off():
    with Server("--live-sessions", 0) as running:
        assert_problem(running.post("/live", chart()), (404, 405))


# Sessions


def test_two_sessions_are_apart(serving):
    one, two = Session(serving), Session(serving, chart(50, title="Another"))
    assert one.path != two.path
    with one.socket() as first, two.socket() as second:
        assert first.start()[0]["title"] == "Two lines" and second.start()[0]["title"] == "Another"
        state_of(first), state_of(second)
        first.send("wheel", x=200, y=150, dx=0, dy=-300, modifiers=[])
        assert state_of(first)["x"] != [None]
        second.send("key_down", key="Escape")
        second.send("resize", width=420, height=300)
        second.until("frame")
        second.send("wheel", x=200, y=150, dx=0, dy=-1, modifiers=[])
        x = state_of(second)["x"][0]
        assert -1 < x[0] and x[1] < 51, x


def test_a_later_page_takes_the_session_over(serving):
    session = Session(serving)
    with session.socket() as first:
        first.start()
        with session.socket() as second:
            assert second.until("hello")["resumed"]
            assert "elsewhere" in first.until("closing")["reason"]
            assert first.read() is None


def test_a_lost_connection_finds_its_ranges_again(serving):
    session = Session(serving)
    with session.socket() as first:
        first.start()
        state_of(first)
        first.send("wheel", x=200, y=150, dx=0, dy=-300, modifiers=[])
        before = state_of(first)
    with session.socket() as second:
        hello, _ = second.start()
        assert hello["resumed"] and state_of(second) == before


def test_delete_ends_a_session(serving):
    session = Session(serving)
    with session.socket() as opened:
        opened.start()
        assert session.delete().status == 204
        assert "deleted" in opened.until("closing")["reason"]
        assert opened.read() is None
    assert_problem(session.delete(), 404)
    assert assert_problem(session.page(), 404)["code"] == "no-session"
    with pytest.raises(Refused):
        session.socket()


def test_an_idle_session_ends():
    with Server("--live-idle", 1) as running:
        session, unopened = Session(running), Session(running)
        with session.socket() as opened:
            opened.start()
            assert "no input" in opened.until("closing")["reason"]
        wait(lambda: session.page().status == 404 and unopened.page().status == 404, 30)
        wait(lambda: running.metrics()["vitrail_live_sessions"] == 0)


def test_the_client_may_end_its_session(serving):
    session = Session(serving)
    with session.socket() as opened:
        opened.start()
        opened.send("close")
        assert "client" in opened.until("closing")["reason"]
    wait(lambda: session.page().status == 404)


def test_the_number_of_sessions_is_limited():
    with Server("--live-sessions", 2, "--live-idle", 600) as running:
        first, second = Session(running), Session(running)
        answer = running.post("/live", chart())
        assert assert_problem(answer, 503)["code"] == "too-many-sessions" and answer.headers["Retry-After"]
        assert first.delete().status == 204
        Session(running)
        # A chart that is refused takes no place.
        assert second.delete().status == 204
        for _ in range(3):
            assert_problem(running.post("/live", {"sries": 1}), 400)
        Session(running)


def test_the_memory_of_all_sessions_is_limited():
    with Server("--live-sessions", 100, "--live-workers", 2, "--live-memory", "200M") as running:
        sessions = []
        while (answer := running.post("/live", chart())).status == 201:
            sessions.append(answer.json()["url"])
            assert len(sessions) < 40
        assert assert_problem(answer, 503)["code"] == "live-memory"
        assert len(sessions) >= 4 and len(live_workers(running)) == 2
        assert running.metrics()["vitrail_live_bytes"] <= 200 << 20
        for url in sessions[:3]:
            assert running.ask("DELETE", url.rstrip("/")).status == 204
        wait(lambda: running.post("/live", chart()).status == 201)


# Workers


def span(state):
    low, high = state["x"][0]
    return high - low


def test_a_killed_worker_is_replaced_and_ranges_stay():
    with Server("--live-workers", 1) as running:
        session, resting = Session(running), Session(running)
        with session.socket() as opened:
            opened.start()
            state_of(opened)
            opened.send("wheel", x=200, y=150, dx=0, dy=-300, modifiers=[])
            before = state_of(opened)
            frame = None
            for _ in range(2):
                (worker,) = live_workers(running)
                os.kill(worker, signal.SIGKILL)
                hello = opened.until("hello")
                assert hello["resumed"], hello
                # An acknowledgement that was on its way.
                opened.send("frame_feedback", index=999)
                opened.send("resize", width=400, height=300, pixel_ratio=1)
                shown = opened.read()
                assert isinstance(shown, Frame), shown
                opened.send("frame_feedback", index=shown.index)
                assert frame is None or pixels(frame) == pixels(shown)
                frame = shown
                assert state_of(opened) == before
            opened.send("frame_feedback", index=999)
            assert opened.until("error")["path"] == "index"
            opened.send("key_down", key="+")
            assert span(state_of(opened)) < span(before)
        with resting.socket() as other:
            assert other.start()
        numbers = running.metrics()
        assert numbers["vitrail_live_worker_ends_total"] == 2 and numbers["vitrail_live_restored_total"] == 4


def test_the_state_in_the_middle_of_a_drag_is_kept():
    """States are passed on with each frame, not only at rest."""
    with Server("--live-workers", 1) as running:
        with Session(running).socket() as opened:
            opened.start()
            state_of(opened)
            opened.send("wheel", x=200, y=150, dx=0, dy=-300, modifiers=[])
            before = state_of(opened)
            opened.send("pointer_down", x=200, y=150, button=1, touches={"1": {"x": 200, "y": 150}})
            for x in range(195, 120, -5):
                opened.send("pointer_move", x=x, y=150, button=1, touches={"1": {"x": x, "y": 150}})
                opened.until("frame")
            os.kill(live_workers(running)[0], signal.SIGKILL)
            opened.until("hello")
            opened.send("resize", width=400, height=300, pixel_ratio=1)
            after = state_of(opened)
            assert math.isclose(span(after), span(before), rel_tol=1e-6)
            assert after["x"][0][0] > before["x"][0][0] + 0.05 * span(before)


def test_a_session_may_be_deleted_while_it_is_restored():
    """Whatever the moment, the next chart gets the worker."""
    with Server("--live-workers", 1, "--max-samples", 2_000_000) as running:
        large = chart(400_000)
        for delay in (0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4):
            session = Session(running, large)
            (worker,) = live_workers(running)
            os.kill(worker, signal.SIGKILL)
            time.sleep(delay)
            assert session.delete().status == 204
            Session(running, timeout=25).delete()
        wait(lambda: running.metrics()["vitrail_live_sessions"] == 0)


def test_a_session_that_kills_its_worker_again_and_again_is_ended():
    with Server("--live-workers", 1, "--live-sessions", 8) as running:
        innocent, guilty = Session(running), Session(running)
        with guilty.socket() as opened:
            opened.start()
            for tries in range(1, 20):
                # Stands for a bug of the driver that an event of this session brings out.
                opened.send("key_down", key="+")
                opened.until("frame")
                os.kill(live_workers(running)[0], signal.SIGSEGV)
                message = {}
                while message.get("type") not in ("hello", "closing"):
                    message = opened.read()
                    if isinstance(message, Frame):
                        opened.send("frame_feedback", index=message.index)
                        message = {}
                if message["type"] == "closing":
                    break
                opened.send("resize", width=400, height=300, pixel_ratio=1)
                opened.until("frame")
            assert tries == 3 and "worker" in message["reason"], (tries, message)
        assert guilty.page().status == 404
        # The other session was in the same worker, but had no input.
        with innocent.socket() as other:
            other.start()
        numbers = running.metrics()
        assert numbers["vitrail_live_given_up_total"] == 1 and numbers["vitrail_live_worker_ends_total"] == 3


def test_five_active_sessions_beside_pictures():
    with Server("--live-workers", 2) as running:
        opened = [Session(running).socket() for _ in range(5)]
        counts, stop = [0] * 5, threading.Event()

        def play(k):
            opened[k].start()
            opened[k].send("wheel", x=200, y=150, dx=0, dy=-300, modifiers=[])
            opened[k].send("pointer_down", x=200, y=150, button=1, touches={"1": {"x": 200, "y": 150}})
            step = 0
            while not stop.is_set():
                step += 1
                x = 200 + 40 * math.sin(step / 10)
                opened[k].send("pointer_move", x=x, y=150, button=1, touches={"1": {"x": x, "y": 150}})
                opened[k].until("frame")
                counts[k] += 1

        threads = [threading.Thread(target=play, args=[k]) for k in range(5)]
        for thread in threads:
            thread.start()
        times = []
        for k in range(20):
            begin = time.monotonic()
            assert running.render(chart(200, title=f"Number {k}")).status == 200
            times.append(time.monotonic() - begin)
        stop.set()
        for thread in threads:
            thread.join(60)
        for socket in opened:
            socket.close()
        assert min(counts) >= 5, counts
        assert sorted(times)[10] < 5, times
        assert len(live_workers(running)) == 2
        assert running.metrics()["vitrail_live_frames_total"] >= sum(counts)


def test_pictures_do_not_wait_for_live_workers():
    """Stopped live workers delay no picture, and stopped workers of pictures no frame."""
    with Server("--live-workers", 1, "--workers", 1, workers=1) as running:
        pictures = [pid for pid in running.children() if pid not in live_workers(running)]
        with Session(running).socket() as opened:
            opened.start()
            (worker,) = live_workers(running)
            os.kill(worker, signal.SIGSTOP)
            assert running.render(chart(title="While the live worker is stopped")).status == 200
            os.kill(worker, signal.SIGCONT)
            for pid in pictures:
                os.kill(pid, signal.SIGSTOP)
            opened.send("key_down", key="+")
            opened.until("frame")
            for pid in pictures:
                os.kill(pid, signal.SIGCONT)


# Operation


def test_shutdown_tells_and_closes_sessions():
    with Server("--drain", 20) as running:
        session, unread = Session(running), Session(running)
        with session.socket() as opened, unread.socket() as silent:
            opened.start()
            silent.start()
            begin = time.monotonic()
            running.process.send_signal(signal.SIGTERM)
            assert "stopping" in opened.until("closing")["reason"]
            assert opened.read() is None
            assert running.process.wait(30) == 0
            assert time.monotonic() - begin < 15
        assert not live_workers_left(running)


def live_workers_left(server):
    return [pid for pid in os.listdir("/proc") if pid.isdigit() and is_child(int(pid), server.process.pid)]


def is_child(pid, parent):
    try:
        return int(pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1]) == parent
    except OSError:
        return False


def test_logs_have_no_names_of_sessions():
    with Server() as running:
        session = Session(running)
        name = session.path.strip("/").removeprefix("live/")
        session.page()
        with session.socket() as opened:
            opened.start()
        session.page("nothing")
        session.delete()
        wait(lambda: running.output().count("/live/{name}/socket") >= 1)
        running.stop()
        text = running.output()
        assert name not in text and "POST" in text, text


def test_the_schema_of_addresses_is_complete(serving):
    paths = serving.get("/openapi.json").json()["paths"]
    assert set(paths["/live"]) == {"post"} and {"get", "delete"} <= set(paths["/live/{name}"])
