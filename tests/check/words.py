"""The words: the same keys and values in every language, all that are needed and no others."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from filon.core.level import LEVELS
from filon.core.texts.words import LANGUAGES, WordsRefused, _branches, _chosen, _pieces
from tests.check.clauses import FRENCH_SPACE
from tests.check.facts import Facts, facts
from tests.check.tree import code, complaint, files, parsed, text_of

Catalogue = dict[str, str]
BOARD_KEY = re.compile(r"(?:board|hand)\.\S+")
WEB_KEY = r"(?:[a-z][a-z0-9-]*\.)[a-z0-9.-]*"
WEB_QUOTED = re.compile(rf"""['"]({WEB_KEY})['"]|`({WEB_KEY})`""")
WEB_OPENING = re.compile(rf"`({WEB_KEY})\$\{{")
SAID_IN = re.compile(r"""\bsayIn\([^,;]+,\s*['"]([^'"]+)['"]""")  # a key that a board asks of its game
GAME_KEY = re.compile(r"(?:table|guide|board|move|do|refusal|option|ending|robot|lesson|phrase)\.\S*")
KEY = re.compile(r"[a-z][a-z0-9_-]*(?:\.[a-z0-9_-]+)+")
FILE = re.compile(r".*\.(?:py|md|json|toml|txt)")
ANY_GAME_SAYS = {"name", "tagline", *(f"guide.{part}" for part in ("story", "credits", "aim", "turn.1", "end"))}
ANY_GAME_MAY_SAY = {"points"}  # where points are something else than plain numbers
ROBOTS_SAY = {f"robot.{level}.{what}" for level in LEVELS for what in ("name", "says")}
TOGETHER = "moves."  # what several lines of the house say together, such as the dice of a throw
FRENCH = re.compile(FRENCH_SPACE.pattern + r"|\b(?:de|que) \{(?:who|names?|victim|owner|master|robot|designer)\}", re.IGNORECASE)
TITLE = "title."  # earned by moves of a kind, on the result: a game has as many as it likes
GUIDE = "guide.turn."  # a turn on the one page about the game, step by step
REASON = "reason."  # why a hint suggests a move: asked for by whatever reasons there are
PHRASE = "phrase."  # what may be said with one tap: asked for by whatever phrases there are


def check_words(root: Path) -> list[str]:
    shared, wrong = _shared(root)
    wrong += [said for folder, game in facts(root).items() if not game.error for said in _of_game(root, folder, game, shared)]
    terminal, web = root / "src/filon/terminal", root / "web"
    wrong += _of_terminal(root, terminal, shared["en"]) if terminal.exists() else []
    return wrong + (_of_web(root, web) if web.exists() else [])


def sentence_count(root: Path) -> int:
    return sum(len(json.loads(text_of(path))) for path in files(root / "src/filon", ".json") if path.name.startswith("words."))


def _shared(root: Path) -> tuple[dict[str, Catalogue], list[str]]:
    """The sentences that games share, and complaints about them."""
    folder = root / "src/filon/core/texts"
    catalogues, wrong = _read(root, folder)
    keys = {key for catalogue in catalogues.values() for key in catalogue}
    return catalogues, wrong + _compared(root, folder, catalogues, keys, set())


def _repeated(root: Path, folder: Path, catalogues: dict[str, Catalogue], shared: dict[str, Catalogue]) -> list[str]:
    return [
        complaint(root, folder / f"words.{language}.json", f"{key} says what core/texts/words.{language}.json says for every game")
        for language, catalogue in catalogues.items()
        for key, message in catalogue.items()
        if shared.get(language, {}).get(key) == message
    ]


