"""RFC 6455, byte by byte: what a client may send is heard whole however it comes, and what it may not send ends the link."""

import asyncio
import struct
from collections.abc import Coroutine
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode
from websockets.streams import StreamReader

from filon.house.protocol import MESSAGE
from filon.server.ws.link import ASKED, DEAF, PENDING, Link
from filon.server.ws.write_batcher import MOST, Post


class Cable(asyncio.Transport):
    """What is written stays here."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.is_shut = self.is_cut = self.is_paused = False

    def write(self, data: Any) -> None:
        self.written += data

    def is_closing(self) -> bool:
        return self.is_shut or self.is_cut

    def close(self) -> None:
        self.is_shut = True

    def abort(self) -> None:
        self.is_cut = True

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass


class End:
    """This end of a link, with all that came to it."""

    def __init__(self) -> None:
        self.cable, self.tasks, self.connections = Cable(), set[asyncio.Task[None]](), set[Any]()
        self.link = Link(self.cable, self.connections, self.tasks, Post())
        self.link.open(self)
        self.said: list[str | None] = []
        self.codes: list[int] = []
        self.link.when_lost(self.codes.append)
        self.times_held = self.times_freed = self.times_lost = 0
        self.errors: list[Exception] = []
        self.work: list[Coroutine[Any, Any, None]] = []  # begun by the next messages

    def heard(self, text: str | None) -> None:
        self.said.append(text)
        if self.work:
            self.link.begin(self.work.pop(0))

    def held(self) -> None:
        self.times_held += 1

    def freed(self) -> None:
        self.times_freed += 1

    def failed(self, error: Exception) -> None:
        self.errors.append(error)

    def lost(self) -> None:
        self.times_lost += 1

    def hears(self, *frames: Frame | bytes) -> None:
        self.link.data_received(b"".join(frame if isinstance(frame, bytes) else frame.serialize(mask=True) for frame in frames))

    def frames(self) -> list[Frame]:
        """What was written, as a library of somebody else's reads it."""
        reader, read = StreamReader(), []
        reader.feed_data(self.cable.written)
        while reader.buffer:
            parsing = Frame.parse(reader.read_exact, mask=False)
            try:
                next(parsing)
            except StopIteration as ended:
                read.append(ended.value)
        return read

    def goodbye(self) -> Close | None:
        """With what it was closed; it is the last thing that was said."""
        closes = [frame for frame in self.frames() if frame.opcode == Opcode.CLOSE]
        assert len(closes) <= 1
        assert closes == self.frames()[-len(closes) :] if closes else True
        return Close.parse(closes[0].data) if closes else None


def text(said: str = "hello", is_last: bool = True) -> Frame:
    return Frame(Opcode.TEXT, said.encode(), is_last)


def more(said: bytes, is_last: bool = True) -> Frame:
    return Frame(Opcode.CONT, said, is_last)


# What may be sent


controls = st.lists(st.builds(Frame, st.sampled_from([Opcode.PING, Opcode.PONG]), st.binary(max_size=125)), max_size=2)
messages = st.tuples(st.booleans(), st.text(max_size=300), st.lists(st.integers(0, 300), max_size=4), controls)


def in_pieces(is_text: bool, said: str, cuts: list[int], between: list[Frame]) -> list[Frame]:
    """A message in several frames, with others in between."""
    data, ends = said.encode(), sorted({min(cut, len(said.encode())) for cut in cuts})
    parts = [data[start:end] for start, end in zip([0, *ends], [*ends, len(data)], strict=True)]
    kinds = [Opcode.TEXT if is_text else Opcode.BINARY, *[Opcode.CONT] * (len(parts) - 1)]
    made = [Frame(kind, part, number == len(parts)) for number, (kind, part) in enumerate(zip(kinds, parts, strict=True), 1)]
    return [made[0], *between, *made[1:]]


@given(st.lists(messages, max_size=5), st.integers(1, 400))
def test_messages_are_heard_whole_however_they_come(sent: list[Any], size: int) -> None:
    end = End()
    frames = [frame for message in sent for frame in in_pieces(*message)]
    data = b"".join(frame.serialize(mask=True) for frame in frames)
    for at in range(0, len(data), size):
        end.link.data_received(data[at : at + size])
    assert end.said == [said if is_text else None for is_text, said, _, _ in sent]
    assert [frame.data for frame in end.frames()] == [frame.data for frame in frames if frame.opcode == Opcode.PING]
    assert all(frame.opcode == Opcode.PONG for frame in end.frames())


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 1000, MESSAGE])
def test_every_length_may_come(size: int) -> None:
    end = End()
    end.hears(text("x" * size))
    assert [len(said.encode()) for said in end.said if said is not None] == [size]


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
async def test_every_length_may_be_written(size: int) -> None:
    end = End()
    end.link.write([b"x" * size, b"y"])
    await asyncio.sleep(0)
    assert [(frame.opcode, len(frame.data), frame.fin) for frame in end.frames()] == [(Opcode.TEXT, size, True), (Opcode.TEXT, 1, True)]


