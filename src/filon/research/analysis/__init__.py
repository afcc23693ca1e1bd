"""Figures of played games with intervals by deal: shares, parts of luck, and other actions tried from one position."""
