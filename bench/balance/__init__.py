"""The balance of the printed games, measured: `make balance` writes docs/balance.md."""
