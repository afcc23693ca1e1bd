"""Tests of ratings and of the sequential test."""
