"""Settings of a server: the command line first, then the environment, then the default."""

from pathlib import Path

import pytest

from filon.server.access.addresses import addresses
from filon.server.settings import LOG_LEVELS, SettingRefused, Settings, data_folder, read_settings

HOME = {"HOME": "/home/ada"}


def test_without_a_word_everything_is_as_usual() -> None:
    assert read_settings({}, HOME, "linux") == Settings(store="/home/ada/.local/share/filon/filon.db")


@pytest.mark.parametrize(
    ("system", "more", "folder"),
    [
        ("linux", {}, "/home/ada/.local/share/filon"),
        ("linux", {"XDG_DATA_HOME": "/data"}, "/data/filon"),
        ("darwin", {}, "/home/ada/Library/Application Support/filon"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/filon"),
        ("win32", {}, "/home/ada/AppData/Local/filon"),
    ],
)
def test_the_store_is_in_the_folder_of_the_users_data(system: str, more: dict[str, str], folder: str) -> None:
    assert data_folder({**HOME, **more}, system) == Path(folder)


TYPED = {
    "store": "postgresql://filon@db/filon",
    "host": "::1",
    "port": "8001",
    "workers": "3",
    "origin": "https://a.example,http://b.example:81",
    "proxy": "10.0.0.2, 2001:DB8::/64",
    "log_level": "debug",
    "metrics_port": "9100",
    "keep_days": "30",
    "browser": "no",
}
READ = Settings(
    store="postgresql://filon@db/filon",
    host="::1",
    port=8001,
    workers=3,
    origins=("https://a.example", "http://b.example:81"),
    proxies=("10.0.0.2", "2001:db8::/64"),
    log_level="debug",
    metrics_port=9100,
    keep_days=30,
    browser=False,
)


def test_every_setting_is_typed_or_a_variable() -> None:
    assert read_settings(TYPED, HOME) == READ
    assert read_settings({}, {f"FILON_{name.upper()}": said for name, said in TYPED.items()}) == READ


def test_the_command_line_goes_first_and_an_empty_variable_says_nothing() -> None:
    settings = read_settings({"port": "8001", "host": None}, {**HOME, "FILON_PORT": "8002", "FILON_HOST": "::1", "FILON_STORE": ""})
    assert (settings.port, settings.host) == (8001, "::1")
    assert settings.store.endswith("filon.db")


@pytest.mark.parametrize("said", ["yes", "1", "true", "YES"])
def test_the_local_network_reaches_every_address(said: str) -> None:
    assert read_settings({}, {**HOME, "FILON_LAN": said}).host == "0.0.0.0"
    assert read_settings({"lan": said, "host": "192.168.1.2"}, HOME).host == "192.168.1.2"
    assert read_settings({"lan": "no"}, HOME).host == "localhost"


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("HTTPS://Games.Example.ORG", "https://games.example.org"),
        ("https://games.example.org:443", "https://games.example.org"),
        ("http://games.example.org:80", "http://games.example.org"),
        ("http://games.example.org:443", "http://games.example.org:443"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000"),
        ("https://a.example, https://a.example", "https://a.example"),
    ],
)
def test_an_origin_is_kept_as_browsers_write_it(typed: str, written: str) -> None:
    assert read_settings({"origin": typed}, HOME).origins == (written,)


WRONG = [
    ("port", "0", "a whole number from 1 to 65535"),
    ("port", "65536", "a whole number from 1 to 65535"),
    ("port", "-1", "a whole number from 1 to 65535"),
    ("port", "8000.5", "a whole number from 1 to 65535"),
    ("port", "²", "a whole number from 1 to 65535"),
    ("port", "9" * 5000, "a whole number from 1 to 65535"),
    ("metrics_port", "0", "a whole number from 1 to 65535"),
    ("workers", "0", "a whole number from 1 to 64"),
    ("workers", "65", "a whole number from 1 to 64"),
    ("keep_days", "ever", "a whole number from 0 to 36500"),
    ("host", "http://here", "a name or an address of this machine"),
    *[("proxy", said, "an address such as 10.0.0.2, or a network") for said in ("proxy.example", "*", "10.0.0.2/24", "10.0.0.2,", " ")],
    ("lan", "maybe", "one of yes, true, 1, no, false, 0"),
    ("browser", "firefox", "one of yes, true, 1, no, false, 0"),
    ("log_level", "loud", f"one of {', '.join(LOG_LEVELS)}"),
    ("store", " ", "a file's path or postgresql://"),
    *[
        ("origin", said, "scheme://host")
        for said in (
            "games.example.org",
            "https://games.example.org/",
            "https://games.example.org/filon",
            "https://*.example.org",
            "https://games.example.org:0",
            "https://games.example.org:65536",
            "https://games.example.org?x",
            "https://ada@games.example.org",
            "ftp://games.example.org",
            "https://a.example,",
            "null",
            "*",
        )
    ],
]


