"""The shared library: loading, its functions, tables and pictures.

The header ``vitrail.h`` describes the functions. Each call releases the GIL.
"""

from __future__ import annotations

import ctypes
import json
import os
import threading
from collections.abc import Mapping, Sequence
from ctypes import POINTER, c_bool, c_char_p, c_double, c_int32, c_int64, c_size_t, c_void_p
from typing import Any

from ._columns import Column
from ._errors import DescriptionError, DeviceError

#: Of the header that this module follows.
ABI = 1
NAME = "libvitrail.so"
#: Names the library while there is none beside the module: for development.
VARIABLE = "VITRAIL_LIBRARY"

_ARGUMENT, _DATA, _NO_INPUT, _NO_DEVICE, _MEMORY, _CLOSED, _FORKED = 64, 65, 66, 69, 71, 75, 76
_STRIDE_ZERO = -(2**63)
_TYPES = {"f8": 1, "f4": 2, "f2": 3, "i1": 4, "i2": 5, "i4": 6, "i8": 7, "u1": 8, "u2": 9, "u4": 10, "u8": 11, "b1": 12}
_UNITS = {"s": 0, "ms": 1, "us": 2, "ns": 3, "D": 6}
_DATE = 1

FORKED = (
    "vitrail was used before this process was forked, and its threads do not exist here; "
    "start processes with the multiprocessing method 'spawn' or 'forkserver', or fork before the first picture"
)
SUBINTERPRETER = "vitrail draws in the main interpreter only: ctypes shares its state with the others"


class _Texts(ctypes.Structure):
    _fields_ = [
        ("count", c_int64),
        ("bytes", c_char_p),
        ("byte_count", c_int64),
        ("offsets32", c_void_p),
        ("offsets64", c_void_p),
        ("validity", c_void_p),
        ("validity_offset", c_int64),
    ]


class _Array(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p),
        ("type", c_int32),
        ("meaning", c_int32),
        ("unit", c_int32),
        ("flags", c_int32),
        ("count", c_int64),
        ("values", c_void_p),
        ("stride", c_int64),
        ("bit_offset", c_int64),
        ("validity", c_void_p),
        ("validity_offset", c_int64),
        ("texts", POINTER(_Texts)),
        ("time_zone", c_char_p),
        ("owner", c_void_p),
        ("release", c_void_p),
    ]


class _Input(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("table", c_void_p)]


class _LiveChart(ctypes.Structure):
    _fields_ = [
        ("description", c_char_p),
        ("description_size", c_size_t),
        ("inputs", POINTER(_Input)),
        ("input_count", c_size_t),
        ("directory", c_char_p),
    ]


