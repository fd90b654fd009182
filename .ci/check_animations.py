#!/usr/bin/env python3
"""Checks with Pillow that animated PNGs move: frames are there, are shown for a while, and show something new.

    check_animations.py FILE ...

Needs Pillow: make deps. A file is wrong when it has fewer than MIN_FRAMES frames, a frame without a delay, a frame of
one colour, when less than MIN_CHANGES of its frames differ from the one before, or when it has more than MAX_BYTES.
"""
import pathlib
import sys

from PIL import Image, ImageChops, ImageSequence

MIN_FRAMES = 3
MIN_CHANGES = 0.3
MAX_BYTES = 4_000_000


class Bad(Exception):
    pass


def check(path):
    """Returns a line about the animation; raises Bad."""
    size = path.stat().st_size
    if size > MAX_BYTES:
        raise Bad(f"has {size:,} bytes")
    changes, seconds, before = 0, 0.0, None
    with Image.open(path) as animation:
        count = getattr(animation, "n_frames", 1)
        if count < MIN_FRAMES:
            raise Bad(f"has {count} frames")
        for k, frame in enumerate(ImageSequence.Iterator(animation)):
            if not frame.info.get("duration", 0) > 0:
                raise Bad(f"frame {k} has no delay")
            seconds += frame.info["duration"] / 1000
            now = frame.convert("RGB")
            if all(low == high for low, high in now.getextrema()):
                raise Bad(f"frame {k} is blank")
            if before is not None and ImageChops.difference(before, now).getbbox():
                changes += 1
            before = now
        if changes < MIN_CHANGES * (count - 1):
            raise Bad(f"changes {changes} times in {count} frames")
        return f"{animation.width}×{animation.height}, {count} frames, {changes} changes, {seconds:.1f} s, {size:,} bytes"


def main(paths):
    failed = 0
    for path in map(pathlib.Path, paths):
        try:
            print(f"{path}: {check(path)}")
        except (Bad, OSError, SyntaxError) as error:
            failed += 1
            print(f"{path}: {error}", file=sys.stderr)
    print(f"{len(paths) - failed} animations are right, {failed} are not")
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
