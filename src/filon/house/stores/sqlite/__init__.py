"""The embedded store: one SQLite file, one serving process."""
