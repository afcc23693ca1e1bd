"""Ratings of robots, and a test for "is it better?" that stops early."""
