"""Tests of records and rules, plain and compiled."""
