"""Checks of the repository's own files: `python -m tests.check`."""
