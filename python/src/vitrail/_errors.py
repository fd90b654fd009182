"""Exceptions of the package."""

from __future__ import annotations


class DescriptionError(ValueError):
    """A description, an argument or a column cannot be drawn.

    Attributes
    ----------
    path : str
        JSON path of the wrong part, such as ``series[0].y``; empty if the error has no place.
    message : str
        What is wrong, without the path.
    """

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path
        self.message = message

    def __reduce__(self) -> tuple[type[DescriptionError], tuple[str, str]]:
        return type(self), (self.message, self.path)


class DeviceError(RuntimeError):
    """No device could be opened, or the driver failed."""
