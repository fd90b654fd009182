"""pandas' Series and indexes → columns."""

from __future__ import annotations

from typing import Any

from ._columns import Column
from ._convert import of_array, of_codes, of_texts, with_gaps, zone_name


def title(name: Any) -> str:
    """A label of pandas as text; empty for None."""
    if isinstance(name, tuple):
        return ", ".join(str(part) for part in name if part is not None and part != "")
    return "" if name is None else str(name)


def column_of_pandas(data: Any, argument: str) -> Column:
    """A column of a Series, an Index or an extension array."""
    import pandas as pd

    if isinstance(data, pd.DataFrame):
        raise ValueError(f"{argument}: a DataFrame is a table; a column has one dimension")
    if isinstance(data, pd.MultiIndex):
        return of_texts((title(row) for row in data), title(data.names))
    if not isinstance(data, (pd.Series, pd.Index, pd.api.extensions.ExtensionArray)):
        raise TypeError(f"{argument}: pandas' {type(data).__name__} is no column; give a Series")
    name = title(getattr(data, "name", None))
    dtype: Any = data.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        codes = data.cat.codes.to_numpy() if isinstance(data, pd.Series) else getattr(data, "codes")
        return _of_categories(codes, dtype.categories, argument, name)
    if isinstance(dtype, pd.DatetimeTZDtype):
        # NumPy's dates of zones are those of UTC.
        values = pd.Series(data).dt.tz_convert("UTC").dt.tz_localize(None).to_numpy()
        found = of_array(values, argument, name)
        found.time_zone = zone_name(dtype.tz)
        return found
    if isinstance(dtype, pd.PeriodDtype):
        return column_of_pandas(pd.Series(data, name=name or None).dt.to_timestamp(), argument)
    if isinstance(dtype, pd.IntervalDtype):
        return of_texts([None if pd.isna(value) else str(value) for value in data], name)
    if isinstance(dtype, pd.StringDtype):
        return _of_strings(data, name)
    if isinstance(dtype, pd.SparseDtype):
        return of_array(pd.Series(data).sparse.to_dense().to_numpy(), argument, name)
    if isinstance(dtype, pd.ArrowDtype):
        from ._from_arrow import column_of_pyarrow

        array: Any = getattr(data, "array", data)
        return column_of_pyarrow(array.__arrow_array__(), argument).named(name)
    if isinstance(dtype, pd.api.extensions.ExtensionDtype):
        return _of_extension(data, argument, name)
    return of_array(data.to_numpy(), argument, name)


def _of_categories(codes: Any, categories: Any, argument: str, name: str) -> Column:
    return of_codes(codes, categories, name)


def _of_strings(data: Any, name: str) -> Column:
    import pandas as pd

    codes, uniques = pd.factorize(data)
    return of_codes(codes, uniques, name)


def _of_extension(data: Any, argument: str, name: str) -> Column:
    """Nullable integers, floats and booleans, and what other packages define."""
    import numpy as np
    import pandas as pd

    missing = np.asarray(pd.isna(data))
    if data.dtype.kind in "iufb":
        fill: Any = False if data.dtype.kind == "b" else 0
        values = (
            data.to_numpy(dtype=data.dtype.numpy_dtype, na_value=fill)
            if hasattr(data.dtype, "numpy_dtype")
            else np.asarray(data)
        )
        found = of_array(values, argument, name)
        return with_gaps(found, missing) if missing.any() else found
    return of_array(np.asarray(data, dtype=object), argument, name)
