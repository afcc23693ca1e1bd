"""Tests of the commands of a room."""
