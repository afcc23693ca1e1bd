"""A device that was sent away gets no seat by a pass."""

from pathlib import Path

import pytest

from filon.core.game import Game
from filon.house import protocol
from filon.house.errors import CommandRefused
from tests.house.at_home import Home, at_home


def test_a_friends_pass_gives_no_seat_to_a_device_that_was_sent_away(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game, seats=2)
        await home.run("friend", protocol.Sit("", 0, "Ada"))
        await home.run("kicked", protocol.Sit("", 1, "Bo"))
        await home.run("host", protocol.Kick("", 1))
        carry = (await home.run("friend", protocol.Lend("", 0))).carry
        with pytest.raises(CommandRefused, match="sent-away"):
            await home.carry("kicked", 0, carry)
        assert (await home.room()).seats_of("friend") == [0]
        await home.carry("phone", 0, carry)  # the pass is not used up
        assert (await home.room()).seats_of("phone") == [0]

    at_home(tmp_path, story)
