"""A seat that somebody gave up in the middle of a game."""

from pathlib import Path

from filon.core.game import Game
from filon.house import protocol
from tests.house.at_home import Home, at_home, refused


def test_nobody_takes_a_vacated_seat_to_look_into_a_second_hand(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        await home.run("device 0", protocol.Leave("", 0))
        with refused("seat-taken"):
            await home.run("device 1", protocol.Sit("", 0, "Eve"))
        await home.run("passer-by", protocol.Sit("", 0, "Eve"))
        chair = (await home.room()).chairs[0]
        assert (chair.holder, chair.name) == ("passer-by", "Seat 0")

    at_home(tmp_path, story)
