"""Laws: properties that every game, robot and table must have, tested on all games found."""
