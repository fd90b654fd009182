#!/usr/bin/env python3
"""Writes index.html: every picture of the gallery beside the description that it was rendered from.

    make_page.py [--check]     writes nothing with --check, but fails where the page is not what it would write;
                               code of examples may have moved on
    make_page.py --names       prints the names of the pictures that have a description, in the page's order

What is shown, and in which order, stands in contents.json. A picture's alternative text comes from the picture: it is
what Vitrail says of the chart in PNG's "Description".
"""
import html
import json
import pathlib
import re
import struct
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DESCRIPTIONS = ROOT / "Examples" / "gallery"

HEAD = """<!DOCTYPE html>
<!-- Written by make_page.py. -->
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Vitrail: gallery</title>
<style>
  :root { color-scheme: light; --ink: #1f2a44; --faint: #5c677d; --rule: #dde2e9; --paper: #ffffff; --code: #f6f8fa; }
  body { margin: 0 auto; max-width: 84rem; padding: 0 1.5rem 4rem; color: var(--ink); background: var(--paper);
         font: 16px/1.5 "DejaVu Sans", Verdana, sans-serif; }
  h1 { margin: 2rem 0 .25rem; font-size: 1.9rem; }
  h2 { margin: 3.5rem 0 0; padding-top: .75rem; border-top: 2px solid var(--ink); font-size: 1.3rem; }
  h3 { margin: 0; font-size: 1rem; }
  p { margin: .25rem 0 1rem; color: var(--faint); }
  nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1rem 0; padding: 0; list-style: none; }
  a { color: #1d4e89; }
  h3 a { color: inherit; text-decoration: none; }
  h3 a:hover { text-decoration: underline; }
  article { display: grid; grid-template-columns: minmax(0, 640px) minmax(0, 1fr); gap: 0 2rem; padding: 1.75rem 0;
            border-bottom: 1px solid var(--rule); }
  article > div { min-width: 0; }
  img { display: block; max-width: 100%; height: auto; border: 1px solid var(--rule); }
  pre { margin: 0; max-height: 26rem; overflow: auto; padding: .9rem 1rem; background: var(--code);
        font: 12px/1.5 "DejaVu Sans Mono", Consolas, monospace; tab-size: 4; }
  @media (max-width: 64rem) { article { grid-template-columns: minmax(0, 1fr); gap: 1rem 0; } }
</style>
</head>
<body>
"""


class Bad(Exception):
    pass


def png(path):
    """Width, height and the "Description" of a PNG."""
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Bad(f"{path.name} is no PNG")
    size, text, at = None, None, 8
    while at + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        if kind == b"IHDR":
            size = struct.unpack(">II", body[:8])
        elif kind == b"tEXt" and body.startswith(b"Description\0"):
            text = body.split(b"\0", 1)[1].decode("latin-1")
        elif kind == b"iTXt" and body.startswith(b"Description\0\0"):
            text = body.split(b"\0", 5)[5].decode()
        at += 12 + length
    if not size or not text:
        raise Bad(f"{path.name} does not say what it shows")
    return (*size, text)


def read_contents():
    """The chapters; raises Bad where they, the descriptions and the pictures are not the same set."""
    chapters = json.loads((HERE / "contents.json").read_text())
    pictures = [picture for chapter in chapters for picture in chapter["pictures"]]
    names = [picture["name"] for picture in pictures]
    if len(names) != len(set(names)):
        raise Bad("contents.json names a picture twice")
    described = {picture["name"] for picture in pictures if "source" not in picture}
    for what, found, wanted in (
        ("descriptions", {path.stem for path in DESCRIPTIONS.glob("*.json")}, described),
        ("pictures", {path.stem for path in HERE.glob("*.png")}, set(names)),
    ):
        if found != wanted:
            raise Bad(f"{what} and contents.json differ: {', '.join(sorted(found ^ wanted))}")
    return chapters


def anchor(title):
    return title.lower().replace("'", "").replace(" ", "-")


def entry(picture):
    """One picture and its description."""
    name = picture["name"]
    width, height, alt = png(HERE / f"{name}.png")
    source = picture.get("source", f"Examples/gallery/{name}.json")
    kind = "code" if "source" in picture else "description"
    return f"""<article id="{name}">
<div>
<h3><a href="#{name}">{name}</a></h3>
<p>{html.escape(picture["about"])}</p>
<img src="{name}.png" width="{width}" height="{height}" loading="lazy" alt="{html.escape(alt)}">
</div>
<div>
<p><a href="../../{source}">{source}</a></p>
<pre class="{kind}"><code>{html.escape((ROOT / source).read_text(), quote=False)}</code></pre>
</div>
</article>
"""


def without_code(text):
    return re.sub(r'<pre class="code">.*?</pre>', "", text, flags=re.DOTALL)


def page():
    chapters = read_contents()
    count = sum(len(chapter["pictures"]) for chapter in chapters)
    parts = [HEAD, "<h1>Gallery</h1>\n"]
    parts.append(
        f"<p>{count} charts, each beside what it was rendered from. Files of data are real; numbers that stand in a "
        "description of the last four chapters are made up. <code>make gallery</code> renders them anew.</p>\n")
    parts.append("<nav><ul>\n")
    parts += [f'<li><a href="#{anchor(c["chapter"])}">{html.escape(c["chapter"])}</a></li>\n' for c in chapters]
    parts.append("</ul></nav>\n")
    for chapter in chapters:
        parts.append(f'<h2 id="{anchor(chapter["chapter"])}">{html.escape(chapter["chapter"])}</h2>\n')
        parts += [entry(picture) for picture in chapter["pictures"]]
    parts.append("</body>\n</html>\n")
    return "".join(parts)


def main(options):
    if options == ["--names"]:
        chapters = json.loads((HERE / "contents.json").read_text())
        print("\n".join(p["name"] for c in chapters for p in c["pictures"] if "source" not in p))
        return 0
    if options not in ([], ["--check"]):
        sys.exit(__doc__)
    try:
        text = page()
    except (Bad, OSError, KeyError, ValueError, struct.error) as error:
        print(f"gallery: {error}", file=sys.stderr)
        return 1
    index = HERE / "index.html"
    if not options:
        index.write_text(text)
    elif not index.is_file() or without_code(index.read_text()) != without_code(text):
        print("gallery: docs/gallery/index.html is not what its descriptions and pictures say; make gallery", file=sys.stderr)
        return 1
    print(f"gallery: {text.count('<article')} pictures")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
