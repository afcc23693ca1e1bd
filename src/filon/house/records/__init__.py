"""Finished games: transcripts, game files, verification, replay."""
