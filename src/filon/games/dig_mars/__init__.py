"""Dig Mars: digging, transporting, upgrading, sharing; hidden fortune."""
