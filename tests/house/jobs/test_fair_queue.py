"""Fair queue: seconds of CPU time are shared between users, and work that nobody waits for comes last."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from filon.house.jobs.fair_queue import FairQueue, Payer, QueueFull, Slot

WORK = st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9)), min_size=1, max_size=40)


def run(story: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), 60))  # type: ignore[arg-type]


async def served(queue: FairQueue, work: list[tuple[Payer, float]]) -> list[str]:
    """The order in which all this work, waiting at once behind a first piece, is begun by one process."""
    first, order = await queue.take(Payer("first")), []

    async def one(payer: Payer, seconds: float) -> None:
        slot = await queue.take(payer)
        order.append(payer.user)
        queue.give_back(slot, seconds)

    tasks = [asyncio.ensure_future(one(*each)) for each in work]
    await asyncio.sleep(0)
    queue.give_back(first, 1.0)
    await asyncio.gather(*tasks)
    return order


def test_one_users_many_pieces_let_anothers_single_piece_by() -> None:
    async def story() -> None:
        greedy, other = Payer("greedy"), Payer("other")
        order = await served(FairQueue(1), [*[(greedy, 5.0)] * 20, (other, 1.0)])
        assert order.index("other") <= 1

    run(story)


def test_the_currency_is_seconds_and_not_pieces() -> None:
    async def story() -> None:
        order = await served(FairQueue(1), [*[(Payer("long"), 10.0)] * 4, *[(Payer("short"), 1.0)] * 20])
        assert order[:12].count("long") <= 2

    run(story)


def test_work_that_nobody_waits_for_comes_last() -> None:
    async def story() -> None:
        order = await served(FairQueue(1), [*[(Payer("robots", is_last=True), 1.0)] * 5, *[(Payer("people"), 9.0)] * 5])
        assert order == ["people"] * 5 + ["robots"] * 5

    run(story)


@given(work=WORK)
def test_while_two_users_wait_neither_gets_more_than_one_piece_ahead(work: list[tuple[str, int]]) -> None:
    async def story() -> None:
        spent: dict[str, float] = dict.fromkeys("abc", 0.0)
        left = {user: [seconds for name, seconds in work if name == user] for user in "abc"}
        for user in await served(FairQueue(1), [(Payer(user), float(seconds)) for user, seconds in work]):
            waiting = [other for other in "abc" if left[other]]
            assert spent[user] <= min(spent[other] for other in waiting) + 9 + 1e-9
            spent[user] += left[user].pop(0)

    run(story)


def test_one_user_has_so_many_waiting_and_no_more() -> None:
    async def story() -> None:
        queue = FairQueue(1, most_waiting=2)
        running = await queue.take(Payer("a"))
        waiting = [asyncio.ensure_future(queue.take(Payer("a"))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(QueueFull):
            await queue.take(Payer("a"))
        other = asyncio.ensure_future(queue.take(Payer("b")))
        await asyncio.sleep(0)
        queue.give_back(running, 1.0)
        slot: Slot = await other
        queue.give_back(slot, 1.0)
        for one in waiting:
            queue.give_back(await one, 1.0)
        assert len(queue) == 0

    run(story)


def test_a_caller_that_goes_away_leaves_the_queue_and_the_slot() -> None:
    async def story() -> None:
        queue = FairQueue(1)
        running = await queue.take(Payer("a"))
        gone, granted = asyncio.ensure_future(queue.take(Payer("b"))), asyncio.ensure_future(queue.take(Payer("b")))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.sleep(0)
        assert len(queue) == 1
        queue.give_back(running, 1.0)  # the next is granted, and cancelled before it can begin
        granted.cancel()
        with pytest.raises(asyncio.CancelledError):
            await granted
        queue.give_back(await queue.take(Payer("c")), 1.0)

    run(story)
