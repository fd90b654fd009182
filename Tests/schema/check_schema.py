#!/usr/bin/env python3
"""Checks the published schema: it is one, every example passes it, every JSON block of the documents does, every file in broken/ fails it.

Prints "N passed, N failed"; exits with 1 when anything failed.
"""

import json
import pathlib
import re
import sys

import jsonschema

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent


def open_objects(schema, place="#"):
    """Places of objects that would let an unknown key pass."""
    if isinstance(schema, list):
        for i, part in enumerate(schema):
            yield from open_objects(part, f"{place}/{i}")
    elif isinstance(schema, dict):
        names = schema.get("properties")
        # Conditions narrow an object that is closed already.
        if isinstance(names, dict) and schema.get("additionalProperties") is not False:
            if place.rsplit("/", 1)[-1] not in ("if", "then", "else"):
                yield place
        for name, part in schema.items():
            yield from open_objects(part, f"{place}/{name}")


def undescribed(schema, place="#"):
    """Places of properties that say nothing about themselves."""
    if isinstance(schema, dict):
        for name, part in schema.get("properties", {}).items():
            if isinstance(part, dict) and not ({"description", "$ref", "const"} & part.keys()):
                yield f"{place}/{name}"
        for name, part in schema.items():
            yield from undescribed(part, f"{place}/{name}")
    elif isinstance(schema, list):
        for i, part in enumerate(schema):
            yield from undescribed(part, f"{place}/{i}")


def blocks(path):
    """JSON blocks of a document with what each is: ```json axis is one of the schema's axes, ```json alone a chart."""
    text = path.read_text()
    for match in re.finditer(r"^```json *(\w*)\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        line = text.count("\n", 0, match.start()) + 1
        yield f"{path.name}:{line}", match[1] or "chart", match[2]


def main() -> int:
    schema = json.loads((ROOT / "docs/schema/chart.schema.json").read_text())
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    failures = [f"{place}: unknown keys pass" for place in open_objects(schema)]
    failures += [f"{place}: no description" for place in undescribed(schema)]
    passed = 1 if not failures else 0
    examples = sorted((ROOT / "Examples").glob("*.json")) + sorted((ROOT / "Examples/gallery").glob("*.json"))
    broken = sorted((HERE / "broken").glob("*.json"))
    for path in examples:
        errors = list(validator.iter_errors(json.loads(path.read_text())))
        failures += [f"{path.name}: {e.json_path}: {e.message[:200]}" for e in errors[:1]]
        passed += not errors
    for path in broken:
        if validator.is_valid(json.loads(path.read_text())):
            failures.append(f"broken/{path.name}: passes the schema")
        else:
            passed += 1
    articles = sorted((ROOT / "Sources/Vitrail/Vitrail.docc").glob("*.md"))
    documents = [block for path in (ROOT / "README.md", ROOT / "docs/description.md", *articles) for block in blocks(path)]
    for place, kind, text in documents:
        part = schema if kind == "chart" else {"$ref": f"#/$defs/{kind}", "$defs": schema["$defs"]}
        errors = list(jsonschema.Draft202012Validator(part).iter_errors(json.loads(text)))
        failures += [f"{place}: {e.json_path}: {e.message[:200]}" for e in errors[:1]]
        passed += not errors
    if not examples or not broken or not documents:
        failures.append("no files found")
    for failure in failures:
        print(failure, file=sys.stderr)
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
