"""Tests of finished games: transcripts, game files, verification, replays, erasing."""
