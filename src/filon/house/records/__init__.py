"""Records of games: transcripts, game files, replays and verification."""
