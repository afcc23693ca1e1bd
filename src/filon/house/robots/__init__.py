"""Robots at a table: when their turn is due, how they are asked, how they pull, and what they say."""