def _of_game(root: Path, folder: Path, game: Facts, shared: dict[str, Catalogue]) -> list[str]:
    catalogues, wrong = _read(root, folder)
    wrong = [said for said in wrong if not said.endswith(": missing")]  # the folder has its own complaint
    said = strings(code(folder))
    used = {text for text in said.plain if BOARD_KEY.fullmatch(text)}
    openings = {text for text in said.openings if BOARD_KEY.fullmatch(f"{text}.")}
    keys = {key for catalogue in catalogues.values() for key in catalogue}
    phrases = {key for key in keys if key.startswith((PHRASE, REASON))}
    titles = {f"{TITLE}{kind}" for kind in game.kinds} & keys
    together = {key for kind in game.kinds for key in (f"{TOGETHER}{kind}", f"{TOGETHER}{kind}.each") if f"{TOGETHER}{kind}" in keys}
    drawn = web_strings(folder / "table")
    used |= {key for key in keys if key in ANY_GAME_MAY_SAY}
    used |= phrases | titles | together | drawn.asked | {text for text in drawn.plain if GAME_KEY.fullmatch(text)}
    openings |= {GUIDE} if any(key.startswith(GUIDE) for key in keys) else set()
    openings |= {text for text in drawn.openings if GAME_KEY.fullmatch(text)}
    wrong += _repeated(root, folder, catalogues, shared)
    said_by_all = {key for catalogue in shared.values() for key in catalogue}
    expected = {key for key in _expected(game) | used | _lesson(folder) if key in keys or key not in said_by_all}
    whole = {language: _with_shared(catalogue, shared.get(language, {}), keys) for language, catalogue in catalogues.items()}
    return wrong + _compared(root, folder, whole, expected, openings)


def _with_shared(catalogue: Catalogue, shared: Catalogue, keys: set[str]) -> Catalogue:
    """A game may say one language's sentence itself, and leave another's to what all games say."""
    return {key: message for key, message in shared.items() if key in keys} | catalogue


def _lesson(folder: Path) -> set[str]:
    """The keys of the steps of the game's lesson."""
    path = folder / "lesson.json"
    steps = json.loads(text_of(path))["steps"] if path.exists() else []
    return {f"lesson.{number}" for number in range(1, len(steps) + 1)}


def _expected(game: Facts) -> set[str]:
    """The keys that a game must have, by its enums and its label."""
    keys = ANY_GAME_SAYS | ROBOTS_SAY | {f"move.{kind}" for kind in game.kinds} | {f"do.{kind}" for kind in game.players}
    keys |= {f"refusal.{name}" for name in game.refusals} | {f"ending.{name}" for name in game.endings}
    keys |= {f"option.{name}" for name in game.options}
    return keys | {f"option.{name}.{value}" for name, values in game.values.items() for value in values}


def _of_terminal(root: Path, folder: Path, shared: Catalogue) -> list[str]:
    catalogues, wrong = _read(root, folder)
    said = strings([*files(folder, ".py"), *files(folder.parent / "house", ".py")])
    keys = {key for catalogue in catalogues.values() for key in catalogue}
    heads = {key.partition(".")[0] for key in keys if "." in key}
    meant = {text for text in said.plain if KEY.fullmatch(text) and text.partition(".")[0] in heads and not FILE.fullmatch(text)}
    expected = keys & said.plain | meant | said.asked - ANY_GAME_SAYS - set(shared)
    return wrong + _compared(root, folder, catalogues, expected, {text for text in said.openings if text.partition(".")[0] in heads})


def _of_web(root: Path, folder: Path) -> list[str]:
    """A key counts as used where it is written out, or where one that is put together begins like it."""
    catalogues, wrong = _read(root, folder)
    said = web_strings(folder / "src")
    keys = {key for catalogue in catalogues.values() for key in catalogue}
    openings = {text for text in said.openings if any(key.startswith(text) for key in keys)}
    return wrong + _compared(root, folder, catalogues, keys & said.plain, openings)


def _compared(root: Path, folder: Path, catalogues: dict[str, Catalogue], expected: set[str], openings: set[str]) -> list[str]:
    """A key that code builds is expected as soon as one language has it."""
    keys = {key for catalogue in catalogues.values() for key in catalogue}
    expected = expected | {key for key in keys if key.startswith(tuple(openings))}
    said = [
        complaint(root, folder / f"words.{language}.json", what)
        for language, catalogue in catalogues.items()
        for what in (*_keys(catalogue, expected), *_messages(catalogue, catalogues.get("en", {})), *_french(catalogue, language))
    ]
    lone = sorted(opening for opening in openings if not any(key.startswith(opening) for key in keys))
    return said + [complaint(root, folder, f"no words begin with {opening!r}") for opening in lone]


def _keys(catalogue: Catalogue, expected: set[str]) -> Iterator[str]:
    yield from (f"{key} is missing" for key in sorted(expected - set(catalogue)))
    yield from (f"{key} is used nowhere" for key in sorted(set(catalogue) - expected))


