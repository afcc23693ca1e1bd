"""Benchmarks: speed beside peers, the server under load, robots beside each other."""
