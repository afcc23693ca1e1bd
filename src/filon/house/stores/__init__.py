"""Stores: the contract, its two engines, and backups."""
