"""What games tell: figures with intervals by deal, how much is luck, and what would have happened from a position."""
