"""The device that draws."""

from __future__ import annotations

from typing import Any


def device() -> dict[str, Any]:
    """The device that pictures are drawn on.

    Returns
    -------
    dict
        ``renderer`` (the driver's name), ``platform``, ``isHardware`` and ``glesVersion``.

    Raises
    ------
    DeviceError
        If no device can be opened; the message lists the packages to install.

    Examples
    --------
    >>> import vitrail
    >>> sorted(vitrail.device())
    ['glesVersion', 'isHardware', 'platform', 'renderer']
    """
    from . import _library

    return _library.device()
