"""Tests of src/filon/research: batches, environments of other libraries, the arena, charts."""
