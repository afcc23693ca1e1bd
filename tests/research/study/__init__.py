"""Tests of studies and their rows of games."""