# What may not


def raw(first: int, said: bytes = b"", mask: bool = True) -> bytes:
    return bytes((first, len(said) | 0x80 * mask)) + bytes(4) * mask + said


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ([raw(0x81, b"x", mask=False)], 1002),
        ([raw(0xC1)], 1002),
        ([raw(0xA1)], 1002),
        ([raw(0x91)], 1002),
        *(([raw(0x80 | kind)], 1002) for kind in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)),
        ([raw(0x09)], 1002),  # a control frame in several pieces
        ([raw(0x08)], 1002),
        ([bytes((0x89, 0xFE, 0, 126)) + bytes(130)], 1002),  # a control frame that is too long
        ([bytes((0x88, 0xFF)) + bytes(8)], 1002),
        ([more(b"x")], 1002),
        ([text("a", False), text("b")], 1002),
        ([text("a", False), Frame(Opcode.BINARY, b"b", False)], 1002),
        ([text(), more(b"x")], 1002),
        ([raw(0x81, b"\xff")], 1007),
        ([raw(0x81, b"\xed\xa0\x80")], 1007),  # half of a pair
        ([raw(0x01, b"\xc3"), more(b"x")], 1007),
        ([bytes((0x81, 0xFE)) + (MESSAGE + 1).to_bytes(2, "big")], 1009),
        ([bytes((0x82, 0xFF)) + (2**63).to_bytes(8, "big")], 1009),
        ([bytes((0x81, 0xFF)) + (2**64 - 1).to_bytes(8, "big")], 1009),
        ([text("x" * MESSAGE, False), Frame(Opcode.PING, b""), more(b"x")], 1009),
        ([raw(0x88, b"\x03")], 1002),
        *(([raw(0x88, struct.pack("!H", wrong))], 1002) for wrong in (0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535)),
        ([raw(0x88, struct.pack("!H", 1000) + b"\xff")], 1007),
    ],
)
def test_what_no_client_may_send_ends_the_link(sent: list[Frame | bytes], code: int) -> None:
    for step in (1, 2**20):
        end = End()
        data = b"".join(one if isinstance(one, bytes) else one.serialize(mask=True) for one in sent)
        for at in range(0, len(data), step):
            end.link.data_received(data[at : at + step])
        goodbye = end.goodbye()
        assert goodbye is not None
        assert goodbye.code == code
        assert end.cable.is_shut
        before = list(end.said)
        end.hears(text("too late"))
        assert end.said == before


def test_what_is_said_in_the_middle_of_a_message_is_held_to_its_length_too() -> None:
    end = End()
    end.hears(text("x" * (MESSAGE - 1), False), Frame(Opcode.PING, b"p" * 125), more(b"y"))
    assert [len(said or "") for said in end.said] == [MESSAGE]


def test_empty_pieces_without_end_are_not_kept() -> None:
    end = End()
    end.hears(text("", False), *[more(b"", False)] * 10_000)
    assert end.link._parts == b""
    end.hears(more(b"x"))
    assert end.said == ["x"]


# Goodbyes


@pytest.mark.parametrize(("said", "code"), [(b"", 1005), (struct.pack("!H", 1000), 1000), (struct.pack("!H", 4999) + b"why", 4999)])
def test_a_goodbye_is_answered_with_the_same_and_nothing_follows(said: bytes, code: int) -> None:
    end = End()
    end.hears(Frame(Opcode.CLOSE, said), text("after it"))
    end.link.write([b"after it"])
    (answer,) = end.frames()
    assert (answer.opcode, answer.data) == (Opcode.CLOSE, said[:2])
    assert end.cable.is_shut
    end.link.connection_lost(None)
    assert (end.said, end.times_lost, end.codes) == ([], 1, [code])
    assert not end.connections


async def test_our_goodbye_waits_for_theirs() -> None:
    end = End()
    end.link.close(1008, "why " * 60)
    end.link.close(1000)
    goodbye = end.goodbye()
    assert goodbye is not None
    assert (goodbye.code, len(goodbye.reason)) == (1008, 123)
    end.hears(text("not heard any more"), Frame(Opcode.PING, b"nor answered"))
    assert not end.cable.is_shut
    end.hears(Frame(Opcode.CLOSE, struct.pack("!H", 1008)))
    assert end.cable.is_shut
    assert (end.said, len(end.frames())) == ([], 1)
    end.link.connection_lost(None)
    assert end.codes == [1008]


