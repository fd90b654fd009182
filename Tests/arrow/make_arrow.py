"""Writes the Arrow files that ArrowFileTests reads. Needs pyarrow, polars, pandas, NumPy and flatbuffers: python3 make_arrow.py

The files are committed, so that the tests need none of them; those of other versions of these packages must read the same.
"""
import datetime as dt
import decimal

import flatbuffers
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.feather as feather

D = decimal.Decimal
day = dt.date(1970, 1, 1)


def write(name, table, stream=False, batches=None, **options):
    options = pa.ipc.IpcWriteOptions(**options)
    new = pa.ipc.new_stream if stream else pa.ipc.new_file
    with new(name, table.schema, options=options) as writer:
        writer.write_table(table, max_chunksize=batches)


# Each type that is read, with a gap in the second row.
n = pa.array([1, None, 3, 4, -5, 6], pa.int64())
moments = [0, None, 951_782_400, 1_710_028_800, -31_536_000, 1]


def moment(unit, scale, zone=None, rest=0):
    return pa.array([None if m is None else m * scale + rest for m in moments], pa.int64()).cast(pa.timestamp(unit, zone))


types = pa.table({
    "nothing": pa.nulls(6),
    "bool": pa.array([True, None, False, True, True, False]),
    **{str(t): n.cast(t) for t in [pa.int8(), pa.int16(), pa.int32(), pa.int64()]},
    **{str(t): pa.array([1, None, 3, 4, 5, 6], t) for t in [pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()]},
    "half": pa.array([np.float16(v) if v is not None else None for v in [0.5, None, -1.5, 65504, 2**-24, 1]], pa.float16()),
    "float": pa.array([0.5, None, -1.5, 1e30, 2**-24, float("nan")], pa.float32()),
    "double": pa.array([0.5, None, -1.5, 1e300, 0.1, float("nan")], pa.float64()),
    "decimal32": pa.array([D("1.25"), None, D("-0.01"), D("99999.99"), D("0"), D("3")], pa.decimal32(7, 2)),
    "decimal64": pa.array([D("1.25"), None, D("-0.01"), D("99999.99"), D("0"), D("3")], pa.decimal64(12, 2)),
    "decimal128": pa.array([D("1.25"), None, D("-0.01"), D("123456789012345678901.5"), D("0"), D("3")], pa.decimal128(38, 2)),
    "decimal256": pa.array([D("1.25"), None, D("-0.01"), D("-5e55"), D("5e55"), D("3")], pa.decimal256(70, 2)),
    "date32": pa.array([0, None, 11_016, 19_792, -365, 1], pa.int32()).cast(pa.date32()),
    "date64": pa.array([0, None, 11_016, 19_792, -365, 1], pa.int32()).cast(pa.date32()).cast(pa.date64()),
    "time32[s]": pa.array([0, None, 3_661, 86_399, 1, 2], pa.int32()).cast(pa.time32("s")),
    "time32[ms]": pa.array([0, None, 3_661_500, 86_399_999, 1, 2], pa.int32()).cast(pa.time32("ms")),
    "time64[us]": pa.array([0, None, 3_661_500_000, 1, 2, 3], pa.int64()).cast(pa.time64("us")),
    "time64[ns]": pa.array([0, None, 3_661_500_000_000, 1, 2, 3], pa.int64()).cast(pa.time64("ns")),
    "timestamp[s]": moment("s", 1),
    "timestamp[ms]": moment("ms", 1_000, rest=5),
    "timestamp[us]": moment("us", 1_000_000, rest=5),
    "timestamp[ns]": moment("ns", 1_000_000_000, rest=5),
    "zoned": moment("us", 1_000_000, "Europe/Berlin"),
    "duration[s]": pa.array([1, None, -2, 3, 4, 5], pa.int64()).cast(pa.duration("s")),
    "duration[ms]": pa.array([1_500, None, -2, 3, 4, 5], pa.int64()).cast(pa.duration("ms")),
    "duration[ns]": pa.array([1, None, -2, 3, 4, 5], pa.int64()).cast(pa.duration("ns")),
    "utf8": pa.array(["a", None, "", "日本", "longer than twelve bytes", "a"]),
    "large_utf8": pa.array(["a", None, "", "日本", "longer than twelve bytes", "a"], pa.large_utf8()),
    "utf8_view": pa.array(["a", None, "", "日本", "longer than twelve bytes", "a"], pa.string_view()),
    "text dates": pa.array(["2024-01-01", None, "2024-01-03", "2024-01-04", "2024-01-05", "2024-01-06"]),
    "dictionary": pa.array(["b", None, "a", "b", "c", "b"]).dictionary_encode(),
    "small dictionary": pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1, 2, 1], pa.uint8()), pa.array(["a", "b", "c"], pa.large_utf8())),
    "numbers in a dictionary": pa.DictionaryArray.from_arrays(pa.array([1, None, 0, 1, 2, 1], pa.int16()), pa.array([0.5, 1.5, None], pa.float64())),
    "dates in a dictionary": pa.DictionaryArray.from_arrays(
        pa.array([1, None, 0, 1, 0, 1], pa.int64()), pa.array([5, 1_000_000_007], pa.int64()).cast(pa.timestamp("ns"))),
    # What is not read, between columns that are.
    "list": pa.array([[1.5], None, [], [2, 3], [4], [5]], pa.list_(pa.float64())),
    "after list": n,
    "struct": pa.array([{"x": 1, "s": "q"}] * 6, pa.struct([("x", pa.int32()), ("s", pa.string_view())])),
    "after struct": n,
    "map": pa.array([[("k", 1)]] * 6, pa.map_(pa.utf8(), pa.int64())),
    "after map": n,
    "binary": pa.array([b"x"] * 6),
    "binary_view": pa.array([b"more than twelve bytes of them"] * 6, pa.binary_view()),
    "fixed": pa.array([b"abcd"] * 6, pa.binary(4)),
    "fixed list": pa.array([[1, 2]] * 6, pa.list_(pa.int8(), 2)),
    "large list": pa.array([[1, 2]] * 6, pa.large_list(pa.int8())),
    "list view": pa.array([[1, 2]] * 6, pa.list_view(pa.int8())),
    "dense union": pa.UnionArray.from_dense(pa.array([0, 1, 0, 1, 0, 1], pa.int8()), pa.array([0, 0, 1, 1, 2, 2], pa.int32()),
                                            [pa.array([1, 2, 3]), pa.array(["a", "b", "c"])]),
    "sparse union": pa.UnionArray.from_sparse(pa.array([0, 1, 0, 1, 0, 1], pa.int8()), [pa.array([1] * 6), pa.array(["a"] * 6)]),
    "run-end encoded": pa.RunEndEncodedArray.from_arrays(pa.array([2, 6], pa.int32()), pa.array([1.0, 2.0])),
    "interval": pa.array([pa.MonthDayNano([1, 2, 3])] * 6),
    "last": n,
})
write("types.arrow", types)
write("types.arrows", types, stream=True)
write("types-lz4.arrow", types, compression="lz4")
write("types-zstd.arrows", types, stream=True, compression="zstd")
write("types-pieces.arrow", types, batches=4)
# Of version 4, without what it does not know.
old = types.drop_columns(["utf8_view", "struct", "binary_view", "dense union", "sparse union", "run-end encoded", "list view", "interval"])
write("types-v4.arrows", old, stream=True, metadata_version=pa.ipc.MetadataVersion.V4, use_legacy_format=True)

