"""Deterministic simulation: whole houses with a simulated store, clock and network. One seed is one schedule."""
