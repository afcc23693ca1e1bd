"""Tests in a real browser at a real server."""
