"""Stores: the protocol of a store, its two engines, and backups."""