_ERROR = POINTER(c_void_p)
_FUNCTIONS: dict[str, tuple[Any, list[Any]]] = {
    "vitrail_abi": (c_int32, []),
    "vitrail_version": (c_char_p, []),
    "vitrail_main": (c_int32, [c_int32, POINTER(c_char_p)]),
    "vitrail_string_free": (None, [c_void_p]),
    "vitrail_error_get_code": (c_int32, [c_void_p]),
    "vitrail_error_get_path": (c_char_p, [c_void_p]),
    "vitrail_error_get_message": (c_char_p, [c_void_p]),
    "vitrail_error_free": (None, [c_void_p]),
    "vitrail_pool_open": (c_void_p, [c_char_p, _ERROR]),
    "vitrail_pool_device": (c_void_p, [c_void_p, _ERROR]),
    "vitrail_table_new": (c_void_p, [POINTER(_Array), c_size_t, _ERROR]),
    "vitrail_table_from_arrow": (c_void_p, [c_void_p, _ERROR]),
    "vitrail_table_free": (None, [c_void_p]),
    "vitrail_table_facts": (c_void_p, [c_void_p, _ERROR]),
    "vitrail_table_extent": (c_int32, [c_void_p, c_char_p, c_char_p, c_double, c_double, POINTER(c_double), _ERROR]),
    "vitrail_render": (c_void_p, [c_void_p, c_char_p, c_size_t, POINTER(_Input), c_size_t, c_char_p, _ERROR]),
    "vitrail_picture_bytes": (c_void_p, [c_void_p]),
    "vitrail_picture_size": (c_size_t, [c_void_p]),
    "vitrail_picture_width": (c_int32, [c_void_p]),
    "vitrail_picture_height": (c_int32, [c_void_p]),
    "vitrail_picture_alt_text": (c_char_p, [c_void_p]),
    "vitrail_picture_warnings": (c_char_p, [c_void_p]),
    "vitrail_picture_statistics": (c_char_p, [c_void_p]),
    "vitrail_picture_free": (None, [c_void_p]),
    "vitrail_bytes_data": (c_void_p, [c_void_p]),
    "vitrail_bytes_size": (c_size_t, [c_void_p]),
    "vitrail_bytes_free": (None, [c_void_p]),
    "vitrail_plan_new": (c_void_p, [c_char_p, c_size_t, c_char_p, c_char_p, c_size_t, _ERROR]),
    "vitrail_plan_from_bytes": (c_void_p, [c_char_p, c_size_t, _ERROR]),
    "vitrail_plan_with_extents": (c_void_p, [c_void_p, c_char_p, c_size_t, _ERROR]),
    "vitrail_plan_bytes": (c_void_p, [c_void_p, _ERROR]),
    "vitrail_plan_needs_extents": (c_bool, [c_void_p]),
    "vitrail_plan_columns": (c_char_p, [c_void_p]),
    "vitrail_plan_free": (None, [c_void_p]),
    "vitrail_partial_reduce": (c_void_p, [c_void_p, POINTER(_Input), c_size_t, c_int64, _ERROR]),
    "vitrail_partial_merge": (c_void_p, [c_void_p, POINTER(c_char_p), POINTER(c_size_t), c_size_t, _ERROR]),
    "vitrail_partial_render": (c_void_p, [c_void_p, c_void_p, c_char_p, c_size_t, c_char_p, _ERROR]),
    "vitrail_live_open": (c_void_p, [c_void_p, POINTER(_LiveChart), c_size_t, c_char_p, _ERROR]),
    "vitrail_live_connect": (c_int32, [c_void_p, _ERROR]),
    "vitrail_live_receive": (c_int32, [c_void_p, c_char_p, c_size_t, _ERROR]),
    "vitrail_live_next": (c_void_p, [c_void_p, c_double, _ERROR]),
    "vitrail_live_end": (None, [c_void_p]),
    "vitrail_live_close": (None, [c_void_p]),
}


class _State:
    """What the process has loaded and opened."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.library: Any = None
        self.pool: int | None = None
        self.is_forked = False


_state = _State()


def _after_fork() -> None:
    """Runs in the child: the library's threads stayed in the parent, and a thread there may have held the lock."""
    if _state.library is not None:
        _state.is_forked = True
    _state.lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)


def library() -> Any:
    """The loaded library.

    Raises
    ------
    ImportError
        If there is none, or one of another version.
    RuntimeError
        In a process that was forked from one that had used the library, and in a subinterpreter.
    """
    if _state.is_forked:
        raise RuntimeError(FORKED)
    if _state.library is None:
        with _state.lock:
            if _state.library is None:
                _state.library = _loaded()
    return _state.library


def _loaded() -> Any:
    current = ctypes.pythonapi.PyInterpreterState_Get
    main_one = ctypes.pythonapi.PyInterpreterState_Main
    current.restype = main_one.restype = c_void_p
    if current() != main_one():
        raise RuntimeError(SUBINTERPRETER)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), NAME)
    if not os.path.exists(path):
        path = os.environ.get(VARIABLE, "")
        if not path:
            raise ImportError(f"{NAME} is not beside the package; install the wheel, or name a library with {VARIABLE}")
    loaded = _opened(path)
    for name, (result, arguments) in _FUNCTIONS.items():
        try:
            function = getattr(loaded, name)
        except AttributeError:
            raise ImportError(
                f"{path}: no function {name}; the library belongs to another version of this package"
            ) from None
        function.restype, function.argtypes = result, arguments
    if loaded.vitrail_abi() != ABI:
        raise ImportError(f"{path}: its interface is {loaded.vitrail_abi()}, this package needs {ABI}")
    return loaded


def _opened(path: str) -> Any:
    """The library without the handlers of crashes that Swift's runtime installs as it is loaded."""
    variable = "SWIFT_BACKTRACE"
    is_set = variable in os.environ
    if not is_set:
        os.environ[variable] = "enable=no"
    try:
        return ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(f"{path} cannot be loaded: {error}") from None
    finally:
        if not is_set:
            del os.environ[variable]


