"""Tests of long work in child processes."""
