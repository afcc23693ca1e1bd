"""Tests of src/filon/terminal: commands, and games at one keyboard."""
