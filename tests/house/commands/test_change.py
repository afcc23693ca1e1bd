"""While a table waits its host sets it up differently: chairs, options, pace, visibility. The commitment stays."""

from pathlib import Path

import pytest

from filon.core.game import Game
from filon.house import protocol
from filon.house.records.game_file import game_file, text_of
from filon.house.records.verify import verify
from filon.house.room import events
from tests.house.at_home import Home, at_home, refused
from tests.house.records.independent_verifier import check


def test_the_host_changes_chairs_pace_and_visibility_and_everybody_hears_it(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        most, fewest = game.label.seats[-1], game.label.seats[0]
        await home.open(game, seats=most, is_public=True)
        before = (await home.room()).opened
        guest = await home.listen("guest", -122)
        await home.hear(guest)
        await home.run("host", protocol.Change("", seats=fewest, pace="post", is_public=False, hints=True))
        room, news = await home.room(), await home.hear(guest)
        assert (room.opened.seats, room.opened.pace, room.opened.is_public, room.opened.hints) == (fewest, "post", False, True)
        assert news.around
        assert len(news.around.people) == fewest
        (line,) = news.lines
        assert isinstance(line, protocol.ChangedLine)
        assert (line.seats, line.pace, line.is_public, line.hints) == (fewest, "post", False, True)
        assert (room.opened.commit, room.opened.secret, room.opened.table) == (before.commit, before.secret, before.table)
        (card,) = await home.house.store.cards("host")
        assert (card.seats, card.pace, card.is_public) == (fewest, "post", False)
        await home.run("host", protocol.Change("", seats=most))
        assert len((await home.room()).chairs) == most

    at_home(tmp_path, story)


def test_options_change_one_by_one_and_only_to_what_the_box_offers(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game)
        option = next(one for one in game.label.options if len(one.values) > 1)
        other = next(value for value in option.values if value != option.default)
        await home.run("host", protocol.Change("", {option.name: other}))
        room = await home.room()
        assert room.opened.options[option.name] == other
        assert room.log[-1][1] == events.Changed({option.name: other})
        with refused("no-change"):
            await home.run("host", protocol.Change("", {option.name: other}))
        for wrong in (protocol.Change("", {"nonsense": 1}), protocol.Change("", {option.name: "nonsense"}), protocol.Change("", seats=16)):
            with refused("option-refused"):
                await home.run("host", wrong)
        assert (await home.room()).seq == 2

    at_home(tmp_path, story)


def test_only_the_host_and_only_while_the_table_waits(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        await home.open(game)
        await home.run("guest", protocol.Sit("", 0, "Ada"))
        with refused("only-host"):
            await home.run("guest", protocol.Change("", is_public=True))
        for seat in range(1, len((await home.room()).chairs)):
            await home.run("host", protocol.Robot("", seat, "casual"))
        await home.run("host", protocol.Begin(""))
        with refused("has-begun"):
            await home.run("host", protocol.Change("", is_public=True))

    at_home(tmp_path, story)


def test_a_chair_on_which_somebody_sits_is_not_taken_away_and_that_of_a_robot_is(tmp_path: Path, game: Game) -> None:
    async def story(home: Home) -> None:
        last = game.label.seats[-1] - 1
        if last < game.label.seats[0]:
            pytest.skip("a game for one number of players")
        await home.open(game, seats=last + 1)
        await home.run("host", protocol.Robot("", last, "casual"))
        await home.run("host", protocol.Change("", seats=last))
        await home.run("host", protocol.Change("", seats=last + 1))
        assert not (await home.room()).chairs[last].is_taken
        await home.run("guest", protocol.Sit("", last, "Ada"))
        with refused("seat-taken"):
            await home.run("host", protocol.Change("", seats=last))

    at_home(tmp_path, story)


def test_a_game_whose_table_was_changed_proves_itself(tmp_path: Path, game: Game) -> None:
    """Somebody sat on a chair that was taken away later, with entropy: neither counts any more."""

    async def story(home: Home) -> None:
        most, fewest = game.label.seats[-1], game.label.seats[0]
        await home.open(game, seats=most)
        await home.run("guest", protocol.Sit("", most - 1, "Bo", entropy="lucky"))
        await home.run("guest", protocol.Leave("", most - 1))
        if fewest < most:
            await home.run("host", protocol.Change("", seats=fewest))
        await home.run("host", protocol.Sit("", 0, "Ada", entropy="more luck"))
        for seat in range(1, fewest):
            await home.run("host", protocol.Robot("", seat, "beginner"))
        await home.run("host", protocol.Begin(""))
        await home.run("host", protocol.Robot("", 0, "beginner"))
        while (await home.room()).status != "over":
            await home.wait(60_000)
        file = game_file(await home.room())
        assert file.opened.seats == most
        assert verify(file)
        check(text_of(file))

    at_home(tmp_path, story)
