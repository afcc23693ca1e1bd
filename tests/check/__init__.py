"""What must hold of the files themselves: `python -m tests.check`."""
