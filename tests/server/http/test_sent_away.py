"""A device that was sent away from a table does not see its card over HTTP."""

from pathlib import Path

import pytest

from filon.house import protocol
from tests.server.http.test_api import reason
from tests.server.served import a_game, served


@pytest.mark.parametrize("is_public", [False, True])
async def test_the_card_is_not_shown_to_a_device_that_was_sent_away(tmp_path: Path, is_public: bool) -> None:
    async with served(tmp_path) as server:
        ada, bo, eva = await server.browser(), await server.outsider(), await server.outsider()
        made = await ada.open(a_game().name, 2, name="Ada", is_public=is_public)
        card = f"/api/tables/{made.table}?invite={made.invite}"
        host, guest = await ada.at(made.table, 0), await bo.at(made.table, 1, invite=made.invite)
        await guest.does(protocol.Sit, 1, "Bo")
        assert (await bo.http.get(card)).status_code == 200
        await host.told((await host.does(protocol.Kick, 1)).seq)
        assert reason(await bo.http.get(card), 404) == "no-such-table"
        assert (await eva.http.get(card)).status_code == 200
        lobbies = [(await one.http.get("/api/tables")).json()["public"] for one in (bo, eva)]
        assert [len(public) for public in lobbies] == [0, int(is_public)]
        assert "sent_away" not in str(lobbies)
