"""The server answers as openapi.json says."""
import os
import pathlib
import subprocess
import sys

import pytest

#: A random object is a valid body for the document, but no chart: it is refused, rightly.
EXCLUDED = "positive_data_acceptance"


#: One worker: Python 3.11 parses source in two threads at once with "AST constructor recursion depth mismatch".
def run_schemathesis(server, examples, phases="examples,coverage,fuzzing"):
    program = pathlib.Path(sys.executable).parent / "schemathesis"
    done = subprocess.run(
        [program, f"--config-file={pathlib.Path(__file__).parent / 'schemathesis.toml'}", "run", f"{server.address}/openapi.json", "--max-examples", str(examples), "--phases", phases,
         "--exclude-checks", EXCLUDED, "--workers", "1", "--request-timeout", "20", "--no-color"],
        capture_output=True, text=True, cwd=os.environ.get("TMPDIR", "/tmp"))
    assert done.returncode == 0, done.stdout[-12_000:] + done.stderr[-2000:]


def test_examples(server):
    run_schemathesis(server, 5, "examples,fuzzing")


@pytest.mark.release
def test_everything(server):
    run_schemathesis(server, 300)
