"""A seat at a table: what a model may ask and do there."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import asdict
from typing import Any, TypeVar

from filon import __version__
from filon.client import Refused, Table
from filon.client.hand import Hand
from filon.core.stream import fair
from filon.core.texts.notation import move_ids
from filon.house import protocol
from filon.terminal.mcp.answers import Answer, Choices, Seen
from filon.terminal.mcp.table_text import TableText
from filon.terminal.mcp.transcript import Counts, Transcript
from filon.terminal.session import folded

LISTED, ON_REQUEST, HIDDEN = MOVES = "listed", "on-request", "hidden"
TURN, NEWS = "turn", "news"
Said = TypeVar("Said", Seen, Answer, Choices)


class Seat:
    """`moves` says whether legal moves are listed; `retries` how often a refused move may be tried again."""

    def __init__(self, table: Table, language: str, moves: str, retries: int, transcript: Transcript) -> None:
        self.table, self.moves, self.most_retries, self.transcript = table, moves, retries, transcript
        self.text, self.counts = TableText(table, language, asyncio.get_running_loop().time), Counts()
        self._hand = Hand(table, None, fair())
        self._refused = 0  # moves in a row at this decision
        self._ids = {folded(name): i for name, i in move_ids(self.text.game.MOVES).items()}
        game, welcome = self.text.game, table.welcome
        told = {
            "game": game.name,
            "rules": welcome.rules,
            "options": welcome.options,
            "seat": table.seat,
            "name": self.text.names[table.seat],
        }
        self.transcript.write("joined", **told, moves=moves, retries=retries, language=language, filon=__version__)

    # What may be asked

    def look(self) -> Seen:
        return self._recorded("look", {}, self._seen())

    def legal_moves(self) -> Choices:
        return self._recorded("legal_moves", {}, Choices(self.text.choices()))

    async def wait(self, seconds: float, until: str) -> Seen:
        heard = len(self.table.lines)
        with suppress(TimeoutError):
            await asyncio.wait_for(self.table.until(lambda: self._is_worth(until, heard)), seconds)
        return self._recorded("wait", {"seconds": seconds, "until": until}, self._seen())

    def _is_worth(self, until: str, heard: int) -> bool:
        """Whether wait() has something to return: a legal move, the end of the game, or, if asked for, news."""
        return bool(self.table.legal) or self.table.is_over or (until == NEWS and len(self.table.lines) > heard)

    async def say(self, phrase: str) -> Seen:
        await self.table.send(protocol.SayPhrase, phrase=phrase)
        self.counts.phrases += 1
        return self._recorded("say", {"phrase": phrase}, self._seen())

    async def log(self) -> list[str]:
        """The whole log as the server sends it to a returning player, without what a player may be told only once."""
        here = self.table
        async with here.client.at(here.welcome.table, here.seat, here.around.invite) as again:
            return self.text.sentences_of(again.lines)

    # Moves

    async def play(self, move: int | str) -> Answer:
        self.counts.retries += self._refused > 0
        try:
            answer = await self._played(move)
        except Refused as refused:
            answer = await self._refusal(refused)
        return self._recorded("play", {"move": move}, answer)

    async def _played(self, move: int | str) -> Answer:
        id = self._id(move)
        await asyncio.sleep(self.table.seconds_until_ready() if self.table.legal else 0)
        await self.table.play(id)
        self.counts.moves += 1
        return await self._accepted(id)

    def _id(self, move: int | str) -> int:
        """The id of a move that is given by its id, its notation or its label."""
        written = folded(str(move))
        offered = {folded(choice.label): choice.id for choice in self.text.choices()}
        id = int(written) if written.isdecimal() and len(written) < 6 else self._ids.get(written, offered.get(written, -1))
        if not 0 <= id < len(self._ids):
            raise Refused("no-such-move")
        return id

    async def _accepted(self, id: int, refusal: str = "", clause: str = "", is_forfeit: bool = False) -> Answer:
        """Pull with an average hand if the game asks for one, and answer with the move."""
        self._refused = 0
        while self._hand.is_asked():
            await self._hand.pull()
        return Answer(not is_forfeit, refusal, clause, self.table.named(id), is_forfeit, self.most_retries, self._seen())

    async def _refusal(self, refused: Refused) -> Answer:
        """The reason of a refusal. After too many at one decision the first legal move is played, a forfeit; never out of turn."""
        said, legal = self.text.refusal(refused), list(self.table.legal)
        self.counts.refusals[refused.reason] += 1
        self.counts.clauses.update([refused.clause] if refused.clause else [])
        self._refused += bool(legal)
        if self._refused > self.most_retries and legal:
            self.counts.forfeits += 1
            await self.table.play(legal[0])
            forfeit = self.text.words.say("mcp.forfeit", move=self.table.named(legal[0]))
            return await self._accepted(legal[0], f"{said} {forfeit}", refused.clause, is_forfeit=True)
        return Answer(False, said, refused.clause, "", False, self.most_retries - self._refused, self._seen())

    # What is kept

    def _seen(self) -> Seen:
        return self.text.seen(self.moves == LISTED)

    def _recorded(self, tool: str, asked: dict[str, Any], answer: Said) -> Said:
        self.transcript.write(tool, asked=asked, answer=asdict(answer))
        if self.table.is_over:
            self._ended("over")
        return answer

    def _ended(self, event: str) -> None:
        around = self.table.around
        result = {"scores": around.scores, "winners": around.winners, "ending": around.ending}
        self.transcript.end(event, **result, counts=self.counts.as_data())

    async def leave(self) -> None:
        """Give the seat of an unfinished game to a robot."""
        self._ended("over" if self.table.is_over else "left")
        if not self.table.is_over:
            await self.table.send(protocol.Leave, seat=self.table.seat)
