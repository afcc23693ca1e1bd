"""Gold Pan: a small dice game without secrets, in which Chance moves inside a turn."""
