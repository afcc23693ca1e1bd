"""Tests of the HTTP endpoints."""
