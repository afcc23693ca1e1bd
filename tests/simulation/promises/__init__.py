"""Checks of the promises of docs/promises.md after each schedule, and planted faults that the checks must find."""
