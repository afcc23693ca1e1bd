"""Sums that the board in the browser shows, as the law makes them: `python -m filon.games.dig_mars.tests.dig_mars_cases` writes them."""

import argparse
import json
import random
from pathlib import Path

from filon.games.dig_mars.parts import Gear, Table
from filon.games.dig_mars.sites import level_there, share
from filon.games.dig_mars.tests.dig_mars_scene import dealt, fortunes

CASES = Path(__file__).parents[1] / "table/scores/strength.cases.json"
SITE = 0


def made() -> str:
    chance = random.Random(30)
    return "[\n" + ",\n".join(f"  {json.dumps(_case(chance))}" for _ in range(60)) + "\n]\n"


def _case(chance: random.Random) -> dict[str, object]:
    """Some players on one site; the one whose turn it is among them (DM-11, DM-13)."""
    table, fortune = _scene(chance), chance.randint(0, 12)
    stations = [player.stations[SITE] for player in table.player[: table.seats]]
    levels = [table.player[table.turn].level[gear] for gear in (Gear.DIG, Gear.TRANSPORT)]
    there = [level_there(table, gear, SITE) for gear in (Gear.DIG, Gear.TRANSPORT)]
    share(table, SITE, fortune)
    return {"seat": table.turn, "levels": levels, "stations": stations, "fortune": fortune, "there": there, "shares": fortunes(table)}


def _scene(chance: random.Random) -> Table:
    table = dealt(chance.randint(2, 4))
    table.turn = chance.randrange(table.seats)
    for player in table.player[: table.seats]:
        player.level = [chance.randint(1, 4) for _ in Gear]
        player.stations[SITE] = chance.randint(0, 4)
    table.player[table.turn].stations[SITE] = chance.randint(1, 4)
    return table


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m filon.games.dig_mars.tests.dig_mars_cases", description=__doc__).parse_args()
    CASES.write_text(made(), "utf-8")
