"""Records and rules that run as plain Python or compiled by Numba, and the random games played with them; knows no game."""
