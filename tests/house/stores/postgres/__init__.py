"""Tests of the PostgreSQL store alone, and the servers they start."""
