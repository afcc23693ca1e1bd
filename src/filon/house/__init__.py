"""Games being played: the table with one writer, its log, robots at the table."""
