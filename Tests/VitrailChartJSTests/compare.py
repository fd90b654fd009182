"""Compares pictures of Chart.js' own test fixtures with those that Vitrail draws of the imported descriptions.

    compare.py JOBS FIXTURES [--vitrail COMMAND] [--out FOLDER] [--least 0.7]

JOBS has a line {"id", "chart"} for each fixture, as the test "FixtureTests" writes them. A fixture is right if at most 2 % of its pixels differ by more
than 48 of 255 in a channel, both pictures on white. Those with visible text are counted apart: fonts differ.
"""

import argparse
import io
import json
import pathlib
import subprocess
import sys

from PIL import Image, ImageChops

LIMIT = 48
SHARE = 0.02


def on_white(picture):
    picture = picture.convert("RGBA")
    white = Image.new("RGBA", picture.size, "white")
    return Image.alpha_composite(white, picture).convert("RGB")


def difference(a, b):
    """The share of pixels that differ by more than the limit in a channel."""
    red, green, blue = ImageChops.difference(a, b).split()
    counts = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return sum(counts[LIMIT + 1 :]) / sum(counts)


def shows_text(fixture):
    """Whether the picture of Chart.js has text: sprites stand for it, or an axis, a legend or a title is switched on."""
    config = fixture["config"]
    options = config.get("options") or {}
    plugins = options.get("plugins") or {}
    if (fixture.get("options") or {}).get("spriteText"):
        return True
    for name in ("legend", "title", "subtitle"):
        if plugins.get(name) and plugins[name].get("display") is not False and (name == "legend" or plugins[name].get("display")):
            return True
    if config.get("type") in ("pie", "doughnut"):
        return False
    scales = options.get("scales") or {}
    radial = config.get("type") in ("radar", "polarArea")
    for name in ("r",) if radial else ("x", "y"):
        scales.setdefault(name, {})
    for scale in scales.values():
        if not isinstance(scale, dict) or scale.get("display") is False:
            continue
        if (scale.get("title") or {}).get("display"):
            return True
        if (scale.get("ticks") or {}).get("display") is not False:
            return True
        if radial and config.get("type") == "radar" and (scale.get("pointLabels") or {}).get("display") is not False:
            return True
    return False


def pictures(command, lines):
    """The id and picture of each job that is drawn, and the errors of the others."""
    done = subprocess.run([*command.split(), "batch", "--stream"], input="".join(lines).encode(), capture_output=True)
    found, errors = {}, {}
    stream = io.BytesIO(done.stdout)
    while line := stream.readline():
        head = json.loads(line)
        picture = stream.read(head["bytes"])
        if "error" in head:
            errors[head["id"]] = f"{head['error'].get('place', '')}: {head['error']['message']}"
        else:
            found[head["id"]] = picture
    if len(found) + len(errors) != len(lines):
        print(done.stderr.decode()[-2000:], file=sys.stderr)
    return found, errors


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("jobs", type=pathlib.Path)
    parser.add_argument("fixtures", type=pathlib.Path)
    parser.add_argument("--vitrail", default="vitrail")
    parser.add_argument("--out", type=pathlib.Path, help="folder for pictures: Chart.js' left, Vitrail's right")
    parser.add_argument("--least", type=float, default=0.7, help="share of fixtures without text that must be right")
    arguments = parser.parse_args()
    lines = []
    for line in arguments.jobs.read_text().splitlines():
        job = json.loads(line)
        lines.append(json.dumps({"id": job["id"], "chart": job["chart"], "format": "png"}) + "\n")
    drawn, errors = pictures(arguments.vitrail, lines)
    counts = {True: [0, 0, 0], False: [0, 0, 0]}
    rows = []
    for path in sorted(arguments.fixtures.glob("*.json")):
        fixture = json.loads(path.read_text())
        text = shows_text(fixture)
        counts[text][2] += 1
        if path.stem not in drawn:
            rows.append((1.0, text, path.stem, errors.get(path.stem, "refused")))
            continue
        counts[text][1] += 1
        theirs = Image.open(path.with_suffix(".png"))
        ours = Image.open(io.BytesIO(drawn[path.stem]))
        a, b = on_white(theirs), on_white(ours)
        share = difference(a, b) if a.size == b.size else 1.0
        note = "" if a.size == b.size else f"{b.width} × {b.height}, not {a.width} × {a.height}"
        counts[text][0] += share <= SHARE
        rows.append((share, text, path.stem, note))
        if arguments.out:
            arguments.out.mkdir(parents=True, exist_ok=True)
            both = Image.new("RGB", (theirs.width + ours.width + 6, max(theirs.height, ours.height)), "gray")
            both.paste(a, (0, 0))
            both.paste(b, (theirs.width + 6, 0))
            both.save(arguments.out / f"{path.stem}.png")
    for share, text, name, note in sorted(rows):
        print(f"{share:8.4f} {'text' if text else '    '} {name} {note}")
    for text in (False, True):
        right, shown, every = counts[text]
        print(f"{'with text' if text else 'without text'}: {right} right, {shown - right} drawn otherwise, {every - shown} refused, of {every}")
    right, _, every = counts[False]
    return 0 if every and right >= arguments.least * every else 1


if __name__ == "__main__":
    sys.exit(main())
