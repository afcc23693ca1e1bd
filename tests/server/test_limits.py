"""Buckets, addresses, origins and trips, without a network."""

import socket

import pytest

from filon.house import protocol
from filon.server.access.limits import Bucket, Buckets, Guests, Limits, Rate, household
from filon.server.access.origins import allowed, lan_hosts, origin
from filon.server.settings import Settings
from filon.server.ws.round_trip import LATELY, Trips
from tests.server.served import Hands


def test_a_bucket_is_emptied_at_once_and_filled_evenly() -> None:
    hands = Hands()
    bucket = Bucket(Rate(100, 20), hands)
    assert [bucket.take() for _ in range(101)] == [True] * 100 + [False]
    hands.move(1)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    hands.move(10_000)
    assert not bucket.take(101)
    assert bucket.take(100)
    assert not bucket.take()


def test_addresses_that_have_been_quiet_are_forgotten() -> None:
    hands = Hands()
    buckets = Buckets(Rate(2, 10), hands, sweep=3)
    for address in ("192.0.2.1", "192.0.2.2"):
        assert buckets.take(address)
    hands.move(5)
    assert buckets.take("192.0.2.3")
    assert len(buckets) == 3
    assert buckets.take("192.0.2.4")
    assert len(buckets) == 2  # those who asked lately
    assert buckets.take("192.0.2.3")
    assert not buckets.take("192.0.2.3")


def test_guests_are_counted_and_forgotten() -> None:
    guests = Guests(2)
    assert [guests.enter("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert guests.enter("192.0.2.2")
    guests.leave("192.0.2.1")
    assert guests.enter("192.0.2.1")
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        guests.leave(address)
    assert len(guests) == 0


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8::1", "2001:db8::ffff:2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("", "", True),
        ("a-unix-socket", "another", False),
    ],
)
def test_an_address_stands_for_a_household(one: str, other: str, is_same: bool) -> None:
    assert (household(one) == household(other)) is is_same


def test_the_limits_are_those_that_were_promised() -> None:
    limits = Limits()
    assert (limits.connections, limits.tables, limits.credits) == (60, Rate(20, 600), Rate(100, 20))
    assert (limits.hello, limits.write, limits.ping, limits.ping_timed) == (10, 10, 5, 2)


# Origins


def test_only_own_addresses_and_named_ones_are_allowed() -> None:
    own = {"http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"}
    assert allowed(Settings("x")) == own
    named = Settings("x", host="filon.example", port=80, origins=("https://filon.example/",))
    assert allowed(named) == {"http://localhost", "http://127.0.0.1", "http://[::1]", "http://filon.example", "https://filon.example"}
    assert allowed(Settings("x", host="0.0.0.0")) == own


def test_in_a_local_network_the_machines_addresses_and_names_are_allowed_too() -> None:
    near = allowed(Settings("x", host="0.0.0.0", lan=True))
    assert {origin(host, 8000) for host in lan_hosts()} < near
    assert f"http://{socket.gethostname().lower()}:8000" in near
    assert not any(host.startswith("127.") for host in lan_hosts())


# Trips


def test_a_trip_is_the_shortest_of_the_latest() -> None:
    hands = Hands()
    trips = Trips(hands)
    assert trips.trip == 0
    for seconds, shortest in ((0.3, 300), (0.1, 100), (0.2, 100), (0.4, 100), (0.5, 100), (0.6, 100), (0.7, 200)):
        number = trips.ping().number
        hands.move(seconds)
        trips.pong(number)
        assert trips.trip == shortest


def test_pongs_that_answer_nothing_are_ignored() -> None:
    hands = Hands()
    trips = Trips(hands)
    numbers = [trips.ping().number for _ in range(LATELY + 1)]
    hands.move(0.05)
    for number in (numbers[0], -1, 2**40):  # the first has been given up
        trips.pong(number)
    assert trips.trip == 0
    trips.pong(numbers[1])
    hands.move(0.05)
    trips.pong(numbers[1])
    assert trips.trip == 50
    assert isinstance(trips.ping(), protocol.Ping)
