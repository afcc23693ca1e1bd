"""Research: matches of robots, their results and ratings."""
