"""Tests of the Store contract on every store, of backups, and the model of a store."""
