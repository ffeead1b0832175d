"""Games exported as JSON or CSV come back as they were; what is no such game is refused."""

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given
from support.command_line import run, run_ok
from support.paths import DATA, TEN_HANDS
from support.strategies.games import EVENINGS, Game, Wish, games, written
from support.variants import SHIPPED, variant
from support.wording import Case, Wording, load_cases

from canasta_score import Ledger, LedgerError, Variant, load_variant, read_ledger
from canasta_score.game.importing.csv import ImportedGame, parse_game_csv
from canasta_score.game.importing.json import parse_game_json
from canasta_score.game.storage.ledger_files import format_ledger
from canasta_score.game.storage.ledger_reader import parse_ledger_text
from canasta_score.report.export.csv import format_game_csv
from canasta_score.report.export.json import format_game_json
from canasta_score.rules.model.facts import DIRECT_FACTS

pytestmark = pytest.mark.usefixtures("game_folder", "sentences")
CHANGES = load_cases(DATA / "imports" / "changes.toml", "change")
NO_GAMES = {
    "an empty file": b"",
    "a list": b"[1, 2]",
    "null": b"null",
    "half a character": b'"\\ud800"',
    "not UTF-8": b'{"\xff": 1}',
    "many open lists": b"[" * 100_000,
    "many tables": b'{"a":' * 30 + b"1" + b"}" * 30,
    "many digits": b'{"format": ' + b"1" * 5000 + b"}",
}
FILE = "game.csv"


def taken(text: str, rules: Variant | None = None, *, anyway: bool = False) -> ImportedGame:
    return parse_game_csv(text.encode(), rules or variant("nvso"), FILE, anyway=anyway)


def exported(ledger: Ledger) -> dict[str, Any]:
    value = json.loads(format_game_json(ledger))
    assert isinstance(value, dict)
    return value


class TestAnExportedGame:
    """What was exported comes back."""

    @given(games(), EVENINGS)
    def test_json_comes_back_without_loss(self, game: Game, wishes: list[Wish]) -> None:
        before = whole(game, wishes)
        value = format_game_json(before).encode()
        after = parse_game_json(value, before.file).state
        assert after == before
        again = parse_ledger_text(format_ledger(after), before.file)
        assert (again.state, again.diagnostics) == (before, ())
        assert format_game_json(again.state).encode() == value

    @given(games(), EVENINGS)
    def test_csv_comes_back_with_every_score(self, game: Game, wishes: list[Wish]) -> None:
        before = whole(game, wishes)
        counting = list(before.iter_running_totals())
        names = {side: name.strip() for side, name in before.side_names.items()}
        assume(counting and len({*names.values()}) == len(names))
        after = taken(format_game_csv(before), before.variant, anyway=True)
        assert after.side_names == names
        assert after.starting_totals == before.starting_totals
        for hand, (old, _) in zip(after.hands, counting, strict=True):
            assert (hand.number, hand.played_at) == (old.number, old.recorded_at)
            if not any(part in side_facts for side_facts in old.facts.values() for part in DIRECT_FACTS):
                assert hand.facts == {side: without_zeros(side_facts) for side, side_facts in old.facts.items()}

    @pytest.mark.parametrize("form", ["json", "csv"])
    def test_a_game_of_ten_hands_comes_back_through_files(self, form: str, game_folder: Path) -> None:
        run_ok("export", "-l", str(TEN_HANDS), "-o", f"game.{form}")
        run_ok("import", f"game.{form}", "-l", "again.toml")
        before, after = (json.loads(run_ok("show", "--json", "-l", str(path))) for path in (TEN_HANDS, "again.toml"))
        assert after == before
        assert run("check", "--quiet", "again.toml").out == ""
        if form == "json":
            assert (game_folder / "again.toml").read_bytes() == TEN_HANDS.read_bytes()


def whole(game: Game, wishes: list[Wish]) -> Ledger:
    """Return a game with an entry of every kind."""
    texts = [game.text, *(data for data, _ in written(game, wishes))]
    return parse_ledger_text(texts[-1], FILE).state


def without_zeros(side_facts: Mapping[str, int]) -> dict[str, int]:
    return {name: number for name, number in side_facts.items() if number}


def put(game: dict[str, Any], key: str, value: object) -> None:
    """Put a value into a game, at a key by its path."""
    *tables, last = (int(name) if name.isdigit() else name for name in key.split("."))
    inner: Any = game
    for name in tables:
        inner = inner[name]
    inner[last] = value


