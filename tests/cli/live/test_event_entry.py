"""Slips from the phones of the pairs: entered, confirmed, disputed, and only for their own table."""

import asyncio
import json
import re
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import pytest
from starlette.requests import Request
from starlette.responses import Response
from support.command_line import run, run_ok
from support.event_commands import start_drawn
from support.live import Answer, ask

from canasta_score.cli.live.address import Address, FileKeys
from canasta_score.cli.live.app import Gate
from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.door import FileWorker
from canasta_score.cli.live.follower import Follower
from canasta_score.cli.live.page import render_entry_views
from canasta_score.cli.live.phone_entry import build_entry_doors
from canasta_score.event.event import Event
from canasta_score.event.seating.tables import list_sit_outs
from canasta_score.event.storage.event_files import read_event

LOCAL = Address(host="127.0.0.1", port=8484)
TOTALS = {"ns": "2875", "ew": "-145"}


class Pairs:
    """The phones of the pairs of an event."""

    def __init__(self, path: Path) -> None:
        self.path, self.keys = path, FileKeys(path)
        self.follower = Follower(path, self._fail, render_more=render_entry_views)
        self.room = Room(self.follower.views)
        self.app = Gate(build_entry_doors(self.follower, self.room, LOCAL, self.keys), LOCAL)

    @staticmethod
    def _fail(error: Exception) -> None:
        raise error

    @property
    def event(self) -> Event:
        return read_event(self.path)

    def find(self, table: int, way: int) -> int:
        """Return the pair at a table of the game under way: North-South for 0, East-West for 1."""
        return next(seat for seat in self.event.seatings[self.event.current_game] if seat.number == table).pairs[way]

    def post(self, pair: int, path: str, fields: Mapping[str, str], **headers: str) -> Answer:
        headers = {"content-type": "application/x-www-form-urlencoded", "accept": "application/json", **headers}
        url = f"/{self.keys.derive_token(pair)}{path}"
        return asyncio.run(ask(self.app, url, "POST", urlencode({"game": "1", **fields}).encode(), **headers))

    def state(self, answer: Answer) -> tuple[int, str]:
        return answer.status, json.loads(answer.body)["state"]

    def page(self, pair: int, query: str = "") -> str:
        if views := self.follower.poll():
            self.room.publish(views)
        answer = asyncio.run(ask(self.app, f"/{self.keys.derive_token(pair)}/{query}"))
        assert answer.status == 200
        return unescape(answer.body.decode())


@pytest.fixture
def pairs(game_folder: Path) -> Pairs:
    names = ("Ann & Bob", "Cy & Di", "Eve & Flo", "Gus & Hal", "Ida & Jo", "Kim & Lou")
    start_drawn("--games", "2", names=names, seed=1)
    return Pairs(game_folder / "event.toml")


