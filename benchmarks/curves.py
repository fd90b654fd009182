#!/usr/bin/env python3
"""Times lines, scatters and bands of ever more points, Vitrail's and xy's in turns, and lets Vitrail draw the curves.

  curves.py --ours PATH-OF-vitrail-peer --cli PATH-OF-vitrail [--rounds 3] [--seconds 0.6]

Writes curves.csv, medians in milliseconds for one PNG, and curves.png from curves.json, all beside this script. Needs what
`make bench-peers` installs: run it by that Python.
"""
import argparse
import csv
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "peers"))

import run  # noqa: E402

COUNTS = [10 ** k for k in range(3, 8)]
# Workload, most points, name, xy's variant.
CURVES = [("L1", 10 ** 7, "line", "default"), ("S1", 10 ** 7, "scatter", "exact"), ("A1", 10 ** 6, "band", "default")]


def columns():
    return ["%s %s" % (peer, name) for _, _, name, _ in CURVES for peer in ("vitrail", "xy")]


def row(runner, count, rounds):
    """Milliseconds by column; empty where there is no curve."""
    cells = {"points": count}
    for workload, most, name, variant in CURVES:
        if count > most:
            continue
        times = {"vitrail": [], "xy": []}
        for turn in range(rounds):
            for peer in ("vitrail", "xy") if turn % 2 == 0 else ("xy", "vitrail"):
                answer = runner.warm(peer, variant if peer == "xy" else "default", workload, count)
                times[peer].append(run.median(answer["times_s"]) * 1000)
        for peer, found in times.items():
            cells["%s %s" % (peer, name)] = "%.3g" % run.median(found)
    return cells


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ours", required=True)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.6)
    options = parser.parse_args()
    os.environ.update(run.SURROUNDINGS)
    pictures = os.path.join(HERE, "..", "out", "curves")
    os.makedirs(pictures, exist_ok=True)
    runner = run.Runner(options.ours, options.seconds, pictures)
    rows = [row(runner, count, options.rounds) for count in COUNTS]
    with open(os.path.join(HERE, "curves.csv"), "w", newline="") as file:
        writer = csv.DictWriter(file, ["points"] + columns(), restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    subprocess.run([options.cli, "render", os.path.join(HERE, "curves.json"), "-o", os.path.join(HERE, "curves.png")], check=True)


if __name__ == "__main__":
    main()
