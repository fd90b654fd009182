"""Live charts in notebooks: `vitrail.live` without the widget, which needs anywidget."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ._chart import Chart
from ._look import number

if TYPE_CHECKING:
    from ._live_widget import LiveWidget

_AXES = ("x", "y", "xy")


def live(
    chart: Chart | Mapping[str, Any] | str, *, width: float | None = None, height: float = 400, axes: str = "xy"
) -> LiveWidget:
    """A chart that can be moved in a notebook; the kernel draws each picture from all samples.

    Drag to move, click and turn the wheel to zoom, double-click to zoom in; arrow keys, ``+``, ``-`` and ``0`` do the
    same. Columns are read in place: do not change them before the widget is closed.

    Parameters
    ----------
    chart
        A `Chart`, or its description.
    width, height
        Size in CSS pixels, 1 to 8192. Default: the width of the cell, and 400.
    axes
        The axes that can be moved: ``x``, ``y`` or ``xy``.

    Returns
    -------
    LiveWidget
        A widget; the last expression of a cell shows it. ``widget.state`` has the visible ranges; ``widget.close()``
        ends its session. If it is shown several times, the newest view is active; a click makes another one active.

    Raises
    ------
    ImportError
        If anywidget is missing: ``pip install 'vitrail[live]'``.
    DescriptionError
        If the description is wrong.

    Examples
    --------
    >>> import vitrail
    >>> widget = vitrail.live(vitrail.plot([1, 3, 2]), axes="x")  # doctest: +SKIP
    """
    if not isinstance(chart, Chart):
        chart = Chart(chart)
    number(height, "height", 1, 8192)
    if width is not None:
        number(width, "width", 1, 8192)
    if axes not in _AXES:
        raise ValueError(f"axes is one of {', '.join(_AXES)}, not {axes!r}")
    try:
        from ._live_widget import LiveWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "ipywidgets", "traitlets"):
            raise
        raise ImportError("vitrail.live needs anywidget: pip install 'vitrail[live]'") from error
    return LiveWidget(chart, width=width, height=height, axes=axes)
