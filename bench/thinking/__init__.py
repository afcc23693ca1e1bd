"""How the robots think: what `make bench-robots` measures, and their search beside OpenSpiel's."""
