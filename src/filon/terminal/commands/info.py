"""`filon rules`, `games`, `options` and `robots`: texts about the games."""

from __future__ import annotations

import argparse

from filon.core.game import found, load
from filon.core.level import LEVELS
from filon.terminal.commands.common import AddCommand, Refused, new_console, words_in


def add(command: AddCommand) -> None:
    one_of = f"one of {', '.join(found())}"
    rules = command("rules", "read the rules, one by one", run_rules)
    rules.add_argument("game", help=one_of)
    rules.add_argument("asked", nargs="*", metavar="WORD", help="a clause's number, or words to look for")
    command("games", "list the games, with designer, publisher and players", run_games)
    command("options", "explain a game's options, each with its clause", run_options).add_argument("game", help=one_of)
    command("robots", "say what the levels of a game's robots are like", run_robots).add_argument("game", help=one_of)


def run_rules(asked: argparse.Namespace) -> int:
    from filon.terminal.rulebook import clauses, guide, search
    from filon.terminal.screen import show_clauses, show_guide

    game, console = load(asked.game), new_console()
    held = search(clauses(game, asked.lang), " ".join(asked.asked))
    if not held:
        raise Refused(words_in(asked.lang).say("rules.none", asked=" ".join(asked.asked)))
    if not asked.asked:
        show_guide(console, guide(game.words(asked.lang)))
    show_clauses(console, held)
    return 0


def run_games(asked: argparse.Namespace) -> int:
    words = words_in(asked.lang)
    for name, label in found().items():
        print(f"{name}: {load(name).words(asked.lang).say('tagline')}")
        players = words.say("games.players", least=label.official[0], most=label.official[-1], age=label.age)
        more = [words.say("games.more-players", n=n) for n in label.seats if n not in label.official]
        print("    " + "  ".join(filter(None, [players, *more, label.credits])))
    print("\n" + words.say("games.unofficial"))
    return 0


def run_options(asked: argparse.Namespace) -> int:
    game = load(asked.game)
    words = game.words(asked.lang)
    for option in game.label.options:
        values = [str(value).lower() for value in option.values]
        default = str(option.default).lower()
        print(f"{option.name} = {' | '.join(value + '*' * (value == default) for value in values)}   [{option.clause}]")
        print(f"    {words.say(f'option.{option.name}')}")
        for value in values:
            key = f"option.{option.name}.{value}"
            if key in words:
                print(f"    {value}: {words.say(key)}")
    print("\n" + words_in(asked.lang).say("options.default"))
    return 0


def run_robots(asked: argparse.Namespace) -> int:
    words = load(asked.game).words(asked.lang)
    for level in LEVELS:
        print(f"{level}: {words.say(f'robot.{level}.name')}\n    {words.say(f'robot.{level}.says')}")
    return 0
