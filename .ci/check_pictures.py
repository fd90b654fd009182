#!/usr/bin/env python3
"""Checks that each EXAMPLES/*.json has a PICTURES/*.png that is well formed and shows something, and so has each NAME.

    check_pictures.py EXAMPLES PICTURES [NAME ...]

Reads the PNGs with Python's zlib alone, so it shares no code with the encoder. It knows what Vitrail writes: 8-bit RGB
or RGBA, filters None and Up. A picture is blank when it has fewer than MIN_COLORS colours or when less than MIN_INK of
it differs from its commonest colour: a thin line with axes and labels covers about 2 %.
"""
import collections
import pathlib
import struct
import sys
import zlib

MIN_COLORS = 8
MIN_INK = 0.005
CHANNELS = {2: 3, 6: 4}


class Bad(Exception):
    pass


def chunks(data):
    """Yields (type, body) of a PNG; raises Bad unless signature, lengths and CRCs are right."""
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Bad("no PNG signature")
    at = 8
    while at < len(data):
        if at + 12 > len(data):
            raise Bad("cut off")
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        crc = data[at + 8 + length:at + 12 + length]
        if len(crc) < 4 or struct.unpack(">I", crc)[0] != zlib.crc32(kind + body):
            raise Bad(f"chunk {kind.decode('latin-1')} is damaged")
        yield kind, body
        at += 12 + length


def rows(raw, height, row_bytes):
    """Yields each unfiltered row. Up adds the row above byte by byte, here as one long number without carries."""
    low = int.from_bytes(b"\x7f" * row_bytes, "big")
    above = 0
    for y in range(height):
        start = y * (row_bytes + 1)
        row = int.from_bytes(raw[start + 1:start + 1 + row_bytes], "big")
        if raw[start] == 2:
            row = ((row & low) + (above & low)) ^ ((row ^ above) & ~low)
        elif raw[start] != 0:
            raise Bad(f"row {y} has filter {raw[start]}")
        yield row.to_bytes(row_bytes, "big")
        above = row


def colors(raw, width, height, channels):
    """How often each colour occurs."""
    row_bytes = width * channels
    total = collections.Counter()
    equal_rows = collections.Counter(rows(raw, height, row_bytes))
    for row, times in equal_rows.items():
        for color, count in collections.Counter(zip(*(row[c::channels] for c in range(channels)))).items():
            total[color] += count * times
    return total


def check(path):
    """Returns a line about the picture; raises Bad."""
    parts = list(chunks(path.read_bytes()))
    if [parts[0][0], parts[-1][0]] != [b"IHDR", b"IEND"]:
        raise Bad("does not go from IHDR to IEND")
    width, height, depth, kind, *rest = struct.unpack(">IIBBBBB", parts[0][1])
    if depth != 8 or kind not in CHANNELS or rest != [0, 0, 0] or not width or not height:
        raise Bad(f"unexpected header: {width}×{height}, depth {depth}, colour type {kind}, {rest}")
    raw = zlib.decompress(b"".join(body for name, body in parts if name == b"IDAT"))
    if len(raw) != height * (1 + width * CHANNELS[kind]):
        raise Bad(f"{len(raw)} bytes of pixels for {width}×{height}")
    found = colors(raw, width, height, CHANNELS[kind])
    ink = 1 - found.most_common(1)[0][1] / (width * height)
    line = f"{width}×{height}, {len(found)} colours, {ink:.1%} ink"
    if len(found) < MIN_COLORS or ink < MIN_INK:
        raise Bad(f"is blank: {line}")
    return line


def main(examples, pictures, *more):
    specs = sorted(pathlib.Path(examples).glob("*.json"))
    names = [spec.stem for spec in specs] + list(more)
    failed = 0
    for name in names:
        picture = pathlib.Path(pictures) / (name + ".png")
        try:
            print(f"{picture}: {check(picture)}")
        except (Bad, OSError, struct.error, zlib.error) as error:
            failed += 1
            print(f"{picture}: {error}", file=sys.stderr)
    print(f"{len(names) - failed} pictures are right, {failed} are not")
    return 0 if specs and not failed else 1


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
