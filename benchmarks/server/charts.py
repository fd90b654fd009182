"""The report chart T1 of benchmarks/peers as JSON: 800 × 400, three lines of 1,000 points, title, axis titles, legend; other data for every chart.

The same values in three notations: a description of ours, a Vega-Lite specification, and a configuration of Chart.js for QuickChart. Each has the text
@NUMBER@ in its title, where wrk.lua puts a number of its own for each request.
"""

import json
import random

CHARTS = 200
POINTS = 1_000
NAMES = ["alpha", "beta", "gamma"]
TITLE = "Report @NUMBER@: three series"
WIDTH, HEIGHT = 800, 400


def walks() -> list[list[list[float]]]:
    """For each chart, the values of three series: pieces of a random walk, with three decimals."""
    source = random.Random(20261)
    charts = []
    for _ in range(CHARTS):
        series = []
        for _ in NAMES:
            value, values = 0.0, []
            for _ in range(POINTS):
                values.append(round(value, 3))
                value += source.gauss(0, 1)
            series.append(values)
        charts.append(series)
    return charts


def description(series: list[list[float]]) -> dict:
    return {
        "size": {"width": WIDTH, "height": HEIGHT},
        "title": TITLE,
        "xAxis": {"title": "Sample"},
        "yAxis": {"title": "Value"},
        "legend": {"hidden": False},
        "data": {"d": {"values": {"x": list(range(POINTS)), **dict(zip(NAMES, series))}}},
        "series": [{"type": "line", "title": name, "data": "d", "x": "x", "y": name} for name in NAMES],
    }


def vega_lite(series: list[list[float]]) -> dict:
    rows = [{"x": x, "y": y, "s": name} for name, values in zip(NAMES, series) for x, y in enumerate(values)]
    return {
        "title": TITLE,
        "data": {"values": rows},
        "mark": "line",
        # The plot's size: with axes, title and legend about that of the others.
        "width": WIDTH - 130,
        "height": HEIGHT - 70,
        "encoding": {
            "x": {"field": "x", "type": "quantitative", "title": "Sample"},
            "y": {"field": "y", "type": "quantitative", "title": "Value"},
            "color": {"field": "s", "type": "nominal"},
        },
    }


def chartjs(series: list[list[float]]) -> dict:
    colors = ["#4c78a8", "#f58518", "#e45756"]
    axis = lambda title: [{"scaleLabel": {"display": True, "labelString": title}}]
    return {
        "type": "line",
        "data": {
            "labels": list(range(POINTS)),
            "datasets": [
                {"label": name, "data": values, "fill": False, "borderColor": color, "borderWidth": 1.5, "pointRadius": 0, "lineTension": 0}
                for name, values, color in zip(NAMES, series, colors)
            ],
        },
        "options": {"title": {"display": True, "text": TITLE}, "scales": {"xAxes": axis("Sample"), "yAxes": axis("Value")}},
    }


def line(value: dict) -> str:
    return json.dumps(value, separators=(",", ":")) + "\n"


def write(folder, charts: list[list[list[float]]]) -> dict[str, str]:
    """Files of one request body a line, by the name of the notation."""
    bodies = {
        "ours": description,
        "vl-convert": lambda series: {"spec": vega_lite(series), "scale": 1},
        "quickchart": lambda series: {
            "chart": chartjs(series), "width": WIDTH, "height": HEIGHT, "devicePixelRatio": 1, "format": "png", "backgroundColor": "white"},
    }
    paths = {}
    for name, body in bodies.items():
        paths[name] = str(folder / f"{name}.ndjson")
        with open(paths[name], "w") as file:
            file.writelines(line(body(series)) for series in charts)
    return paths
