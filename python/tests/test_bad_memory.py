"""Memory that is wrong, goes away early, or is owed a release: exceptions, never a crash."""

from __future__ import annotations

import ctypes
import gc
import threading
import weakref
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

import vitrail
from vitrail._columns import Column
from vitrail._convert import column
from vitrail._library import Handle


class Schema(ctypes.Structure):
    """``ArrowSchema`` of the Arrow C data interface."""


Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(Schema))),
    ("dictionary", ctypes.POINTER(Schema)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class Array(ctypes.Structure):
    """``ArrowArray``."""


Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(Array))),
    ("dictionary", ctypes.POINTER(Array)),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class Stream(ctypes.Structure):
    """``ArrowArrayStream``."""

    _fields_ = [
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.c_void_p),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    ]


RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
NEXT = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
WORDS = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p)


class Producer:
    """A stream of one batch of three rows in a column ``y``, some of whose members are wrong; it counts releases."""

    def __init__(self, format: bytes = b"g", buffers: int = 2, **members: Any) -> None:
        self.schemas = self.arrays = self.streams = 0
        self._members = members
        self._values = (ctypes.c_double * 8)(1, 2, 3)
        self._offsets = (ctypes.c_int32 * 8)(0, 1, 2, 3)
        addresses = [None, ctypes.addressof(self._values), ctypes.addressof(self._values)]
        if format == b"u":
            addresses[1] = ctypes.addressof(self._offsets)
        addresses[1:] = members.pop("addresses", addresses[1:])
        self._buffers = (ctypes.c_void_p * 3)(*addresses)
        self._none = (ctypes.c_void_p * 1)(None)
        self._child_schema = Schema(format=format, name=b"y", flags=2)
        self._child = Array(length=3, n_buffers=buffers, buffers=self._buffers)
        if members.pop("has_no_buffers", False):
            self._child.buffers = None
        self._schema_children = (ctypes.POINTER(Schema) * 1)(ctypes.pointer(self._child_schema))
        self._children = (ctypes.POINTER(Array) * 1)(ctypes.pointer(self._child))
        self._count = {"schema": RELEASE(self._schema_gone), "array": RELEASE(self._array_gone)}
        self._count["child"] = RELEASE(self._child_gone)
        self._stream_gone_function = RELEASE(self._stream_gone)
        for struct in (self._child_schema, self._child):
            struct.release = ctypes.cast(self._count["child"], ctypes.c_void_p).value
        for name, value in members.items():
            if name not in ("n_children", "rows", "code"):
                setattr(self._child, name, value)
        self._is_read = False
        self._functions = (NEXT(self._get_schema), NEXT(self._get_next), WORDS(lambda _: None))
        pointers = [ctypes.cast(function, ctypes.c_void_p).value for function in self._functions]
        self.stream = Stream(*pointers, ctypes.cast(self._stream_gone_function, ctypes.c_void_p).value)

    def _get_schema(self, _: int, out: int) -> int:
        made = Schema(format=b"+s", name=b"", n_children=1, children=self._schema_children)
        made.release = ctypes.cast(self._count["schema"], ctypes.c_void_p).value
        ctypes.memmove(out, ctypes.byref(made), ctypes.sizeof(made))
        return 0

    def _get_next(self, _: int, out: int) -> int:
        made = Array()
        if "code" in self._members:
            return int(self._members["code"])
        if not self._is_read:
            made.length = self._members.get("rows", 3)
            made.n_buffers, made.buffers = 1, self._none
            made.n_children, made.children = self._members.get("n_children", 1), self._children
            made.release = ctypes.cast(self._count["array"], ctypes.c_void_p).value
        self._is_read = True
        ctypes.memmove(out, ctypes.byref(made), ctypes.sizeof(made))
        return 0

    def _schema_gone(self, struct: int) -> None:
        self.schemas += 1
        Schema.from_address(struct).release = None

    def _array_gone(self, struct: int) -> None:
        self.arrays += 1
        Array.from_address(struct).release = None

    def _child_gone(self, struct: int) -> None:
        pass

    def _stream_gone(self, struct: int) -> None:
        self.streams += 1
        Stream.from_address(struct).release = None

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        make = ctypes.pythonapi.PyCapsule_New
        make.restype, make.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return make(ctypes.addressof(self.stream), b"arrow_array_stream", None)


def test_whole_streams_are_released_once() -> None:
    producer = Producer()
    handle = Handle.of_stream(producer)
    assert (producer.schemas, producer.arrays, producer.streams) == (1, 0, 1)
    assert handle.facts("y")["maximum"] == 3
    del handle
    assert (producer.schemas, producer.arrays, producer.streams) == (1, 1, 1)


BROKEN = {
    "a null buffer": {"addresses": [None, None]},
    "null buffers": {"has_no_buffers": True},
    "too few buffers": {"n_buffers": 1},
    "a negative number of buffers": {"n_buffers": -1},
    "a negative length": {"length": -3},
    "fewer rows than the batch": {"length": 2},
    "a negative offset": {"offset": -1},
    "an offset beyond all memory": {"offset": 2**62},
    "nulls without bits": {"null_count": 2},
    "a batch of negative length": {"rows": -1},
    "a batch of too many rows": {"rows": 2**40},
    "too many children": {"n_children": 2},
    "a negative number of children": {"n_children": -1},
    "an error of the producer": {"code": 5},
    "texts whose offsets fall": {"format": b"u", "buffers": 3, "addresses": [0, 0]},
}


