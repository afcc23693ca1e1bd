"""Gymnasium's spaces for rows: shared by all environments."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces

from filon.research.codes import Column
from filon.research.encoding import Encoding


def row_space(encoding: Encoding) -> spaces.Box:
    """A column lies between its declared bounds, as `describe()` tells them."""
    low, high = np.array([bounds(column) for column in encoding.columns], np.float32).T
    return spaces.Box(low, high, dtype=np.float32)


def bounds(column: Column) -> tuple[float, float]:
    """Least and greatest value; 0, which also stands for none and unknown, lies between."""
    if column.kind == "moment":
        return -column.most * column.scale, column.most * column.scale
    least = min(column.least, 0)
    return least * column.scale, (column.most - least) * column.scale
