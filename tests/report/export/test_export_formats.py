"""Exports: every form says what `show --json` says, numbers are numbers, and no name does any harm."""

import csv
import io
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from support.command_line import run, run_json, run_ok, run_process
from support.game_files import AS_ANYBODY, files_in
from support.paths import TEN_HANDS

from canasta_score import Ledger, read_ledger
from canasta_score.game.importing.csv_columns import ROW_LABEL_COLUMNS, escape_formula, list_columns, unescape_formula
from canasta_score.report.export.markdown import escape_markdown

pytestmark = pytest.mark.usefixtures("ten_hands")

HOSTILE = {
    "we": "<script>alert(1)</script>",
    "they": "=1+1",
    "north": "a|b `c` *d* _e_ [f](g) &lt; ~h~ \\ $i$",
    "south": "مريم و علی 👩\u200d👧",
    "west": "@SUM(A1)",
    "others": "'=quoted' \"twice\", and more",
}
FACTS = {"left-in-hand": "hand"}


def refused(code: int, *words: str) -> str:
    done = run(*words)
    assert (done.code, done.out) == (code, "")
    return done.err


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def hostile_game() -> Path:
    """Begin a game whose names are meant to do harm, and play a hand."""
    path = Path("hostile.toml")
    sides = [word for side, name in HOSTILE.items() for word in ("--side", f"{side}={name}")]
    run_ok("new", "-l", str(path), *sides)
    run_ok("add", "-l", str(path), *"we n2 o t160 they m1 t90 h15 north h45 south b1 t60 west h5 others h20".split())
    run_ok("note", "-l", str(path), "=cmd|' /C calc'!A0 <b>bold</b>")
    return path


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

    def test_a_need_that_goes_by_the_hand_counts_the_hands_that_count(self) -> None:
        # 50, 90, 120 and 150 in the four hands; hand 1 is struck, so that hand 2 is the first
        run_ok("new", "-v", "catawba", "-l", "rounds.toml")
        for tally in ("we base=100 they base=50", "we base=200 they base=50", "we base=10 they base=50"):
            run_ok("add", "-l", "rounds.toml", *tally.split())
        run_ok("void", "1", "-l", "rounds.toml")
        rows = rows_of(run_ok("export", "-l", "rounds.toml"))
        assert [(row["hand"], row["need"]) for row in rows if row["side"] == "we"] == [("2", "90"), ("3", "120")]
        assert run_json("show", "--json", "-l", "rounds.toml")["sides"]["we"]["needs"] == 120

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

    def test_a_game_without_a_hand_is_its_heads(self) -> None:
        run_ok("new", "-l", "empty.toml")
        assert len(run_ok("export", "-l", "empty.toml").splitlines()) == 1

    @pytest.mark.parametrize(
        ("text", "cell"),
        [
            ("Ann & Bob", "Ann & Bob"),
            ("=1+1", "'=1+1"),
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
        assert sorted(game.keys() - shown.keys()) == ["format", "rules", "started"]

    def test_it_holds_the_rules_as_they_stand_in_the_ledger(self) -> None:
        import tomllib  # noqa: PLC0415 -- only here

        stated = tomllib.loads(Path("canasta.toml").read_text(encoding="utf-8"))
        game = run_json("export", "-f", "json")
        assert (game["format"], game["rules"]) == (1, stated["rules"])
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
        assert "Won by Ann & Bob in hand 10, 9,810 to 8,665." in run_ok("export", "-f", "md")

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
        [("$i$", r"\$i\$"), ("- x", r"\- x"), ("+ x", r"\+ x"), ("a - b", "a - b"), ("A & B", "A & B")],
    )
    def test_signs_are_shown_as_they_are(self, text: str, plain_text: str) -> None:
        assert escape_markdown(text) == plain_text

    def test_the_winner_is_a_name_too(self) -> None:
        run_ok("new", "-l", "over.toml", "--we", "<b>Ann</b>")
        run_ok("add", "-l", "over.toml", "we", "base=9000", "they", "base=0")
        assert "Won by \\<b\\>Ann\\</b\\> in hand 1" in run_ok("export", "-f", "md", "-l", "over.toml")

    def test_a_game_begun_nobody_knows_when_has_no_day(self, game_folder: Path) -> None:
        lines = TEN_HANDS.read_text(encoding="utf-8").splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith("started"))
        (game_folder / "canasta.toml").write_text(text, encoding="utf-8")
        assert "begun" not in run_ok("export", "-f", "md")
        assert run_json("export", "-f", "json")["started"] is None

    def test_house_rules_and_the_day_are_told(self) -> None:
        run_ok("new", "-l", "house.toml", "--set", "game.target=5000")
        text = run_ok("export", "-f", "md", "-l", "house.toml")
        assert "\n- House rule: game.target=5000\n" in text
        assert re.search(r"^NVSO Canasta, 1 house rule, to 5,000, begun on \d{4}-\d\d-\d\d$", text, re.MULTILINE)
        assert len(self.tables(text)) == 1


