"""Parquet files of games: one row a game, the contents they were played with in the file's metadata."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

from filon.house.room.live import LiveTable
from filon.research.study.game_rows import COLUMNS, Contents, GameRow, RowRefused, live_of

KEY, VERSION = b"filon", 1  # of the file's metadata
GROUP = 20_000  # rows that are compressed together
ENCODED = {
    "number": "DELTA_BINARY_PACKED",  # what counts up takes next to nothing
    "seed": "DELTA_BINARY_PACKED",
    "moves.list.element": "BYTE_STREAM_SPLIT",  # the low bytes of all ids, then the high ones
}
PACKED: dict[str, Any] = {
    "compression": "zstd",
    "row_group_size": GROUP,
    "data_page_size": 64 << 20,  # bytes: a whole group, whose games resemble each other
    "column_encoding": ENCODED,
}
LEVEL = 19  # of zstd
SCHEMA = pa.schema(
    [
        ("match", pa.string()),
        ("number", pa.int32()),
        ("game", pa.string()),
        ("engine", pa.string()),
        ("rules", pa.int16()),
        ("options", pa.string()),
        ("content", pa.string()),
        ("seed", pa.int64()),
        ("deal", pa.list_(pa.int64())),
        ("robots", pa.list_(pa.string())),
        ("names", pa.list_(pa.string())),
        ("shares", pa.list_(pa.float32())),
        ("scores", pa.list_(pa.int32())),
        ("ending", pa.string()),
        ("moves", pa.list_(pa.int16())),
        ("at", pa.list_(pa.int32())),
    ]
)
DICTIONARIES = [name for name in SCHEMA.names if name not in ("number", "seed", "moves")]


def write_games(path: Path, rows: Iterable[GameRow], contents: Contents) -> None:
    """The file is there whole or not at all."""
    write_table(path, pa.Table.from_pylist([asdict(row) for row in rows], schema=SCHEMA), contents)


def write_table(path: Path, games: Any, contents: Contents, level: int = LEVEL) -> None:
    said = json.dumps({"version": VERSION, "contents": contents}, ensure_ascii=False)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        said_too = games.replace_schema_metadata({KEY: said.encode()})
        pq.write_table(said_too, part, compression_level=level, use_dictionary=DICTIONARIES, **PACKED)
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def read_games(path: Path) -> tuple[list[GameRow], Contents]:
    file, contents = _opened(path)
    return [_checked(held, f"{path}#{place}") for place, held in enumerate(file.read().to_pylist(), 1)], contents


def read_arrow(path: Path) -> tuple[Any, Contents]:
    """The games as a table of Arrow, without making objects of them."""
    file, contents = _opened(path)
    return file.read(), contents


def read_live(path: Path, place: int) -> LiveTable:
    """The game of one row, 1 being the first."""
    file, contents = _opened(path)
    if not 1 <= place <= file.metadata.num_rows:
        raise RowRefused(f"{path}: expected a row from 1 to {file.metadata.num_rows}; found {place}")
    name = f"{path}#{place}"
    return live_of(_checked(_row(file, place - 1), name), contents, name)


def _checked(held: dict[str, Any], name: str) -> GameRow:
    try:
        return msgspec.convert(held, GameRow)
    except msgspec.ValidationError as error:
        raise RowRefused(f"{name}: {error}") from None


def _row(file: Any, index: int) -> dict[str, Any]:
    """One row; only the group that holds it is read."""
    for group in range(file.num_row_groups):
        count = file.metadata.row_group(group).num_rows
        if index < count:
            held: dict[str, Any] = file.read_row_group(group).slice(index, 1).to_pylist()[0]
            return held
        index -= count
    raise IndexError(index)


def _opened(path: Path) -> tuple[Any, Contents]:
    try:
        file = pq.ParquetFile(path)
    except OSError as error:
        raise RowRefused(f"{path}: expected a readable file; found {error.strerror or error}") from None
    except pa.ArrowException:
        raise RowRefused(f"{path}: expected a Parquet file; found something else") from None
    if not file.schema_arrow.remove_metadata().equals(SCHEMA):
        raise RowRefused(f"{path}: expected the columns {', '.join(COLUMNS)} of docs/data.md; found {', '.join(file.schema_arrow.names)}")
    return file, _contents(file)


def _contents(file: Any) -> Contents:
    """None, where another program wrote the file: then only games with the printed content open again."""
    try:
        said = json.loads((file.schema_arrow.metadata or {}).get(KEY, b"{}"))
        held: Contents = said.get("contents", {}) if isinstance(said, dict) else {}
        return held if isinstance(held, dict) else {}
    except ValueError:
        return {}
