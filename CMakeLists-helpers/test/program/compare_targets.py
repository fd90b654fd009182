"""Compares the libraries that VitrailTargets.cmake declares with those of Package.swift.

usage: compare_targets.py SWIFT PACKAGE TARGETS

TARGETS has a line for each: `VitrailText: VitrailScene CText`. The order does not count. Only SwiftPM builds executables, tests, the
command and the C interface.
"""

import json
import subprocess
import sys

KINDS = {"regular", "system"}
# The command, the server and the C interface, with the modules that only they use.
PACKAGE_ALONE = {
    "VitrailCLI", "VitrailC", "VitrailScript", "VitrailChartJS", "VitrailServer", "VitrailLive", "VitrailLiveServer",
    "VitrailWorkers", "CCommand", "CServer", "CNettle", "CVitrail",
}


def of_package(swift, package):
    dump = subprocess.run([swift, "package", "--package-path", package, "dump-package"], check=True, capture_output=True)
    libraries = {}
    for target in json.loads(dump.stdout)["targets"]:
        dependencies = {dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency}
        if target["type"] in KINDS and not (target.get("path") or "").startswith("Tests/") and target["name"] not in PACKAGE_ALONE:
            libraries[target["name"]] = dependencies
    return libraries


def of_cmake(path):
    libraries = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            name, _, dependencies = line.partition(":")
            libraries[name] = set(dependencies.split())
    return libraries


def main():
    swift, package, path = sys.argv[1:]
    theirs, ours = of_package(swift, package), of_cmake(path)
    differences = []
    for name in sorted(theirs.keys() | ours.keys()):
        if name not in ours:
            differences.append(f"{name} is in Package.swift alone")
        elif name not in theirs:
            differences.append(f"{name} is in VitrailTargets.cmake alone")
        elif theirs[name] != ours[name]:
            differences.append(f"{name} depends on {sorted(theirs[name])} in Package.swift, on {sorted(ours[name])} in VitrailTargets.cmake")
    for difference in differences:
        print(difference, file=sys.stderr)
    print(f"{len(theirs)} libraries compared")
    return 1 if differences or not theirs else 0


if __name__ == "__main__":
    sys.exit(main())
