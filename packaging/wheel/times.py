"""Measures in fresh processes how long `import vitrail` and the first picture after it take, caches filled; prints the medians in milliseconds."""

import statistics
import subprocess
import sys

ROUNDS = 9
PROGRAM = """
import time
start = time.perf_counter()
import vitrail
imported = time.perf_counter()
vitrail.plot([3, 1, 2]).to_png()
print(imported - start, time.perf_counter() - imported)
"""


def main() -> None:
    runs = []
    for _ in range(ROUNDS):
        done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
        runs.append([float(word) * 1e3 for word in done.stdout.split()])
    for name, times in zip(("import vitrail", "first picture"), zip(*runs[1:])):
        print(f"{name}: median {statistics.median(times):.0f} ms, {min(times):.0f} to {max(times):.0f}")


if __name__ == "__main__":
    main()
