"""The widget of `vitrail.live`."""

from __future__ import annotations

import asyncio
import atexit
import base64
import json
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ._chart import Chart
from ._live_session import LiveSession

_FOLDER = Path(__file__).resolve().parent


def _canvas() -> str:
    """The module that the page of ``vitrail live`` uses, too: in the wheel, or in the repository."""
    for folder in (_FOLDER, _FOLDER.parents[2] / "Sources" / "VitrailServer" / "Page"):
        path = folder / "live-canvas.js"
        if path.exists():
            return path.read_text(encoding="utf-8")
    raise ImportError("live-canvas.js is not beside the package; install the wheel")


class LiveWidget(anywidget.AnyWidget):
    """A chart that can be moved; `vitrail.live` makes it."""

    _esm = _canvas() + "\n" + (_FOLDER / "_live_widget.js").read_text(encoding="utf-8")
    _css = (_FOLDER / "_live_widget.css").read_text(encoding="utf-8")
    _width = traitlets.Float(None, allow_none=True).tag(sync=True)
    _height = traitlets.Float(400).tag(sync=True)

    #: Ranges of the axes ``x`` and ``y``: for each axis a list of two numbers, or None for the default range; and the
    #: marked point, ``crosshair``. It changes when the chart rests; ``observe(function, "state")`` calls a function.
    state: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True)
    #: Assumptions that the chart is drawn with.
    warnings: traitlets.List[str] = traitlets.List(read_only=True)

    def __init__(self, chart: Chart, *, width: float | None, height: float, axes: str) -> None:
        self._chart = chart
        self._session = LiveSession(
            chart._text, chart._tables_of_library(), {"axes": axes, "directory": chart._folder or "."}
        )
        super().__init__(_width=width, _height=height)
        self._view: str | None = None
        #: Views whose connections have begun and whose first message has not come.
        self._coming: list[str] = []
        self.on_msg(LiveWidget._hear)
        try:
            loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            loop = None
        _sessions.add(self._session)
        reader = threading.Thread(
            target=_read, args=(self._session, weakref.WeakMethod(self._tell), loop), name="vitrail-live", daemon=True
        )
        reader.start()

    def _hear(self, content: Any, buffers: Any) -> None:
        """A message of a view."""
        if not isinstance(content, dict) or not isinstance(content.get("view"), str):
            return
        if content.get("connect"):
            self._coming.append(content["view"])
            self._session.connect()
        elif content["view"] in (self._view, *self._coming[-1:]):
            self._session.receive(json.dumps(content.get("event")))

    def _tell(self, data: bytes) -> None:
        """A message of the session."""
        if data[:4] == b"VLF1":
            self.send({"view": self._view}, [data])
            return
        message = json.loads(data)
        if message["type"] == "hello" and self._coming:
            self._view = self._coming.pop(0)
        elif message["type"] == "state":
            self.set_trait("state", message["state"]["charts"][0])
        elif message["type"] == "warning":
            self.set_trait("warnings", [*self.warnings, message["message"]])
        self.send({"view": self._view, "message": message})

    def close(self) -> None:
        """End the session, and remove the widget from the notebook."""
        self._session.end()
        super().close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """For Jupyter: the widget, and a PNG where there are no widgets, as in a saved notebook."""
        made = super()._repr_mimebundle_(**options)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        still, facts = self._chart._repr_mimebundle_()
        still["image/png"] = base64.b64encode(still["image/png"]).decode()
        return {**still, **data}, {**facts, **metadata}


def _read(
    session: LiveSession,
    target: weakref.WeakMethod[Callable[[bytes], None]],
    loop: asyncio.AbstractEventLoop | None,
) -> None:
    """Pass messages of a session on until it ends. The thread waits in the library, without the GIL."""
    try:
        while (data := session.next()) is not None:
            tell = target()
            if tell is None:
                break
            if loop is None:
                tell(data)
            elif loop.is_closed():
                break
            else:
                loop.call_soon_threadsafe(tell, data)
            del tell
    finally:
        _sessions.discard(session)
        session.close()


_sessions: set[LiveSession] = set()


def _end_all() -> None:
    for session in list(_sessions):
        session.end()


atexit.register(_end_all)
