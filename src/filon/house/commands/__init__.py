"""Commands of people at a table: one function each, and who may give them."""
