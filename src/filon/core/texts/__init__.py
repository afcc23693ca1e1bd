"""Texts for people: message catalogues and their formatting, the sentences that all games share, and the names of moves."""
