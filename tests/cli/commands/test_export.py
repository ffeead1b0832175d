"""`export -o`: a file is written whole or not at all, and none that is there is lost."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from support.command_line import run_ok, run_process, run_refused
from support.game_files import AS_ANYBODY, files_in
from support.hostile_names import HOSTILE, hostile_game
from support.paths import TEN_HANDS
from support.wording import Wording

from canasta_score import Ledger, read_ledger

pytestmark = pytest.mark.usefixtures("ten_hands", "sentences")


class TestTheFile:
    """A file is written whole or not at all, and none that is there is lost."""

    @pytest.mark.parametrize(
        ("name", "form"),
        [
            ("g.csv", "csv"), ("g.json", "json"), ("g.md", "md"), ("g.html", "html"), ("g.txt", "txt"),
            ("G.CSV", "csv"), ("g.htm", "html"), ("g.markdown", "md"), ("g.text", "txt"),
        ],
    )  # fmt: skip
    def test_the_ending_chooses_the_format(self, name: str, form: str, game_folder: Path) -> None:
        assert name in run_ok("export", "-o", name)
        assert (game_folder / name).read_text(encoding="utf-8") == run_ok("export", "-f", form)
        assert files_in(game_folder) == {"canasta.toml", name}

    def test_a_named_format_goes_before_the_ending(self, game_folder: Path) -> None:
        run_ok("export", "-o", "game.of.ours", "-f", "md")
        assert (game_folder / "game.of.ours").read_text(encoding="utf-8").startswith("# Ann & Bob")

    def test_an_unknown_ending_is_refused(self, game_folder: Path, wording: Wording) -> None:
        err = run_refused(2, "export", "-o", "game.xls")
        wording.check_wording("export", ["refused", "an unknown ending"], err)
        assert files_in(game_folder) == {"canasta.toml"}

    @pytest.mark.parametrize("words", [[], ["-o", "-"]])
    def test_without_a_file_it_goes_to_standard_out_as_csv(self, words: list[str]) -> None:
        assert run_ok("export", *words).startswith("hand,time,side,name,red,black,")

    def test_an_existing_file_is_overwritten_only_by_force(self, game_folder: Path, wording: Wording) -> None:
        (game_folder / "game.md").write_text("ours", encoding="utf-8")
        err = run_refused(2, "export", "-o", "game.md")
        wording.check_wording("export", ["refused", "an existing file"], err)
        assert (game_folder / "game.md").read_text(encoding="utf-8") == "ours"
        run_ok("export", "-o", "game.md", "--force")
        assert (game_folder / "game.md").read_text(encoding="utf-8").startswith("# Ann & Bob")

    @pytest.mark.parametrize("name", ["canasta.toml", "./canasta.toml", "link.json", "Canasta.toml"])
    def test_the_ledger_itself_is_never_overwritten(self, name: str, game_folder: Path) -> None:
        (game_folder / "link.json").symlink_to("canasta.toml")
        if not (game_folder / "Canasta.toml").exists():  # as it does where a name may be spelled in any case
            (game_folder / "Canasta.toml").hardlink_to(game_folder / "canasta.toml")
        assert f'"{Path(name)}"' in run_refused(2, "export", "-o", name, "-f", "json", "--force")
        assert (game_folder / "canasta.toml").read_bytes() == TEN_HANDS.read_bytes()

    def test_a_link_is_followed_and_the_mode_stays(self, game_folder: Path) -> None:
        (game_folder / "real.txt").write_text("old", encoding="utf-8")
        (game_folder / "real.txt").chmod(0o640)
        (game_folder / "link.txt").symlink_to("real.txt")
        run_ok("export", "-o", "link.txt", "--force")
        assert (game_folder / "link.txt").is_symlink()
        assert (game_folder / "real.txt").read_text(encoding="utf-8") == run_ok("export", "-f", "txt")
        assert stat.S_IMODE((game_folder / "real.txt").stat().st_mode) == 0o640

    @pytest.mark.parametrize("name", ["nowhere/game.csv", "g\0.csv", f"{'g' * 300}.csv"])
    def test_a_file_that_cannot_be_written_is_refused_with_the_reason(
        self, name: str, game_folder: Path, wording: Wording
    ) -> None:
        err = run_refused(4, "export", "-f", "csv", "--force", "-o", name)
        key = {"n": "no folder", "g": "a name that is too long" if len(name) > 100 else "a name with a NUL"}[name[0]]
        wording.check_wording("export", ["not written", key], err, name=name.replace("\0", "\\x00"))
        assert files_in(game_folder) == {"canasta.toml"}

    @pytest.mark.parametrize("force", [[], ["--force"]])
    def test_a_folder_is_refused(self, force: list[str], game_folder: Path, wording: Wording) -> None:
        (game_folder / "folder").mkdir()
        err = run_refused(2, "export", "-f", "csv", "-o", "folder", *force)
        wording.check_wording("export", ["refused", "a folder"], err)

    def test_a_file_that_appears_while_the_ledger_is_read_is_not_overwritten(
        self, game_folder: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
    ) -> None:
        def read_while_another_writes(path: Path) -> Ledger:
            (game_folder / "game.csv").write_text("theirs", encoding="utf-8")
            return read_ledger(path)

        monkeypatch.setattr("canasta_score.cli.commands.export.read_ledger", read_while_another_writes)
        err = run_refused(4, "export", "-o", "game.csv")
        wording.check_wording("export", ["not written", "a file that appeared meanwhile"], err)
        assert (game_folder / "game.csv").read_text(encoding="utf-8") == "theirs"

    def test_other_files_in_the_folder_are_left_alone(self, game_folder: Path) -> None:
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
        assert "but the items add up to" in run_refused(4, "export", "-o", "game.csv")
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