async def test_a_reason_is_cut_between_letters() -> None:
    end = End()
    end.link.close(1008, "é" * 80)
    goodbye = end.goodbye()
    assert goodbye is not None
    assert goodbye.reason == "é" * 61


def test_a_server_that_stops_is_going_away() -> None:
    end = End()
    end.link.shutdown()
    goodbye = end.goodbye()
    assert goodbye is not None
    assert goodbye.code == 1001
    assert end.cable.is_shut


def test_whoever_is_gone_without_a_word_is_lost() -> None:
    end = End()
    end.link.pause_writing()
    end.link.connection_lost(ConnectionResetError())
    assert (end.codes, end.link.is_free) == ([1006], True)
    end.link.write([b"into the void"])
    assert end.cable.written == b""


# One thing at a time


async def test_nothing_is_read_while_something_is_done() -> None:
    end, done = End(), asyncio.Event()

    async def work() -> None:
        await done.wait()

    end.work = [work()]
    end.hears(text("1"), text("2"), Frame(Opcode.PING, b""))
    assert (end.said, end.cable.is_paused, len(end.tasks)) == (["1"], False, 1)
    end.hears(text("3"))
    assert (end.said, end.cable.is_paused) == (["1"], True)
    done.set()
    while end.tasks:
        await asyncio.sleep(0)
    assert (end.said, end.cable.is_paused) == (["1", "2", "3"], False)
    assert [frame.opcode for frame in end.frames()] == [Opcode.PONG]


async def test_what_fails_is_told_and_reading_goes_on() -> None:
    end, error = End(), ValueError("it broke")

    async def work() -> None:
        raise error

    end.work = [work()]
    end.hears(text("1"), text("2"))
    while end.tasks:
        await asyncio.sleep(0)
    assert (end.said, end.errors) == (["1", "2"], [error])


# With the post


def letters(count: int) -> list[End]:
    """So many links with one post, each with something to say."""
    ends, post = [End() for _ in range(count)], Post()
    for end in ends:
        end.link._post = post
        end.link.write([b"1"])
    return ends


async def test_what_is_written_in_one_round_leaves_together_at_its_end() -> None:
    ends = letters(MOST - 1)
    ends[0].link.write([b"2"])
    assert not any(end.cable.written for end in ends)
    await asyncio.sleep(0)
    assert [[frame.data for frame in end.frames()] for end in ends] == [[b"1", b"2"], *[[b"1"]] * (MOST - 2)]


async def test_many_letters_do_not_wait_for_the_end_of_the_round() -> None:
    ends = letters(MOST + 1)
    assert [bool(end.cable.written) for end in ends] == [True] * MOST + [False]
    await asyncio.sleep(0)
    assert ends[-1].cable.written


async def test_a_long_letter_leaves_at_once_and_nothing_twice() -> None:
    end = End()
    end.link.write([b"x" * PENDING])
    assert len(end.frames()) == 1
    await asyncio.sleep(0)
    assert len(end.frames()) == 1


async def test_what_was_written_comes_before_goodbye() -> None:
    end = End()
    end.link.write([b"last words"])
    end.link.close(1000)
    assert [frame.opcode for frame in end.frames()] == [Opcode.TEXT, Opcode.CLOSE]


async def test_nothing_leaves_for_whoever_is_gone_before_the_end_of_the_round() -> None:
    end = End()
    end.link.write([b"too late"])
    end.cable.abort()
    await asyncio.sleep(0)
    assert end.cable.written == b""


# Whether anybody is there


def test_who_does_not_read_gets_no_answers_to_pings() -> None:
    end = End()
    end.link.pause_writing()
    end.hears(Frame(Opcode.PING, b"1"))
    end.link.resume_writing()
    end.hears(Frame(Opcode.PING, b"2"))
    assert [frame.data for frame in end.frames()] == [b"2"]
    assert (end.times_held, end.times_freed) == (1, 1)


def test_who_is_silent_is_asked_and_then_given_up() -> None:
    end = End()
    end.link.passed(ASKED - 1)
    assert end.frames() == []
    end.link.passed(1)
    assert [frame.opcode for frame in end.frames()] == [Opcode.PING]
    end.hears(Frame(Opcode.PONG, b""))
    end.link.passed(DEAF - 1)
    assert not end.cable.is_shut
    end.link.passed(1)
    goodbye = end.goodbye()
    assert goodbye is not None
    assert goodbye.code == 1011
    assert end.cable.is_shut


async def test_who_waits_for_us_is_not_silent() -> None:
    end, done = End(), asyncio.Event()

    async def work() -> None:
        await done.wait()

    end.work = [work()]
    end.hears(text("1"))
    end.link.passed(DEAF)
    assert not end.cable.is_shut
    done.set()
    while end.tasks:
        await asyncio.sleep(0)
