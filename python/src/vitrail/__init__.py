"""Exact charts of millions of points, from the arrays that you already have.

>>> import numpy as np
>>> import vitrail
>>> walk = np.random.default_rng(1).normal(size=1_000_000).cumsum()
>>> vitrail.plot(walk, title="A million steps").to_png()[:4]
b'\\x89PNG'
"""

from ._chart import Chart
from ._device import device
from ._errors import DescriptionError, DeviceError
from ._live import live
from ._plot import area, band, bar, candlestick, density, donut, errorbar, hist, pie, plot, scatter
from ._plot import column_chart as column

__version__ = "0.1.0"

__all__ = [
    "Chart",
    "DescriptionError",
    "DeviceError",
    "area",
    "band",
    "bar",
    "candlestick",
    "column",
    "density",
    "device",
    "donut",
    "errorbar",
    "hist",
    "live",
    "pie",
    "plot",
    "scatter",
]
