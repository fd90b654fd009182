"""Writes the arrays that ArrayFileTests reads, as NumPy saves them. Needs NumPy: python3 make_arrays.py

The files are committed, so that the tests need no NumPy; those of another version of NumPy must read the same.
"""
import io
import zipfile

import numpy as np

n = np.arange(6)
y = n**2 / 4
halves = np.array([0, -0.0, 1, -1.5, 65504, 2**-24, 3 * 2**-24, 2**-14, np.inf, np.nan], "f2")
np.save("half.npy", halves)
np.save("half-big-endian.npy", halves.astype(">f2"))
for unit in ["Y", "M", "W", "D", "h", "25s", "10ms", "us", "ns"]:
    dates = np.array(["1969-01-01", "2000-02-29", "NaT", "2024-03-10"], "M8[s]").astype(f"M8[{unit}]")
    np.save(f"date-{unit}.npy", dates)
np.save("months-big-endian.npy", np.array(["1969-11", "2024-03", "NaT"], ">M8[M]"))
np.save("duration.npy", np.array([1500, -500, "NaT"], "m8[ms]"))
np.save("matrix.npy", np.column_stack([n, y, -y]))
np.save("matrix-fortran.npy", np.asfortranarray(np.column_stack([n, y, -y])))
np.save("matrix-bytes.npy", np.column_stack([n, n + 100]).astype("u1"))
np.save("column.npy", y.reshape(6, 1))
np.save("vector-fortran.npy", np.asfortranarray(y.astype(">f4")))

plain = [
    ("t", "<M8[h]"), ("flag", "?"), ("pos", [("x", "<f4"), ("y", ">f8")]), ("v", "<i2", (2, 2)), (("A title", "named"), "<i4"),
    ("name", "<U5"), ("code", "S3"), ("c", "<c8"),
]
records = np.zeros(6, dtype=plain)
records["t"] = np.datetime64("2024-01-01T00", "h") + n
records["flag"] = n % 2 == 1
records["pos"]["x"], records["pos"]["y"] = n / 2, y
records["v"] = n[:, None, None] * 10 + np.array([[1, 2], [3, 4]])
records["named"] = -n
records["name"] = ["", "é", "日本", "abcde", "e", "f"]
records["code"] = [b"", b"x", b"xyz", "é".encode(), b"\xe9", b"q"]
np.save("records.npy", records)
np.save("records-aligned.npy", np.array([(1, 2.5, 3), (4, 5.5, 6)], dtype=np.dtype([("a", "i1"), ("b", "f8"), ("c", "i2")], align=True)))
picked = np.zeros(2, dtype={"names": ["a", "b"], "formats": ["<i2", "<f4"], "offsets": [2, 8], "itemsize": 16})
picked["a"], picked["b"] = [1, 2], [0.5, 1.5]
np.save("records-picked.npy", picked)

np.savez("table.npz", t=np.arange("2024-01-01", "2024-01-07", dtype="M8[D]"), a=n, b=y, m=np.column_stack([n, y]), r=records[["flag", "named"]])
np.savez_compressed("compressed.npz", t=n / 10, y=y, z=np.zeros(100_000, "f4"))
np.savez("one.npz", np.column_stack([n, y]))
np.savez("some.npz", y=y, o=np.array([1, None], object), c=y + 1j)
np.save("objects.npy", np.array([None] * 1000, object))
np.save("complex.npy", y + 1j)
np.save("texts.npy", np.array(["b", "a", "", "b"]))
np.save("text-dates.npy", np.array(["2024-01-01", "", "2024-01-03"]))
np.save("cube.npy", np.zeros((1, 1, 1)))
np.save("scalar.npy", np.float64(3))
np.save("wide-float.npy", np.zeros(1, np.longdouble))
np.save("unitless.npy", np.array(["NaT"], "M8"))
np.save("months-duration.npy", np.array([1], "m8[M]"))


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


class Pipe(io.RawIOBase):
    """Without a way back, so that sizes follow the data."""

    def __init__(self):
        self.bytes = bytearray()

    def writable(self):
        return True

    def write(self, data):
        self.bytes += data
        return len(data)


pipe = Pipe()
with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
    archive.writestr("y.npy", npy(y))
    archive.writestr("read me.txt", "not an array")
    archive.comment = b"PK\x05\x06 in a comment"
open("streamed.npz", "wb").write(pipe.bytes)
with zipfile.ZipFile("bzip2.npz", "w", zipfile.ZIP_BZIP2) as archive:
    archive.writestr("y.npy", npy(y))