# 400 rows in batches of 150, the last one shorter; y has gaps.
rows = 400
i = np.arange(rows)
wave = pa.table({
    "t": pa.array(1_700_000_000_000_000_000 + i * 60_000_000_007, pa.int64()).cast(pa.timestamp("ns")),
    "x": i / 4, "y": pa.array(np.round(np.sin(i / 50) * 100, 3), mask=i % 97 == 5),
    "k": pa.array(i * i % 1_000, pa.int32()), "f": pa.array((i % 17 / 3).astype("f4")),
    "who": pa.array([["ann", "bob", "eve"][k % 7 % 3] for k in range(rows)]).dictionary_encode(),
})
write("wave.arrow", wave, batches=150)
# The same for the other readers.
with open("wave.csv", "w") as file:
    print(",".join(wave.column_names), file=file)
    for row in wave.to_pylist():
        # Python's dates have no nanoseconds.
        row["t"] = np.datetime_as_string(np.datetime64(row["t"].value, "ns"))
        print(",".join("" if v is None else str(v) for v in row.values()), file=file)
np.savez("wave.npz", **{name: wave[name].to_numpy() for name in ["t", "x", "y", "k", "f"]})
feather.write_feather(wave, "wave-lz4.feather", compression="lz4", chunksize=150)
feather.write_feather(wave, "wave-zstd.feather", compression="zstd", chunksize=150)
write("wave.arrows", wave, stream=True, batches=150)

