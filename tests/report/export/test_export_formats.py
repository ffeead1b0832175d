"""Exports: every form says what `show --json` says, numbers are numbers, and no name does any harm."""

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from support.command_line import run_json, run_ok
from support.hostile_names import HOSTILE, hostile_game
from support.paths import TEN_HANDS

from canasta_score import read_ledger
from canasta_score.game.csv_columns import ROW_LABEL_COLUMNS, escape_formula, list_columns, unescape_formula
from canasta_score.report.export.markdown import escape_markdown

pytestmark = pytest.mark.usefixtures("ten_hands")

FACTS = {"left-in-hand": "hand"}


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


class TestCsv:
    """A row for each hand and side, which a spreadsheet reads as numbers."""

    def test_every_number_is_that_of_the_sheet(self) -> None:
        sheet, rows = run_json("show", "--json"), rows_of(run_ok("export", "-f", "csv"))
        assert [(row["hand"], row["side"]) for row in rows] == [
            (str(hand["hand"]), side) for hand in sheet["hands"] for side in ("we", "they")
        ]
        given = iter(rows)
        for hand in sheet["hands"]:
            for side, score in hand["sides"].items():
                row = next(given)
                assert (row["time"], row["name"]) == (hand["at"], sheet["sides"][side]["name"])
                for figure in ("base", "count", "penalties", "total", "running"):
                    assert int(row[figure]) == score[figure]
                facts = {FACTS.get(column, column): int(row[column]) for column in list(row)[4:-6]}
                assert {fact: number for fact, number in facts.items() if number} == score["facts"]
        assert sheet["over"]
        assert {row["side"]: row["need"] for row in rows[-2:]} == dict.fromkeys(sheet["sides"], "")

    def test_the_columns_are_whose_row_it_is_every_fact_and_what_it_comes_to(self) -> None:
        heads = run_ok("export").partition("\n")[0].split(",")
        facts = list(read_ledger("canasta.toml").variant.facts)
        named = [FACTS.get(head, head) for head in heads[4:-6]]
        assert heads[:4] == ["hand", "time", "side", "name"]
        assert named == facts
        assert heads[-6:] == ["base", "count", "penalties", "total", "running", "need"]
        assert len(set(heads)) == len(heads)

    def test_the_need_is_that_of_the_next_hand(self) -> None:
        # 3,000 needs 155, over 5,000 needs 180; the totals after each hand stand in the README's sheet
        needs = [(row["running"], row["need"]) for row in rows_of(run_ok("export")) if row["side"] == "we"]
        assert needs[:6] == [
            ("2525", "125"), ("2970", "125"), ("2725", "125"), ("4235", "155"), ("4665", "155"), ("6345", "180"),
        ]  # fmt: skip

    def test_a_hand_keeps_the_need_that_it_was_played_by(self) -> None:
        # 50, 90, 120 and 150 in the four hands; the first is canceled, so that it is played again for 50
        run_ok("new", "-v", "catawba", "-l", "rounds.toml")
        for tally in ("we base=100 they base=300", "we base=200 they base=300", "we base=100 they base=500"):
            run_ok("add", "-l", "rounds.toml", *tally.split())
        run_ok("void", "1", "-l", "rounds.toml")
        rows = rows_of(run_ok("export", "-l", "rounds.toml"))
        assert [(row["hand"], row["need"]) for row in rows if row["side"] == "we"] == [("2", "120"), ("3", "50")]
        assert run_json("show", "--json", "-l", "rounds.toml")["sides"]["we"]["needs"] == 50

    def test_a_file_says_that_it_is_utf_8_where_that_matters(self, game_folder: Path) -> None:
        run_ok("export", "-o", "plain.csv")
        run_ok("export", "-o", "names.csv", "-l", str(hostile_game()))
        assert (game_folder / "plain.csv").read_bytes().startswith(b"hand,")
        assert (game_folder / "names.csv").read_bytes().startswith(b"\xef\xbb\xbfhand,")

    def test_a_struck_hand_is_no_row_and_the_others_keep_their_numbers(self) -> None:
        run_ok("void", "4")
        rows = rows_of(run_ok("export"))
        assert [row["hand"] for row in rows if row["side"] == "we"] == ["1", "2", "3", "5", "6", "7", "8", "9", "10"]

    def test_no_cell_runs_as_a_formula_and_numbers_are_plain(self) -> None:
        rows = rows_of(run_ok("export", "-l", str(hostile_game())))
        assert [unescape_formula(row["name"]) for row in rows] == list(HOSTILE.values())
        for row in rows:
            for column, cell in row.items():
                assert cell[:1] not in tuple("=+@＝＋－＠\t\r") or cell == ""  # noqa: RUF001 -- as in the code
                assert column in ROW_LABEL_COLUMNS or re.fullmatch(r"-?\d+", cell)

    def test_no_heading_runs_as_a_formula_and_the_export_comes_back(self, game_folder: Path) -> None:
        label = '=HYPERLINK("http://example.invalid")'
        (game_folder / "ours.toml").write_text(
            f'extends = "nvso"\n[bonuses.need]\nlabel = {json.dumps(label)}\npoints = 100\n'
        )
        run_ok("new", "-v", "./ours.toml", "-l", "ours-game.toml")
        run_ok("add", "-l", "ours-game.toml", "we", "need=1", "natural=2", "table=160", "they", "table=60", "hand=5")
        exported = run_ok("export", "-l", "ours-game.toml")
        headings = next(csv.reader(io.StringIO(exported.removeprefix("\ufeff"))))
        assert all(re.match(r"[a-z]", heading) for heading in headings)
        (game_folder / "back.csv").write_text(exported, encoding="utf-8")
        run_ok("import", "back.csv", "-v", "./ours.toml", "-l", "back.toml")

    def test_a_game_without_a_hand_is_its_heads(self) -> None:
        run_ok("new", "-l", "empty.toml")
        assert len(run_ok("export", "-l", "empty.toml").splitlines()) == 1

    @pytest.mark.parametrize(
        ("text", "cell"),
        [
            ("Ann & Bob", "Ann & Bob"),
            ("=1+1", "'=1+1"),
            ("Ann;=1+1;z", "Ann;'=1+1;z"),
            ("Ann;'t | @Bo", "Ann;''t |' @Bo"),
            ("+49", "'+49"),
            ("-5", "'-5"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("  =1+1", "'  =1+1"),
            ("＝1+1", "'＝1+1"),  # noqa: RUF001 -- wide signs begin a formula too
            ("'=1", "''=1"),
            ("'t Hart", "''t Hart"),
            ("O'Neil", "O'Neil"),
            ("1=1", "1=1"),
        ],
    )
    def test_a_text_that_would_run_is_shown_and_comes_back_as_it_was(self, text: str, cell: str) -> None:
        assert escape_formula(text) == cell
        assert unescape_formula(cell) == text

    def test_a_fact_that_is_called_as_another_column_goes_by_its_label(self, tmp_path: Path) -> None:
        house = tmp_path / "house.toml"
        house.write_text(
            'extends = "nvso"\nname = "house"\ntitle = "House"\nsource = "us"\n'
            '[bonuses.time]\nlabel = "In time"\npoints = 5\n[bonuses.total]\npoints = 5\n',
            encoding="utf-8",
        )
        run_ok("new", "-v", str(house), "-l", "house-game.toml")
        run_ok("add", "-l", "house-game.toml", "we", "n1", "t90", "time", "total", "they", "h5")
        row = rows_of(run_ok("export", "-l", "house-game.toml"))[0]
        assert (row["in-time"], row["total-told"], row["total"]) == ("1", "1", "600")
        variant = read_ledger("house-game.toml").variant
        assert len(set(list_columns(variant))) == len(list_columns(variant))
        run_ok("export", "-l", "house-game.toml", "-o", "house.csv")
        run_ok("import", "house.csv", "-v", str(house), "-l", "again.toml")
        assert read_ledger("again.toml").hands[0].facts == read_ledger("house-game.toml").hands[0].facts


class TestJson:
    """All of the ledger, and all of the sheet."""

    def test_it_holds_the_sheet_and_the_entries_as_show_prints_them(self) -> None:
        game, shown = run_json("export", "-f", "json"), run_json("show", "--json", "--all")
        assert {key: value for key, value in game.items() if key in shown} == shown
        assert sorted(game.keys() - shown.keys()) == ["format", "needs", "rules", "started"]

    def test_it_holds_the_rules_as_they_stand_in_the_ledger(self) -> None:
        import tomllib  # noqa: PLC0415 -- only here

        stated = tomllib.loads(Path("canasta.toml").read_text(encoding="utf-8"))
        game = run_json("export", "-f", "json")
        assert game["format"] == 2
        assert game["rules"] == {key: value for key, value in stated["rules"].items() if key != "checksum"}
        assert game["started"] == stated["started"].isoformat()


class TestMarkdown:
    """A table on a code host, in which a name is a name."""

    @staticmethod
    def tables(text: str) -> list[list[list[str]]]:
        """Render as a code host does, and give the cells of each table as they are seen."""
        tables: list[list[list[str]]] = []
        before = ""
        for token in MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text):
            before, within = token.type, before
            match token.type:
                case "table_open":
                    tables.append([])
                case "tr_open":
                    tables[-1].append([])
                case "inline" if within in {"th_open", "td_open"}:
                    assert {child.type for child in token.children or ()} <= {"text", "text_special"}
                    tables[-1][-1].append("".join(child.content for child in token.children or ()))
        return tables

    def test_every_number_is_that_of_the_sheet(self) -> None:
        sheet = run_json("show", "--json")
        hands, standing = self.tables(run_ok("export", "-f", "md"))
        shown = [[int(cell.replace(",", "")) if cell else 0 for cell in row] for row in hands[1:]]
        assert shown == [list(figures_of(hand)) for hand in sheet["hands"]]
        assert standing[1] == ["Standing", *(f"{side['total']:,}" for side in sheet["sides"].values())]
        assert "Ann & Bob won in hand 10: 9,810 to 8,665." in run_ok("export", "-f", "md")

    def test_names_and_notes_are_shown_as_they_are(self) -> None:
        text = run_ok("export", "-f", "md", "-l", str(hostile_game()))
        hands, standing = self.tables(text)
        assert standing[0] == ["", *HOSTILE.values()]
        assert hands[0][:2] == ["Hand", f"{HOSTILE['we']} Base"]
        html = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
        assert re.findall(r"<(script|a|b|em|code|s)\b", html) == []
        assert "=cmd|' /C calc'!A0 &lt;b&gt;bold&lt;/b&gt;" in html

    @pytest.mark.parametrize(
        ("text", "plain_text"),
        [
            ("$i$", r"\$i\$"),
            ("- x", r"\- x"),
            ("+ x", r"\+ x"),
            ("a - b", "a - b"),
            ("A & B, 8,500 to -20", "A & B, 8,500 to -20"),
            ("<b>*A* | B_c", r"\<b\>\*A\* \| B\_c"),
            ("# &lt;", r"\# \&lt;"),
        ],
    )
    def test_signs_are_shown_as_they_are(self, text: str, plain_text: str) -> None:
        assert escape_markdown(text) == plain_text

    def test_the_winner_is_a_name_too(self) -> None:
        run_ok("new", "-l", "over.toml", "--we", "<b>Ann</b>")
        run_ok("add", "-l", "over.toml", "we", "base=9000", "they", "base=0")
        assert "\\<b\\>Ann\\</b\\> won in hand 1" in run_ok("export", "-f", "md", "-l", "over.toml")

    def test_a_game_begun_nobody_knows_when_has_no_day(self, game_folder: Path) -> None:
        lines = TEN_HANDS.read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith("started"))
        (game_folder / "canasta.toml").write_text(text, encoding="utf-8")
        assert "begun" not in run_ok("export", "-f", "md")
        assert run_json("export", "-f", "json")["started"] is None

    def test_house_rules_and_the_day_are_told(self) -> None:
        run_ok("new", "-l", "house.toml", "--set", "game.target=5000")
        text = run_ok("export", "-f", "md", "-l", "house.toml")
        assert "\n- House rule: to 5,000\n" in text
        assert re.search(
            r"^NVSO Canasta, 1 house rule, to 5,000, started [A-Z][a-z]{2} \d\d?, \d{4}$", text, re.MULTILINE
        )
        assert len(self.tables(text)) == 1


def figures_of(hand: dict[str, Any]) -> Iterator[int]:
    """Yield the cells of a row of the ten-hand sheet, where only one side has penalties."""
    yield hand["hand"]
    for side, score in hand["sides"].items():
        penalties = [score["penalties"]] if side == "they" else []
        yield from (score["base"], score["count"], *penalties, score["total"], score["running"])


class TestText:
    """The score sheet."""

    def test_it_is_the_sheet_as_it_stands_on_80_columns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        assert run_ok("export", "-f", "txt") == run_ok("show").replace(" To see how: show --all", "")
        monkeypatch.setenv("COLUMNS", "40")
        assert max(map(len, run_ok("export", "-f", "txt").splitlines())) > 40
