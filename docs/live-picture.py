"""Makes docs/live.png, the moving picture of the README: frames of `vitrail live`, as a client gets them.

usage: live-picture.py [COMMAND]

The pointer and the labels of the input are drawn on them. Needs Pillow and the font Inter of Debian.
"""
import io
import os
import pathlib
import sys

from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parents[1]
FONT = "/usr/share/fonts/opentype/inter/Inter-Regular.otf"
WIDTH, HEIGHT = 640, 300
#: Milliseconds of most frames, and of those that are meant to be looked at.
STEP, HOLD = 60, 1200
#: An arrow with its tip at 0, 0.
ARROW = [(0, 0), (0, 17), (4, 13.3), (7, 20), (10, 18.7), (7, 12.3), (12.3, 12)]
#: Marks are drawn this many times as large, for smooth edges.
FINE = 4


class Movie:
    """Frames with marks."""

    def __init__(self):
        self.pictures, self.durations = [], []
        self.font = ImageFont.truetype(FONT, 13 * FINE)
        #: Where the pointer is, and the label of the input.
        self.pointer, self.label = None, ""

    def show(self, milliseconds=STEP):
        """Shows the last frame again."""
        self.add(self.frame, milliseconds)

    def take(self, frame, milliseconds=STEP):
        self.add(Image.open(io.BytesIO(frame.picture)).convert("RGB"), milliseconds)

    def add(self, frame, milliseconds):
        self.frame = frame
        marks = Image.new("RGBA", (WIDTH * FINE, HEIGHT * FINE))
        draw = ImageDraw.Draw(marks)
        if self.pointer:
            x, y = self.pointer
            arrow = [((x + dx) * FINE, (y + dy) * FINE) for dx, dy in ARROW]
            draw.polygon(arrow, fill="black")
            draw.line([*arrow, arrow[0]], fill="white", width=FINE, joint="curve")
        if self.label:
            width = self.font.getlength(self.label)
            right, top = (WIDTH - 12) * FINE, 8 * FINE
            box = (right - width - 16 * FINE, top, right, top + 24 * FINE)
            draw.rounded_rectangle(box, 5 * FINE, fill="#2c3e50")
            draw.text((right - 8 * FINE, top + 12 * FINE), self.label, font=self.font, fill="white", anchor="rm")
        marks = marks.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
        whole = frame.copy()
        whole.paste(marks, mask=marks.getchannel("A"))
        self.pictures.append(whole)
        self.durations.append(milliseconds)

    def move(self, x, y, steps=8):
        """Moves the pointer over the last frame."""
        x0, y0 = self.pointer
        for step in range(1, steps + 1):
            self.pointer = (x0 + (x - x0) * step / steps, y0 + (y - y0) * step / steps)
            self.show(STEP // 2)

    def save(self, path):
        # The colours of frames with all kinds of marks.
        count = len(self.pictures)
        sample = Image.new("RGB", (WIDTH, HEIGHT * 4))
        for k in range(4):
            sample.paste(self.pictures[k * (count - 1) // 3], (0, k * HEIGHT))
        palette = sample.quantize(48)
        pictures = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in self.pictures]
        pictures[0].save(
            path, save_all=True, append_images=pictures[1:], duration=self.durations, loop=0, optimize=True)
        print(f"{path}: {count} frames, {path.stat().st_size} bytes")


def main():
    os.environ["VITRAIL_COMMAND"] = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/vitrail")
    sys.path.insert(0, str(ROOT / "Tests/Server"))
    from live import Live
    movie = Movie()
    with Live(ROOT / "Examples/aapl-close.json") as live, live.socket() as socket:
        def wheel(delta):
            for _ in range(9):
                socket.send("wheel", x=470, y=150, dx=0, dy=delta, modifiers=["Shift"])
                movie.take(socket.until("frame"))

        movie.pointer = (470, 150)
        movie.take(socket.start(WIDTH, HEIGHT)[1], HOLD)
        movie.label = "wheel"
        wheel(-100)
        movie.durations[-1] = HOLD // 2
        movie.label = ""
        movie.move(300, 150)
        movie.label = "drag"
        socket.send("pointer_down", x=300, y=150, button=1, time_stamp=0)
        for step in range(1, 16):
            movie.pointer = (300 + 12 * step, 150)
            socket.send("pointer_move", x=300 + 12 * step, y=150, time_stamp=step)
            movie.take(socket.until("frame"))
        socket.send("pointer_up", x=480, y=150, time_stamp=20)
        movie.durations[-1] = HOLD // 2
        movie.label = ""
        movie.move(560, 250)
        for key, label in [("Tab", "Tab"), *[("ArrowRight", "→")] * 12]:
            movie.label = label
            socket.send("key_down", key=key)
            movie.take(socket.until("frame"), STEP * 2)
        movie.durations[-1] = HOLD
        movie.label = "Esc"
        socket.send("key_down", key="Escape")
        movie.take(socket.until("frame"), HOLD // 4)
        movie.label = ""
        movie.move(470, 150)
        movie.label = "wheel"
        wheel(100)
    movie.save(ROOT / "docs/live.png")


if __name__ == "__main__":
    main()
