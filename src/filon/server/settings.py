"""Settings of a server: from the command line, from the environment, or by default, in this order."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

POSTGRES = ("postgresql://", "postgres://")
LOCAL, ALL_INTERFACES = "localhost", "0.0.0.0"
LOG_LEVELS = ("debug", "info", "warning", "error", "critical")
ROBOT_PAUSE = {"normal": 90, "quick": 15}  # hundredths of a second before a robot's move in a game without a clock
YES, NO = ("yes", "true", "1"), ("no", "false", "0")
ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<host>[a-z0-9]([a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])(:(?P<port>[0-9]{1,5}))?")
DEFAULT_PORT = {"http": "80", "https": "443"}
ORIGIN_FORM = "scheme://host or scheme://host:port with http or https and nothing behind, as browsers send it"
SHOWN_LENGTH = 60  # letters of a wrong value in an error message


class SettingRefused(Exception):
    """Names the setting, what was expected and what was found."""


@dataclass(frozen=True)
class Settings:
    store: str  # a file's path, or postgresql://…
    host: str = LOCAL
    port: int = 8000
    lan: bool = False  # open to the local network
    workers: int = 1
    origins: tuple[str, ...] = ()  # beside the server's own addresses
    proxies: tuple[str, ...] = ()  # their X-Forwarded headers are believed, and no others
    log_level: str = "info"
    metrics_port: int = 0  # 0: no metrics
    keep_days: int = 0  # of service after its last change: then a table without a running game is deleted; 0: never
    robots: str = "normal"  # or quick: their pause in a game without a clock
    browser: bool = True  # open the page in it

    @property
    def is_shared(self) -> bool:
        """Whether several processes may serve from the store."""
        return self.store.startswith(POSTGRES)


def read_settings(arguments: Mapping[str, Any], environment: Mapping[str, str], system: str = sys.platform) -> Settings:
    """`arguments` as they were typed, None or missing if they were not; environment variables are FILON_ and the name."""
    asked: dict[str, Any] = {}
    places: dict[str, str] = {}  # by field: the option or variable that set it
    for name, (field, read) in NAMES.items():
        variable = f"FILON_{name.upper()}"
        if arguments.get(name) is not None:
            places[field] = f"--{name.replace('_', '-')}"
            asked[field] = read(places[field], arguments[name])
        elif environment.get(variable):
            places[field] = variable
            asked[field] = read(variable, environment[variable])
    asked.setdefault("store", str(data_folder(environment, system) / "filon.db"))
    if asked.get("lan"):
        asked.setdefault("host", ALL_INTERFACES)
    return _check_together(Settings(**asked), places)


def data_folder(environment: Mapping[str, str], system: str = sys.platform) -> Path:
    """The folder for this user's data, by the custom of the system."""
    home = Path(environment.get("HOME") or Path.home())
    if system == "darwin":
        return home / "Library" / "Application Support" / "filon"
    if system == "win32":
        return Path(environment.get("LOCALAPPDATA") or home / "AppData" / "Local") / "filon"
    return Path(environment.get("XDG_DATA_HOME") or home / ".local" / "share") / "filon"


# Each setting


def _wrong(where: str, expected: str, found: object) -> SettingRefused:
    return SettingRefused(f"{where}: expected {expected}; found {str(found)[:SHOWN_LENGTH]!r}")


def _store(where: str, said: str) -> str:
    """An error repeats only the scheme of an address: it may hold a password."""
    scheme, colon, _ = said.partition("://")
    if not said.strip() or (colon and not said.startswith(POSTGRES)):
        raise _wrong(where, "a file's path or postgresql://user:password@host:port/database", f"{scheme}://…" if colon else said)
    return said if colon else str(Path(said).expanduser())


def _host(where: str, said: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+", said):
        raise _wrong(where, "a name or an address of this machine", said)
    return said


def _number(least: int, most: int) -> Callable[[str, str], int]:
    def read(where: str, said: str) -> int:
        if not re.fullmatch(r"[0-9]{1,9}", said) or not least <= int(said) <= most:
            raise _wrong(where, f"a whole number from {least} to {most}", said)
        return int(said)

    return read


def _flag(where: str, said: str) -> bool:
    if said.lower() not in YES + NO:
        raise _wrong(where, f"one of {', '.join(YES + NO)}", said)
    return said.lower() in YES


def _origins(where: str, said: str) -> tuple[str, ...]:
    return tuple(_origin(where, one.strip()) for one in said.split(","))


def _origin(where: str, said: str) -> str:
    """An origin in the form of a browser's Origin header: small letters, no default port."""
    parts = ORIGIN.fullmatch(said.lower())
    if parts is None or int(parts["port"] or 80) not in range(1, 65536):
        raise _wrong(where, ORIGIN_FORM, said)
    has_port = parts["port"] and parts["port"] != DEFAULT_PORT[parts["scheme"]]
    return f"{parts['scheme']}://{parts['host']}" + (f":{int(parts['port'])}" if has_port else "")


def _proxies(where: str, said: str) -> tuple[str, ...]:
    return tuple(_proxy(where, one.strip()) for one in said.split(","))


def _proxy(where: str, said: str) -> str:
    try:
        return str(ip_network(said) if "/" in said else ip_address(said))
    except ValueError:
        raise _wrong(where, "an address such as 10.0.0.2, or a network such as 10.0.0.0/24", said) from None


def _log_level(where: str, said: str) -> str:
    if said.lower() not in LOG_LEVELS:
        raise _wrong(where, f"one of {', '.join(LOG_LEVELS)}", said)
    return said.lower()


def _robots(where: str, said: str) -> str:
    if said.lower() not in ROBOT_PAUSE:
        raise _wrong(where, f"one of {', '.join(ROBOT_PAUSE)}", said)
    return said.lower()


PORT = _number(1, 65535)
NAMES: dict[str, tuple[str, Callable[[str, str], Any]]] = {  # by the name that is typed: the field, and its reader
    "store": ("store", _store),
    "host": ("host", _host),
    "port": ("port", PORT),
    "lan": ("lan", _flag),
    "workers": ("workers", _number(1, 64)),
    "origin": ("origins", _origins),
    "proxy": ("proxies", _proxies),
    "log_level": ("log_level", _log_level),
    "metrics_port": ("metrics_port", PORT),
    "keep_days": ("keep_days", _number(0, 36500)),
    "robots": ("robots", _robots),
    "browser": ("browser", _flag),
}


# All settings together


def _check_together(settings: Settings, places: Mapping[str, str]) -> Settings:
    if settings.workers > 1 and not settings.is_shared:
        reason = "a file is held by one process; more of them need --store postgresql://…"
        raise SettingRefused(f"{places['workers']}: expected 1, for {reason}; found {settings.workers}")
    last = settings.metrics_port + settings.workers - 1
    if settings.metrics_port and (last > 65535 or settings.metrics_port <= settings.port <= last):
        ports = "a port" if settings.workers == 1 else f"the first of {settings.workers} ports in a row"
        expected = f"{ports} up to 65535, without the server's own {settings.port}"
        raise SettingRefused(f"{places['metrics_port']}: expected {expected}; found {settings.metrics_port}")
    return replace(settings, origins=tuple(dict.fromkeys(settings.origins)))