@pytest.mark.parametrize(("name", "said", "expected"), WRONG)
def test_a_wrong_value_is_refused_with_setting_expected_and_found(name: str, said: str, expected: str) -> None:
    with pytest.raises(SettingRefused) as typed:
        read_settings({name: said}, HOME)
    assert str(typed.value).startswith(f"--{name.replace('_', '-')}: expected {expected}")
    assert "; found '" in str(typed.value)
    assert len(str(typed.value)) < 250
    with pytest.raises(SettingRefused, match=f"^FILON_{name.upper()}: expected "):
        read_settings({}, {**HOME, f"FILON_{name.upper()}": said})


@pytest.mark.parametrize("store", ["mysql://root:opensesame@db/filon", "sqlite:///filon.db", "POSTGRESQL://db", "postgresql+asyncpg://db"])
def test_an_unknown_kind_of_store_is_refused_without_its_password(store: str) -> None:
    with pytest.raises(SettingRefused) as refused:
        read_settings({"store": store}, HOME)
    assert f"found '{store.partition('://')[0]}://…'" in str(refused.value)
    assert "opensesame" not in str(refused.value)


def test_several_workers_need_a_shared_store() -> None:
    with pytest.raises(SettingRefused, match=r"--workers: expected 1, for a file is held by one process.*; found 2"):
        read_settings({"workers": "2"}, HOME)
    with pytest.raises(SettingRefused, match=r"^FILON_WORKERS: expected 1, for"):
        read_settings({}, {**HOME, "FILON_WORKERS": "2"})
    assert read_settings({"workers": "2", "store": "postgres://db/filon"}, HOME).workers == 2


@pytest.mark.parametrize(("port", "first"), [("8000", "7999"), ("8000", "8000"), ("8000", "65535")])
def test_the_workers_metrics_have_ports_of_their_own(port: str, first: str) -> None:
    with pytest.raises(SettingRefused, match=f"--metrics-port: expected the first of 2 ports in a row .*; found {first}"):
        read_settings({"port": port, "metrics_port": first, "workers": "2", "store": "postgresql://db/filon"}, HOME)
    assert read_settings({"port": port, "metrics_port": "8001"}, HOME).metrics_port == 8001
    with pytest.raises(SettingRefused, match=r"^FILON_METRICS_PORT: expected a port up to 65535, without .* 8000; found 8000"):
        read_settings({}, {**HOME, "FILON_METRICS_PORT": "8000"})


@pytest.mark.parametrize(
    ("host", "port", "shown"),
    [
        ("127.0.0.1", "8000", "http://127.0.0.1:8000"),
        ("0.0.0.0", "80", "http://localhost"),
        ("::", "8000", "http://localhost:8000"),
        ("localhost", "8000", "http://localhost:8000"),
    ],
)
def test_the_address_that_is_shown_can_be_opened_here(host: str, port: str, shown: str) -> None:
    assert addresses(read_settings({"host": host, "port": port}, HOME)) == [shown]


def test_nearby_a_server_is_reached_only_where_it_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("filon.server.access.addresses.lan_hosts", lambda: ["192.168.1.2", "10.0.0.2", "2001:db8::1", "here", "here.local"])
    assert addresses(read_settings({"lan": "yes"}, HOME))[1:] == ["http://192.168.1.2:8000", "http://10.0.0.2:8000"]
    assert addresses(read_settings({"lan": "yes", "host": "10.0.0.2"}, HOME))[1:] == ["http://10.0.0.2:8000"]
    assert addresses(read_settings({"lan": "yes", "host": "::"}, HOME))[1:] == ["http://[2001:db8::1]:8000"]
