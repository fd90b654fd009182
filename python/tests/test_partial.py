"""Partial results: what partitions come to, merged, is the chart of all rows."""

from __future__ import annotations

import pickle
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest
from conftest import assert_same

import vitrail
from vitrail import DescriptionError, partial

Frame = dict[str, Any]


def split(frame: Frame, count: int) -> list[Frame]:
    pieces = {name: np.array_split(values, count) for name, values in frame.items()}
    return [{name: pieces[name][k] for name in frame} for k in range(count)]


def flat(plan: partial.Plan, parts: Sequence[bytes]) -> bytes:
    return partial.merge(plan, parts)


def pairs(plan: partial.Plan, parts: Sequence[bytes]) -> bytes:
    """A balanced tree over parts in a random order."""
    level = list(parts)
    random.Random(len(level)).shuffle(level)
    while len(level) > 1:
        level = [partial.merge(plan, level[k : k + 2]) for k in range(0, len(level), 2)]
    return level[0] if len(parts) > 1 else partial.merge(plan, level)


def chain(plan: partial.Plan, parts: Sequence[bytes]) -> bytes:
    whole = parts[-1]
    for part in reversed(parts[:-1]):
        whole = partial.merge(plan, [whole, part])
    return whole


TREES = [flat, pairs, chain]


def drawn(
    description: dict[str, Any],
    parts: Sequence[dict[str, Frame]],
    tree: Callable[..., bytes] = flat,
    **options: Any,
) -> partial.PartialChart:
    plan = partial.plan(description, **options)
    if plan.needs_extents:
        plan = plan.with_extents(tree(plan, [partial.reduce(plan, part, k) for k, part in enumerate(parts)]))
    assert not plan.needs_extents
    return partial.render(plan, tree(plan, [partial.reduce(plan, part, k) for k, part in enumerate(parts)]))


def check(description: dict[str, Any], frame: Frame, counts: Sequence[int] = (1, 2, 7, 64), **options: Any) -> None:
    chart = vitrail.Chart(description, data={"d": frame})
    whole = chart.to_png()
    for count in counts:
        for tree in TREES:
            made = drawn(description, [{"d": part} for part in split(frame, count)], tree, **options)
            assert_same(made.to_png(), whole)
            assert made.warnings == chart.warnings


def cloud(rows: int = 5_000) -> Frame:
    random_numbers = np.random.default_rng(7)
    x = random_numbers.normal(size=rows)
    return {"x": x, "y": x + random_numbers.normal(size=rows), "v": np.round(random_numbers.normal(size=rows) * 100)}


@pytest.mark.parametrize("aggregation", ["count", "sum", "mean", "min", "max"])
def test_densities_cell_for_cell(aggregation: str) -> None:
    series = {"type": "density", "data": "d", "x": "x", "y": "y", "aggregation": aggregation}
    if aggregation != "count":
        series["value"] = "v"
    check({"title": "Cloud", "series": [series], "legend": {}}, cloud())


