"""Gives the wheel the tag of its platform where the shared library lies in the package; without it the wheel is for any."""

from __future__ import annotations

import os
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PlatformTag(BuildHookInterface):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if os.path.exists(os.path.join(self.root, "src", "vitrail", "libvitrail.so")):
            build_data["pure_python"] = False
            build_data["tag"] = "py3-none-linux_x86_64"
