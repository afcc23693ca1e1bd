"""Tests of src/filon/client, against a real server."""
