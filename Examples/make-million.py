#!/usr/bin/env python3
"""Writes data/million.f64: a random walk of 10^6 little-endian doubles, the same on every machine."""

import array
import itertools
import pathlib
import random
import sys

COUNT = 1_000_000
SEED = 3


def main() -> None:
    generator = random.Random(SEED)
    steps = (generator.gauss(0.0, 1.0) for _ in range(COUNT))
    walk = array.array("d", itertools.accumulate(steps))
    if sys.byteorder == "big":
        walk.byteswap()
    path = pathlib.Path(__file__).parent / "data" / "million.f64"
    path.write_bytes(walk.tobytes())
    print(f"{path}: {COUNT} samples, {min(walk):.0f} to {max(walk):.0f}")


if __name__ == "__main__":
    main()
