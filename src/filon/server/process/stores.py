"""The store that the settings name; only its own library is imported."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from filon.server.settings import Settings

if TYPE_CHECKING:
    from filon.house.stores.store import Store


def store_of(settings: Settings) -> Store:
    if settings.is_shared:
        from filon.house.stores.postgres.store import PostgresStore

        return PostgresStore(settings.store)
    from filon.house.stores.sqlite.store import SQLiteStore

    return SQLiteStore(Path(settings.store))


def place_of(settings: Settings) -> str:
    """The store's file or address, without a password."""
    if settings.is_shared:
        from filon.house.stores.postgres.connection import place_of

        return f"PostgreSQL at {place_of(settings.store)}"
    return settings.store
