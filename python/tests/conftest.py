"""What the tests share: the command, and the repository's data."""

from __future__ import annotations

import os
import pathlib
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
DATA = REPOSITORY / "Examples" / "data"

#: Runs the command with arguments and returns what it wrote on standard output.
Command = Callable[..., bytes]


@pytest.fixture(scope="session")
def command() -> Command:
    """The command whose pictures the package has to make, too: ``VITRAIL_COMMAND``, else that of the release build."""
    path = os.environ.get("VITRAIL_COMMAND", str(REPOSITORY / ".build" / "release" / "vitrail"))
    if not os.access(path, os.X_OK):
        pytest.fail(f"{path}: no command; build it (make build), or name one with VITRAIL_COMMAND")

    def run(*arguments: Any, folder: Any = None) -> bytes:
        done = subprocess.run([path, *map(str, arguments)], capture_output=True, cwd=folder)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout

    return run


def assert_same(mine: bytes, theirs: bytes) -> None:
    """Fail with sizes and the first difference; pytest's own comparison of large pictures takes minutes."""
    if mine != theirs:
        shared = zip(mine, theirs)
        first = next((place for place, (a, b) in enumerate(shared) if a != b), min(len(mine), len(theirs)))
        pytest.fail(f"{len(mine)} and {len(theirs)} bytes, other ones from {first} on: {mine[first : first + 60]!r}")
