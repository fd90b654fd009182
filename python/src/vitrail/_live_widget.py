"""The widget of `vitrail.live`."""

from __future__ import annotations

import asyncio
import atexit
import base64
import html
import json
import threading
import weakref
from collections.abc import Callable, Sequence
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
    """Charts that can be moved; `vitrail.live` makes it."""

    _esm = _canvas() + "\n" + (_FOLDER / "_live_widget.js").read_text(encoding="utf-8")
    _css = (_FOLDER / "_live_widget.css").read_text(encoding="utf-8")
    _width = traitlets.Float(None, allow_none=True).tag(sync=True)
    _height = traitlets.Float(400).tag(sync=True)

    #: Of the first chart: ranges of the axes ``x`` and ``y``, for each axis a list of two numbers, or None for the
    #: default range; and the marked point, ``crosshair``. It changes when the chart rests; ``observe(function,
    #: "state")`` calls a function.
    state: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True)
    #: The same of each chart.
    states: traitlets.List[dict[str, Any]] = traitlets.List(read_only=True)
    #: Assumptions that the charts are drawn with.
    warnings: traitlets.List[str] = traitlets.List(read_only=True)

    def __init__(self, charts: Sequence[Chart], session: LiveSession, *, width: float | None, height: float) -> None:
        self._charts, self._session = list(charts), session
        super().__init__(_width=width, _height=height)
        self._view: str | None = None
        #: Views whose connections have begun and whose first message has not come.
        self._coming: list[str] = []
        self.on_msg(LiveWidget._hear)
        try:
            self._loop: asyncio.AbstractEventLoop | None = asyncio.get_running_loop()
        except RuntimeError:
            self._loop = None
        _sessions.add(self._session)
        reader = threading.Thread(
            target=_read,
            args=(self._session, weakref.WeakMethod(self._tell), self._loop),
            name="vitrail-live",
            daemon=True,
        )
        reader.start()

    def _hear(self, content: Any, buffers: Any) -> None:
        """A message of a view."""
        if not isinstance(content, dict) or not isinstance(content.get("view"), str):
            return
        if content.get("connect"):
            # First, because the answer may come at once.
            self._coming.append(content["view"])
            if not self._session.connect():
                self._coming.remove(content["view"])
                self.send({"view": content["view"], "hasEnded": True})
        elif content.get("ask"):
            # In the way of the frames: while a cell runs, JupyterLab's events may arrive on a thread of their own.
            answer = {"view": content["view"], "answer": True}
            if self._loop is None:
                self.send(answer)
            else:
                self._loop.call_soon_threadsafe(self.send, answer)
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
            self.set_trait("states", message["state"]["charts"])
            self.set_trait("state", self.states[0])
        elif message["type"] == "warning":
            self.set_trait("warnings", [*self.warnings, message["message"]])
        self.send({"view": self._view, "message": message})

    def close(self) -> None:
        """End the session, and remove the widget from the notebook."""
        self._session.end()
        super().close()

    def _repr_mimebundle_(self, **options: Any) -> Any:
        """For Jupyter: the widget, and still pictures where there are no widgets, as in a saved notebook."""
        made = super()._repr_mimebundle_(**options)
        data, metadata = made if isinstance(made, tuple) else (made or {}, {})
        stills = [chart._repr_mimebundle_() for chart in self._charts]
        pictures = [base64.b64encode(still["image/png"]).decode() for still, _ in stills]
        if len(stills) == 1:
            return {**stills[0][0], "image/png": pictures[0], **data}, {**stills[0][1], **metadata}
        images = [
            f'<img src="data:image/png;base64,{picture}" width="{facts["image/png"]["width"]}" '
            f'alt="{html.escape(facts["image/png"]["alt"])}" style="display: block">'
            for picture, (_, facts) in zip(pictures, stills)
        ]
        return {"text/html": "\n".join(images), **data}, metadata


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
