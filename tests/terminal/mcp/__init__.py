"""Tests of a seat for a language model."""
