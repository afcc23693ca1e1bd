"""Tests of each game's board in a browser."""
