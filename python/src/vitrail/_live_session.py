"""Sessions of live figures in the library. The header ``vitrail.h`` describes the functions."""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Mapping, Sequence
from ctypes import c_void_p
from typing import Any

from ._library import _CLOSED as CLOSED
from ._library import Handle, _inputs, _LiveChart, _pool, _raise, _taken, library


class LiveSession:
    """A session of one or several live charts, which keeps their tables.

    Parameters
    ----------
    charts
        Of each chart: its description, its tables, and the folder that relative paths start from (None: the current
        one).
    options
        Those of ``vitrail_live_open``.

    Raises
    ------
    DescriptionError, FileNotFoundError
        As the library says.
    """

    def __init__(
        self, charts: Sequence[tuple[str, Mapping[str, Handle], str | None]], options: Mapping[str, Any]
    ) -> None:
        functions, pool = library(), _pool()
        opened, error = (_LiveChart * max(len(charts), 1))(), c_void_p()
        for one, (description, tables, folder) in zip(opened, charts):
            one.description = description.encode("utf-8", "replace")
            one.description_size = len(one.description)
            one.inputs, one.input_count = _inputs(tables), len(tables)
            one.directory = None if folder is None else os.fsencode(folder)
        self._pointer: int | None = functions.vitrail_live_open(
            pool, opened, len(charts), json.dumps(options).encode(), ctypes.byref(error)
        )
        if not self._pointer:
            _raise(error)
        #: Released after the session.
        self._tables = [dict(tables) for _, tables, _ in charts]
        self._functions = functions
        self._process = os.getpid()
        #: No other call may be in progress while the session is freed.
        self._lock = threading.Lock()

    def connect(self) -> bool:
        """Begin the connection of a client.

        Returns
        -------
        bool
            False: the session has ended.
        """
        with self._lock:
            error = c_void_p()
            if not self._pointer:
                return False
            code = self._functions.vitrail_live_connect(self._pointer, ctypes.byref(error))
        if code == CLOSED:
            self._functions.vitrail_error_free(error)
        elif code:
            _raise(error)
        return not code

    def receive(self, event: str) -> None:
        """Take an event of the client, as JSON. After the end of the session it has no effect."""
        text = event.encode("utf-8", "replace")
        with self._lock:
            error = c_void_p()
            if not self._pointer:
                return
            code = self._functions.vitrail_live_receive(self._pointer, text, len(text), ctypes.byref(error))
        if code == CLOSED:
            self._functions.vitrail_error_free(error)
        elif code:
            _raise(error)

    def next(self, timeout: float = -1) -> bytes | None:
        """The next message: a frame or JSON; None = the session has ended. For the thread that closes it.

        Raises
        ------
        TimeoutError
            If there is none in this time, in seconds; below 0: no limit.
        """
        if not self._pointer:
            return None
        error = c_void_p()
        made = self._functions.vitrail_live_next(self._pointer, timeout, ctypes.byref(error))
        if made:
            return _taken(made, error)
        if not error:
            raise TimeoutError(f"no message in {timeout} seconds")
        if self._functions.vitrail_error_get_code(error) != CLOSED:
            _raise(error)
        self._functions.vitrail_error_free(error)
        return None

    def end(self) -> None:
        """End the session, from any thread. `next` then returns None."""
        with self._lock:
            if self._pointer and self._process == os.getpid():
                self._functions.vitrail_live_end(self._pointer)

    def close(self) -> None:
        """End the session and release its memory."""
        with self._lock:
            pointer, self._pointer = self._pointer, None
        if pointer and self._process == os.getpid():
            self._functions.vitrail_live_close(pointer)

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            self.close()
