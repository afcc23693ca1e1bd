"""How Digger's robots think and talk: their plan of a turn, its odds, and their phrases as time master."""
