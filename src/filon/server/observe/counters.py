"""Counters and histograms that cost less than Prometheus's own: one thread counts, and the metric families are made on request."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate

from prometheus_client import CollectorRegistry
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector


class Counter(Collector):
    """Counts by their labels."""

    def __init__(self, name: str, help_text: str, labels: tuple[str, ...], registry: CollectorRegistry) -> None:
        self._name, self._help, self._labels = name, help_text, labels
        self._counts: defaultdict[tuple[str, ...], int] = defaultdict(int)
        if not labels:
            self._counts[()] = 0
        registry.register(self)

    def add(self, *labels: str, times: int = 1) -> None:
        self._counts[labels] += times

    def collect(self) -> Iterator[CounterMetricFamily]:
        family = CounterMetricFamily(self._name, self._help, labels=self._labels)
        for labels, count in list(self._counts.items()):
            family.add_metric(labels, count)
        yield family


class Histogram(Collector):
    """Durations in seconds, counted in buckets."""

    def __init__(self, name: str, help_text: str, buckets: tuple[float, ...], registry: CollectorRegistry) -> None:
        self._name, self._help, self._buckets = name, help_text, buckets
        self._counts = [0] * (len(buckets) + 1)
        self._sum = 0.0
        registry.register(self)

    def add(self, seconds: float) -> None:
        self._counts[bisect_left(self._buckets, seconds)] += 1
        self._sum += seconds

    def collect(self) -> Iterator[HistogramMetricFamily]:
        ends = [*map(str, self._buckets), "+Inf"]
        yield HistogramMetricFamily(self._name, self._help, list(zip(ends, accumulate(self._counts), strict=True)), self._sum)
