"""How notebooks show charts."""

from __future__ import annotations

import pathlib
import subprocess
import sys
import textwrap

import nbclient
import nbformat
import pytest

import vitrail

NOTEBOOKS = pathlib.Path(__file__).resolve().parents[1] / "notebooks"


def test_mime_bundle() -> None:
    data, metadata = vitrail.plot([1, 2, 3], title="Up")._repr_mimebundle_()
    assert data["image/png"][:4] == b"\x89PNG"
    assert data["text/plain"] == "<vitrail.Chart 'Up': line>"
    # 1920 × 1080 pixels are shown at half their size.
    assert (metadata["image/png"]["width"], metadata["image/png"]["height"]) == (960, 540)
    assert metadata["image/png"]["alt"].startswith("A line chart.")


def test_repr_png() -> None:
    chart = vitrail.plot([1, 2, 3], size=(200, 100), scale=1)
    assert chart._repr_png_() == chart.to_png()


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch, tmp_path: pathlib.Path) -> str:
    """A kernel of this Python."""
    subprocess.run(
        [sys.executable, "-m", "ipykernel", "install", "--prefix", str(tmp_path), "--name", "vitrail-test"],
        check=True,
        capture_output=True,
    )
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "share" / "jupyter"))
    return "vitrail-test"


@pytest.mark.filterwarnings("ignore")
def test_a_cell_shows_the_chart(kernel: str) -> None:
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [
        nbformat.v4.new_code_cell(textwrap.dedent("import vitrail\nvitrail.plot([1, 2, 3])")),
        nbformat.v4.new_code_cell("vitrail.plot([1]).show()"),
    ]
    nbclient.NotebookClient(notebook, timeout=120, kernel_name=kernel).execute()
    for cell in notebook.cells:
        assert cell.outputs[0].data["image/png"].startswith("iVBOR")
        assert cell.outputs[0].metadata["image/png"]["width"] == 960


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks(kernel: str, path: pathlib.Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(
        notebook, timeout=300, kernel_name=kernel, resources={"metadata": {"path": str(NOTEBOOKS)}}
    ).execute()
    pictures = [
        output for cell in notebook.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})
    ]
    assert len(pictures) >= 3
