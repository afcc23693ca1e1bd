"""No user starves another: while work of a user waits, nobody else gets much more than that user."""

from __future__ import annotations

from collections import defaultdict

from tests.simulation.pool import LENGTHS, Work
from tests.simulation.promises.hourglass import Broken

SHARES = "shares"
MOST_AHEAD = 2 * max(LENGTHS)  # seconds: of start-time fair queueing, the longest work of the one and of the other
ROUNDING = 0.001


def check_shares(log: list[Work]) -> None:
    for waited in (one for one in log if not one.payer.is_last and not one.is_cancelled):
        got = defaultdict[str, float](float)  # seconds by user, while this work waited
        for one in (one for one in log if _began_while(waited, one)):
            if one.payer.is_last:
                raise Broken(SHARES, f"work of {waited.payer.user} waited for work that comes last")
            got[one.payer.user] += one.seconds
        most = got[waited.payer.user] + MOST_AHEAD + ROUNDING
        for user, seconds in got.items():
            if seconds > most:
                raise Broken(SHARES, f"work of {waited.payer.user} waited for {seconds:.2f} s of {user}; expected at most {most:.2f}")


def _began_while(waited: Work, other: Work) -> bool:
    return other.began is not None and waited.arrived < other.began < (float("inf") if waited.began is None else waited.began)
