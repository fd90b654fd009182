"""Live charts, without a browser: events in, frames out."""

from __future__ import annotations

import gc
import io
import json
import struct
import time
from typing import Any

import numpy as np
import pytest
from PIL import Image

import vitrail
from vitrail._live_session import LiveSession

anywidget = pytest.importorskip("anywidget")


class Client:
    """A client of a session."""

    def __init__(self, chart: vitrail.Chart, **options: Any) -> None:
        self.session = LiveSession([(chart._text, chart._tables_of_library(), None)], options)
        self.messages: list[dict[str, Any]] = []
        self.frame = b""
        self.session.connect()
        self.send("resize", width=400, height=200)

    def send(self, kind: str, **members: Any) -> None:
        self.session.receive(json.dumps({"event_type": kind, **members}))

    def take(self, seconds: float = 10) -> bytes | None:
        data = self.session.next(seconds)
        if data is not None and data[:4] == b"VLF1":
            self.frame = data
            self.send("frame_feedback", index=struct.unpack("<I", data[4:8])[0])
        elif data is not None:
            self.messages.append(json.loads(data))
        return data

    def until(self, kind: str) -> dict[str, Any]:
        """The next message of a type."""
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline:
            count = len(self.messages)
            assert self.take() is not None
            if len(self.messages) > count and self.messages[-1]["type"] == kind:
                return self.messages[-1]
        pytest.fail(f"no message {kind}: {self.messages}")

    def pixels(self) -> np.ndarray[Any, Any]:
        return np.asarray(Image.open(io.BytesIO(self.frame[24:])).convert("RGBA"))


def chart(**more: Any) -> vitrail.Chart:
    return vitrail.plot(np.sin(np.arange(300) / 20), size=(400, 200), scale=1, **more)


def test_the_first_frame_is_the_charts_picture() -> None:
    client = Client(chart())
    assert client.until("state")["state"]["charts"][0]["x"] == [None]
    assert client.messages[0]["type"] == "hello"
    assert np.array_equal(client.pixels(), chart().to_numpy())
    client.session.close()


def test_a_moved_chart_is_the_picture_of_its_ranges() -> None:
    client = Client(chart(y_range=(-2, 2)), axes="x")
    client.until("state")
    client.send("preferences", reduced_motion=True)
    client.send("key_down", key="+")
    low, high = client.until("state")["state"]["charts"][0]["x"][0]
    assert 200 < high - low < 280
    assert np.array_equal(client.pixels(), chart(y_range=(-2, 2), x_range=(low, high)).to_numpy())
    client.session.close()


def test_wrong_events_are_answered_and_change_nothing() -> None:
    client = Client(chart())
    client.until("state")
    client.send("fly")
    assert client.until("error")["path"] == "event_type"
    client.session.receive("{")
    assert client.until("error")["path"] == ""
    with pytest.raises(ValueError, match="size"):
        client.session.receive(" " * 70_000)
    client.session.close()


def test_nothing_comes_while_nothing_changes() -> None:
    client = Client(chart())
    client.until("state")
    with pytest.raises(TimeoutError):
        while True:
            client.take(1)
    client.session.close()


def test_a_new_connection_takes_over_and_keeps_the_state() -> None:
    client = Client(chart())
    client.until("state")
    client.send("preferences", reduced_motion=True)
    client.send("key_down", key="+")
    state = client.until("state")["state"]
    client.session.connect()
    assert "elsewhere" in client.until("closing")["reason"]
    assert client.until("hello")["resumed"]
    client.send("resize", width=400, height=200)
    assert client.until("state")["state"] == state
    client.session.close()


def test_a_session_ends() -> None:
    client = Client(chart())
    client.until("state")
    client.session.end()
    client.until("closing")
    assert client.session.next(5) is None and client.session.next(5) is None
    client.session.close()
    client.session.close()
    client.session.end()
    client.send("key_down", key="+")
    assert client.session.next() is None


def test_a_client_can_close_the_session() -> None:
    client = Client(chart())
    client.until("state")
    client.send("close")
    client.until("closing")
    assert client.session.next(5) is None
    client.session.close()


def test_arrays_are_read_in_place_and_kept() -> None:
    values = np.sin(np.arange(1_000_000) / 1e4)
    client = Client(vitrail.plot(values, size=(400, 200), scale=1))
    del values
    gc.collect()
    client.until("state")
    before = client.pixels()
    client.send("preferences", reduced_motion=True)
    for _ in range(20):
        client.send("key_down", key="+")
        assert client.until("state")["state"]["charts"][0]["x"] != [None]
        client.send("key_down", key="0")
        assert client.until("state")["state"]["charts"][0]["x"] == [None]
    assert np.array_equal(client.pixels(), before)
    client.session.close()


def test_memory_stays_flat_over_many_frames() -> None:
    def resident() -> int:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    client = Client(chart())
    client.until("state")
    client.send("preferences", reduced_motion=True)
    sizes = []
    for turn in range(300):
        client.send("key_down", key="+-"[turn % 2])
        client.until("state")
        if turn in (99, 299):
            sizes.append(resident())
    assert sizes[1] - sizes[0] < 8 << 20
    client.session.close()


