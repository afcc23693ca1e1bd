"""The table in a terminal: one keyboard, people and robots."""
