"""Access: who a request comes from, from which pages, and how much it may ask for."""
