"""Tests of serving processes: start, stop, workers, kills."""
