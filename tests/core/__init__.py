"""Tests of src/filon/core."""
