"""Tests of the SQLite store alone: files, power cuts, full disks."""
