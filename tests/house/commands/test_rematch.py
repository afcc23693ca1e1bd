"""A rematch takes people, robots and chat along, lets those in who looked on, and begins at once against robots."""

from pathlib import Path

from filon.core.game import Game
from filon.house import protocol
from filon.house.room import events
from filon.house.room.room import Room
from tests.house.at_home import Home, at_home


async def over(home: Home) -> None:
    """Robots play on for everybody, to the end."""
    for seat, chair in enumerate((await home.room()).chairs):
        if chair.holder:
            await home.run(chair.holder, protocol.Robot("", seat, "beginner"))
    while (await home.room()).status != "over":
        await home.wait(60_000)


async def again(home: Home, holder: str, **how: object) -> Room:
    table = (await home.run(holder, protocol.Rematch("", **how))).table  # type: ignore[arg-type]
    return (await home.house.rooms.load(table)).room


def test_a_rematch_against_robots_begins_at_once_with_the_callers_entropy(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        seats = game.label.official[0]
        await home.open(game, seats=seats, name="Ada", robots=["beginner"] * (seats - 1), begin=True)
        await over(home)
        room = await again(home, "host", entropy="lucky")
        assert room.live is not None
        assert [chair.entropy for chair in room.chairs] == ["lucky", *[""] * (seats - 1)]
        assert not room.chairs[0].robot

    at_home(tmp_path, story)


def test_a_rematch_of_people_waits_and_takes_chat_and_mutes_along(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        await home.run("device 0", protocol.Say("", "see you again"))
        await home.run("device 1", protocol.SayPhrase("", "thanks"))
        await home.run("device 1", protocol.Say("", "said and gone"))
        await home.run("host", protocol.Mute("", 0, True))
        await home.run("device 1", protocol.Leave("", 1))
        await home.run("stranger", protocol.Sit("", 1, "Eve"))
        await over(home)
        room = await again(home, "stranger", entropy="lucky")
        assert room.status == "waiting"
        assert "device 0" in room.muted
        chat = [line for _, line in room.log if isinstance(line, events.Said | events.Phrase)]
        assert chat == [events.Said(0, "see you again", is_earlier=True)]
        assert [chair.entropy for chair in room.chairs[:2]] == ["", "lucky"]
        before = home.table
        home.table = room.opened.table
        for word in range(6):  # what was said earlier does not count
            await home.run("stranger", protocol.Say("", f"word {word}"))
        home.table = before

    at_home(tmp_path, story)


def test_whoever_looks_on_is_told_the_invitation_to_the_rematch(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.full(game)
        spectator = await home.listen("spectator", -122)
        await over(home)
        room = await again(home, "device 0")
        news = await home.hear(spectator)
        while news.around is None or not news.around.rematch:
            news = await home.hear(spectator)
        assert (news.around.rematch, news.around.rematch_invite) == (room.opened.table, room.opened.invite)
        assert room.opened.invite not in str(news.lines)

    at_home(tmp_path, story)
