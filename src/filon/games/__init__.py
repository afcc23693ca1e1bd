"""One folder per game; nothing outside a folder ever names its game. The folders of FILON_GAMES are searched too (docs/decisions/0040)."""

from filon.core.shelf import outside

__path__.extend(map(str, outside()))
