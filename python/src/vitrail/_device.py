"""The device that draws."""

from __future__ import annotations

from typing import Any


def device() -> dict[str, Any]:
    """The device that pictures are drawn on.

    Returns
    -------
    dict
        ``renderer`` (the driver's name), ``vendor``, ``version``, ``platform``, ``isHardware``, ``eglVersion``,
        ``library``, and the numbers of ``renderers`` and ``slots``. ``isDelivered`` is true where the system has no driver and the
        package's own one draws; ``advice`` says then how to get a faster one.

    Raises
    ------
    DeviceError
        If no device can be opened; the message lists the packages to install.

    Examples
    --------
    >>> import vitrail
    >>> vitrail.device()["isHardware"] in (True, False)
    True
    """
    from . import _library

    return _library.device()