def test_density_words() -> None:
    description = {"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]}
    frame = cloud()
    made = drawn(description, [{"d": part} for part in split(frame, 5)])
    assert made.alt_text == vitrail.Chart(description, data={"d": frame}).alt_text


def walk(rows: int = 60_000) -> Frame:
    return {"t": np.arange(rows) * 0.5, "v": np.random.default_rng(3).normal(size=rows).cumsum()}


def test_lines() -> None:
    check({"series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]}, walk())


def test_few_samples_are_kept() -> None:
    frame = {"t": np.arange(50.0), "v": np.random.default_rng(3).normal(size=50)}
    check({"series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]}, frame, counts=(1, 7, 64))


def test_lines_with_gaps() -> None:
    frame = walk()
    frame["v"][1000:9_000] = np.nan
    frame["v"][::5003] = np.nan
    check({"series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]}, frame, counts=(1, 7, 64))


@pytest.mark.parametrize("aggregation", ["count", "sum", "mean", "min", "max", "last"])
def test_aggregated_columns(aggregation: str) -> None:
    numbers = np.random.default_rng(5)
    names = np.array(["pear", "apple", "fig", "plum", "quince"])
    frame = {"k": names[numbers.integers(0, 5, 3000)], "v": np.round(numbers.normal(size=3000) * 100)}
    series = {"type": "column", "data": "d", "x": "k", "y": "v", "aggregation": aggregation}
    description = {"xAxis": {"type": "category"}, "series": [series]}
    assert not partial.plan(description).needs_extents
    check(description, frame, counts=(1, 7))


def test_categories() -> None:
    numbers = np.random.default_rng(5)
    names = np.array(["pear", "apple", "fig", "plum", "quince"])
    frame = {**cloud(3000), "c": names[np.sort(numbers.integers(0, 5, 3000))]}
    series = {"type": "density", "data": "d", "x": "x", "y": "y", "aggregation": "category", "category": "c"}
    check({"series": [series], "legend": {}}, frame, counts=(1, 7))


def test_dates() -> None:
    frame = walk(30_000)
    frame["t"] = np.datetime64("2024-03-01", "s") + np.arange(30_000).astype("timedelta64[m]")
    series = {"type": "line", "data": "d", "x": "t", "y": "v"}
    check({"xAxis": {"type": "dateTime"}, "series": [series]}, frame, counts=(1, 7))


def test_ranges_need_one_pass() -> None:
    frame = cloud()
    description = {"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]}
    plan = partial.plan(description, ranges={"x": (-2, 2), "y": (-1, 3)})
    assert not plan.needs_extents
    parts = [partial.reduce(plan, {"d": part}, k) for k, part in enumerate(split(frame, 5))]
    fixed = {
        **description,
        "xAxis": {"type": "number", "defaultRange": [-2, 2]},
        "yAxis": {"type": "number", "defaultRange": [-1, 3]},
    }
    assert_same(
        partial.render(plan, partial.merge(plan, parts)).to_png(), vitrail.Chart(fixed, data={"d": frame}).to_png()
    )


def test_plans_are_pickled() -> None:
    plan = partial.plan({"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]}, width=300, scale=2)
    other = pickle.loads(pickle.dumps(plan))
    assert other.columns == plan.columns == {"d": ["x", "y"]}
    part = partial.reduce(other, {"d": cloud(100)}, 0)
    assert part == partial.reduce(plan, {"d": cloud(100)}, 0)
    second = pickle.loads(pickle.dumps(plan.with_extents(part)))
    assert not second.needs_extents
    whole = partial.reduce(second, {"d": cloud(100)}, 0)
    assert partial.render(second, whole).to_numpy().shape == (1080, 600, 4)


def test_errors() -> None:
    line = {"series": [{"type": "line", "data": "d", "x": "t", "y": "v"}]}
    with pytest.raises(DescriptionError, match=r"series\[0\].*candlestick"):
        prices = {"open": "o", "high": "h", "low": "l", "close": "c"}
        partial.plan({"series": [{"type": "candlestick", "data": "d", "x": "t", **prices}]})
    plan = partial.plan(line)
    with pytest.raises(DescriptionError, match=r"series\[0\]\.x: in partition 3 .*sorted"):
        partial.reduce(plan, {"d": {"t": [1, 3, 2], "v": [1, 2, 3]}}, 3)
    parts = [partial.reduce(plan, {"d": {"t": [k, k + 2], "v": [1, 2]}}, k) for k in range(2)]
    with pytest.raises(DescriptionError, match=r"series\[0\]\.x: .*partition 1 begin before .*partition 0 end"):
        partial.merge(plan, parts)
    with pytest.raises(DescriptionError, match="position 0 occurs twice"):
        partial.merge(plan, [parts[0], parts[0]])
    with pytest.raises(DescriptionError, match="of another plan"):
        partial.merge(partial.plan(line, width=400), parts[:1])
    with pytest.raises(DescriptionError, match=r"parts\[1\]: .*damaged"):
        partial.merge(plan, [parts[0], parts[1][:-1] + b"?"])
    with pytest.raises(DescriptionError, match=r"parts\[0\]: .*cut off"):
        partial.merge(plan, [parts[0][:30]])
    with pytest.raises(DescriptionError, match="needs extents first"):
        partial.render(plan, parts[0]).to_png()
    with pytest.raises(ValueError, match="no table is named 'd'"):
        partial.reduce(plan, {"e": {"t": [1]}}, 0)
    with pytest.raises(DescriptionError, match="no axis has the id"):
        partial.plan(line, ranges={"z": (0, 1)})
    with pytest.raises(TypeError, match="parts is a list"):
        partial.merge(plan, parts[0])


def test_missing_partitions() -> None:
    description = {"series": [{"type": "density", "data": "d", "x": "x", "y": "y"}]}
    plan = partial.plan(description)
    frames = split(cloud(100), 2)
    plan = plan.with_extents(
        partial.merge(plan, [partial.reduce(plan, {"d": part}, k) for k, part in enumerate(frames)])
    )
    with pytest.raises(DescriptionError, match=r"50 rows were reduced, and 100"):
        partial.render(plan, partial.reduce(plan, {"d": frames[0]}, 0)).to_png()