def _raise(error: c_void_p) -> None:
    """The exception for an error object of the library, which is freed."""
    functions = _state.library
    code = functions.vitrail_error_get_code(error)
    path = functions.vitrail_error_get_path(error).decode("utf-8", "replace")
    message = functions.vitrail_error_get_message(error).decode("utf-8", "replace")
    functions.vitrail_error_free(error)
    whole = f"{path}: {message}" if path else message
    if code in (_ARGUMENT, _DATA):
        raise DescriptionError(message, path)
    if code == _NO_INPUT:
        raise FileNotFoundError(whole)
    if code == _NO_DEVICE:
        raise DeviceError(whole)
    if code == _MEMORY:
        raise MemoryError(whole)
    raise RuntimeError(FORKED if code == _FORKED else whole)


def _pool() -> int:
    functions = library()
    if _state.pool is None:
        with _state.lock:
            if _state.pool is None:
                error = c_void_p()
                pool = functions.vitrail_pool_open(None, ctypes.byref(error))
                if not pool:
                    _raise(error)
                _state.pool = pool
    return int(_state.pool or 0)


def _string(function: Any, handle: int) -> str:
    """A string that a function makes of an object."""
    error = c_void_p()
    found = function(handle, ctypes.byref(error))
    if not found:
        _raise(error)
    try:
        return ctypes.string_at(found).decode()
    finally:
        _state.library.vitrail_string_free(found)


def device() -> dict[str, Any]:
    """What `vitrail.device` returns."""
    functions = library()
    return dict(json.loads(_string(functions.vitrail_pool_device, _pool())))


def main(arguments: Sequence[str]) -> int:
    """Run the command; the first argument is the program's name."""
    functions = library()
    encoded = [os.fsencode(argument) for argument in arguments]
    return int(functions.vitrail_main(len(encoded), (c_char_p * (len(encoded) + 1))(*encoded, None)))


# Tables


class Handle:
    """A table of the library that reads columns in place, and keeps their owners.

    Raises
    ------
    DescriptionError
        If the library refuses a column; the path names it.
    """

    pointer: int | None = None

    def __init__(self, columns: Mapping[str, Column]) -> None:
        functions = self._prepare()
        #: Released after the table: what the library reads lies in them.
        self._owners = [column.values for column in columns.values()]
        texts: list[Any] = []
        arrays = (_Array * max(len(columns), 1))()
        for array, (name, column) in zip(arrays, columns.items()):
            _fill(array, name, column, texts)
        error = c_void_p()
        self.pointer = functions.vitrail_table_new(arrays, len(columns), ctypes.byref(error))
        if not self.pointer:
            _raise(error)

    @classmethod
    def of_stream(cls, stream: Any) -> Handle:
        """A table of an object with ``__arrow_c_stream__``, whose batches the library reads in place and releases."""
        made = cls.__new__(cls)
        functions = made._prepare()
        capsule = stream.__arrow_c_stream__()
        pointer_of = ctypes.pythonapi.PyCapsule_GetPointer
        pointer_of.restype, pointer_of.argtypes = c_void_p, [ctypes.py_object, c_char_p]
        error = c_void_p()
        made.pointer = functions.vitrail_table_from_arrow(
            pointer_of(capsule, b"arrow_array_stream"), ctypes.byref(error)
        )
        if not made.pointer:
            _raise(error)
        return made

    def _prepare(self) -> Any:
        functions = library()
        self._free = functions.vitrail_table_free
        self._process = os.getpid()
        self._facts: dict[str, dict[str, Any]] | None = None
        return functions

    def facts(self, column: str) -> dict[str, Any]:
        """Kind, extremes and order of a column."""
        if self._facts is None:
            found = json.loads(_string(library().vitrail_table_facts, self.pointer or 0))
            self._facts = {fact["name"]: fact for fact in found["columns"]}
        return self._facts[column]

    def extent(self, column: str, along: str | None, low: float, high: float) -> tuple[float, float] | None:
        """Least and greatest value of a column where another one lies in a range; None = there is none."""
        found, error = (c_double * 2)(), c_void_p()
        code = library().vitrail_table_extent(
            self.pointer,
            column.encode(),
            None if along is None else along.encode(),
            low,
            high,
            found,
            ctypes.byref(error),
        )
        if code:
            _raise(error)
        return None if found[0] != found[0] else (found[0], found[1])

    def __del__(self) -> None:
        # A child of fork has a copy of the memory, but not the threads that use it.
        if self.pointer and self._process == os.getpid():
            self._free(self.pointer)


