"""The machine's monotonic clock, on which stores and stalls count."""

from __future__ import annotations

import time

CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)  # BOOTTIME, on Linux, counts while the machine sleeps


def monotonic() -> float:
    """Milliseconds since an arbitrary moment."""
    return time.clock_gettime_ns(CLOCK) / 1e6