def figures_of(hand: dict[str, Any]) -> Iterator[int]:
    """Go through a row of the sheet of the ten hands, in which only one side has penalties."""
    yield hand["hand"]
    for side, score in hand["sides"].items():
        penalties = [score["penalties"]] if side == "they" else []
        yield from (score["base"], score["count"], *penalties, score["total"], score["running"])


class TestText:
    """The score sheet."""

    def test_it_is_the_sheet_as_it_stands_on_80_columns(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "80")
        assert run_ok("export", "-f", "txt") == run_ok("show").replace(" (show --all says how)", "")
        monkeypatch.setenv("COLUMNS", "40")
        assert max(map(len, run_ok("export", "-f", "txt").splitlines())) > 40


class TestTheFile:
    """A file is written whole or not at all, and none that is there is lost."""

    @pytest.mark.parametrize(
        ("name", "form"),
        [
            ("g.csv", "csv"), ("g.json", "json"), ("g.md", "md"), ("g.html", "html"), ("g.txt", "txt"),
            ("G.CSV", "csv"), ("g.htm", "html"), ("g.markdown", "md"), ("g.text", "txt"),
        ],
    )  # fmt: skip
    def test_its_ending_says_the_form(self, name: str, form: str, game_folder: Path) -> None:
        assert run_ok("export", "-o", name) == f"Written to {name}.\n"
        assert (game_folder / name).read_text(encoding="utf-8") == run_ok("export", "-f", form)
        assert files_in(game_folder) == {"canasta.toml", name}

    def test_a_form_that_is_named_goes_before_the_ending(self, game_folder: Path) -> None:
        run_ok("export", "-o", "game.of.ours", "-f", "md")
        assert (game_folder / "game.of.ours").read_text(encoding="utf-8").startswith("# Ann & Bob")

    def test_an_ending_that_says_nothing_is_refused(self, game_folder: Path) -> None:
        err = refused(2, "export", "-o", "game.xls")
        assert "the ending of 'game.xls' says no form; end it in .csv, .json, .md, .html or .txt" in err
        assert files_in(game_folder) == {"canasta.toml"}

    @pytest.mark.parametrize("words", [[], ["-o", "-"]])
    def test_without_a_file_it_goes_to_standard_out_as_csv(self, words: list[str]) -> None:
        assert run_ok("export", *words).startswith("hand,time,side,name,red,black,")

    def test_one_that_is_there_is_overwritten_only_by_force(self, game_folder: Path) -> None:
        (game_folder / "game.md").write_text("ours", encoding="utf-8")
        assert "'game.md' is there already" in refused(2, "export", "-o", "game.md")
        assert (game_folder / "game.md").read_text(encoding="utf-8") == "ours"
        run_ok("export", "-o", "game.md", "--force")
        assert (game_folder / "game.md").read_text(encoding="utf-8").startswith("# Ann & Bob")

    @pytest.mark.parametrize("name", ["canasta.toml", "./canasta.toml", "link.json"])
    def test_the_ledger_itself_is_never_overwritten(self, name: str, game_folder: Path) -> None:
        (game_folder / "link.json").symlink_to("canasta.toml")
        assert "is the ledger itself" in refused(2, "export", "-o", name, "-f", "json", "--force")
        assert (game_folder / "canasta.toml").read_bytes() == TEN_HANDS.read_bytes()

    def test_a_link_is_followed_and_the_mode_stays(self, game_folder: Path) -> None:
        (game_folder / "real.txt").write_text("old", encoding="utf-8")
        (game_folder / "real.txt").chmod(0o640)
        (game_folder / "link.txt").symlink_to("real.txt")
        run_ok("export", "-o", "link.txt", "--force")
        assert (game_folder / "link.txt").is_symlink()
        assert (game_folder / "real.txt").read_text(encoding="utf-8") == run_ok("export", "-f", "txt")
        assert stat.S_IMODE((game_folder / "real.txt").stat().st_mode) == 0o640

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("nowhere/game.csv", "nowhere/game.csv: there is no folder 'nowhere'; make it first"),
            ("g\0.csv", "cannot be written: no file can have such a name; nothing is written"),
            (f"{'g' * 300}.csv", "cannot be written: file name too long; nothing is written"),
        ],
    )
    def test_what_the_disk_refuses_is_said_with_its_reason(self, name: str, said: str, game_folder: Path) -> None:
        assert said in refused(4, "export", "-f", "csv", "--force", "-o", name)
        assert files_in(game_folder) == {"canasta.toml"}

    @pytest.mark.parametrize("force", [[], ["--force"]])
    def test_a_folder_is_no_file(self, force: list[str], game_folder: Path) -> None:
        (game_folder / "folder").mkdir()
        assert "'folder' is a folder; name a file in it" in refused(2, "export", "-f", "csv", "-o", "folder", *force)

    def test_one_that_came_while_the_ledger_was_read_is_not_overwritten(
        self, game_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def read_while_another_writes(path: Path) -> Ledger:
            (game_folder / "game.csv").write_text("theirs", encoding="utf-8")
            return read_ledger(path)

        monkeypatch.setattr("canasta_score.cli.commands.files.export.read_ledger", read_while_another_writes)
        assert "game.csv: is there already; nothing is written" in refused(4, "export", "-o", "game.csv")
        assert (game_folder / "game.csv").read_text(encoding="utf-8") == "theirs"

    def test_what_lies_beside_it_is_left_alone(self, game_folder: Path) -> None:
        (game_folder / ".game.csv.new").write_text("ours", encoding="utf-8")
        run_ok("export", "-o", "game.csv")
        assert files_in(game_folder) == {"canasta.toml", "game.csv", ".game.csv.new"}

    def test_a_pipe_is_written_into(self, game_folder: Path) -> None:
        os.mkfifo(game_folder / "pipe")
        reader = os.open(game_folder / "pipe", os.O_RDONLY | os.O_NONBLOCK)
        run_ok("export", "-o", "pipe", "-f", "md")
        written = os.read(reader, 65536).decode()
        os.close(reader)
        assert written == run_ok("export", "-f", "md")

    def test_a_name_that_a_terminal_would_obey_is_told_harmlessly(self) -> None:
        assert run_ok("export", "-o", "a\n\x1b[31m.csv") == "Written to a\\n\\x1b[31m.csv.\n"

    @pytest.mark.end_to_end
    def test_a_folder_that_cannot_be_written_keeps_what_it_has(self, game_folder: Path) -> None:
        folder = game_folder / "closed"
        folder.mkdir()
        folder.chmod(0o555)
        done = run_process("export", "-o", "closed/game.csv", behind=AS_ANYBODY)
        folder.chmod(0o755)
        assert done.code == 4
        assert "permission denied" in done.err
        assert files_in(folder) == set()

    def test_a_broken_ledger_leaves_nothing_behind(self, game_folder: Path) -> None:
        (game_folder / "canasta.toml").write_bytes(TEN_HANDS.read_bytes().replace(b"we = 2525", b"we = 2530"))
        assert "do not hold" in refused(4, "export", "-o", "game.csv")
        assert files_in(game_folder) == {"canasta.toml"}

    def test_what_goes_to_a_pipe_is_utf_8_whatever_the_terminal_has(self) -> None:
        path = hostile_game()
        done = run_process("export", "-f", "csv", "-l", str(path), PYTHONIOENCODING="ascii")
        assert HOSTILE["south"] in done.out

    def test_it_loads_only_what_its_form_needs(self) -> None:
        code = (
            "import sys; from canasta_score.cli.app import app\n"
            "try: app(['export', '-f', 'csv'])\n"
            "except SystemExit: print(sorted({'jinja2', 'plotext', 'tabulate'} & sys.modules.keys()), file=sys.stderr)"
        )
        command = [sys.executable, "-c", code]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stderr == "[]\n"


class TestChart:
    """`show --chart`: the race, as large as the terminal, and without colour where none is wanted."""

    @pytest.mark.parametrize(("columns", "lines"), [(100, 40), (80, 24), (60, 30), (40, 24), (200, 60)])
    def test_it_fills_the_terminal_and_no_more(self, columns: int, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        shown = run_ok("show", "--chart").splitlines()
        assert lines - 3 <= len(shown) < lines
        assert max(map(len, shown)) == columns

    def test_it_tells_the_levels_the_sides_and_who_has_won(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        shown = run_ok("show", "--chart")
        for told in (
            "8,500: target",
            "3,000: needs 155",
            "over 5,000: needs 180",
            "o Ann & Bob   x Cy & Di",
            "Won by Ann",
        ):
            assert told in shown
        assert "\x1b" not in shown

    def test_the_lines_end_where_the_totals_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("LINES", "60")
        drawn = [line for line in run_ok("show", "--chart").splitlines() if "│" in line or "┤" in line]
        highest = next(line for line in drawn if re.search("[ox]", line.partition("│")[2] or line.partition("┤")[2]))
        assert highest.rstrip("│").endswith("o")  # 9,810 is above 8,665

    def test_a_game_without_a_hand_has_no_chart(self) -> None:
        run_ok("new", "-l", "empty.toml")
        shown = run_ok("show", "-l", "empty.toml")
        assert run_ok("show", "--chart", "-l", "empty.toml") == f"{shown}\nThe race begins with the first hand.\n"

    @pytest.mark.parametrize("other", [["--json"], ["--all"], ["--format", "github"]])
    def test_it_stands_alone(self, other: list[str]) -> None:
        assert "stands alone" in refused(2, "show", "--chart", *other)

    def test_one_hand_and_equal_totals_and_six_sides_can_be_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        run_ok("new", "-l", "even.toml", "-v", "catawba")
        run_ok("add", "-l", "even.toml", "we", "base=0", "count=-100", "they", "base=0", "count=-100")
        assert "-100" in run_ok("show", "--chart", "-l", "even.toml")
        shown = run_ok("show", "--chart", "-l", str(hostile_game()))
        assert all(name in " ".join(shown.split()) for name in HOSTILE.values())
