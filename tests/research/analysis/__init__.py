"""Tests of estimates from many games."""
