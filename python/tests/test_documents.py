"""Signatures and docstrings that are completed when the functions are defined."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

import vitrail

FUNCTIONS = [
    vitrail.plot,
    vitrail.scatter,
    vitrail.area,
    vitrail.column,
    vitrail.bar,
    vitrail.band,
    vitrail.errorbar,
    vitrail.density,
    vitrail.hist,
    vitrail.candlestick,
    vitrail.pie,
    vitrail.donut,
]


def documented(function: Callable[..., Any]) -> list[str]:
    """Names in the section of the parameters, in its order."""
    section = (inspect.getdoc(function) or "").partition("Parameters\n----------\n")[2].partition("\n\n")[0]
    lines = section.splitlines()
    return [name for line in lines if line and not line.startswith(" ") for name in line.split(", ")]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_each_parameter_is_documented_once(function: Callable[..., Any]) -> None:
    parameters = inspect.signature(function).parameters.values()
    names = [f"*{one.name}" if one.kind is one.VAR_POSITIONAL else one.name for one in parameters]
    assert "x_range" in names
    assert sorted(documented(function)) == sorted(names)
    assert "As those of" not in (function.__doc__ or "")


@pytest.mark.parametrize("function", FUNCTIONS)
def test_all_sections(function: Callable[..., Any]) -> None:
    headings = ("Parameters\n", "Returns\n", "Raises\n", "Examples\n")
    places = [(inspect.getdoc(function) or "").find(heading) for heading in headings]
    assert -1 not in places
    assert places == sorted(places)


def test_defaults_are_those_of_the_call() -> None:
    parameters = inspect.signature(vitrail.scatter).parameters
    assert parameters["by"].default is None
    assert parameters["log_x"].default is False
    assert parameters["theme"].annotation == "Theme | None"
    given = {one.name: one.default for one in parameters.values() if one.kind is one.KEYWORD_ONLY}
    assert vitrail.scatter([1, 2], **given).description == vitrail.scatter([1, 2]).description


@pytest.mark.parametrize(
    ("function", "name", "nearest"),
    [
        (vitrail.scatter, "titel", "'title'"),
        (vitrail.plot, "rigth", "'right'"),
        (vitrail.density, "color_mapp", "'color_map'"),
        (vitrail.hist, "bin", "'bins'"),
        (vitrail.candlestick, "hihg", "'high'"),
        (vitrail.pie, "xrange", "'x_range'"),
    ],
)
def test_the_nearest_name(function: Callable[..., Any], name: str, nearest: str) -> None:
    with pytest.raises(TypeError) as caught:
        function([1, 2], **{name: "a"})
    assert f"unexpected keyword argument {name!r}; did you mean {nearest}?" in str(caught.value)


def test_no_near_name() -> None:
    with pytest.raises(TypeError, match=r"plot\(\) got an unexpected keyword argument 'qwxz'$"):
        vitrail.plot([1], **{"qwxz": 1})  # type: ignore[arg-type]
