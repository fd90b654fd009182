#!/usr/bin/env python3
"""Draws the gallery's descriptions in three sizes and two themes: one sheet for each description, to be looked at.

    contact_sheets.py [--cli .build/release/vitrail] [--out out/contact] [--full] [--jobs 1] [NAME …]

A name is that of a file in Examples/gallery, or the path of any description; left out, all of the gallery are drawn.
The sizes are 300 × 200, 800 × 400 and 1920 × 1080 points at scale 1, so that texts keep their size: what fits in one
size need not fit in another. The largest is reduced to 1280 × 720 unless --full is given. Warnings stand under their
picture. Needs Pillow: `python3 -m venv .venv && .venv/bin/pip install pillow`.
"""
import argparse
import concurrent.futures
import pathlib
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw, ImageFont

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DESCRIPTIONS = ROOT / "Examples" / "gallery"
SIZES = [(300, 200), (800, 400), (1920, 1080)]
THEMES = ["flat", "dark"]
REDUCED = (1280, 720)
GAP = 16
LINE = 14
PAPER, INK, FAULT = "#8a9099", "#101418", "#a00000"


def find(name):
    """The description that a name or a path stands for."""
    for path in (DESCRIPTIONS / f"{name}.json", pathlib.Path(name)):
        if path.is_file():
            return path
    sys.exit(f"contact sheets: no description {name}")


def draw(cli, path, size, theme, folder):
    """One picture, and what the program said; no picture where it failed."""
    picture = folder / f"{path.stem}-{size[0]}-{theme}.png"
    command = [cli, "render", str(path), "-o", str(picture), "--scale", "1", "--theme", theme]
    done = subprocess.run([*command, "--size", f"{size[0]}x{size[1]}"], capture_output=True, text=True)
    said = [line.removeprefix("vitrail: ") for line in done.stderr.splitlines() if line.strip()]
    if done.returncode:
        return None, [f"exit status {done.returncode}", *said[:2]]
    return Image.open(picture).convert("RGB"), said


def wrapped(text, font, width):
    """Lines of a text that are no wider than the picture above them."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def sheet(cli, path, full, folder):
    """All pictures of a description: a row for each size, the themes side by side. Returns the number of failures."""
    font = ImageFont.load_default()
    rows, failures = [], 0
    for size in SIZES:
        row = []
        for theme in THEMES:
            picture, said = draw(cli, path, size, theme, folder)
            failures += picture is None
            shown = size if full else tuple(min(a, b) for a, b in zip(size, REDUCED))
            if picture and picture.size != shown:
                picture = picture.resize(shown, Image.Resampling.LANCZOS)
            caption = [f"{path.stem}, {size[0]} x {size[1]}, {theme}"]
            # The standard font has no characters beyond Latin 1.
            lines = [line for text in said for line in wrapped(text, font, shown[0])]
            caption += [line.encode("latin-1", "replace").decode("latin-1") for line in lines]
            row.append((picture, shown, caption))
        rows.append(row)
    heights = [max(shown[1] + LINE * len(caption) for _, shown, caption in row) for row in rows]
    width = GAP + max(sum(shown[0] + GAP for _, shown, _ in row) for row in rows)
    image = Image.new("RGB", (width, GAP + sum(height + GAP for height in heights)), PAPER)
    pen, y = ImageDraw.Draw(image), GAP
    for row, height in zip(rows, heights):
        x = GAP
        for picture, shown, caption in row:
            if picture:
                image.paste(picture, (x, y))
            else:
                pen.rectangle((x, y, x + shown[0], y + shown[1]), outline=FAULT, width=3)
            for number, line in enumerate(caption):
                color = FAULT if number or not picture else INK
                pen.text((x, y + shown[1] + 1 + number * LINE), line, fill=color, font=font)
            x += shown[0] + GAP
        y += height + GAP
    return image, failures


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / ".build/release/vitrail"), help="the program that draws")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out/contact", help="folder of the sheets")
    parser.add_argument("--full", action="store_true", help="show the largest size unreduced")
    parser.add_argument("--jobs", type=int, default=1, help="sheets drawn at a time")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    paths = [find(name) for name in options.names] or sorted(DESCRIPTIONS.glob("*.json"))
    options.out.mkdir(parents=True, exist_ok=True)

    def one(path):
        with tempfile.TemporaryDirectory() as folder:
            image, failures = sheet(options.cli, path, options.full, pathlib.Path(folder))
        image.save(options.out / f"{path.stem}.png")
        return failures

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        failures = sum(pool.map(one, paths))
    print(f"contact sheets: {len(paths)} in {options.out}, {failures} pictures failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
