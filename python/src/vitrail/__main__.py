"""The command: ``python -m vitrail``, and ``vitrail`` on the path."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command ``vitrail``; Parquet and Arrow files are read by Python's libraries.

    Parameters
    ----------
    arguments
        Without the name of the program. Default: those of the process.

    Returns
    -------
    int
        The exit code.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["plot"]:
        from . import _files

        files = [argument for argument in given[1:] if _files.is_file(argument) and not argument.startswith("-")]
        if files and _is_data(given, files[0]):
            from . import _command

            return _command.plot(given[1:])
    from . import _library

    return _library.main(["vitrail", *(os.fspath(argument) for argument in given)])


def _is_data(given: list[str], name: str) -> bool:
    """Whether a file is what is plotted, not the value of an option."""
    position = given.index(name)
    return position == 1 or not given[position - 1].startswith("-") or given[position - 1] == "--"


if __name__ == "__main__":
    sys.exit(main())
