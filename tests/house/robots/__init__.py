"""Tests of robots' turns and phrases."""
