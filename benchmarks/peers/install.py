#!/usr/bin/env python3
"""Installs peers into the virtual environment that runs this: install.py [PEER ...]

What is there already stays. A peer that does not install is told, and left out of the run: nothing here is fatal but
the packages that the harness itself needs.
"""
import importlib.metadata
import os
import shutil
import subprocess
import sys

from catalog import BASE, PEERS, chosen_peers


def missing(packages):
    def is_there(pin):
        name, _, version = pin.partition("==")
        try:
            return importlib.metadata.version(name) == version
        except importlib.metadata.PackageNotFoundError:
            return False
    return [p for p in packages if not is_there(p)]


def run(command):
    """None, or the last line of what went wrong."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    lines = done.stdout.strip().splitlines()
    return None if done.returncode == 0 else lines[-1] if lines else "exit code %d" % done.returncode


def pip(packages):
    wanted = missing(packages)
    if not wanted:
        return None
    print("bench-peers: installing", *wanted, flush=True)
    return run([sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *wanted])


def apt(program, package):
    if not program or shutil.which(program):
        return None
    if not shutil.which("apt-get"):
        return "%s is not here" % program
    print("bench-peers: installing", package, flush=True)
    root = [] if os.getuid() == 0 else ["sudo", "-n"]
    return run([*root, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-qq", "-y", "--no-install-recommends", package])


def main():
    why = pip(BASE)
    if why:
        raise SystemExit("bench-peers: the harness lacks what it needs: " + why)
    for name in chosen_peers(sys.argv[1:]):
        why = apt(PEERS[name].program, PEERS[name].debian) or pip(PEERS[name].packages)
        if why:
            print("bench-peers: %s did not install: %s" % (name, why), flush=True)


if __name__ == "__main__":
    main()
