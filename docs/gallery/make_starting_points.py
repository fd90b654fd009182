#!/usr/bin/env python3
"""Writes Sources/VitrailServer/Page/gallery.json: the descriptions that the server's page offers as starting points.

    make_starting_points.py [--check] [--vitrail COMMAND]

A server reads no files for strangers, so that a starting point contains its data: columns of a small CSV file are written
into the description. Descriptions that stay above LIMIT bytes, or need other files, are left out. --check writes nothing,
but fails where the file is not what the script would write. --vitrail renders each original and its copy, and fails where
the pictures differ.
"""
import argparse
import csv
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DESCRIPTIONS = ROOT / "Examples" / "gallery"
TARGET = ROOT / "Sources" / "VitrailServer" / "Page" / "gallery.json"

#: Bytes of one description without blanks, and of the file.
LIMIT = 2200
TOTAL_LIMIT = 64_000
#: Keys of a CSV table that name nothing about the file's notation, and are kept.
KEPT = ("where", "parse", "timeZone")


class Unsuitable(Exception):
    """The description cannot be shown without files, or is too large."""


def texts(value):
    """Every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts(part)


def cell(text):
    """A number where the text is one."""
    try:
        number = float(text)
    except ValueError:
        return text
    return int(number) if number.is_integer() and abs(number) < 2**53 else number


def inlined(table, used):
    """A CSV table as columns of values; only columns whose name is in `used`."""
    if set(table) - {"csv", *KEPT}:
        raise Unsuitable("notation of the CSV file")
    path = (DESCRIPTIONS / table["csv"]).resolve()
    if path.stat().st_size > 16 * LIMIT:
        raise Unsuitable("size of the CSV file")
    rows = list(csv.reader(path.read_text().splitlines()))
    columns = {}
    for index, name in enumerate(rows[0]):
        if name not in used:
            continue
        cells = [row[index] for row in rows[1:]]
        values = [None if text == "" else cell(text) for text in cells]
        if any(isinstance(value, str) for value in values):
            values = [None if text == "" else text for text in cells]
        columns[name] = values
    return {"values": columns, **{key: table[key] for key in KEPT if key in table}}


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def starting_point(path):
    """The description in this file, with its data."""
    description = json.loads(path.read_text())
    description.pop("$schema", None)
    used = set(texts(description))
    for name, table in description.get("data", {}).items():
        if "csv" in table:
            description["data"][name] = inlined(table, used | set(table.get("parse", {})))
        elif "values" not in table:
            raise Unsuitable("data files")
    if any("../" in text for text in texts(description)):
        raise Unsuitable("other files")
    if len(compact(description)) > LIMIT:
        raise Unsuitable("size")
    return description


def collect():
    """Chapters of starting points, in the gallery's order."""
    chapters = []
    for chapter in json.loads((HERE / "contents.json").read_text()):
        pictures = []
        for picture in chapter["pictures"]:
            if "source" in picture:
                continue
            try:
                chart = starting_point(DESCRIPTIONS / f"{picture['name']}.json")
            except Unsuitable:
                continue
            pictures.append({"name": picture["name"], "about": picture["about"], "chart": chart})
        if pictures:
            chapters.append({"chapter": chapter["chapter"], "pictures": pictures})
    return chapters


def picture(command, path):
    return subprocess.run([command, "render", path, "-o", "-"], check=True, stdout=subprocess.PIPE).stdout


def different(command, chapters):
    """The names whose copy is drawn differently."""
    names = []
    copy = DESCRIPTIONS / ".starting-point.json"
    try:
        for point in (point for chapter in chapters for point in chapter["pictures"]):
            copy.write_text(compact(point["chart"]))
            if picture(command, copy) != picture(command, DESCRIPTIONS / f"{point['name']}.json"):
                names.append(point["name"])
    finally:
        copy.unlink(missing_ok=True)
    return names


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--vitrail", metavar="COMMAND")
    options = parser.parse_args()
    chapters = collect()
    text = compact(chapters) + "\n"
    if len(text.encode()) > TOTAL_LIMIT:
        return f"{len(text.encode())} bytes, more than {TOTAL_LIMIT}: lower LIMIT"
    if options.vitrail and (names := different(options.vitrail, chapters)):
        return f"drawn differently with data written in: {', '.join(names)}"
    if options.check:
        if not TARGET.exists() or TARGET.read_text() != text:
            return f"{TARGET.relative_to(ROOT)} is out of date; run {pathlib.Path(__file__).relative_to(ROOT)}"
        return 0
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(text)
    print(f"{sum(len(c['pictures']) for c in chapters)} starting points, {len(text.encode())} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
