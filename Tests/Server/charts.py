"""Descriptions for tests."""
import copy
import random

COLUMNS = {
    "size": {"width": 400, "height": 240},
    "title": "Sales",
    "data": {"d": {"values": {"month": ["Jan", "Feb", "Mar"], "sales": [3, 1, 2]}}},
    "xAxis": {"type": "category"},
    "series": [{"type": "column", "data": "d", "x": "month", "y": "sales"}],
}
LINE = {"data": {"d": {"values": {"y": [3, 1, 2]}}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
PNG = b"\x89PNG\r\n\x1a\n"
PIE = {"type": "pie", "data": {"labels": ["a", "b"], "datasets": [{"data": [1, 2]}]}}


def titled(title):
    return {**copy.deepcopy(COLUMNS), "title": str(title)}


def slow():
    """Draws for many seconds, but is short: 10⁵ points of radius 1,000, each drawn by itself."""
    generator = random.Random(1)
    y = [round(generator.gauss(0, 1), 2) for _ in range(100)]
    series = {"type": "scatter", "data": "d", "y": "y", "style": {"pointStyle": {"radius": 1000}}}
    return {"size": {"width": 600, "height": 400}, "decimation": "none", "data": {"d": {"values": {"y": y}}}, "series": [series] * 1000}


def large(width=4000, height=3000):
    """A picture of many pixels, quickly drawn."""
    return {**copy.deepcopy(COLUMNS), "size": {"width": width, "height": height}}


def csv_named(name):
    return {"data": {"d": {"csv": name}}, "series": [{"type": "line", "data": "d", "y": "y"}]}
