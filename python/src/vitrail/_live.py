"""Live charts in notebooks: `vitrail.live` without the widget, which needs anywidget."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._chart import Chart
from ._live_session import LiveSession
from ._look import number

if TYPE_CHECKING:
    from ._live_widget import LiveWidget

_AXES = ("x", "y", "xy")
_LINKS = (*_AXES, "none")
_MAX_CHARTS = 16


def live(
    charts: Chart | Mapping[str, Any] | str | Sequence[Chart | Mapping[str, Any] | str],
    *,
    width: float | None = None,
    height: float = 400,
    axes: str = "xy",
    link: str = "x",
) -> LiveWidget:
    """Charts that can be moved in a notebook; the kernel draws each picture from all samples.

    Drag to move, click and turn the wheel to zoom, double-click to zoom in; arrow keys, ``+``, ``-`` and ``0`` do the
    same. Columns are read in place: do not change them before the widget is closed.

    Parameters
    ----------
    charts
        A `Chart`, or its description; or a list of 1 to 16, which lie one above the other and are linked: the crosshair
        of one marks the nearest samples in the others, and series of the same title are selected together.
    width, height
        Size in CSS pixels, 1 to 8192. Default: the width of the cell, and 400. The heights of several charts are shares
        of it.
    axes
        The axes that can be moved: ``x``, ``y`` or ``xy``.
    link
        The directions whose ranges several charts share: ``x``, ``y``, ``xy`` or ``none``.

    Returns
    -------
    LiveWidget
        A widget; the last expression of a cell shows it. ``widget.state`` has the visible ranges of the first chart,
        ``widget.states`` those of each chart; ``widget.close()`` ends the session. If it is shown several times, the
        newest view is active; a click makes another one active.

    Raises
    ------
    ImportError
        If anywidget is missing: ``pip install 'vitrail[live]'``.
    DescriptionError
        If a description is wrong. If there are several charts, its path starts with the chart: ``charts[1]``.

    Examples
    --------
    >>> import vitrail
    >>> widget = vitrail.live(vitrail.plot([1, 3, 2]), axes="x")  # doctest: +SKIP
    """
    several = charts if isinstance(charts, Sequence) and not isinstance(charts, str) else [charts]
    if not 1 <= len(several) <= _MAX_CHARTS:
        raise ValueError(f"charts has 1 to {_MAX_CHARTS} charts, not {len(several)}")
    made = [chart if isinstance(chart, Chart) else Chart(chart) for chart in several]
    number(height, "height", 1, 8192)
    if width is not None:
        number(width, "width", 1, 8192)
    if axes not in _AXES:
        raise ValueError(f"axes is one of {', '.join(_AXES)}, not {axes!r}")
    if link not in _LINKS:
        raise ValueError(f"link is one of {', '.join(_LINKS)}, not {link!r}")
    try:
        from ._live_widget import LiveWidget
    except ModuleNotFoundError as error:
        if error.name not in ("anywidget", "ipywidgets", "traitlets"):
            raise
        raise ImportError("vitrail.live needs anywidget: pip install 'vitrail[live]'") from error
    session = LiveSession(
        [(chart._text, chart._tables_of_library(), chart._folder) for chart in made], {"axes": axes, "link": link}
    )
    return LiveWidget(made, session, width=width, height=height)
