"""One folder per game; nothing outside a folder ever names its game."""