def test_wrong_options_are_refused() -> None:
    with pytest.raises(vitrail.DescriptionError, match=r"options\.axes"):
        Client(chart(), axes="z")
    with pytest.raises(vitrail.DescriptionError, match=r"series\[0\]\.type"):
        Client(vitrail.Chart({"series": [{"type": "lines"}]}))


class Recorder:
    """What a widget sends to its views."""

    def __init__(self, widget: Any) -> None:
        self.sent: list[tuple[Any, Any]] = []
        widget.send = lambda content, buffers=None: self.sent.append((content, buffers))

    def of(self, view: str, kind: str) -> dict[str, Any]:
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            for content, _ in list(self.sent):
                if content["view"] == view and content.get("message", {}).get("type") == kind:
                    return dict(content["message"])
            time.sleep(0.02)
        pytest.fail(f"no {kind} for {view}: {[content for content, _ in self.sent]}")


def test_the_widget_serves_its_newest_view() -> None:
    widget: Any = vitrail.live(chart(), height=200)
    record = Recorder(widget)
    widget._hear({"view": "a", "connect": True}, [])
    record.of("a", "hello")
    widget._hear({"view": "a", "event": {"event_type": "resize", "width": 400, "height": 200}}, [])
    deadline = time.monotonic() + 10
    while not any(buffers for _, buffers in record.sent):
        assert time.monotonic() < deadline
        time.sleep(0.02)
    frame = next(buffers for _, buffers in record.sent if buffers)[0]
    widget._hear({"view": "a", "event": {"event_type": "frame_feedback", "index": 1}}, [])
    assert frame[:4] == b"VLF1"
    record.of("a", "state")
    assert widget.state["x"] == [None]
    widget._hear({"view": "b", "connect": True}, [])
    record.of("b", "hello")
    assert "elsewhere" in record.of("a", "closing")["reason"]
    count = len(record.sent)
    # The old view is not heard.
    widget._hear({"view": "a", "event": {"event_type": "fly"}}, [])
    widget._hear("nonsense", [])
    time.sleep(0.3)
    assert len(record.sent) == count
    widget._hear({"view": "a", "ask": True}, [])
    assert record.sent[-1][0] == {"view": "a", "answer": True}
    widget.close()
    record.of("b", "closing")
    widget._hear({"view": "c", "connect": True}, [])
    assert record.sent[-1][0] == {"view": "c", "hasEnded": True}


def test_several_charts_are_linked() -> None:
    other = vitrail.plot(np.cos(np.arange(300) / 20), size=(400, 100), scale=1)
    widget: Any = vitrail.live([chart(), other], axes="x")
    record = Recorder(widget)
    widget._hear({"view": "a", "connect": True}, [])
    assert len(record.of("a", "hello")["series"]) == 2
    for event in (
        {"event_type": "resize", "width": 400, "height": 300},
        {"event_type": "preferences", "reduced_motion": True},
        {"event_type": "key_down", "key": "+"},
        *({"event_type": "frame_feedback", "index": index} for index in range(1, 9)),
    ):
        widget._hear({"view": "a", "event": event}, [])
    deadline = time.monotonic() + 20
    while len(widget.states) != 2 or widget.states[0]["x"] == [None]:
        assert time.monotonic() < deadline, widget.states
        time.sleep(0.02)
    assert widget.states[0]["x"] == widget.states[1]["x"] and widget.state == widget.states[0]
    data, _ = widget._repr_mimebundle_()
    assert data["text/html"].count("<img") == 2 and 'width="400"' in data["text/html"]
    widget.close()


def test_errors_of_several_charts_name_the_chart() -> None:
    with pytest.raises(vitrail.DescriptionError, match=r"charts\[1\]\.series\[0\]\.type"):
        vitrail.live([chart(), {"series": [{"type": "lines"}]}])


def test_the_widget_has_a_still_picture() -> None:
    widget: Any = vitrail.live(chart())
    data, metadata = widget._repr_mimebundle_()
    assert data["image/png"].startswith("iVBOR") and "application/vnd.jupyter.widget-view+json" in data
    assert metadata["image/png"]["width"] == 400
    widget.close()


def test_arguments_are_checked() -> None:
    with pytest.raises(ValueError, match="axes is one of x, y, xy"):
        vitrail.live(chart(), axes="z")
    with pytest.raises(ValueError, match="height"):
        vitrail.live(chart(), height=0)
    with pytest.raises(ValueError, match="1 to 16 charts, not 0"):
        vitrail.live([])
    with pytest.raises(ValueError, match="link is one of x, y, xy, none"):
        vitrail.live([chart(), chart()], link="z")
    with pytest.raises(TypeError, match="description"):
        vitrail.live([1, 2])  # type: ignore[arg-type]


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.delitem(sys.modules, "vitrail._live_widget", raising=False)
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(ImportError, match=r"vitrail\[live\]"):
        vitrail.live(chart())
