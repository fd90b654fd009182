"""Draws with the installed wheel, from memory and through its command: try.py INPUT OUTPUT. INPUT holds walk.csv and text.json."""

import csv
import json
import os
import subprocess
import sys


def main(given: str, out: str) -> None:
    import numpy as np

    import vitrail

    with open(os.path.join(given, "walk.csv"), newline="") as file:
        rows = list(csv.DictReader(file))
    walk = {name: np.array([float(row[name]) for row in rows]) for name in ("t", "v")}
    vitrail.plot(walk, x="t", y="v", title="A walk").save(os.path.join(out, "walk.png"))
    with open(os.path.join(given, "text.json")) as file:
        chart = vitrail.Chart(json.load(file))
    chart.save(os.path.join(out, "text.png"))
    assert not chart.warnings, chart.warnings
    with open(os.path.join(out, "device.json"), "w") as file:
        json.dump(vitrail.device(), file, indent=2)

    script = os.path.join(os.path.dirname(sys.executable), "vitrail")
    for command in ([script], [sys.executable, "-m", "vitrail"]):
        for cache in (None, "/proc/no"):
            picture = os.path.join(out, "command.png")
            environment = os.environ | ({"VITRAIL_CACHE": cache} if cache else {})
            arguments = ["plot", os.path.join(given, "walk.csv"), "--x", "t", "--y", "v", "--title", "A walk", "-o", picture]
            done = subprocess.run([*command, *arguments], capture_output=True, text=True, env=environment)
            assert done.returncode == 0 and not done.stderr, (command, done.returncode, done.stderr)
            with open(picture, "rb") as mine, open(os.path.join(out, "walk.png"), "rb") as other:
                assert mine.read() == other.read(), f"{command}: not the picture of the package"
    done = subprocess.run([script, "devices"], capture_output=True, text=True)
    assert done.returncode == 0 and not done.stderr, done
    print(done.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
