"""Columns → a table of the library: through the Arrow stream of the table that they come from, or by their pointers."""

from __future__ import annotations

from collections.abc import Mapping

from ._columns import MEASURED_BY_LIBRARY, Column
from ._library import Handle


def handle_of(columns: Mapping[str, Column]) -> Handle:
    """A table of the library with these columns under these names.

    Columns of one Arrow table, which may have many chunks and nulls, are handed over as they are. Others must lie in
    one piece: columns of many chunks are copied.
    """
    origins = [column.origin for column in columns.values()]
    frames = {id(origin[0]) for origin in origins if origin is not None}
    if len(frames) == 1 and None not in origins and len(next(iter(columns.values()))) > MEASURED_BY_LIBRARY:
        frame = next(origin[0] for origin in origins if origin is not None)
        return frame.handle({key: origin[1] for key, origin in zip(columns, origins) if origin is not None})
    return Handle(columns)
