"""Counts that cost next to nothing to keep: only one thread counts, and what Prometheus wants to read is made when it asks."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector


class Count(Collector):
    """How often something happened, by its labels."""

    def __init__(self, name: str, says: str, labels: tuple[str, ...], registry: CollectorRegistry) -> None:
        self._name, self._says, self._labels = name, says, labels
        self._counts: defaultdict[tuple[str, ...], int] = defaultdict(int)
        registry.register(self)

    def add(self, *labels: str, times: int = 1) -> None:
        self._counts[labels] += times

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._says, labels=self._labels)
        for labels, count in list(self._counts.items()):
            family.add_metric(labels, count)
        yield family


class Spread(Collector):
    """How long something took, each time: so many within each of these seconds."""

    def __init__(self, name: str, says: str, within: tuple[float, ...], registry: CollectorRegistry) -> None:
        self._name, self._says, self._within = name, says, within
        self._counts = [0] * (len(within) + 1)
        self._sum = 0.0
        registry.register(self)

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self._within, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        ends = [*map(str, self._within), "+Inf"]
        yield HistogramMetricFamily(self._name, self._says, list(zip(ends, accumulate(self._counts), strict=True)), self._sum)
