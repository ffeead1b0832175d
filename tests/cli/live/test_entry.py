"""Hands from phones: what is recorded, what is refused, and that nothing is recorded twice."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest
from support.command_line import run, run_ok
from support.live import Answer, ask
from support.variants import SAMPLE_THEN_SLOW, SHIPPED

from canasta_score.cli.live import door
from canasta_score.cli.live.address import Address, FileKeys
from canasta_score.cli.live.app import Door, Gate, list_view_endpoints
from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.door import ENTER
from canasta_score.cli.live.follower import Follower
from canasta_score.cli.live.page import render_entry_views
from canasta_score.cli.live.phone_entry import build_entry_doors
from canasta_score.game.entries import EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.hand.tally.interview import list_questions

if TYPE_CHECKING:
    from starlette.types import ASGIApp

LOCAL = Address(host="127.0.0.1", port=8484)
FORM = "application/x-www-form-urlencoded"
# By the rules of NVSO: a natural canasta 500, going out 100, cards 200; a mixed canasta 300, cards 160 - 85.
HAND = {
    "we.natural": "1", "we.mixed": "1", "we.out": "1", "we.table": "100+100", "they.mixed": "1", "they.table": "160",
    "they.hand": "85",
}  # fmt: skip
WE, THEY = 1100, 375
FIVE_RED_THREES = {"we.red": "3", "they.red": "2", "we.natural": "1", "we.table": "200", "they.hand": "85"}


class Phones:
    """The phones at a table, and the file in which they enter hands."""

    def __init__(self, path: Path) -> None:
        self.path, self.keys = path, FileKeys(path)
        follower = Follower(path, self._fail, render_more=render_entry_views)
        self.room = Room(follower.views)
        look = Door(list_view_endpoints(self.room, {"/": "page", "/page": "page"}))
        doors = {"look": look, **build_entry_doors(follower, self.room, LOCAL, self.keys)}
        self.app: ASGIApp = Gate(doors, LOCAL)

    @staticmethod
    def _fail(error: Exception) -> None:
        raise error

    @property
    def root(self) -> str:
        return f"/{self.keys.derive_token(ENTER)}"

    @property
    def game(self) -> Ledger:
        return read_ledger(self.path)

    def send(self, *requests: tuple[str, Mapping[str, str]], root: str = "", **headers: str) -> list[Answer]:
        """Send forms at once, and wait for all answers."""
        headers = {"content-type": FORM, "accept": "application/json", **headers}

        async def send_all() -> list[Answer]:
            waiting: Iterable[Awaitable[Answer]] = (
                ask(self.app, f"{root or self.root}{path}", "POST", urlencode(fields).encode(), **headers)
                for path, fields in requests
            )
            return await asyncio.gather(*waiting)

        return asyncio.run(send_all())

    def post(self, path: str, fields: Mapping[str, str] = HAND, **headers: str) -> Answer:
        return self.send((path, fields), **headers)[0]

    def record(self, fields: Mapping[str, str] = HAND, hand: int = 1, **headers: str) -> Answer:
        return self.post("/hands", {"hand": str(hand), **fields}, **headers)

    def get(self, path: str = "/") -> str:
        answer = asyncio.run(ask(self.app, f"{self.root}{path}"))
        assert answer.status == 200
        return answer.body.decode()


@pytest.fixture
def phones(new_game: Path) -> Phones:
    return Phones(new_game)


def test_a_hand_is_recorded_and_answered_as_add_does(phones: Phones) -> None:
    answer = phones.record()
    assert answer.status == 201
    assert [entry.is_from_phone for entry in phones.game.entries] == [True]
    assert dict(phones.game.totals) == {"we": WE, "they": THEY}
    by_phone = json.loads(answer.body)
    run_ok("undo")
    by_command = json.loads(run_ok(*"add --json we n1 m1 o t200 they m1 t160 h85".split()))
    assert by_phone == by_command


def test_the_file_says_what_came_from_a_phone(phones: Phones) -> None:
    run_ok(*"add we n1 m1 o t200 they m1 t160 h85".split())
    phones.record({**HAND, "we.table": "250"}, hand=2)
    text = phones.path.read_text()
    assert text.count('by = "phone"') == 1
    assert 'format = 2\nneeds = "0.3"' in text
    assert "(from a phone)" in run_ok("show", "--all")
    entries = json.loads(run_ok("export", "-f", "json"))["entries"]
    assert [entry.get("by") for entry in entries] == [None, "phone"]
    run_ok("export", "-o", "copy.json")
    run_ok("import", "copy.json", "-l", "copy.toml")
    assert read_ledger(Path("copy.toml")).entries == phones.game.entries


def test_a_preview_scores_the_hand_and_records_nothing(phones: Phones) -> None:
    before = phones.path.read_bytes()
    answer = phones.post("/preview", {"hand": "1", **HAND})
    assert answer.status == 200
    assert json.loads(answer.body)["recorded"] is False
    assert json.loads(answer.body)["standing"]["we"]["total"] == WE
    page = phones.post("/preview", {"hand": "1", **HAND}, accept="text/html").body.decode()
    assert "1,100" in page
    assert 'value="100+100"' in page
    assert phones.path.read_bytes() == before


def test_an_impossible_hand_is_refused_with_every_problem_until_it_is_recorded_anyway(phones: Phones) -> None:
    refused = phones.record(FIVE_RED_THREES)
    assert refused.status == 422
    assert [problem["severity"] for problem in json.loads(refused.body)["problems"]][:1] == ["impossible"]
    assert phones.game.hands == ()
    page = phones.record(FIVE_RED_THREES, accept="text/html").body.decode()
    assert 'name="anyway"' in page
    assert 'value="200"' in page
    assert phones.record({**FIVE_RED_THREES, "anyway": "1"}).status == 201
    assert [entry.accepted_anyway for entry in phones.game.entries] == [True]


def test_a_refused_hand_keeps_its_score_in_view(phones: Phones) -> None:
    # By the rules of NVSO: a natural canasta 500 and 200 on the table; with one canasta, threes count nothing.
    assert re.search(r"<td>700</td>", phones.record(FIVE_RED_THREES, accept="text/html").body.decode())


@pytest.mark.parametrize("variant", SAMPLE_THEN_SLOW)
def test_messages_call_items_as_their_fields_are_called(game_folder: Path, variant: str) -> None:
    names = ["--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy"] if variant == "cutthroat" else []
    run_ok("new", "-v", variant, *names)
    phones = Phones(game_folder / "canasta.toml")
    sides, facts = list(phones.game.side_names)[:2], phones.game.variant.facts
    for text in ("77", "7xK", "Zx"):
        fields = {f"{side}.{name}": text for side in sides for name in facts}
        page = unescape(phones.post("/preview", {"hand": "1", **fields}, accept="text/html").body.decode())
        problems = re.findall(r'<p class="problem.*?</p>', page, re.DOTALL)
        assert problems
        named, texts = "|".join(map(re.escape, facts)), [re.sub("<.*?>", "", each) for each in problems]
        wrong = rf'\w=|"(?:{named})"'
        assert [each for each in texts if re.search(wrong, each)] == []


def test_an_unusable_field_is_called_by_its_label(phones: Phones) -> None:
    page = unescape(phones.record({"they.table": "7xZ", "we.red": "77"}, accept="text/html").body.decode())
    assert ', On the table: "7xZ" is not a card' in page
    page = unescape(phones.record({"we.red": "5", "they.hand": "85"}, accept="text/html").body.decode())
    assert "5 red threes in all, but the deck has only 4" in page
    assert "the nearest possible is 4 in “Red threes” for" in page


def test_an_unlikely_hand_is_asked_about_once_more(phones: Phones) -> None:
    phones.record()
    before = phones.path.read_bytes()
    for kind in ("application/json", "text/html"):
        refused = phones.record(hand=2, accept=kind)
        assert (refused.status, phones.path.read_bytes()) == (422, before)
        assert b"identical to hand 1" in refused.body
        assert (b"data-clear" in refused.body) == (kind == "text/html")
        assert (b'name="anyway"' in refused.body) == (kind == "text/html")
    assert b'name="anyway"' in phones.post("/preview", {"hand": "2", **HAND}, accept="text/html").body
    assert phones.record({**HAND, "anyway": "1"}, hand=2).status == 201
    assert [entry.accepted_anyway for entry in phones.game.entries] == [False, False]


def test_what_somebody_undid_is_not_recorded_by_the_phone_that_sends_it_again(phones: Phones) -> None:
    run_ok(*"add we t500 they h5".split())
    run_ok("undo")
    sent = {**HAND, "undos": "1", "they.red": "0"}
    assert re.search(r'name="undos" value="1"', phones.record({"we.red": "x"}, accept="text/html").body.decode())
    assert phones.record(sent).status == 201
    phones.post("/undo", {"entry": "3"})
    again = phones.record(sent)
    assert (again.status, json.loads(again.body)["problems"][0]["message"]) == (409, "somebody has undone this entry")
    assert phones.game.hands == ()
    assert b"record it again" in phones.record(sent, accept="text/html").body
    assert phones.record({**sent, "we.table": "250"}).status == 201, "another hand"
    phones.post("/undo", {"entry": "5"})
    assert phones.record({**sent, "undos": "3"}).status == 201, "from a form that was made after it"


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({}, "nothing"),
        ({"we.table": " "}, "nothing"),
        ({"we.purple": "1"}, "purple"),
        ({"you.red": "1"}, "you"),
        ({"we": "1"}, "nothing"),
        ({"we.red": "many"}, "many"),
        ({"we.out": "maybe"}, "maybe"),
        ({"we.table": "7xZ"}, "Z"),
        ({"we.table": "-5"}, "-5"),
        ({"we.red": "1" * 100}, "large"),
        ({"we.base": "100", "we.red": "1"}, "red"),
        ({"we+they.red": "1"}, "partners"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(phones: Phones, fields: Mapping[str, str], word: str) -> None:
    answer = phones.record(fields)
    assert answer.status == 422
    (problem, *_) = json.loads(answer.body)["problems"]
    assert word in problem["message"]
    assert word in unescape(phones.record(fields, accept="text/html").body.decode())
    assert phones.game.entries == ()


def test_a_phone_that_sends_twice_records_once_and_is_told_the_same(phones: Phones) -> None:
    first, second = phones.send(("/hands", {"hand": "1", **HAND}), ("/hands", {"hand": "1", **HAND}))
    assert (first.status, second.status) == (201, 201)
    assert (json.loads(second.body)["recorded"], json.loads(second.body)["problems"]) == (True, [])
    assert json.loads(first.body)["standing"] == json.loads(second.body)["standing"]
    assert len(phones.game.hands) == 1


def test_of_two_phones_that_enter_the_same_hand_the_second_sees_what_the_first_entered(phones: Phones) -> None:
    other = {**HAND, "we.table": "250"}
    statuses = sorted(each.status for each in phones.send(*(("/hands", {"hand": "1", **own}) for own in (HAND, other))))
    assert statuses == [201, 409]
    assert len(phones.game.hands) == 1
    late = phones.record({"we.red": "1", "they.hand": "5"})
    told = json.loads(late.body)
    assert (late.status, told["hand"], told["recorded"], len(told["problems"])) == (409, 1, False, 1)
    assert told["sides"]["they"]["total"] == THEY
    page = unescape(phones.record({"we.red": "1", "they.hand": "5"}, accept="text/html").body.decode())
    assert "Hand 1 was recorded meanwhile" in page
    assert re.search(r'name="we.red" value="1"', page)
    assert "If not, clear it." in page
    assert "data-clear>Clear</button>" in page


def test_a_hand_that_comes_after_the_game_is_over_has_no_form_to_look_at(phones: Phones) -> None:
    run_ok(*"add --anyway we base=9000 they base=100".split())
    page = unescape(phones.record({"we.red": "1", "they.hand": "5"}, accept="text/html").body.decode())
    assert "The game is over, and what you typed is not recorded." in page
    assert "data-clear" not in page


def test_a_hand_that_was_canceled_is_shown_as_such(phones: Phones) -> None:
    phones.record()
    run_ok("void", "1")
    assert 'data-recorded="canceled"' in Phones(phones.path).get()
    for fields, status, text in ((HAND, 201, "is recorded"), ({"we.red": "1"}, 409, "was recorded meanwhile")):
        late = phones.record(fields, accept="text/html")
        assert (late.status, f"Hand 1 {text}: canceled." in late.body.decode()) == (status, True)


@pytest.mark.parametrize("hand", ["", "99999999", "-1", "x"])
def test_a_hand_without_a_number_is_refused(phones: Phones, hand: str) -> None:
    answer = phones.post("/hands", {"hand": hand, **HAND})
    problems = json.loads(answer.body)["problems"]
    assert (answer.status, [problem["message"] for problem in problems]) == (400, ["the number of the hand is missing"])
    page = phones.post("/preview", {"hand": hand, **HAND}, accept="text/html").body
    assert b"The number of the hand is missing. Load the page again." in page
    assert phones.game.entries == ()


@pytest.mark.parametrize("hand", ["0", "2"])
def test_a_hand_that_is_not_next_is_refused(phones: Phones, hand: str) -> None:
    answer = phones.post("/hands", {"hand": hand, **HAND})
    assert (answer.status, json.loads(answer.body)["sides"]) == (409, {})
    assert b"not the next one" in phones.post("/hands", {"hand": hand, **HAND}, accept="text/html").body


def test_only_the_entry_that_is_meant_is_undone(phones: Phones) -> None:
    phones.record()
    refused = phones.post("/undo", {"entry": "7"})
    problems = json.loads(refused.body)["problems"]
    assert (refused.status, problems[0]["message"]) == (409, "this is not the last entry any more")
    done = phones.post("/undo", {"entry": "1"})
    assert (done.status, json.loads(done.body)["sides"]["we"]["total"]) == (200, 0)
    assert [entry.kind for entry in phones.game.entries if entry.is_from_phone] == [EntryKind.HAND, EntryKind.UNDO]
    assert phones.post("/undo", {"entry": "1"}).status == 409
    assert b"Nothing was undone" in phones.post("/undo", {"entry": "1"}, accept="text/html").body
    run_ok("redo")
    page = phones.post("/undo", {"entry": "1"}, accept="text/html").body
    assert b"Undone: hand 1." in page
    assert b"data-clear" in page


def test_what_was_undone_is_in_the_form_again(phones: Phones) -> None:
    phones.record()
    page = phones.post("/undo", {"entry": "1"}, accept="text/html").body.decode()
    assert "What was entered is in the form again." in page
    filled = dict(re.findall(r'name="(\w+\.\w+)" value="(\d+)"(?! *>)', page))
    assert filled == {**HAND, "we.table": "200"}
    undos = re.findall(r'name="undos" value="(\d+)"', page)[0]
    assert phones.record({**filled, "undos": undos, "they.hand": "80"}).status == 201
    run_ok(*"fix 1 we red=1".split())
    page = phones.post("/undo", {"entry": "4"}, accept="text/html").body.decode()
    assert "Undone: the correction of hand 1." in page
    assert "in the form again" not in page
    run_ok(*"add --anyway we base=500 they base=100".split())
    assert b"in the form again" not in phones.post("/undo", {"entry": "6"}, accept="text/html").body, (
        "a base has no field"
    )
    assert "type <code>canasta-score fix</code> on the computer" not in page
    phones.record({"we.natural": "1", "we.mixed": "2", "we.out": "1", "we.table": "300", "they.hand": "45"}, hand=2)
    assert "type <code>canasta-score fix</code> on the computer" in Phones(phones.path).get()


@pytest.mark.parametrize("text", ["format = 1\n[", None])
def test_a_file_that_cannot_be_used_refuses_everything_and_comes_back(phones: Phones, text: str | None) -> None:
    whole = phones.path.read_bytes()
    phones.path.unlink()
    if text:
        phones.path.write_text(text)
    for path, fields in (("/preview", HAND), ("/hands", HAND), ("/undo", {"entry": "1"})):
        for accept in ("application/json", "text/html"):
            answer = phones.post(path, {"hand": "1", **fields}, accept=accept)
            assert answer.status == 503
            if accept == "text/html":  # the page shows the first line alone
                assert answer.body.decode().splitlines()[1:] == ["Go back, and try again."]
    phones.path.write_bytes(whole)
    assert phones.record().status == 201


class TestSafety:
    """Whoever has no right to enter gets nothing, and no page elsewhere can make a browser enter something."""

    REFUSED = (
        ({"origin": "http://evil.example"}, 403), ({"origin": "null"}, 403), ({"origin": "http://127.0.0.1"}, 403),
        ({"origin": "https://127.0.0.1:8484"}, 403), ({"origin": "http://127.0.0.1:8484.evil.example"}, 403),
        ({"origin": ""}, 403), ({"origin": "http://localhost:8484"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403), ({"content-type": "text/plain"}, 415),
        ({"content-type": ""}, 415), ({"content-type": "multipart/form-data; boundary=x"}, 415),
        ({"host": "evil.example"}, 400),
    )  # fmt: skip

    @pytest.mark.parametrize(("headers", "status"), REFUSED)
    @pytest.mark.parametrize("path", ["/preview", "/hands", "/undo"])
    def test_a_request_from_elsewhere_is_refused(
        self, phones: Phones, path: str, headers: Mapping[str, str], status: int
    ) -> None:
        answer = phones.post(path, {"hand": "1", **HAND}, **headers)
        assert (answer.status, answer.body) == (status, b"")
        assert phones.game.entries == ()

    @pytest.mark.parametrize(
        "headers",
        [{"origin": "http://127.0.0.1:8484"}, {"sec-fetch-site": "same-origin"},
         {"content-type": f"{FORM}; charset=utf-8"}],
    )  # fmt: skip
    def test_the_page_itself_is_heard(self, phones: Phones, headers: Mapping[str, str]) -> None:
        assert phones.post("/hands", {"hand": "1", **HAND}, **headers).status == 201

    def test_who_may_look_cannot_enter(self, phones: Phones) -> None:
        for path in ("/preview", "/hands", "/undo", "/"):
            for root in ("/look", f"/{'a' * 26}", "/"):
                assert phones.send((path, {"hand": "1", **HAND}), root=root)[0].status == 404
        assert asyncio.run(ask(phones.app, "/look/entry")).status == 404
        assert phones.game.entries == ()

    def test_only_what_is_entered_by_forms_takes_them(self, phones: Phones) -> None:
        for path in ("/", "/entry.js", "/entry.css", "/entry.events", "/hand", "/hands/", "/redo", "/page"):
            assert phones.post(path).status == 404
        for method in ("GET", "PUT", "DELETE", "PATCH"):
            answer = asyncio.run(ask(phones.app, f"{phones.root}/hands", method))
            assert (answer.status, answer.body, answer.headers.get("allow")) == (404, b"", None)
        assert phones.game.entries == ()

    @pytest.mark.parametrize(
        ("kind", "body", "status"),
        [
            (FORM, b"a=" + b"b" * 16_384, 413), (FORM, b"we.red=1&we.red=2", 400), (FORM, b"\xff\xfe=1", 400),
            (FORM, b"&".join(b"a%d=1" % number for number in range(500)), 400), ("application/json", b"{", 400),
            ("application/json", b"[]", 400), ("application/json", b"[" * 16_000, 400),
            ("application/json", b'{"hand": {"a": 1}}', 400), ("application/json", b'{"hand": 1.5}', 400),
            ("application/json", b'{"hand": ' + b"9" * 5000 + b"}", 400),
            ("application/json", b'{"hand": 1, "we.red": 1, "anyway": true, "they.hand": "5"}', 201),
        ],
    )  # fmt: skip
    def test_a_body_is_a_small_form_or_a_small_object(
        self, phones: Phones, kind: str, body: bytes, status: int
    ) -> None:
        headers = {"content-type": kind, "accept": "application/json"}
        answer = asyncio.run(ask(phones.app, f"{phones.root}/hands", "POST", body, **headers))
        assert answer.status == status
        assert len(phones.game.entries) == (status == 201)

    def test_a_body_that_does_not_come_is_given_up(self, phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "_BODY_SECONDS", 0.01)

        async def wait() -> Answer:
            never: Callable[[], Awaitable[object]] = asyncio.Event().wait
            monkeypatch.setattr("starlette.requests.Request.stream", lambda _: _wait_for(never))
            return await ask(phones.app, f"{phones.root}/hands", "POST", **{"content-type": FORM})

        assert asyncio.run(wait()).status == 408

    def test_ten_requests_a_second_are_enough(self, phones: Phones) -> None:
        answers = phones.send(*[("/hands", {"hand": "9", **HAND})] * 12)
        assert [answer.status for answer in answers] == [409] * 10 + [429] * 2
        assert answers[-1].headers["retry-after"] == "1"
        other = phones.send(("/hands", {"hand": "1", **HAND}), **{"x-client": "192.168.1.7"})
        assert [answer.status for answer in other] == [201]

    def test_after_a_second_ten_more_are_allowed(self, phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
        statuses = []
        for now in (100.0, 100.99, 101.1):
            monkeypatch.setattr(door, "monotonic", lambda now=now: now)
            answers = phones.send(*[("/hands", {"hand": "9", **HAND})] * 10)
            statuses.append({answer.status for answer in answers})
        assert statuses == [{409}, {429}, {409}]

    def test_too_many_that_wait_for_the_file_are_told_so(self, phones: Phones, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(door, "_MAX_WAITING", 2)
        answers = phones.send(*[("/hands", {"hand": "1", **HAND})] * 4)
        assert [answer.status for answer in answers] == [201, 201, 503, 503]
        assert json.loads(answers[-1].body)["problems"]
        page = phones.send(*[("/hands", {"hand": "2", **HAND})] * 3, accept="text/html")[-1]
        assert page.body.decode().endswith(".\nGo back, and try again.")

    def test_hostile_names_and_values_are_text(self, game_folder: Path) -> None:
        run_ok("new", "--we", "<script>alert(1)</script>", "--they", '"><img src=x>')
        phones = Phones(game_folder / "canasta.toml")
        value = '"><script>alert(2)</script>'
        for page in (phones.get(), phones.record({"we.table": value}, accept="text/html").body.decode()):
            assert "<script>alert" not in page
            assert "<img" not in page

    def test_an_entry_page_may_send_forms_to_itself_alone(self, phones: Phones) -> None:
        headers = asyncio.run(ask(phones.app, f"{phones.root}/")).headers
        assert "form-action 'self';" in headers["content-security-policy"]
        assert headers["referrer-policy"] == "same-origin"
        assert "form-action 'none'" in asyncio.run(ask(phones.app, "/look/")).headers["content-security-policy"]


async def _wait_for(never: Callable[[], Awaitable[object]]) -> object:
    yield await never()


class TestForm:
    """The form is made from the rules alone."""

    @pytest.mark.parametrize("variant", SHIPPED)
    def test_every_item_of_the_rules_has_a_field(self, game_folder: Path, variant: str) -> None:
        names = ["--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy"] if variant == "cutthroat" else []
        run_ok("new", "-v", variant, *names)
        phones = Phones(game_folder / "canasta.toml")
        page = phones.get()
        fields = re.findall(r'name="([^"]+\.[^"]+)"', page)
        assert sorted(fields) == sorted(
            f"{question.side}.{fact.name}"
            for question in list_questions(phones.game.variant, phones.game.side_names, {})
            if question.side
            for fact in question.facts
        )

    def test_fields_are_counts_then_yes_or_no_then_points(self, game_folder: Path) -> None:
        run_ok("new")
        page = Phones(game_folder / "canasta.toml").get()
        fields = re.findall(r'<div class="field ([a-z-]+)[^"]*">.*?name="we\.([^"]+)"', page, re.DOTALL)
        everyday = ["count red", "count black", "count natural", "count mixed", "yes-or-no out", "points table"]
        assert [" ".join(field) for field in fields][:7] == [*everyday, "points hand"]

    def test_partners_have_fields_of_their_own(self, game_folder: Path) -> None:
        run_ok("new", "-v", "cutthroat", "--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy")
        phones = Phones(game_folder / "canasta.toml")
        assert 'name="partners" value="ann+cy"' in phones.get()
        page = phones.get("/?partners=ann%2Bcy")
        assert 'name="ann+cy.table"' in page
        assert 'name="cy.red"' in page
        assert 'name="cy.table"' not in page
        hand = {"partners": "ann+cy", "ann+cy.natural": "1", "ann+cy.table": "300", "cy.red": "1", "bob.hand": "45"}
        hand["ann+cy.out"] = "1"
        assert phones.record(hand).status == 201
        by_phone = phones.game.entries[-1].facts
        run_ok("undo")
        run_ok(*"add ann+cy n1 o t300 cy red=1 bob h45".split())
        assert by_phone == phones.game.entries[-1].facts
        assert phones.record({"partners": "ann+you", "bob.hand": "5"}, hand=2).status == 422
        assert "ann+you" not in phones.get("/?partners=ann%2Byou")

    def test_what_partners_had_is_in_the_form_again_and_they_are_called_by_their_names(self, game_folder: Path) -> None:
        run_ok("new", "-v", "cutthroat", "--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy")
        phones = Phones(game_folder / "canasta.toml")
        run_ok(*"add ann+cy n1 o t300 cy red=1 bob h45".split())
        page = phones.post("/undo", {"entry": "1"}, accept="text/html").body.decode()
        assert re.search(r'name="ann\+cy.table" value="300"', page)
        page = phones.post("/preview", {"hand": "1", "bob.out": "1"}, accept="text/html").body.decode()
        assert "such as Ann &amp; Cy" in page

    def test_after_the_end_there_is_no_form_but_the_last_hand_can_be_undone(self, phones: Phones) -> None:
        run_ok("end")
        page = Phones(phones.path).get()
        assert "The game is over" in page
        assert 'name="we.red"' not in page
        assert "Undo the end of the game" in page
        assert phones.record().status == 422
        assert run("show").code == 0
