"""What the wheel brings along: a driver and typefaces for systems that have none. Left out where the package is not installed from the wheel."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest

import vitrail

FILES = pathlib.Path(vitrail.__file__).with_name("vitrail-files")
pytestmark = pytest.mark.skipif(not FILES.exists(), reason="the package is not installed from the wheel")

#: In glvnd's words: the folder with the descriptions of drivers.
NO_VENDOR = {"__EGL_VENDOR_LIBRARY_DIRS": "/nowhere"}
PROGRAM = """
import json, sys, vitrail
chart = vitrail.plot([3, 1, 2], title="Größe")
print(json.dumps([vitrail.device(), len(chart.to_png()), chart.warnings]))
"""


def run(*arguments: Any, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *map(str, arguments)], capture_output=True, text=True, env=os.environ | variables, timeout=120
    )


@pytest.fixture
def blocked(tmp_path: pathlib.Path) -> dict[str, str]:
    """Variables with which the loader finds no EGL library of the system that can be loaded."""
    (tmp_path / "libEGL.so.1").touch()
    return {"LD_LIBRARY_PATH": str(tmp_path)}


def drawn(**variables: str) -> dict[str, Any]:
    done = run("-c", PROGRAM, **variables)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    device, size, warnings = json.loads(done.stdout)
    assert size > 1000 and not warnings
    return dict(device)


def test_the_systems_driver_draws_where_there_is_one() -> None:
    device = drawn()
    assert device["library"] == "libEGL.so.1" and not device["isDelivered"] and "advice" not in device


def test_the_delivered_driver_draws_without_an_egl_library(blocked: dict[str, str]) -> None:
    device = drawn(**blocked)
    assert "SwiftShader" in device["renderer"] and device["isDelivered"]
    assert device["library"] == str(FILES.resolve() / "drivers" / "libEGL.so")
    assert "apt-get install libegl1 libgles2 libgl1-mesa-dri" in device["advice"]


def test_the_delivered_driver_draws_where_the_systems_library_has_no_device() -> None:
    assert drawn(**NO_VENDOR)["isDelivered"]


def test_the_command_draws_with_it_and_says_so(blocked: dict[str, str]) -> None:
    done = run("-m", "vitrail", "devices", **blocked)
    assert done.returncode == 0 and "SwiftShader" in done.stdout
    assert "note: the rasteriser that is delivered" in done.stdout


def test_a_choice_is_not_replaced(blocked: dict[str, str], tmp_path: pathlib.Path) -> None:
    (tmp_path / "data.csv").write_text("t,v\n1,2\n2,3\n")
    for options, variables in (
        (["--egl-library", "/nowhere/libEGL.so"], {}),
        (["--require-hardware"], blocked),
        (["--device", "surfaceless"], NO_VENDOR),
    ):
        done = run("-m", "vitrail", "plot", tmp_path / "data.csv", "-o", tmp_path / "a.png", *options, **variables)
        assert done.returncode == 69, (options, done.stdout, done.stderr)
        assert "SwiftShader" not in done.stderr


def test_the_typeface_is_the_wheels() -> None:
    """As seen by the system: which files of fonts are mapped."""
    program = PROGRAM + "print({line.split()[-1] for line in open('/proc/self/maps') if '.otf' in line})"
    mapped = run("-c", program).stdout.splitlines()[-1]
    assert str(FILES.resolve() / "fonts" / "Inter-") in mapped
    assert "/usr/share/fonts" not in mapped
