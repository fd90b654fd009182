"""The type hints hold, for the package and for those who call it."""

from __future__ import annotations

import pathlib
import shutil
import subprocess
import sys

import pytest

PACKAGE = pathlib.Path(__file__).resolve().parents[1]
CALLS = """
import numpy as np
import vitrail

chart: vitrail.Chart = vitrail.plot(np.arange(3.0), kind="line", title="a", x_range=(0, None), connect_gaps="6h")
pixels = chart.to_numpy()
data: bytes = chart.to_png()
vitrail.hist([1, 2], bins="auto", theme="dark")
vitrail.density([1], [2], color_map=["#000", "#fff"], scale=1)
vitrail.Chart({"series": []}, data={"d": {"a": [1]}}).save("a.svg")
words: list[str] = chart.warnings
"""
MISTAKES = """
import vitrail

vitrail.plot([1], kind="lines")
vitrail.scatter([1], titel="a")
vitrail.plot([1], scale="2")
number: int = vitrail.plot([1]).to_png()
"""


#: Without Node.js, pyright would fetch it.
PYRIGHT = pytest.mark.skipif(shutil.which("node") is None, reason="pyright needs Node.js")


def checked(tool: str, path: pathlib.Path) -> tuple[int, str]:
    command = {
        "mypy": ["mypy", "--strict", "--config-file", str(PACKAGE / "pyproject.toml"), str(path)],
        "pyright": ["pyright", "--pythonpath", sys.executable, str(path)],
    }[tool]
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=path.parent, env=None)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize("tool", ["mypy", pytest.param("pyright", marks=PYRIGHT)])
def test_callers(tmp_path: pathlib.Path, tool: str) -> None:
    (tmp_path / "calls.py").write_text(CALLS)
    code, words = checked(tool, tmp_path / "calls.py")
    assert code == 0, words
    (tmp_path / "mistakes.py").write_text(MISTAKES)
    code, words = checked(tool, tmp_path / "mistakes.py")
    assert code == 1, words
    for line in (4, 5, 6, 7):
        assert f"mistakes.py:{line}:" in words, words


@pytest.mark.parametrize(
    "command", [["mypy"], pytest.param(["pyright", "--pythonpath", sys.executable], marks=PYRIGHT)]
)
def test_package(command: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, cwd=PACKAGE)
    assert done.returncode == 0, done.stdout + done.stderr
