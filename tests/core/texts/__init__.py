"""Tests of message catalogues and of the notation of moves."""
