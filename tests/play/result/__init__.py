"""Tests of finished games in a browser: the result, replays."""
