"""Tests of limits on TCP connections."""
