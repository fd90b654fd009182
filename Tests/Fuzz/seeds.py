#!/usr/bin/env python3
"""Writes what fuzzing starts from: seeds.py FOLDER makes FOLDER/chart, FOLDER/arrow-file and FOLDER/chart.dict.

Seeds of `chart` are the descriptions of Examples/, of the documents and of the tests, some of them with options behind a
zero byte; the dictionary has the words of the schema. Seeds of `arrow-file` are the small files of Tests/arrow.
"""
import json
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OPTIONS = [
    b'{"format": "svg", "vector": "always"}',
    b'{"format": "jpeg", "quality": 10, "theme": "dark"}',
    b'{"renderers": 2, "slots": 4, "device": "auto", "surface": "pbuffer"}',
    b'{"programCache": "", "fontDirectories": ["/usr/share/fonts"], "requireHardware": false}',
]


def descriptions():
    """Yields texts of chart descriptions."""
    for folder in ("Examples", "Examples/gallery"):
        for path in sorted((ROOT / folder).glob("*.json")):
            text = path.read_text()
            # A hundred thousand samples take too long a thousand times.
            if ".f32" not in text and path.name != "million-line.json":
                # All are read as if they lay in Examples/gallery.
                yield text if folder.endswith("gallery") else text.replace('"data/', '"../data/')
    for path in sorted(ROOT.glob("docs/*.md")):
        yield from re.findall(r"```json\n(.*?)```", path.read_text(), re.DOTALL)
    for path in sorted(ROOT.glob("Tests/*/**/*.swift")):
        text = path.read_text()
        for found in re.findall(r'"""\n(.*?)"""', text, re.DOTALL) + re.findall(r'#"(\{.*?\})"#', text):
            if '"series"' in found:
                yield re.sub(r'"data": *"\w+"(?=[,}])', '"data": "d"', found) if '"values"' not in found else found


def is_json(text):
    """Whether a text is an object; literals of Swift may have escapes and parts to be filled in."""
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def words(schema):
    """Returns the names of properties and the texts of a schema."""
    found = set()

    def walk(value):
        if isinstance(value, dict):
            found.update(value.get("properties", {}))
            found.update(text for text in value.get("enum", []) if isinstance(text, str))
            for part in value.values():
                walk(part)
        elif isinstance(value, list):
            for part in value:
                walk(part)

    walk(schema)
    return found


def main(folder):
    charts, arrows = folder / "chart", folder / "arrow-file"
    charts.mkdir(parents=True, exist_ok=True)
    arrows.mkdir(parents=True, exist_ok=True)
    texts = sorted({text.strip().encode() for text in descriptions() if is_json(text)})
    for k, text in enumerate(texts):
        (charts / f"seed-{k}").write_bytes(text)
        if k % 20 == 0:
            (charts / f"options-{k}").write_bytes(text + b"\0" + OPTIONS[k // 20 % len(OPTIONS)])
    schema = json.loads((ROOT / "docs/schema/chart.schema.json").read_text())
    extra = ["null", "true", "false", "1e308", "-1e-308", "NaN", "[]", "{}", "\\\\u0000", "2024-01-01", "#ff8800", "-9223372036854775808"]
    quoted = ['"\\"%s\\""' % re.sub(r"[^ -~]", "", word).replace("\\", "").replace('"', "") for word in sorted(words(schema))]
    (folder / "chart.dict").write_text("\n".join(quoted + [f'"{text}"' for text in extra]) + "\n")
    for path in (ROOT / "Tests/arrow").iterdir():
        if path.suffix in (".arrow", ".arrows", ".feather") and path.stat().st_size <= 65536:
            shutil.copy(path, arrows)
    print(f"{len(texts)} descriptions, {len(quoted)} words, {len(list(arrows.iterdir()))} Arrow files")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(pathlib.Path(sys.argv[1]))