class TestWhatIsNoExportedGame:
    """JSON is read as strictly as a ledger."""

    @pytest.mark.parametrize("change", CHANGES, ids=lambda change: change["key"])
    def test_the_first_mistake_is_reported_with_its_place(self, change: Case, wording: Wording) -> None:
        value = exported(read_ledger(TEN_HANDS))
        put(value, change["key"], change["value"])
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        first = caught.value.diagnostics[0]
        assert first.file == "game.json"
        change.check(wording, f"{first.where}: {first.message}; {first.hint}")

    @pytest.mark.parametrize("key", ["format", "variant", "sides", "rules", "entries"])
    def test_a_file_that_lacks_a_part_of_a_game_is_refused(self, key: str, wording: Wording) -> None:
        value = exported(read_ledger(TEN_HANDS))
        del value[key]
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        wording.check_wording("imports", ["json", "a missing part"], caught.value.sentences, key=f'"{key}"')

    @pytest.mark.parametrize("name", NO_GAMES)
    def test_a_file_that_is_no_game_at_all_is_refused(self, name: str, wording: Wording) -> None:
        with pytest.raises(LedgerError) as caught:
            parse_game_json(NO_GAMES[name], "game.json")
        wording.check_wording("imports", ["json", name], caught.value.sentences)

    def test_a_file_that_is_no_json_is_refused_with_the_place(self) -> None:
        with pytest.raises(LedgerError) as caught:
            parse_game_json(b'{"a": 1, b}', "game.json")
        (sentence,) = caught.value.sentences
        assert "JSON" in sentence
        assert "line 1, column 10" in sentence

    def test_a_mark_of_utf_8_is_passed_over(self) -> None:
        data = format_game_json(read_ledger(TEN_HANDS)).encode()
        assert parse_game_json(b"\xef\xbb\xbf" + data, "game.json").state == parse_game_json(data, "game.json").state

    @pytest.mark.parametrize(
        "key", ["summary", "game.target", "bonuses.out.points", "bonuses.out.short", "threes.red.0"]
    )
    def test_a_null_in_the_rules_is_reported_with_its_place(self, key: str, wording: Wording) -> None:
        value = exported(read_ledger(TEN_HANDS))
        put(value, f"rules.{key}", None)
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        assert [diagnostic.where for diagnostic in caught.value.diagnostics] == [f"rules.{key}"]
        wording.check_wording("imports", ["json", "a null"], caught.value.sentences, key=key)

    def test_a_repeated_key_is_refused(self, wording: Wording) -> None:
        text = format_game_json(read_ledger(TEN_HANDS)).rstrip().removesuffix("}") + ', "entries": []}'
        with pytest.raises(LedgerError) as caught:
            parse_game_json(text.encode(), "game.json")
        wording.check_wording("imports", ["json", "a repeated key"], caught.value.sentences)

    def test_times_in_zones_that_are_apart_by_seconds_are_taken_in_another(self) -> None:
        value = exported(read_ledger(TEN_HANDS))
        value["entries"][0]["at"] = "1870-01-01T12:00:00+00:09:21"
        entry = parse_game_json(json.dumps(value).encode(), "game.json").state.entries[0]
        assert entry.recorded_at.isoformat() == "1870-01-01T11:50:39+00:00"

    def test_a_time_that_no_other_zone_can_tell_is_no_time(self) -> None:
        value = exported(read_ledger(TEN_HANDS))
        value["entries"][0]["at"] = "0001-01-01T00:00:00+00:09:21"
        with pytest.raises(LedgerError) as caught:
            parse_game_json(json.dumps(value).encode(), "game.json")
        (diagnostic,) = caught.value.diagnostics
        assert "0001-01-01" in diagnostic.message
        assert diagnostic.where.endswith("at")


def test_what_is_only_against_the_rules_is_not_said_of_an_exported_game() -> None:
    run_ok("new", "-l", "first.toml")
    assert run("add", "-l", "first.toml", "we", "n1", "o", "t90").err
    run_ok("export", "-l", "first.toml", "-o", "game.json")
    done = run("import", "game.json")
    assert (done.code, done.err) == (0, "")


def test_what_an_export_of_one_variant_holds_is_read_by_its_rules(game_folder: Path) -> None:
    for name in SHIPPED:
        is_for_three = load_variant(name).has_partners_by_hand
        sides = ["--side", "we", "--side", "they", "--side", "cy"] if is_for_three else []
        tally = ["we", "n2", "o", "t160", *(["they+cy"] if is_for_three else ["they"]), "m1", "t90", "h15"]
        run_ok("new", "-v", name, "-l", f"{name}.toml", *sides)
        run_ok("add", "-l", f"{name}.toml", *tally)
        run_ok("export", "-l", f"{name}.toml", "-o", f"{name}.csv")
        run_ok("import", "-v", name, f"{name}.csv", "-l", f"{name}-2.toml")
        before, after = read_ledger(f"{name}.toml"), read_ledger(f"{name}-2.toml")
        assert (after.totals, after.rules.keys) == (before.totals, before.rules.keys)
        heads = next(csv.reader(io.StringIO((game_folder / f"{name}.csv").read_text(encoding="utf-8"))))
        assert len(heads) == 4 + is_for_three + len(before.variant.facts) + 6
