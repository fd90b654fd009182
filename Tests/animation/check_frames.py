#!/usr/bin/env python3
"""Checks with Pillow that each frame of an animated PNG is a still, byte for byte, and how long it is shown.

    check_frames.py ANIMATION [--delays MS,MS,...] [--loop COUNT] STILL.png ...

Needs Pillow: make deps. Exits with 1, and says why, where anything differs.
"""
import argparse
import sys

from PIL import Image, ImageSequence


def faults(animation, stills, delays, loop):
    """Yields what is wrong, a sentence each."""
    if animation.n_frames != len(stills):
        yield f"{animation.n_frames} frames, expected {len(stills)}"
        return
    if loop is not None and animation.info.get("loop") != loop:
        yield f"loop count {animation.info.get('loop')}, expected {loop}"
    for k, frame in enumerate(ImageSequence.Iterator(animation)):
        if delays and frame.info["duration"] != delays[k]:
            yield f"frame {k} is shown {frame.info['duration']} ms, expected {delays[k]}"
        with Image.open(stills[k]) as still:
            if frame.convert("RGBA").tobytes() != still.convert("RGBA").tobytes():
                yield f"frame {k} differs from {stills[k]}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("animation")
    parser.add_argument("stills", nargs="+")
    parser.add_argument("--delays", type=lambda text: [float(part) for part in text.split(",")])
    parser.add_argument("--loop", type=int)
    options = parser.parse_args()
    with Image.open(options.animation) as animation:
        found = list(faults(animation, options.stills, options.delays, options.loop))
    for fault in found:
        print(f"{options.animation}: {fault}", file=sys.stderr)
    if not found:
        print(f"{options.animation}: {len(options.stills)} frames are right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
