"""Games by the hundred: robots against robots, and what can be said of them."""
