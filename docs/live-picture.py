"""Makes docs/live.png, the moving picture of the README: frames of `vitrail live`, as a client gets them.

usage: live-picture.py [COMMAND]

Needs Pillow.
"""
import io
import os
import pathlib
import sys

from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[1]
WIDTH, HEIGHT = 640, 300
#: Milliseconds of most frames, and of those that are meant to be looked at.
STEP, HOLD = 60, 1200


def main():
    os.environ["VITRAIL_COMMAND"] = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/vitrail")
    sys.path.insert(0, str(ROOT / "Tests/Server"))
    from live import Live
    pictures, durations = [], []
    with Live(ROOT / "Examples/aapl-close.json") as live, live.socket() as socket:
        def take(frame, milliseconds=STEP):
            pictures.append(Image.open(io.BytesIO(frame.picture)).convert("RGB"))
            durations.append(milliseconds)

        take(socket.start(WIDTH, HEIGHT)[1], HOLD)
        for _ in range(9):
            socket.send("wheel", x=470, y=150, dx=0, dy=-100, modifiers=["Shift"])
            take(socket.until("frame"))
        durations[-1] = HOLD // 2
        socket.send("pointer_down", x=300, y=150, button=1, time_stamp=0)
        for step in range(1, 16):
            socket.send("pointer_move", x=300 + 12 * step, y=150, time_stamp=step)
            take(socket.until("frame"))
        socket.send("pointer_up", x=480, y=150, time_stamp=20)
        durations[-1] = HOLD // 2
        for key in ["Tab"] + ["ArrowRight"] * 12:
            socket.send("key_down", key=key)
            take(socket.until("frame"), STEP * 2)
        durations[-1] = HOLD
        socket.send("key_down", key="Escape")
        take(socket.until("frame"))
        for _ in range(9):
            socket.send("wheel", x=470, y=150, dx=0, dy=100, modifiers=["Shift"])
            take(socket.until("frame"))
    palette = pictures[0].quantize(48)
    pictures = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
    path = ROOT / "docs/live.png"
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=True)
    print(f"{path}: {len(pictures)} frames, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