def test_one_pair_enters_and_the_other_confirms(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    assert "Table 1, North-South" in pairs.page(north)
    assert pairs.state(pairs.post(north, "/slip", TOTALS)) == (201, "entered")
    assert "You entered 2,875 to -145." in pairs.page(north)
    assert "They entered 2,875 to -145. Right?" in pairs.page(east)
    waiting = f"Table 1 entered its slip on a phone. {pairs.event.pairs[east].name} can confirm it."
    assert waiting in run_ok("event", "status")
    assert pairs.state(pairs.post(east, "/confirm", TOTALS)) == (201, "verified")
    assert "on a phone" not in run_ok("event", "status")
    assert "The slip is verified: 2,875 to -145." in pairs.page(east)
    assert 'name="ns"' not in pairs.page(north)
    assert pairs.path.read_text().count('by = "phone"') == 2
    assert json.loads(run_ok("event", "status", "--json"))["unverified"] == []


def test_other_totals_make_it_disputed_and_the_director_decides(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    pairs.post(east, "/slip", TOTALS)
    assert pairs.state(pairs.post(north, "/slip", {"ns": "2785", "ew": "-145"})) == (201, "disputed")
    assert "The totals are different" in pairs.page(east)
    assert json.loads(run_ok("event", "status", "--json"))["disputed"] == [1]
    run_ok("event", "slip", "1", "1", "2875", "-145")
    assert json.loads(run_ok("event", "status", "--json"))["disputed"] == []
    assert pairs.state(pairs.post(north, "/slip", {"ns": "5", "ew": "5"})) == (409, "verified")


def test_a_mistyped_total_says_why_and_both_totals_stay_in_the_form(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    refused = pairs.post(north, "/slip", {"ns": "2876", "ew": "-145"}, accept="text/html")
    assert refused.status == 422
    page = unescape(refused.body.decode())
    assert "Nothing is entered.<" in page
    assert "2,876 cannot be a total: in these rules all points are multiples of 5" in page
    assert 'name="ns" value="2876"' in page
    assert 'name="ew" value="-145"' in page
    assert "a total is missing: enter the totals of both pairs" in pairs.post(north, "/slip", {"ns": "5"}).body.decode()
    pairs.post(north, "/slip", TOTALS)
    again = pairs.post(east, "/slip", {"ns": "2876", "ew": "-145"}, accept="text/html").body.decode()
    assert '<details id="other-totals" open>' in again


def test_the_director_verifies_what_a_phone_entered_and_a_phone_what_the_director_did(pairs: Pairs) -> None:
    pairs.post(pairs.find(1, 0), "/slip", TOTALS)
    run_ok("event", "slip", "1", "1", "2875", "-145")
    run_ok("event", "slip", "1", "2", "2875", "-145")
    assert "They entered 2,875 to -145. Right?" in pairs.page(pairs.find(2, 0))
    assert pairs.state(pairs.post(pairs.find(2, 0), "/confirm", TOTALS)) == (201, "verified")
    assert json.loads(run_ok("event", "status", "--json"))["unverified"] == []


def test_a_phone_that_sends_twice_writes_once(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    statuses = [pairs.post(north, "/slip", TOTALS).status for _ in range(2)]
    statuses += [pairs.post(east, "/confirm", TOTALS).status for _ in range(2)]
    assert statuses == [201, 200, 201, 200]
    assert pairs.path.read_text().count('by = "phone"') == 2


def test_a_phone_does_not_enter_again_what_the_director_undid(pairs: Pairs) -> None:
    north = pairs.find(1, 0)
    for fields in (TOTALS, {"hand": "1", "ns.natural": "1", "ns.table": "200", "anyway": "1"}):
        undos = str(sum(entry.kind == "undo" for entry in pairs.event.entries))
        assert f'name="undos" value="{undos}"' in pairs.page(north)
        assert pairs.post(north, "/slip", {"undos": undos, **fields}).status == 201
        run_ok("event", "undo")
        assert pairs.state(pairs.post(north, "/slip", {"undos": undos, **fields})) == (409, "missing")
    assert pairs.post(north, "/slip", TOTALS).status == 201


def test_what_has_changed_meanwhile_is_not_confirmed(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    assert pairs.state(pairs.post(east, "/confirm", TOTALS)) == (409, "missing")
    pairs.post(north, "/slip", {"ns": "5", "ew": "10"})
    assert pairs.state(pairs.post(east, "/confirm", TOTALS)) == (409, "entered")


@pytest.mark.parametrize(
    "fields", [{}, {"ns": "1"}, {"ns": "5", "ew": "x"}, {"ns": "3", "ew": "5"}, {"ns": "9" * 20, "ew": "5"},
               {"hand": "1", "ns.red": "x"}, {"hand": "1"}, {"hand": "1", "ns.red": "5", "ew.red": "5"}],
)  # fmt: skip
def test_what_cannot_be_is_refused(pairs: Pairs, fields: Mapping[str, str]) -> None:
    answer = pairs.post(pairs.find(1, 0), "/slip", fields)
    assert pairs.state(answer) == (422, "missing")
    assert json.loads(answer.body)["problems"]
    assert b"Nothing is" in pairs.post(pairs.find(1, 0), "/slip", fields, accept="text/html").body


@pytest.mark.parametrize("game", ["2", "0", "x", "99"])
def test_only_the_game_under_way_takes_slips(pairs: Pairs, game: str) -> None:
    assert pairs.post(pairs.find(1, 0), "/slip", {**TOTALS, "game": game}).status == 409
    for table in ("1", "2", "3"):
        run_ok("event", "slip", "1", table, "100", "50")
    run_ok("event", "announce")
    assert pairs.post(1, "/slip", TOTALS).status == 409
    assert pairs.post(1, "/slip", {**TOTALS, "game": "2"}).status == 201


def test_a_slip_for_the_table_of_others_is_refused(pairs: Pairs) -> None:
    north = pairs.find(1, 0)
    for path, fields in (("/slip", {"table": "2"}), ("/confirm", {"table": "x"}), ("/preview", {"table": "3"})):
        answer = pairs.post(north, path, {**TOTALS, **fields})
        assert "your table in game 1 is table 1" in json.loads(answer.body)["problems"][0]["message"]
        assert pairs.event.results == {}
    assert [pairs.post(north, "/slip", {**TOTALS, "table": table}).status for table in "112"] == [201, 200, 409]


def test_a_pair_that_sits_out_reads_that_it_does(game_folder: Path) -> None:
    start_drawn("--games", "2", names=("Ann & Bob", "Cy & Di", "Eve & Flo"), seed=1)
    pairs = Pairs(game_folder / "event.toml")
    (out,) = list_sit_outs(pairs.event.seatings[1])
    answer = pairs.post(out, "/slip", TOTALS)
    assert (answer.status, json.loads(answer.body)["problems"]) == (409, [{"message": "you sit out in game 1"}])
    assert "you sit out in game 1" in pairs.post(out, "/slip", TOTALS, accept="text/html").body.decode()


def test_after_the_last_game_nothing_is_entered(pairs: Pairs) -> None:
    for game in ("1", "2"):
        for table in ("1", "2", "3"):
            run_ok("event", "slip", game, table, "100", "50")
        run_ok("event", "announce")
    assert pairs.post(1, "/slip", {**TOTALS, "game": "2"}).status == 409
    assert "The slip of your table" not in pairs.page(1)
    assert "Rank" in pairs.page(1)


def test_a_table_may_enter_hand_by_hand_and_stop_at_the_bell(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    hand = {"hand": "1", "ns.natural": "1", "ns.out": "1", "ns.table": "200", "ew.table": "160", "ew.hand": "85"}
    assert 'name="ns.natural"' in pairs.page(north)
    seen = pairs.post(north, "/preview", hand, accept="text/html")
    assert (seen.status, pairs.event.results) == (200, {})
    assert all(figure in unescape(seen.body.decode()) for figure in (">800<", ">-245<", "Record it anyway"))
    assert pairs.post(north, "/slip", hand).status == 422
    assert pairs.post(north, "/slip", {**hand, "anyway": "1"}).status == 201
    assert pairs.post(north, "/slip", {**hand, "anyway": "1"}).status == 200, "sent twice"
    page = pairs.page(east)
    assert page.index("Record hand 2") < page.index("<summary>Or enter the totals of the whole game</summary>")
    assert 'data-recorded="North-South 800, East-West -245"' in page
    assert "The director can take it away." in page
    assert pairs.state(pairs.post(north, "/slip", {"done": "1"})) == (201, "entered")
    # 500 for the canasta, 100 for going out, 200 on the table; 160 against without a canasta, 85 in hand.
    assert "They entered 800 to -245. Right?" in pairs.page(east)
    assert pairs.state(pairs.post(east, "/confirm", {"ns": "800", "ew": "-245"})) == (201, "verified")


def test_unlikely_totals_are_asked_about_before_they_are_entered(pairs: Pairs) -> None:
    north, east, unlikely = pairs.find(1, 0), pairs.find(1, 1), {"ns": "28750", "ew": "1410"}
    refused = pairs.post(north, "/slip", unlikely)
    assert (pairs.state(refused), pairs.event.results) == ((422, "missing"), {})
    assert "28,750 at table 1 is unlikely" in json.loads(refused.body)["problems"][0]["message"]
    page = unescape(pairs.post(north, "/slip", unlikely, accept="text/html").body.decode())
    assert page.count("28,750 at table 1 is unlikely") == 1
    assert 'value="28750"' in page
    assert pairs.state(pairs.post(north, "/slip", {**unlikely, "anyway": "1"})) == (201, "entered")
    assert re.search(
        r"28,750 to 1,410. Right\?.*28,750 at table 1 is unlikely.*Yes, that is right", pairs.page(east), re.DOTALL
    )
    page = unescape(pairs.post(east, "/slip", {"ns": "28760", "ew": "1410"}, accept="text/html").body.decode())
    assert '<details id="other-totals" open>' in page
    assert pairs.state(pairs.post(east, "/confirm", unlikely)) == (201, "verified")


def test_totals_that_may_be_those_of_one_hand_are_asked_about_on_both_phones(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    hand = {"hand": "1", "ns.natural": "2", "ns.out": "1", "ns.table": "200", "ew.table": "160", "ew.hand": "85"}
    assert pairs.post(north, "/slip", hand).status == 201
    totals = {"ns": "1200", "ew": "640"}
    asked = "the hands so far are 1,300 to -245, so the other hands would be -100 to 885"
    page = unescape(pairs.post(north, "/slip", totals, accept="text/html").body.decode())
    assert asked in page
    assert '<details id="whole-game" open>' in page
    assert pairs.state(pairs.post(north, "/slip", totals)) == (422, "missing")
    assert pairs.state(pairs.post(north, "/slip", {**totals, "anyway": "1"})) == (201, "entered")
    assert asked in pairs.page(east)
    assert pairs.state(pairs.post(east, "/confirm", totals)) == (201, "verified")


def test_both_pairs_see_the_hands_and_can_correct_them(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    first = {"hand": "1", "ns.natural": "2", "ns.out": "1", "ns.table": "200", "ew.table": "160", "ew.hand": "85"}
    second = {"hand": "2", "ew.natural": "2", "ew.out": "1", "ew.table": "200", "ns.table": "160", "ns.hand": "85"}
    # 1,000 for two canastas, 100 for going out, 200 on the table; 160 and 85 against without a canasta.
    for hand in (first, second):
        assert pairs.post(north, "/slip", hand).status == 201
        rows = re.findall(r'<tr><th scope="row">(\d|So far)</th><td>(.*?)</td><td>(.*?)</td></tr>', pairs.page(east))
    assert rows == [("1", "1,300", "-245"), ("2", "-245", "1,300"), ("So far", "1,055", "1,055")]
    other = {**second, "ew.table": "210"}
    late = pairs.post(east, "/slip", other)
    assert (late.status, json.loads(late.body)["problems"][0]["message"]) == (409, "hand 2 was entered meanwhile")
    form = pairs.page(east, "?correct=2")
    assert "Correct hand 2" in form
    assert re.search(r'name="ew.table" value="200"', form)
    assert re.search(r'name="ns.hand" value="85"', form)
    assert "Record it anyway" in unescape(
        pairs.post(east, "/preview", {**other, "correct": "2", "ew.red": "5"}, accept="text/html").body.decode()
    )
    assert pairs.post(east, "/slip", {**other, "correct": "2"}).status == 201
    assert ">1,310</td>" in pairs.page(north)
    assert pairs.state(pairs.post(north, "/slip", {"done": "1"})) == (201, "entered")
    assert "Correct hand 1" in pairs.page(east)
    assert pairs.state(pairs.post(east, "/confirm", {"ns": "1055", "ew": "1065"})) == (201, "verified")
    assert "Correct hand" not in pairs.page(east)
    assert "Correct hand" not in pairs.page(east, "?correct=2")


def test_a_game_ends_early_only_after_a_question(pairs: Pairs) -> None:
    north = pairs.find(1, 0)
    pairs.post(north, "/slip", {"hand": "1", "ns.natural": "1", "ns.table": "200", "anyway": "1"})
    page = pairs.page(north)
    asked = page.partition('<details id="no-more-hands">')[2].partition("</details>")[0]
    assert "Was hand 1 the last one?" in asked
    assert page.count("Yes, no more hands") == asked.count("Yes, no more hands") == 1
    pairs.post(north, "/slip", {"done": "1"})
    assert "no-more-hands" not in pairs.page(north)


def test_the_points_of_all_hands_are_the_total(pairs: Pairs) -> None:
    north = pairs.find(1, 0)
    for hand, label in (("1", None), ("2", "So far"), ("3", "Total")):
        pairs.post(north, "/slip", {"hand": hand, "ns.natural": "1", "ns.table": "200", "anyway": "1"})
        assert re.findall(r">(So far|Total)</th>", pairs.page(north)) == [label] * bool(label)


def test_different_totals_are_named_by_those_who_entered_them(pairs: Pairs) -> None:
    north, east = pairs.find(1, 0), pairs.find(1, 1)
    pairs.post(north, "/slip", {"ns": "3350", "ew": "3010"})
    pairs.post(east, "/slip", {"ns": "3350", "ew": "3100"})
    assert "you entered 3,350 to 3,010 and your opponents entered 3,350 to 3,100." in pairs.page(north)
    assert "your opponents entered 3,350 to 3,010 and you entered 3,350 to 3,100." in pairs.page(east)
    run_ok("event", "slip", "1", "1", "0", "5")
    assert "and the director entered 0 to 5." in pairs.page(east)


def test_a_phone_that_is_early_is_asked_where_the_clock_of_each_game_is_started(pairs: Pairs) -> None:
    run_ok("event", "clock", "start")
    for table in (1, 2, 3):
        run_ok("event", "slip", "1", str(table), "500", "400")
    run_ok("event", "announce")
    north = pairs.find(1, 0)
    fields = {"game": "2", **TOTALS}
    refused = pairs.post(north, "/slip", fields)
    assert refused.status == 422
    assert "the clock of game 2 has not started yet" in refused.body.decode()
    hand = {"game": "2", "hand": "1", "ns.mixed": "1", "ns.table": "200", "ns.hand": "5", "ew.hand": "85"}
    assert "has not started yet" in pairs.post(north, "/preview", hand).body.decode()
    run_ok("event", "clock", "pause")
    run_ok("event", "undo")
    assert pairs.post(north, "/slip", fields).status == 422
    assert pairs.state(pairs.post(north, "/slip", {**fields, "anyway": "1"})) == (201, "entered")


def test_the_phone_of_a_pair_that_is_not_in_the_event_any_more_is_told(pairs: Pairs) -> None:
    run_ok("event", "late", "Max & Nan")
    assert "Max & Nan" in pairs.page(7)
    stream = pairs.room.broadcasts["pair-7"].stream("")
    run_ok("event", "undo")

    async def ask_at_once(path: str, method: str = "GET", fields: str = "game=1&ns=100&ew=200") -> Answer:
        url = f"/{pairs.keys.derive_token(7)}/{path}"
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return await asyncio.wait_for(ask(pairs.app, url, method, fields.encode(), **headers), 5)

    async def ask_all() -> list[tuple[int, bool]]:
        answers = [await ask_at_once("?correct=1"), await ask_at_once("slip", "POST")]
        if views := pairs.follower.poll():
            pairs.room.publish(views)
        answers += [await ask_at_once(""), await ask_at_once("pair-7.events"), await ask_at_once("slip", "POST")]
        assert [event async for event in stream if b"alive" not in event] == []
        return [(answer.status, b"not in the event now. Ask the director" in answer.body) for answer in answers]

    assert asyncio.run(ask_all()) == [(404, True)] * 5
    (problem,) = json.loads(pairs.post(7, "/slip", TOTALS).body)["problems"]
    assert "not in the event now. Ask the director" in problem["message"]
    run_ok("event", "redo")
    pairs.follower.poll()
    pairs.room.publish(pairs.follower.views)
    assert "Max & Nan" in pairs.page(7)


def test_work_that_fails_in_any_way_gives_its_place_back() -> None:
    worker, request = FileWorker(), Request({"type": "http", "headers": []})

    async def fail(error: Exception) -> None:
        def work() -> Response:
            raise error

        with pytest.raises((RuntimeError, ValueError)):
            await asyncio.wait_for(worker.answer(request, work), 5)

    async def fail_often() -> Response:
        for _ in range(25):
            await fail(StopIteration())
            await fail(ValueError())
        return await worker.answer(request, Response)

    assert asyncio.run(fail_often()).status_code == 200


def test_the_same_page_all_day_and_one_for_a_late_pair(pairs: Pairs) -> None:
    run_ok("event", "late", "Max & Nan")
    assert "Max & Nan" in pairs.page(7)
    assert asyncio.run(ask(pairs.app, f"/{pairs.keys.derive_token(8)}/")).status == 404
    assert pairs.post(8, "/slip", TOTALS).status == 404
    assert len({pairs.keys.derive_token(pair) for pair in range(1, 1000)}) == 999


@pytest.mark.parametrize("headers", [{"origin": "null"}, {"sec-fetch-site": "cross-site"}])
def test_other_pages_cannot_make_a_phone_enter(pairs: Pairs, headers: Mapping[str, str]) -> None:
    assert pairs.post(1, "/slip", TOTALS, **headers).status == 403
    assert pairs.event.results == {}


def test_cards_and_slips_have_the_codes_of_the_pages(pairs: Pairs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canasta_score.cli.live.address.find_network_host", lambda: "192.168.1.20")
    for kind, codes in (("guide-cards", 6), ("slips", 6)):
        run_ok("event", "print", kind, "--links", "--game", "1", "-o", f"{kind}.html")
        assert Path(f"{kind}.html").read_text().count("<svg") == codes
    assert run("event", "print", "seating", "--links", "-o", "x.html").code == 2
    assert run("event", "print", "slips", "--port", "8570", "-o", "x.html").code == 2
    assert '"0" is not a port' in run("event", "print", "slips", "--links", "--port", "0", "-o", "x.html").err

    def refuse() -> str:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("canasta_score.cli.live.address.find_network_host", refuse)
    refused = run("event", "print", "slips", "--links", "-o", "x.html")
    assert (refused.code, refused.err.partition("\n")[0]) == (1, "error: this computer is not on a network")
    pairs.keys.keep(Address(host="192.168.1.21", port=8485), now=True)
    assert run("event", "print", "slips", "--links", "-o", "x.html").code == 0
