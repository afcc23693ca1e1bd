"""The terminal: the command line, and a table at one keyboard for people and robots."""
