"""Names: those that nobody can see and those that look like another's are refused, honest ones of every script are not."""

from itertools import combinations
from pathlib import Path

import pytest

from filon.core.game import found, load
from filon.house import protocol
from filon.house.commands.names import alike
from filon.house.lessons import open_lesson
from filon.house.new_table import open_table
from filon.house.room.events import ENCODER, Began
from filon.house.updates.public_lines import public_lines
from tests.house.at_home import Home, at_home, refused

GAME = load(next(iter(found())))
LIKE_HOST = {
    "capitals": "HOST",
    "soft hyphen": "Ho\u00adst",
    "full width": "\uff28\uff4f\uff53\uff54",
    "tags": "Host\U000e0041",
    "variation selector": "Host\ufe0f",
    "grapheme joiner": "Host\u034f",
    "Khmer inherent vowel": "Ho\u17b4st",
    "Cyrillic o": "H\u043est",
}
BLANK = {"Hangul filler": "\u3164", "braille without dots": "\u2800", "Hangul choseong filler": "\u115f", "an accent alone": "\u0301"}
HONEST = [
    "Αθηνά",
    "Ελένη",
    "Наталья",
    "Игорь",
    "محمد",
    "علی\u200cرضا",  # a joiner that Persian needs
    "สมชาย",
    "อารีย์",
    "क्षितिज",
    "शक्\u200dति",  # a joiner that shows a half letter
    "美咲",
    "지우",
    "🦊",
    "👩\u200d🚀",
    "❤\ufe0f",
    "\U0001fae9",  # of Unicode 16
    "Zoë",
    "Noël-Œdipe",
    "7",
]


@pytest.mark.parametrize("name", LIKE_HOST.values(), ids=LIKE_HOST)
def test_a_name_that_looks_like_anothers_is_taken(tmp_path: Path, name: str) -> None:
    async def story(home: Home) -> None:
        await home.open(GAME, seats=2, name="Host")
        with refused("name-taken"):
            await home.run("other", protocol.Sit("", 1, name))

    at_home(tmp_path, story)


@pytest.mark.parametrize("name", BLANK.values(), ids=BLANK)
def test_a_name_that_nobody_sees_is_refused(tmp_path: Path, name: str) -> None:
    async def story(home: Home) -> None:
        await home.open(GAME, seats=2, name="Host")
        with refused("name-blank"):
            await home.run("other", protocol.Sit("", 1, name))
        with refused("name-blank"):
            await open_table(home.house, "other", protocol.NewTable(GAME.name, 2, name=name))
        with refused("name-blank"):
            await open_lesson(home.house, "other", GAME.name, protocol.NewLesson(name))

    at_home(tmp_path, story)


def test_honest_names_of_every_script_sit_down(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        for name in HONEST:
            await home.open(GAME, seats=2, name="Host")
            await home.run("other", protocol.Sit("", 1, name))
            assert (await home.room()).chairs[1].name == name

    at_home(tmp_path, story)


def test_honest_names_do_not_look_alike() -> None:
    assert [pair for pair in combinations([*HONEST, "Ali", "All", "Ian", "Lan", "Anna", "Hannah", "Rosa", "Roza"], 2) if alike(*pair)] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ian", "lan"), ("Ian", "IAN"), ("modern", "rnodern"), ("Zoë", "Zo\u0451"), ("Ada  B", "Ada B"), ("H0pe", "HOpe"), ("Εva", "Eva")],
)
def test_what_people_cannot_tell_apart_looks_alike(one: str, other: str) -> None:
    assert alike(one, other)


def test_a_robot_gets_a_name_that_looks_like_nobodys(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        await home.open(GAME, seats=2, name="C\u0430sual")
        await home.run("host", protocol.Robot("", 1, "casual"))
        assert (await home.room()).chairs[1].name == "Casual 2"

    at_home(tmp_path, story)


def test_salts_and_hashes_of_names_are_not_sent(tmp_path: Path) -> None:
    async def story(home: Home) -> None:
        room = await home.full(GAME)
        assert room.opened.fairness == 2
        stored = str(room.log)
        secret = [chair.salt for chair in room.chairs] + next(line.hashes for _, line in room.log if isinstance(line, Began))
        assert all(len(one) >= 32 and one in stored for one in secret)
        assert len(set(secret)) == 2 * len(room.chairs)
        sent = ENCODER.encode(public_lines(room, 0, room.seq, 0, 0)).decode()
        assert [one for one in secret if one in sent] == []

    at_home(tmp_path, story)