def broken(name: str) -> Producer:
    members = dict(BROKEN[name])
    if name == "texts whose offsets fall":
        falling = (ctypes.c_int32 * 4)(0, 3, 1, 2)
        members["addresses"] = [ctypes.addressof(falling), ctypes.addressof(falling)]
        producer = Producer(members.pop("format"), members.pop("buffers"), **members)
        producer._offsets = falling
        return producer
    return Producer(**members)


@pytest.mark.parametrize("name", BROKEN)
def test_broken_streams_are_refused_by_the_library(name: str) -> None:
    producer = broken(name)
    with pytest.raises(vitrail.DescriptionError, match=r"stream"):
        Handle.of_stream(producer)
    assert (producer.schemas, producer.streams) == (1, 1)
    assert producer.arrays == (0 if "code" in BROKEN[name] else 1)


class Exported:
    """A column or a table of another library, as Arrow sees it."""

    def __init__(self, values: Any, **members: Any) -> None:
        self._values = values
        self.__dict__.update(members)

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._values.__arrow_c_stream__(requested_schema)


def damaged_texts(*offsets: int) -> pa.Array:
    """Texts over three bytes."""
    buffers = [None, pa.py_buffer(np.array(offsets, "i4")), pa.py_buffer(b"abc")]
    return pa.Array.from_buffers(pa.string(), len(offsets) - 1, buffers)


@pytest.mark.parametrize(
    "values",
    [
        damaged_texts(0, 3, 1, 2),
        pa.DictionaryArray.from_arrays(pa.array([0, 7], pa.int8()), ["a", "b"], safe=False),
    ],
)
def test_damaged_arrays_of_others_are_refused(values: Any) -> None:
    with pytest.raises(ValueError, match=r"^x: the Arrow stream of Exported: "):
        column(Exported(pa.chunked_array([values])), "x")
    table = pa.table({"x": values, "y": pa.array(np.ones(len(values)))})
    with pytest.raises(ValueError, match=r"^data: the Arrow stream of Exported: "):
        vitrail.plot(Exported(table, schema="x, y"))


class Interface:
    """An object with an ``__array_interface__``, right or wrong."""

    def __init__(self, **members: Any) -> None:
        self._values = np.arange(3.0)
        self.__array_interface__ = {**self._values.__array_interface__, **members}


@pytest.mark.parametrize(
    "members",
    [
        {"shape": (-3,)},
        {"shape": (2**62,)},
        {"shape": "abc"},
        {"typestr": "<x9"},
        {"typestr": 5},
        {"strides": (8, 8)},
        {"data": "abc"},
        {"data": None, "shape": (2**50,)},
        {"version": 2, "shape": None},
    ],
)
def test_broken_array_interfaces(members: dict[str, Any]) -> None:
    with pytest.raises((ValueError, TypeError, MemoryError, AttributeError), match=r"^y: "):
        column(Interface(**members), "y")


class Unwilling:
    """An object whose DLPack capsule fails, or is none."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **options: Any) -> Any:
        if isinstance(self._capsule, Exception):
            raise self._capsule
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)


@pytest.mark.parametrize("capsule", [BufferError("it moves"), RuntimeError("no"), None, 5, object()])
def test_broken_dlpack(capsule: Any) -> None:
    with pytest.raises((ValueError, TypeError), match=r"^y: "):
        column(Unwilling(capsule), "y")


@pytest.mark.parametrize(
    "make",
    [
        lambda values: values,
        lambda values: values.astype(">f8"),
        lambda values: np.frombuffer(b"x" + values.tobytes(), "u1")[1:].view("f8"),
        lambda values: np.broadcast_to(values, values.shape),
        lambda values: values[::-1].copy()[::-1],
    ],
)
def test_pictures_of_odd_memory_are_the_same(make: Any) -> None:
    values = np.sin(np.arange(30_000.0))
    odd = make(values)
    odd.flags.writeable = False
    assert vitrail.plot(odd).to_png() == vitrail.plot(values).to_png()


@pytest.mark.parametrize(
    "data", [[], np.array([]), np.zeros(0, "M8[s]"), np.zeros((0,), "f4")[::2], np.ma.masked_array([], [])]
)
def test_pictures_of_nothing(data: Any) -> None:
    """An empty column is a chart without marks."""
    try:
        assert vitrail.plot(data).to_png()[:4] == b"\x89PNG"
    except TypeError as error:
        assert str(error).startswith("y: dates")


def test_memory_that_is_freed_while_it_is_drawn() -> None:
    """The chart holds the arrays: dropping every other reference while a picture is under way changes nothing."""
    expected = vitrail.plot({"y": np.cumsum(np.ones(2_000_000))}).to_png()
    for _ in range(3):
        values = np.cumsum(np.ones(2_000_000))
        gone = weakref.ref(values)
        chart = vitrail.plot({"y": values})
        pictures: list[bytes] = []
        started = threading.Event()

        def draw(chart: vitrail.Chart = chart, pictures: list[bytes] = pictures, started: Any = started) -> None:
            started.set()
            pictures.append(chart.to_png())

        thread = threading.Thread(target=draw)
        thread.start()
        started.wait()
        del draw, chart, values
        # What was freed would be taken again.
        noise = [np.full(2_000_000, k * 1e9) for k in range(4)]
        thread.join()
        del thread, noise
        gc.collect()
        assert pictures == [expected]
        assert gone() is None


def test_owners_are_let_go_after_a_refusal() -> None:
    """The library refuses a table: what its columns held is free again."""
    values = np.arange(3.0)
    gone = weakref.ref(values)
    with pytest.raises(vitrail.DescriptionError):
        Handle({"a": Column(values), "b": Column(np.arange(4.0))})
    del values
    gc.collect()
    assert gone() is None
