"""Charts of data that are larger than one machine: drawn from what their partitions come to.

Each partition is reduced where it lies, results are merged in any order, and one process draws the picture, which is
that of one process with all rows:

>>> import numpy as np
>>> from vitrail import partial
>>> steps = np.random.default_rng(1).normal(size=(4, 1000))
>>> parts = [{"t": np.arange(1000.0) + k * 1000, "v": steps[k].cumsum()} for k in range(4)]
>>> plan = partial.plan({"series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]})
>>> plan.needs_extents, plan.columns
(True, {'d': ['t', 'v']})
>>> extents = partial.merge(plan, [partial.reduce(plan, {"d": part}, k) for k, part in enumerate(parts)])
>>> plan = plan.with_extents(extents)
>>> whole = partial.merge(plan, [partial.reduce(plan, {"d": part}, k) for k, part in enumerate(parts)])
>>> partial.render(plan, whole).to_png()[1:4]
b'PNG'

Density series and series with an ``aggregation`` can be reduced, in any order of rows, and lines whose rows are sorted
by the column that they are drawn along, in each partition and from one to the next. Anything else raises
`vitrail.DescriptionError`, which names it.
`vitrail.dask` and `vitrail.ray` do all of this for a data frame of these frameworks.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._chart import Chart, _columns, _json, _json_value
from ._look import number

if TYPE_CHECKING:
    from ._library import Picture, PlanHandle

__all__ = ["PartialChart", "Plan", "merge", "plan", "reduce", "render"]


class Plan:
    """What is drawn, and what is known of the data so far; made by `plan`. Unchangeable, and pickled as bytes."""

    def __init__(self, handle: PlanHandle) -> None:
        self._handle = handle

    @classmethod
    def from_bytes(cls, data: bytes) -> Plan:
        """The plan that `to_bytes` wrote, in this process or another.

        Raises
        ------
        DescriptionError
            If the bytes are no plan, damaged, or of another version of the library.
        """
        from ._library import PlanHandle

        return cls(PlanHandle.from_bytes(_bytes(data, "data")))

    def to_bytes(self) -> bytes:
        """The plan for another process.

        Examples
        --------
        >>> from vitrail import partial
        >>> plan = partial.plan({"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]})
        >>> partial.Plan.from_bytes(plan.to_bytes()).columns
        {'d': ['x', 'y']}
        """
        return self._handle.to_bytes()

    def __reduce__(self) -> tuple[Any, tuple[bytes]]:
        return Plan.from_bytes, (self.to_bytes(),)

    @property
    def needs_extents(self) -> bool:
        """True: `reduce` gives extents, of which `with_extents` makes the plan of the second pass.

        False: `reduce` gives partial results, of which `render` makes the picture. So it is from the beginning where
        all axes have a range, unless a density counts categories, and where all series have an ``aggregation``.
        """
        return self._handle.needs_extents

    @property
    def columns(self) -> dict[str, list[str]]:
        """The columns that `reduce` reads, by table: workers need no others."""
        return self._handle.columns

    def with_extents(self, whole: bytes) -> Plan:
        """The plan of the second pass.

        Parameters
        ----------
        whole
            What `merge` made of the extents of all partitions with this plan.

        Raises
        ------
        DescriptionError
            If the bytes are no extents, or of another plan.
        """
        return Plan(self._handle.with_extents(_bytes(whole, "whole")))

    def __repr__(self) -> str:
        return f"<vitrail.partial.Plan of {self.columns}{', needs extents' if self.needs_extents else ''}>"


def plan(
    description: Mapping[str, Any] | str,
    *,
    extents: bytes | None = None,
    ranges: Mapping[str, Sequence[Any]] | None = None,
    width: float | None = None,
    height: float | None = None,
    scale: float | None = None,
    theme: str | None = None,
    directory: str | os.PathLike[str] | None = None,
) -> Plan:
    """Plan a chart of partitions.

    Parameters
    ----------
    description
        A dict, or JSON text, as of `vitrail.Chart`. Series whose ``data`` it has itself are drawn as they are.
    extents
        What pass one came to: `plan(…).with_extents(extents)` in one call.
    ranges
        Ends of axes by their ids, two numbers or dates each; the first axes are called ``x`` and ``y``, too. Where all
        axes have a range, here or in the description, no extents are needed, and the data are read once.
    width, height
        In points; those of the description otherwise.
    scale
        Device pixels per point.
    theme
        ``flat``, ``light``, ``dark`` or ``flatDark``.
    directory
        Where relative paths of files in the description begin. Default: the working directory.

    Raises
    ------
    DescriptionError
        If the description is wrong, or has something that cannot be made of partial results; the path names it.

    Examples
    --------
    >>> from vitrail import partial
    >>> description = {"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]}
    >>> partial.plan(description, ranges={"x": (0, 1), "y": (0, 1)}).needs_extents
    False
    """
    from ._library import PlanHandle

    options: dict[str, Any] = {}
    for name, value, low, high in (
        ("width", width, 1, 65536),
        ("height", height, 1, 65536),
        ("scale", scale, 0.1, 16),
    ):
        if value is not None:
            options[name] = number(value, name, low, high)
    if theme is not None:
        options["theme"] = theme
    if directory is not None:
        options["directory"] = os.fspath(directory)
    if ranges is not None:
        if not isinstance(ranges, Mapping):
            raise TypeError(f"ranges is a dict of pairs by axis, not {type(ranges).__name__}")
        options["ranges"] = {_axis(name): _range(name, ends) for name, ends in ranges.items()}
    text = _json(description)
    made = PlanHandle(text, json.dumps(options, default=_json_value))
    if scale is not None:
        # Notebooks show pictures at their size in points.
        made.description = _json({**json.loads(text), "scale": options["scale"]})
    if extents is None:
        return Plan(made)
    return Plan(made).with_extents(extents)


def _axis(name: Any) -> str:
    if not isinstance(name, str):
        raise TypeError(f"ranges: {name!r} is no name of an axis; keys are texts")
    return name


def _range(name: str, ends: Any) -> list[Any]:
    from . import _dates

    try:
        low, high = ends
    except (TypeError, ValueError):
        raise TypeError(f"ranges[{name!r}] is a pair of numbers or dates, not {ends!r}") from None
    made: list[Any] = []
    for end in (low, high):
        if _dates.is_date(end):
            made.append(_dates.date_text(end, f"ranges[{name!r}]"))
        elif isinstance(end, str):
            made.append(end)
        else:
            made.append(number(end, f"ranges[{name!r}]", float("-inf"), float("inf")))
    return made


def reduce(plan: Plan, data: Mapping[str, Any], position: int) -> bytes:
    """What the rows of a partition come to.

    Parameters
    ----------
    plan
        Of the chart.
    data
        Tables by name, as those of `vitrail.Chart`, with the columns of `Plan.columns`. Columns are read in place.
    position
        Number of the partition in the order of rows, from 0; each has another one.

    Returns
    -------
    bytes
        Extents if ``plan.needs_extents``, else a partial result: for `merge`.

    Raises
    ------
    DescriptionError
        If a column is not there or does not fit, or the column that a line is drawn along falls.

    Examples
    --------
    >>> from vitrail import partial
    >>> plan = partial.plan({"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]})
    >>> part = partial.reduce(plan, {"d": {"x": [1, 2], "y": [3, 4]}}, 0)
    >>> plan.with_extents(part).needs_extents
    False
    """
    if not isinstance(data, Mapping):
        raise TypeError(f"data is a dict of tables by name, not {type(data).__name__}")
    if isinstance(position, bool) or not hasattr(position, "__index__"):
        raise TypeError(f"position is a whole number, not {position!r}")
    place = position.__index__()
    if not 0 <= place < 2**63:
        raise ValueError(f"position: {place} is not 0 to 2**63 - 1")
    from . import _library
    from ._handles import handle_of

    handles = {}
    for name, wanted in _plan(plan).columns.items():
        if name not in data:
            raise ValueError(f"data: no table is named {name!r}; there are {', '.join(map(repr, data)) or 'none'}")
        handles[name] = handle_of(_columns(data[name], f"data[{name!r}]", set(wanted)))
    return _library.partial_reduce(plan._handle, handles, place)


def merge(plan: Plan, parts: Iterable[bytes]) -> bytes:
    """What several partitions come to.

    The result does not depend on the order of parts, nor on what is merged first: of ``merge(plan, [a, b, c])`` and
    ``merge(plan, [merge(plan, [c, a]), b])`` the pictures are the same.

    Parameters
    ----------
    plan
        Of the chart: the one that the parts were reduced with.
    parts
        Results of `reduce` and of this function, at least one.

    Raises
    ------
    DescriptionError
        If bytes are damaged, or of another plan or version; if a partition occurs twice; if the rows of a line are not
        sorted from one partition to the next.

    Examples
    --------
    >>> from vitrail import partial
    >>> plan = partial.plan({"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]})
    >>> parts = [partial.reduce(plan, {"d": {"x": [k], "y": [k]}}, k) for k in range(3)]
    >>> partial.merge(plan, parts) == partial.merge(plan, parts[::-1])
    True
    """
    from . import _library

    if isinstance(parts, (bytes, bytearray, memoryview, str)):
        raise TypeError("parts is a list of bytes, not one of them")
    return _library.partial_merge(_plan(plan)._handle, [_bytes(part, f"parts[{k}]") for k, part in enumerate(parts)])


def render(plan: Plan, whole: bytes) -> PartialChart:
    """The chart of all partitions.

    Parameters
    ----------
    plan
        Of the chart; one that needs no extents (any more).
    whole
        What `merge` made of the results of all partitions.

    Raises
    ------
    DescriptionError
        When a picture is made: if the bytes are damaged or of another plan, or if partitions are missing.
    """
    return PartialChart(_plan(plan), _bytes(whole, "whole"))


class PartialChart(Chart):
    """A chart of merged partial results: its pictures, warnings and words are those of `vitrail.Chart`."""

    def __init__(self, plan: Plan, whole: bytes) -> None:
        super().__init__(plan._handle.description)
        self._plan = plan
        self._whole = whole

    def _draw(self, format: str, quality: int | None, vector: str) -> Picture:
        from . import _library

        return _library.partial_render(self._plan._handle, self._whole, format, quality=quality, vector=vector)

    def __repr__(self) -> str:
        return f"<vitrail.partial.PartialChart of {self._plan.columns}>"


def _plan(plan: Any) -> Plan:
    if not isinstance(plan, Plan):
        raise TypeError(f"plan is a Plan, not {type(plan).__name__}; vitrail.partial.plan makes one")
    return plan


def _bytes(data: Any, argument: str) -> bytes:
    if isinstance(data, bytes):
        return data
    if isinstance(data, (bytearray, memoryview)):
        return bytes(data)
    raise TypeError(f"{argument} is bytes, not {type(data).__name__}")
