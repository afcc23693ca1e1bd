"""Caddy and nginx as deploy/ configures them, with other ports and a certificate of the test's own; and clients who come by https."""

from __future__ import annotations

import asyncio
import os
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import aiohttp
import psutil
import pytest

from filon.client import Client
from tests.server.process.server_process import Doors, doors, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
HINT = "scripts/install-proxies.sh installs it"
NAME, CERTIFICATES = "games.example.org", "/etc/letsencrypt/live/games.example.org"
# What Debian's own nginx.conf would say; nothing is written outside of the folder.
NGINX = """
daemon off;
pid {folder}/pid;
error_log stderr notice;
{user}
events {{}}
http {{
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  include {folder}/site.conf;
}}
"""
CADDY = """
{{
  admin off
  http_port {http}
  skip_install_trust
}}
"""


class Proxy:
    """`address` is its own; `context` trusts its certificate."""

    def __init__(self, address: str, certificate: Path | None = None) -> None:
        self.address, self.context = address, ssl.create_default_context(cafile=certificate)


class Visitor(Client):
    """A client that comes from an address of its own, and may say that it comes from another."""

    def __init__(self, proxy: Proxy, own: str, token: str | None = None, **headers: str) -> None:
        super().__init__(proxy.address, token, rate=None)
        self._own = own
        self._connector = aiohttp.TCPConnector(ssl=proxy.context, local_addr=(own, 0))
        self._headers = {"Authorization": f"Bearer {self.token}", **headers}

    async def __aenter__(self) -> Self:
        self.http = aiohttp.ClientSession(f"{self.address}/api/", headers=self._headers, connector=self._connector)
        return self

    async def __aexit__(self, *error: object) -> None:
        """Until TLS has said goodbye too, which aiohttp does not wait for."""
        await super().__aexit__(*error)
        while any(held.laddr.ip == self._own for held in psutil.Process().net_connections("tcp")):
            await asyncio.sleep(0)


@contextmanager
def nginx(folder: Path, ports: tuple[int, int]) -> Iterator[Proxy]:
    """In front of two servers, of which one may be missing."""
    port = free_port()
    certificate = _certificate(folder)
    site = _replaced(
        DEPLOY / "nginx.conf",
        {
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
            f"{CERTIFICATES}/fullchain.pem": str(certificate),
            f"{CERTIFICATES}/privkey.pem": str(folder / "key.pem"),
            NAME: "localhost",
            ":8001": f":{ports[0]}",
            ":8002": f":{ports[1]}",
        },
    )
    (folder / "site.conf").write_text(site)
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, user="user root;" if os.geteuid() == 0 else ""))
    with doors(folder, "-c", str(folder / "nginx.conf"), "-e", "stderr", kind=_kind("nginx")) as made:
        made.until("start worker process ", "err")
        yield Proxy(f"https://localhost:{port}", certificate)
        made.stop()


@contextmanager
def caddy(folder: Path, ports: tuple[int, int]) -> Iterator[Proxy]:
    """For localhost Caddy is its own certificate authority, as with `tls internal`."""
    port = free_port()
    site = _replaced(DEPLOY / "Caddyfile", {NAME: f"https://localhost:{port}", ":8001": f":{ports[0]}", ":8002": f":{ports[1]}"})
    (folder / "Caddyfile").write_text(CADDY.format(http=free_port()) + site)
    arguments = "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")
    with doors(folder, *arguments, kind=_kind("caddy"), XDG_CONFIG_HOME=str(folder), HOME=str(folder)) as made:
        made.until("certificate obtained successfully", "err")
        yield Proxy(f"https://localhost:{port}", folder / "caddy/pki/authorities/local/root.crt")
        made.stop()


PROXIES = {"nginx": nginx, "caddy": caddy}


def _kind(name: str) -> type[Doors]:
    """The proxy as a class of Doors; skip the test if the program is not installed."""
    found = shutil.which(name, path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
    if not found:
        pytest.skip(f"{name} is not installed: {HINT}")
    return type(name.title(), (Doors,), {"program": (found,)})


def _replaced(file: Path, others: dict[str, str]) -> str:
    """Whatever is to be replaced stands in the file."""
    text = file.read_text()
    for before, after in others.items():
        assert before in text, f"{file.name} has no {before!r}"
        text = text.replace(before, after)
    return text


def _certificate(folder: Path) -> Path:
    key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", str(folder / "key.pem")]
    name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-days", "2"]
    made = folder / "certificate.pem"
    subprocess.run(["openssl", "req", "-x509", *key, *name, "-out", str(made)], check=True, capture_output=True)
    return made
