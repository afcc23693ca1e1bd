"""Types of fields that several messages share, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from filon.core.seats import SPECTATOR

UNSEEN = r"\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff"  # no part of talk

Id = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_.-]+$")]
TableId = Annotated[str, Meta(min_length=8, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Secret = Annotated[str, Meta(min_length=43, max_length=43, pattern="^[A-Za-z0-9_-]+$")]  # 256 bits in base64url
SeatCount = Annotated[int, Meta(ge=1, le=16)]
SeatNumber = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=24, pattern=rf"^(?=\S)[^{UNSEEN}]*[^{UNSEEN}\s](?![\s\S])")]
Words = Annotated[str, Meta(min_length=1, max_length=200, pattern=rf"^(?=[\s\S]*\S)[^{UNSEEN}]+(?![\s\S])")]
Key = Annotated[str, Meta(min_length=1, max_length=40, pattern="^[a-z0-9-]+$")]
Entropy = Annotated[str, Meta(max_length=64)]
Millisecond = Annotated[int, Meta(ge=0, le=60_000)]
Tenth = Annotated[int, Meta(ge=-100_000, le=100_000)]
Seat = Annotated[int, Meta(ge=SPECTATOR, le=15)]
Pace = Literal["live", "post"]