def _fill(array: _Array, name: str, column: Column, texts: list[Any]) -> None:
    """A column as the library describes it."""
    values = column.values
    dtype = values.dtype
    if not name or "\0" in name:
        raise ValueError(f"column {name!r}: a name is a text without the character NUL, and not empty")
    array.name = name.encode("utf-8", "replace")
    array.type = _TYPES[dtype.kind + str(dtype.itemsize)]
    array.count = len(values)
    array.values = values.__array_interface__["data"][0]
    array.stride = values.strides[0] or _STRIDE_ZERO
    if column.kind == "date":
        array.meaning, array.unit = _DATE, _UNITS[column.unit or "s"]
        if column.time_zone is not None:
            array.time_zone = column.time_zone.encode()
    elif column.kind == "category":
        made = _texts_of(column.categories or [])
        texts.append(made)
        array.texts = ctypes.pointer(made)


def _texts_of(categories: list[str]) -> _Texts:
    encoded = [text.encode("utf-8", "replace") for text in categories]
    offsets = (c_int64 * (len(encoded) + 1))()
    position = 0
    for index, text in enumerate(encoded):
        position += len(text)
        offsets[index + 1] = position
    made = _Texts(count=len(encoded), bytes=b"".join(encoded), byte_count=position)
    made.offsets64 = ctypes.addressof(offsets)
    made.owner = offsets
    return made


# Pictures


class Facts:
    """What is known of a picture besides its pixels."""

    __slots__ = ("_statistics", "_warnings", "alt_text")

    def __init__(self, alt_text: str, warnings: bytes, statistics: bytes) -> None:
        self.alt_text = alt_text
        self._warnings = warnings
        self._statistics = statistics

    @property
    def warnings(self) -> list[str]:
        return list(json.loads(self._warnings))

    @property
    def stats(self) -> dict[str, Any]:
        return dict(json.loads(self._statistics))


class Picture:
    """A picture of the library."""

    def __init__(self, pointer: int) -> None:
        functions = library()
        self._free = functions.vitrail_picture_free
        self._process = os.getpid()
        self._pointer = pointer
        self._bytes = functions.vitrail_picture_bytes(pointer)
        self._size = functions.vitrail_picture_size(pointer)
        #: Pixels; of an SVG, user units.
        self.width: int = functions.vitrail_picture_width(pointer)
        self.height: int = functions.vitrail_picture_height(pointer)
        self.facts = Facts(
            functions.vitrail_picture_alt_text(pointer).decode(),
            functions.vitrail_picture_warnings(pointer),
            functions.vitrail_picture_statistics(pointer),
        )

    @property
    def data(self) -> bytes:
        """The file, or the raw pixels."""
        return ctypes.string_at(self._bytes, self._size)

    def view(self) -> Any:
        """The same in place, an object with the buffer protocol that keeps the picture."""
        memory = (ctypes.c_uint8 * self._size).from_address(self._bytes)
        memory.owner = self
        return memory

    def __del__(self) -> None:
        if self._process == os.getpid():
            self._free(self._pointer)


def render(
    description: str,
    tables: Mapping[str, Handle],
    format: str,
    *,
    quality: int | None = None,
    vector: str = "auto",
    folder: str | None = None,
) -> Picture:
    """Draw a description, which is JSON, and encode the picture.

    Raises
    ------
    DescriptionError, FileNotFoundError, DeviceError, MemoryError, RuntimeError
        As the library says.
    """
    functions, pool = library(), _pool()
    text = description.encode("utf-8", "replace")
    options = _options(format, quality, vector)
    if folder is not None:
        options["directory"] = folder
    error = c_void_p()
    picture = functions.vitrail_render(
        pool, text, len(text), _inputs(tables), len(tables), json.dumps(options).encode(), ctypes.byref(error)
    )
    if not picture:
        _raise(error)
    return Picture(picture)


def _options(format: str, quality: int | None, vector: str) -> dict[str, Any]:
    options: dict[str, Any] = {"format": format}
    if quality is not None:
        options["quality"] = quality
    if format == "svg":
        options["vector"] = vector
    return options


