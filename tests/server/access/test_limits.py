"""Rate limits, addresses, origins, proxies and round trips, without a network."""

import socket

import pytest
from aiohttp.test_utils import make_mocked_request

from filon.house import protocol
from filon.server.access.limits import AddressBuckets, ConnectionCounts, Limits, Rate, TokenBucket, limit_key
from filon.server.access.origins import allowed_origins, lan_hosts, origin
from filon.server.access.proxies import Proxies
from filon.server.settings import Settings
from filon.server.ws.round_trip import SAMPLES, RoundTrip
from tests.server.served import Hands


def test_a_bucket_is_emptied_at_once_and_filled_evenly() -> None:
    hands = Hands()
    bucket = TokenBucket(Rate(100, 20), hands)
    assert [bucket.take() for _ in range(101)] == [True] * 100 + [False]
    hands.move(1)
    assert [bucket.take() for _ in range(6)] == [True] * 5 + [False]
    hands.move(10_000)
    assert not bucket.take(101)
    assert bucket.take(100)
    assert not bucket.take()


def test_addresses_that_have_been_quiet_are_forgotten() -> None:
    hands = Hands()
    buckets = AddressBuckets(Rate(2, 10), hands, max_buckets=3)
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
    counts = ConnectionCounts(2)
    assert [counts.add("192.0.2.1") for _ in range(3)] == [True, True, False]
    assert counts.add("192.0.2.2")
    counts.remove("192.0.2.1")
    assert counts.add("192.0.2.1")
    for address in ("192.0.2.1", "192.0.2.1", "192.0.2.2"):
        counts.remove(address)
    assert len(counts) == 0


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
def test_an_address_stands_for_a_limit_key(one: str, other: str, is_same: bool) -> None:
    assert (limit_key(one) == limit_key(other)) is is_same


def test_the_limits_are_those_that_were_promised() -> None:
    limits = Limits()
    assert (limits.connections_per_address, limits.tables, limits.messages) == (60, Rate(20, 600), Rate(100, 20))
    assert (limits.hello_seconds, limits.write_seconds, limits.ping_seconds, limits.ping_seconds_timed) == (10, 10, 5, 2)


# Origins


def test_only_own_addresses_and_named_ones_are_allowed() -> None:
    own = {"http://localhost:8000", "http://127.0.0.1:8000", "http://[::1]:8000"}
    assert allowed_origins(Settings("x")) == own
    named = Settings("x", host="filon.example", port=80, origins=("https://filon.example/",))
    assert allowed_origins(named) == {
        "http://localhost",
        "http://127.0.0.1",
        "http://[::1]",
        "http://filon.example",
        "https://filon.example",
    }
    assert allowed_origins(Settings("x", host="0.0.0.0")) == own


def test_in_a_local_network_the_machines_addresses_and_names_are_allowed_too() -> None:
    near = allowed_origins(Settings("x", host="0.0.0.0", lan=True))
    assert {origin(host, 8000) for host in lan_hosts()} < near
    assert f"http://{socket.gethostname().lower()}:8000" in near
    assert not any(host.startswith("127.") for host in lan_hosts())


# Proxies


@pytest.mark.parametrize(
    ("peer", "headers", "remote", "scheme"),
    [
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7"}, "192.0.2.7", "http"),
        ("127.0.0.1", {"X-Forwarded-For": "203.0.113.9, 192.0.2.7, 10.0.0.3"}, "192.0.2.7", "http"),  # 203.0.113.9 is the client's own word
        ("10.0.0.2", {"X-Forwarded-For": "10.0.0.3", "X-Forwarded-Proto": "HTTPS"}, "10.0.0.3", "https"),
        ("::ffff:10.0.0.2", {"X-Forwarded-For": "[2001:db8::7]:4711"}, "2001:db8::7", "http"),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7:4711", "X-Forwarded-Proto": "wss"}, "192.0.2.7", "https"),
        ("127.0.0.1", {"X-Forwarded-For": "192.0.2.7, unknown", "X-Forwarded-Proto": "gopher"}, "127.0.0.1", "http"),
        ("192.0.2.1", {"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https"}, "192.0.2.1", "http"),
        ("", {"X-Forwarded-For": "192.0.2.7"}, "", "http"),
    ],
)
def test_only_named_proxies_are_believed(peer: str, headers: dict[str, str], remote: str, scheme: str) -> None:
    request = make_mocked_request("GET", "/", headers=headers).clone(remote=peer)
    resolved = Proxies(["127.0.0.1", "10.0.0.0/24"]).resolve(request)
    assert (resolved.remote, resolved.scheme) == (remote, scheme)


# Round trips


def test_a_trip_is_the_shortest_of_the_latest() -> None:
    hands = Hands()
    trips = RoundTrip(hands)
    assert trips.milliseconds == 0
    for seconds, shortest in ((0.3, 300), (0.1, 100), (0.2, 100), (0.4, 100), (0.5, 100), (0.6, 100), (0.7, 200)):
        number = trips.ping().number
        hands.move(seconds)
        trips.pong(number)
        assert trips.milliseconds == shortest


def test_pongs_that_answer_nothing_are_ignored() -> None:
    hands = Hands()
    trips = RoundTrip(hands)
    numbers = [trips.ping().number for _ in range(SAMPLES + 1)]
    hands.move(0.05)
    for number in (numbers[0], -1, 2**40):  # the first has been given up
        trips.pong(number)
    assert trips.milliseconds == 0
    trips.pong(numbers[1])
    hands.move(0.05)
    trips.pong(numbers[1])
    assert trips.milliseconds == 50
    assert isinstance(trips.ping(), protocol.Ping)
