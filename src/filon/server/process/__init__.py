"""Processes: the entry point, one serving process, its supervisor and robot pools."""
