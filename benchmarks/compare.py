#!/usr/bin/env python3
"""Compares two builds of VitrailBench on one machine, in turns, so that both see the same noise.

    benchmarks/compare.py BEFORE AFTER [--rounds 5] [--seconds 1] [--cli BEFORE-CLI AFTER-CLI] [STAGE ...]

BEFORE and AFTER are VitrailBench executables, of the parent commit and of this one. For each row: the median over the
rounds of each round's median in milliseconds, and after / before as the median of the rounds' own ratios.
"""
import argparse
import statistics
import subprocess


def run(binary, cli, seconds, stages):
    command = [binary, "--plain", "--seconds", str(seconds), *stages]
    if cli:
        command += ["--cli", cli]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    rows = (line.split("\t") for line in lines if line.count("\t") == 3)
    return {key: float(median) for key, median, *_ in rows if median != "nan"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("before")
    parser.add_argument("after")
    parser.add_argument("stages", nargs="*", default=["draw", "charts"])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--cli", nargs=2, default=[None, None])
    options = parser.parse_intermixed_args()
    sides = list(zip((options.before, options.after), options.cli))
    rounds = [[run(*side, options.seconds, options.stages) for side in sides] for _ in range(options.rounds)]
    print(f"{'row':24} {'before':>10} {'after':>10}  after/before (range over {options.rounds} rounds)")
    for key in rounds[0][0]:
        pairs = [(before[key], after[key]) for before, after in rounds if key in after]
        if not pairs:
            continue
        ratios = sorted(after / before for before, after in pairs if before > 0)
        before, after = (statistics.median(side) for side in zip(*pairs))
        print(f"{key:24} {before:10.3f} {after:10.3f}  {statistics.median(ratios):.3f} ({ratios[0]:.3f}–{ratios[-1]:.3f})")


if __name__ == "__main__":
    main()
