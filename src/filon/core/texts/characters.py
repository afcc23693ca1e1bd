"""The characters that robots play under: their names are `robot.character.N` in the words that all games share."""

from __future__ import annotations

from filon.core.texts.words import Words

CHARACTERS = 8  # as many as the web table has faces


def character_names(words: Words) -> list[str]:
    return [words.say(f"robot.character.{number}") for number in range(CHARACTERS)]
