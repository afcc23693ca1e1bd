"""Records of games: transcripts, game files, replays, verification, and erasing a person from them."""
