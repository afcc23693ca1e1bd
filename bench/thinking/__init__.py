"""Measurements of robots for `make bench-robots`, and of their search beside OpenSpiel's."""
