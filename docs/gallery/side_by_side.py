#!/usr/bin/env python3
"""Draws the gallery's charts with Vitrail, Vega-Lite and matplotlib, each with its own defaults: a page to look at.

    side_by_side.py [--cli .build/release/vitrail] [--out out] [NAME …]

Writes out/side-by-side.html and its pictures, 800 × 400 each. A name is that of a file in Examples/gallery; left out,
all are drawn. Colours, widths and formats of a description are not translated. A chart that is not translated at all
stands on the page with the reason. It needs:

    python3 -m venv .venv && .venv/bin/pip install vl-convert-python matplotlib
    .venv/bin/python docs/gallery/side_by_side.py
"""
import argparse
import html
import pathlib
import subprocess
import sys

try:
    import vl_convert
    import to_matplotlib
except ImportError as error:
    sys.exit(f"side by side: {error}; pip install vl-convert-python matplotlib")
import simple_chart
import to_vega_lite

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
DESCRIPTIONS = ROOT / "Examples" / "gallery"
WIDTH, HEIGHT = 800, 400

HEAD = """<!DOCTYPE html>
<!-- Written by side_by_side.py. -->
<html lang="en">
<head>
<meta charset="utf-8">
<title>Vitrail beside Vega-Lite and matplotlib</title>
<style>
  body { margin: 1rem; font: 14px/1.4 sans-serif; color: #1f2a44; }
  table { border-collapse: collapse; }
  th, td { padding: .5rem; border: 1px solid #dde2e9; text-align: left; vertical-align: top; }
  img { display: block; width: 32vw; min-width: 400px; height: auto; }
  .left-out { color: #a00000; }
</style>
</head>
<body>
<h1>Vitrail beside Vega-Lite and matplotlib</h1>
<table>
<tr><th>name</th><th>Vitrail</th><th>Vega-Lite</th><th>matplotlib</th></tr>
"""


def draw_ours(cli, path, picture):
    """Returns what went wrong, or None."""
    command = [cli, "render", str(path), "-o", str(picture), "--scale", "1", "--theme", "flat"]
    done = subprocess.run([*command, "--size", f"{WIDTH}x{HEIGHT}"], capture_output=True, text=True)
    return f"exit status {done.returncode}: {done.stderr[:200]}" if done.returncode else None


def draw_vega_lite(chart, picture):
    specification = to_vega_lite.specification(chart, WIDTH, HEIGHT)
    picture.write_bytes(vl_convert.vegalite_to_png(specification, scale=1))


def attempt(draw, *arguments):
    """Runs one drawing; a fault of another program, or of the translation, must not stop the page."""
    try:
        draw(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300]


def draw(cli, path, folder):
    """The cells of a row: a picture's file, or the reason why there is none."""
    pictures = {who: folder / f"{path.stem}-{who}.png" for who in ("vitrail", "vega-lite", "matplotlib")}
    faults = {"vitrail": draw_ours(cli, path, pictures["vitrail"])}
    try:
        chart = simple_chart.read(path)
    except simple_chart.Unsupported as reason:
        faults["vega-lite"] = faults["matplotlib"] = f"not translated: {reason}"
    else:
        faults["vega-lite"] = attempt(draw_vega_lite, chart, pictures["vega-lite"])
        faults["matplotlib"] = attempt(to_matplotlib.save, chart, pictures["matplotlib"], WIDTH, HEIGHT)
    return [(pictures[who], faults[who]) for who in pictures]


def cell(picture, fault):
    if fault:
        return f'<td class="left-out">{html.escape(fault)}</td>'
    return f'<td><img src="{picture.parent.name}/{picture.name}" loading="lazy" alt=""></td>'


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", default=str(ROOT / ".build/release/vitrail"), help="the program that draws ours")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "out", help="folder of the page")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    known = {path.stem: path for path in sorted(DESCRIPTIONS.glob("*.json"))}
    unknown = [name for name in options.names if name not in known]
    if unknown:
        sys.exit(f"side by side: no description {', '.join(unknown)}")
    folder = options.out / "side-by-side"
    folder.mkdir(parents=True, exist_ok=True)
    parts, faults = [HEAD], 0
    for name in options.names or known:
        cells = draw(options.cli, known[name], folder)
        for picture, fault in cells:
            if fault and not fault.startswith("not translated"):
                print(f"{picture.stem}: {fault}", file=sys.stderr)
                faults += 1
        parts.append(f"<tr><th>{name}</th>{''.join(cell(*one) for one in cells)}</tr>\n")
    page = options.out / "side-by-side.html"
    page.write_text("".join(parts) + "</table>\n</body>\n</html>\n")
    print(f"side by side: {len(parts) - 1} charts in {page}, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