# A dictionary that grows, and one that is replaced.
schema = pa.schema([("who", pa.dictionary(pa.int32(), pa.utf8()))])


def part(indices, names):
    return pa.record_batch([pa.DictionaryArray.from_arrays(pa.array(indices, pa.int32()), pa.array(names))], schema=schema)


for name, new, deltas, parts in [
    ("delta.arrows", pa.ipc.new_stream, True, [([0, 1], ["a", "b"]), ([2, None, 0], ["a", "b", "c"]), ([3], ["a", "b", "c", "d"])]),
    ("delta.arrow", pa.ipc.new_file, True, [([0, 1], ["a", "b"]), ([2, None, 0], ["a", "b", "c"])]),
    ("replaced.arrows", pa.ipc.new_stream, False, [([0, 1], ["a", "b"]), ([0, None, 1], ["x", "y"]), ([1], ["y", "z"])]),
]:
    with new(name, schema, options=pa.ipc.IpcWriteOptions(emit_dictionary_deltas=deltas)) as writer:
        for indices, names in parts:
            writer.write_batch(part(indices, names))

write("empty.arrow", wave.slice(0, 0))
write("no-columns.arrow", pa.table({}))
write("twice.arrow", pa.Table.from_arrays([pa.array([1, 2]), pa.array([3, 4]), pa.array([5, 6])], ["a", "a", ""]))

# polars writes views of texts, and categories.
frame = pl.DataFrame({
    "x": [0.5, None, 2.5], "text": ["short", "a text of more than twelve bytes", None], "day": [day, None, dt.date(2024, 2, 29)],
    "kind": pl.Series(["u", "v", "u"], dtype=pl.Categorical), "level": pl.Series(["low", "high", None], dtype=pl.Enum(["low", "high"])),
    "flag": [True, None, False], "when": [dt.datetime(2024, 1, 1, 12), None, dt.datetime(2024, 1, 2)],
})
frame.write_ipc("polars.arrow")
frame.write_ipc("polars-lz4.arrow", compression="lz4")
frame.write_ipc_stream("polars-zstd.arrows", compression="zstd")

# Numbers of a big-endian machine, which pyarrow writes on such a machine only: a schema without fields.
builder = flatbuffers.Builder(64)
builder.StartVector(4, 0, 4)
fields = builder.EndVector()
builder.StartObject(4)
builder.PrependInt16Slot(0, 1, 0)
builder.PrependUOffsetTRelativeSlot(1, fields, 0)
schema = builder.EndObject()
builder.StartObject(5)
builder.PrependInt16Slot(0, 4, 0)
builder.PrependUint8Slot(1, 1, 0)
builder.PrependUOffsetTRelativeSlot(2, schema, 0)
builder.Finish(builder.EndObject())
message = bytes(builder.Output())
message += b"\0" * (-len(message) % 8)
with open("big-endian.arrows", "wb") as file:
    file.write(b"\xff" * 4 + len(message).to_bytes(4, "little") + message)