# Files


def _read(root: Path, folder: Path) -> tuple[dict[str, Catalogue], list[str]]:
    """The catalogues that can be read, and complaints about the others."""
    catalogues: dict[str, Catalogue] = {}
    wrong: list[str] = []
    for language in LANGUAGES:
        path = folder / f"words.{language}.json"
        try:
            catalogues[language] = _catalogue(path)
        except (OSError, ValueError) as error:
            wrong.append(complaint(root, path, "missing" if isinstance(error, FileNotFoundError) else str(error)))
    return catalogues, wrong


def _catalogue(path: Path) -> Catalogue:
    held = json.loads(text_of(path), object_pairs_hook=_once)
    if not isinstance(held, dict) or not all(isinstance(message, str) for message in held.values()):
        raise ValueError("expected a flat object of texts")
    return held


def _once(pairs: list[tuple[str, str]]) -> Catalogue:
    keys = [key for key, _ in pairs]
    if twice := sorted({key for key in keys if keys.count(key) > 1}):
        raise ValueError(f"{', '.join(twice)} stands twice")
    return dict(pairs)


# Messages


def _messages(catalogue: Catalogue, english: Catalogue) -> Iterator[str]:
    for key, message in catalogue.items():
        try:
            found = values_in(message)
        except WordsRefused as error:
            yield f"{key}: {error}"
        else:
            yield from _unlike(key, found, english)


def _unlike(key: str, found: set[str], english: Catalogue) -> Iterator[str]:
    try:
        expected = values_in(english[key])
    except (KeyError, WordsRefused):  # the English has its own complaint
        return
    if found != expected:
        yield f"{key}: expected the values {_listed(expected)} as in English; found {_listed(found)}"


def _french(catalogue: Catalogue, language: str) -> Iterator[str]:
    """No sign stands alone at the beginning of a line, and nobody's name is said wrongly for beginning with a vowel."""
    for key, message in catalogue.items():
        if language == "fr" and (found := FRENCH.search(message)):
            yield f"{key}: expected a no-break space, or words that fit every name; found {found[0]!r}"


def _listed(names: set[str]) -> str:
    return ", ".join(sorted(names)) or "none"


def values_in(message: str) -> set[str]:
    """The names of all values a message asks for, in all its branches."""
    return {name for text, is_braced in _pieces(message) if is_braced for name in _inside(text)}


def _inside(text: str) -> set[str]:
    name, _, rest = (part.strip() for part in text.partition(","))
    if not name.isidentifier():
        raise WordsRefused(f"expected the name of a value in braces; found {name!r}")
    if not rest:
        return {name}
    kind, _, choices = (part.strip() for part in rest.partition(","))
    branches = _branches(choices)
    _chosen(kind, branches, 0, "en")
    return {name}.union(*(values_in(branch) for branch in branches.values()))


# Code


@dataclass
class Strings:
    plain: set[str] = field(default_factory=set)  # whole literals
    openings: set[str] = field(default_factory=set)  # what an f-string begins with
    asked: set[str] = field(default_factory=set)  # literals handed to say()


def strings(paths: list[Path]) -> Strings:
    found = Strings()
    for path in paths:
        tree = parsed(path)
        pieces = {id(piece) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for piece in node.values}
        for node in ast.walk(tree):
            if id(node) not in pieces:
                _gather(node, found)
    return found


def _gather(node: ast.AST, found: Strings) -> None:
    match node:
        case ast.Constant(value=str(text)):
            found.plain.add(text)
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]) if "." in text:
            found.openings.add(text)
        case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(text)), *_]):
            found.asked.add(text)


def web_strings(folder: Path) -> Strings:
    """Strings in Svelte and TypeScript that look like keys; svelte-check refuses a key that does not exist."""
    found = Strings()
    for path in (path for path in files(folder, ".svelte", ".ts") if not path.name.endswith(".test.ts")):
        text = text_of(path)
        found.plain |= {quoted or ticked for quoted, ticked in WEB_QUOTED.findall(text)}
        found.openings |= set(WEB_OPENING.findall(text))
        found.asked |= set(SAID_IN.findall(text))
    return found
