"""A chart: a description, and tables in memory."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._columns import Column
from ._look import number
from ._tables import Table, is_table, table

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ._library import Facts, Handle, Picture

FORMATS = ("png", "jpeg", "webp", "svg", "rgba", "apng")
_EXTENSIONS = {"jpg": "jpeg", "jpe": "jpeg"}
_VECTOR = ("auto", "always", "never")


class Chart:
    """A chart of a description and of data in memory.

    Parameters
    ----------
    description
        A dict, or JSON text. docs/description.md explains the keys.
    data
        Tables by the names that ``series[].data`` has: DataFrames, Arrow tables, dicts of columns. The index of a
        pandas DataFrame is a column under its name, or ``index``. Columns are read in place: do not change them before
        the picture is made.
    folder
        Where relative paths of files in the description begin. Default: the working directory.

    Raises
    ------
    TypeError, ValueError
        If a table cannot be read. Errors in the description are raised when a picture is made.

    Examples
    --------
    >>> import vitrail
    >>> chart = vitrail.Chart(
    ...     {"series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]},
    ...     data={"d": {"t": [1, 2, 3], "v": [2.5, 1, 4]}},
    ... )
    >>> chart.to_numpy().shape
    (540, 960, 4)
    """

    def __init__(
        self,
        description: Mapping[str, Any] | str,
        data: Mapping[str, Any] | None = None,
        *,
        folder: str | os.PathLike[str] | None = None,
    ) -> None:
        #: The description as JSON, which nobody changes.
        self._text = _json(description)
        self._tables: dict[str, dict[str, Column]] = {}
        self._handles: dict[str, Handle] | None = None
        if data is not None:
            if not isinstance(data, Mapping):
                raise TypeError(f"data is a dict of tables by name, not {type(data).__name__}")
            for name, given in data.items():
                if not isinstance(name, str):
                    raise TypeError(f"data: {name!r} is no name; keys are texts")
                self._tables[name] = _columns(given, f"data[{name!r}]", _texts(self.description))
        self._folder = os.fspath(folder) if folder is not None else None
        self._last: Facts | None = None

    @classmethod
    def _of_columns(
        cls, description: dict[str, Any], columns: dict[str, Column], handle: Handle | None = None
    ) -> Chart:
        chart = cls(description)
        chart._tables = {"table": columns}
        if handle is not None:
            chart._handles = {"table": handle}
        return chart

    def _with_description(self, description: dict[str, Any]) -> Chart:
        """The same data with another description."""
        chart = Chart(description, folder=self._folder)
        chart._tables, chart._handles = self._tables, self._handles
        return chart

    @property
    def description(self) -> dict[str, Any]:
        """The description, a copy: change it and make another `Chart` of it."""
        return dict(json.loads(self._text))

    # Pictures

    def to_bytes(self, format: str = "png", *, quality: int | None = None, vector: str = "auto") -> bytes:
        """The picture's file.

        Parameters
        ----------
        format
            ``png``, ``jpeg``, ``webp``, ``svg``, ``rgba`` (raw pixels) or ``apng``.
        quality
            Of JPEG and of lossy WebP, 0 to 100.
        vector
            Whether an SVG has series as shapes: ``always``, ``never``, or ``auto``: up to 20,000 points.

        Raises
        ------
        DescriptionError
            If the description is wrong; `DescriptionError.path` says where.
        DeviceError
            If no device can draw.
        RuntimeError
            In a process that was forked from one that had drawn, and in a subinterpreter.

        Examples
        --------
        >>> import vitrail
        >>> vitrail.plot([1, 2, 3]).to_bytes("jpeg", quality=80)[:2].hex()
        'ffd8'
        """
        return self._picture(format, quality, vector).data

    def to_png(self) -> bytes:
        """The picture as PNG.

        Examples
        --------
        >>> import vitrail
        >>> vitrail.plot([1, 2, 3]).to_png()[1:4]
        b'PNG'
        """
        return self.to_bytes("png")

    def to_svg(self, *, vector: str = "auto") -> str:
        """The picture as SVG.

        Examples
        --------
        >>> import vitrail
        >>> vitrail.plot([1, 2, 3]).to_svg()[:4]
        '<svg'
        """
        return self.to_bytes("svg", vector=vector).decode()

    def to_numpy(self) -> NDArray[np.uint8]:
        """The pixels, of shape (height, width, 4): red, green, blue, alpha; read-only.

        Examples
        --------
        >>> import vitrail
        >>> vitrail.plot([1, 2, 3], size=(400, 200), scale=1).to_numpy().shape
        (200, 400, 4)
        """
        import numpy as np

        picture = self._picture("rgba", None, "auto")
        pixels = np.frombuffer(picture.view(), np.uint8).reshape(picture.height, picture.width, 4)
        pixels.flags.writeable = False
        return pixels

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,
        quality: int | None = None,
        vector: str = "auto",
    ) -> None:
        """Write the picture to a file, which appears complete or not at all.

        Parameters
        ----------
        path
            Its extension decides the format, unless ``format`` is given.
        format, quality, vector
            As those of `to_bytes`.

        Examples
        --------
        >>> import tempfile, pathlib, vitrail
        >>> path = pathlib.Path(tempfile.mkdtemp()) / "squares.svg"
        >>> vitrail.plot([0, 1, 4, 9]).save(path)
        >>> path.stat().st_size > 1000
        True
        """
        name = os.fspath(path)
        if format is None:
            extension = os.path.splitext(name)[1].lstrip(".").lower()
            format = _EXTENSIONS.get(extension, extension)
            if format not in FORMATS:
                raise ValueError(f"path: {name!r} ends in no known extension ({', '.join(FORMATS)}); give format")
        data = self.to_bytes(format, quality=quality, vector=vector)
        part = f"{name}.{os.getpid()}.part"
        try:
            with open(part, "wb") as file:
                file.write(data)
            os.replace(part, name)
        except BaseException:
            try:
                os.unlink(part)
            except OSError:
                pass
            raise

    def show(self) -> None:
        """Show the picture: in the cell of a notebook, else in the program that the desktop opens pictures with."""
        import sys

        if "IPython" in sys.modules:
            from IPython import get_ipython
            from IPython.display import display

            if get_ipython() is not None:
                display(self)  # type: ignore[no-untyped-call]
                return
        import tempfile
        import webbrowser

        handle, name = tempfile.mkstemp(suffix=".png", prefix="vitrail-")
        with os.fdopen(handle, "wb") as file:
            file.write(self.to_png())
        if not webbrowser.open(f"file://{name}"):
            raise RuntimeError(f"show: nothing here opens pictures; the picture is in {name}")

    def _repr_png_(self) -> bytes:
        return self.to_png()

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """For Jupyter: a PNG, shown at its size in points, so that screens of high resolution get all of its pixels."""
        picture = self._picture("png", None, "auto")
        width, height = self._points(picture)
        data = {"image/png": picture.data, "text/plain": repr(self)}
        return data, {"image/png": {"width": width, "height": height, "alt": picture.facts.alt_text}}

    def _points(self, picture: Picture) -> tuple[int, int]:
        scale = number(self.description.get("scale", 1), "scale", 0.1, 16) or 1
        return round(picture.width / scale), round(picture.height / scale)

    # Facts

    @property
    def warnings(self) -> list[str]:
        """What the picture does not show as it was asked for, one sentence each."""
        return list(self._facts().warnings)

    @property
    def stats(self) -> dict[str, Any]:
        """Counts, and milliseconds for each stage, of the last picture."""
        return self._facts().stats

    @property
    def alt_text(self) -> str:
        """The chart in words: kind, axes and ranges, extremes and trend of the series."""
        return self._facts().alt_text

    def _tables_of_library(self) -> dict[str, Handle]:
        """Made once, so that what the library finds out about the columns serves later pictures, too."""
        if self._handles is None:
            from ._handles import handle_of

            self._handles = {name: handle_of(columns) for name, columns in self._tables.items()}
        return self._handles

    def _facts(self) -> Facts:
        return self._last or self._picture("png", None, "auto").facts

    def __repr__(self) -> str:
        description = self.description
        kinds = [series.get("type") for series in description.get("series", []) if isinstance(series, dict)]
        title = description.get("title")
        named = f"{title!r}: " if isinstance(title, str) else ""
        return f"<vitrail.Chart {named}{', '.join(str(kind) for kind in dict.fromkeys(kinds)) or 'no series'}>"

    def _picture(self, format: str, quality: int | None, vector: str) -> Picture:
        format = _EXTENSIONS.get(format, format) if isinstance(format, str) else format
        if format not in FORMATS:
            raise ValueError(f"format is one of {', '.join(FORMATS)}, not {format!r}")
        if vector not in _VECTOR:
            raise ValueError(f"vector is one of {', '.join(_VECTOR)}, not {vector!r}")
        whole = None if quality is None else number(quality, "quality", 0, 100)
        picture = self._draw(format, None if whole is None else int(whole), vector)
        self._last = picture.facts
        return picture

    def _draw(self, format: str, quality: int | None, vector: str) -> Picture:
        from . import _library

        return _library.render(
            self._text, self._tables_of_library(), format, quality=quality, vector=vector, folder=self._folder
        )


def _json(description: Any) -> str:
    """A description as JSON text."""
    if isinstance(description, (str, bytes)):
        try:
            description = json.loads(description)
        except ValueError as error:
            raise ValueError(f"description: no JSON: {error}") from None
    if not isinstance(description, Mapping):
        raise TypeError(f"description is a dict or JSON text, not {type(description).__name__}")
    try:
        return _ENCODER.encode(description)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"description: {error}") from None


def _json_value(value: Any) -> Any:
    """Values of NumPy and Python that JSON has no type for."""
    from . import _dates

    if isinstance(value, Mapping):
        return dict(value)
    if _dates.is_date(value):
        return _dates.date_text(value, "description")
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (set, frozenset)) or not hasattr(value, "__iter__"):
        raise TypeError(f"description: {value!r} of type {type(value).__name__} is no value of JSON")
    return list(value)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_json_value)


def _texts(value: Any) -> set[str]:
    """All texts of a description: columns that none of them names are not converted."""
    found: set[str] = set()
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, str):
            found.add(part)
        elif isinstance(part, dict):
            pending.extend(part.values())
        elif isinstance(part, list):
            pending.extend(part)
    return found


def _columns(data: Any, argument: str, names: set[str]) -> dict[str, Column]:
    """The columns of a table that a description may name."""
    if not is_table(data):
        raise TypeError(
            f"{argument}: {type(data).__name__} is no table; give a DataFrame, an Arrow table or a dict of columns"
        )
    frame: Table = table(data, argument)
    columns = {name: frame[name] for name in frame.names if name in names}
    index = frame.index()
    if index is not None:
        key = index.name or "index"
        if key in names and key not in columns:
            columns[key] = index
    return columns or {name: frame[name] for name in frame.names[:1]}
