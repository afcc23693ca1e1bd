"""Tests of src/filon/server, in its folders; servers and devices that these tests share."""
