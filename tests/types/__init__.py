"""`make types`: what other languages need to know of the wire and of each game's tables, made from the code: `python -m tests.types`."""
