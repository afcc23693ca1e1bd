"""Diadingo: 42 diamonds that look alike, 16 of them fixed; memory, luck and theft."""
