import os
import pathlib
import shutil

import pytest
from server import COMMAND, Server


def pytest_sessionstart(session):
    if not pathlib.Path(COMMAND).exists():
        pytest.exit(f"{COMMAND} does not exist; set VITRAIL_COMMAND", returncode=2)


@pytest.fixture(scope="session")
def server():
    """A server with its defaults, for tests that leave it as it was."""
    with Server() as running:
        yield running
        assert running.process.poll() is None, running.output()[-3000:]


@pytest.fixture(scope="module")
def browser():
    """Chromium without a window."""
    sync_api = pytest.importorskip("playwright.sync_api")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        pytest.skip("chromium is not installed")
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture
def root():
    if os.geteuid() != 0:
        pytest.skip("needs root")