def _inputs(tables: Mapping[str, Handle]) -> Any:
    inputs = (_Input * max(len(tables), 1))()
    for one, (name, handle) in zip(inputs, tables.items()):
        one.name, one.table = name.encode("utf-8", "replace"), handle.pointer
    return inputs


# Partial results


class PlanHandle:
    """A plan of the library.

    Raises
    ------
    DescriptionError
        If the library refuses the description or an option.
    """

    pointer: int | None = None

    def __init__(self, description: str, options: str) -> None:
        functions = library()
        text, error = description.encode("utf-8", "replace"), c_void_p()
        self._take(functions.vitrail_plan_new(text, len(text), options.encode(), None, 0, ctypes.byref(error)), error)
        #: JSON.
        self.description = description

    @classmethod
    def from_bytes(cls, data: bytes) -> PlanHandle:
        """The plan that `to_bytes` wrote."""
        functions, error = library(), c_void_p()
        made = cls.__new__(cls)
        size = int.from_bytes(data[:8], "little")
        text, rest = data[8 : 8 + size], data[8 + size :]
        if size != len(text):
            raise DescriptionError(f"{len(data)} bytes that are no plan, or cut off")
        made._take(functions.vitrail_plan_from_bytes(rest, len(rest), ctypes.byref(error)), error)
        made.description = text.decode("utf-8", "replace")
        return made

    def to_bytes(self) -> bytes:
        """The plan for another process."""
        error = c_void_p()
        text = self.description.encode("utf-8", "replace")
        made = library().vitrail_plan_bytes(self.pointer, ctypes.byref(error))
        return len(text).to_bytes(8, "little") + text + _taken(made, error)

    def with_extents(self, whole: bytes) -> PlanHandle:
        """The plan of pass two."""
        error = c_void_p()
        made = PlanHandle.__new__(PlanHandle)
        functions = library()
        found = functions.vitrail_plan_with_extents(self.pointer, whole, len(whole), ctypes.byref(error))
        made._take(found, error)
        made.description = self.description
        return made

    def _take(self, pointer: int | None, error: c_void_p) -> None:
        functions = library()
        if not pointer:
            _raise(error)
        self.pointer = pointer
        self._free = functions.vitrail_plan_free
        self._process = os.getpid()
        self.needs_extents: bool = functions.vitrail_plan_needs_extents(pointer)
        self._columns: bytes = functions.vitrail_plan_columns(pointer)

    @property
    def columns(self) -> dict[str, list[str]]:
        return dict(json.loads(self._columns))

    def __del__(self) -> None:
        if self.pointer and self._process == os.getpid():
            self._free(self.pointer)


def _taken(pointer: int | None, error: c_void_p) -> bytes:
    """The bytes of an object of the library, which is freed."""
    if not pointer:
        _raise(error)
    functions = library()
    try:
        return ctypes.string_at(functions.vitrail_bytes_data(pointer), functions.vitrail_bytes_size(pointer))
    finally:
        functions.vitrail_bytes_free(pointer)


def partial_reduce(plan: PlanHandle, tables: Mapping[str, Handle], position: int) -> bytes:
    """What the rows of a partition come to."""
    error = c_void_p()
    made = library().vitrail_partial_reduce(plan.pointer, _inputs(tables), len(tables), position, ctypes.byref(error))
    return _taken(made, error)


def partial_merge(plan: PlanHandle, parts: Sequence[bytes]) -> bytes:
    """What several partitions come to."""
    error = c_void_p()
    if not parts:
        raise DescriptionError("there are none", "parts")
    pointers = (c_char_p * len(parts))(*parts)
    sizes = (c_size_t * len(parts))(*map(len, parts))
    made = library().vitrail_partial_merge(plan.pointer, pointers, sizes, len(parts), ctypes.byref(error))
    return _taken(made, error)


def partial_render(
    plan: PlanHandle, whole: bytes, format: str, *, quality: int | None = None, vector: str = "auto"
) -> Picture:
    """Draw merged results, and encode the picture."""
    functions, pool = library(), _pool()
    options = json.dumps(_options(format, quality, vector)).encode()
    error = c_void_p()
    picture = functions.vitrail_partial_render(pool, plan.pointer, whole, len(whole), options, ctypes.byref(error))
    if not picture:
        _raise(error)
    return Picture(picture)
