"""How the robots think: what `make bench-robots` measures."""
