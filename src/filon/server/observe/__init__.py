"""Observation: logs and metrics."""
