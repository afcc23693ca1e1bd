"""Robots that play inside a batch, and whole games between them."""
