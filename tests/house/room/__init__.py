"""Tests of one room: live table, clock, fairness."""
