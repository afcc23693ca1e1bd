"""Tests of src/filon/bots."""
