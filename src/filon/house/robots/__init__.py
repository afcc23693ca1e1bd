"""Robots at a table: when their turn is due, how they are asked, what they say, and advice."""
