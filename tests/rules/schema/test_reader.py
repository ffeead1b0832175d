"""The catalogue of bad rule files: each answers with exactly its message, and with nothing but a RuleError.

A new case is a new table in `data/variants/bad/*.toml`, under its name as heading. `rules` is the whole text, which is
read as NAME.toml; or `why`, its first line, and `change`, which stands below `extends = "nvso"`. `message` begins as an
empty text, which `--rewrite-sessions` fills in; `{folder}` stands in it for the folder of the file.
"""

import errno
import os
from pathlib import Path
from typing import get_args

import pytest
from support.paths import DATA
from support.variants import SHIPPED
from support.wording import Case, Wording, load_named_cases

from canasta_score.rules.catalog.files import MAX_RULE_FILE_SIZE
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import RuleError
from canasta_score.rules.model.rewards import CardPlace
from canasta_score.rules.schema.inheritance import find_new_names
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader

RULE_FILES = DATA / "variants"
BAD = load_named_cases(
    (RULE_FILES / "bad").glob("*.toml"), needed={"message"}, optional={"rules", "why", "change", "encoding"}
)
CIRCLES = [RULE_FILES / "circle" / "one.toml", RULE_FILES / "circle" / "outside.toml"]


def error_of(path: str | Path) -> RuleError:
    with pytest.raises(RuleError) as caught:
        load_variant(path)
    return caught.value


def written(folder: Path, text: str, name: str = "ours.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def bad_files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Write all bad rule files into one folder, for one may extend another; return it."""
    folder = tmp_path_factory.mktemp("bad")
    for case in BAD.values():
        rules = case.get("rules")
        if rules is None:
            rules = f'# {case["why"]}\nextends = "nvso"\n\n{case["change"]}'
        (folder / f"{case.name}.toml").write_bytes(rules.encode(case.get("encoding", "utf-8")))
    return folder


@pytest.mark.parametrize("case", BAD.values(), ids=lambda case: case.name)
def test_a_bad_file_answers_with_its_message_and_a_remedy_for_each_problem(
    case: Case, bad_files: Path, wording: Wording
) -> None:
    error = error_of(bad_files / f"{case.name}.toml")
    case.check(wording, str(error), "message", folder=str(bad_files), shipped=", ".join(SHIPPED))
    assert_each_problem_has_a_remedy(error, is_within_a_file=str(bad_files) not in str(error))


@pytest.mark.parametrize("path", CIRCLES, ids=lambda path: path.stem)
def test_files_that_extend_one_another_in_a_circle_are_refused(path: Path, wording: Wording) -> None:
    error = error_of(path)
    wording.check_text(path.with_suffix(".txt"), f"{error}\n", folder=str(path.parent))
    assert_each_problem_has_a_remedy(error, is_within_a_file=str(path.parent) not in str(error))


def assert_each_problem_has_a_remedy(error: RuleError, *, is_within_a_file: bool) -> None:
    assert error.diagnostics
    assert all(problem.file and problem.message and problem.hint for problem in error.diagnostics)
    assert not is_within_a_file or all(problem.where for problem in error.diagnostics)


def test_the_catalog_has_more_than_a_hundred_files() -> None:
    assert len(BAD) > 100


@pytest.mark.parametrize("name", ["ours.toml", "clubs/ours.toml"])
def test_a_missing_file_is_refused(name: str, tmp_path: Path, wording: Wording) -> None:
    wording.check_wording("rule_files", ["missing"], str(error_of(tmp_path / name)), path=str(tmp_path / name))


def test_a_folder_in_place_of_a_file_is_refused(tmp_path: Path, wording: Wording) -> None:
    path = tmp_path / "ours.toml"
    path.mkdir()
    reason = os.strerror(errno.EISDIR)
    wording.check_wording("rule_files", ["a folder"], str(error_of(path)), path=str(path), reason=reason)


@pytest.mark.parametrize("name", ["ours.txt", "ours", "ours.toml.bak", "ours.TOML"])
def test_a_path_that_does_not_end_in_toml_is_refused_unread(name: str, tmp_path: Path, wording: Wording) -> None:
    path = written(tmp_path, "this is no TOML", name)
    wording.check_wording("rule_files", ["another ending"], str(error_of(path)), path=str(path))


def test_an_unknown_name_is_refused_with_the_nearest(wording: Wording) -> None:
    wording.check_wording("rule_files", ["an unknown name"], str(error_of("nvos")))


def test_a_wrong_value_is_reported_once_and_its_default_read_in_its_place() -> None:
    collector = DiagnosticCollector("ours.toml", {})
    reader = TableReader({"cards": "seven", "points": "many", "min": -5, "where": "ha\u0007nd"}, collector)
    assert reader.integer("cards", 7, least=1) == 7
    assert reader.integer("points", least=2) == 2
    assert reader.integer("min") == 0
    assert reader.word("where", get_args(CardPlace), "table") == "table"
    assert [diagnostic.where for diagnostic in collector.diagnostics] == ["cards", "points", "min", "where"]


def test_a_file_without_a_name_is_not_called_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", str(tmp_path))
    written(tmp_path, 'extends = "nvso"\naliases = ["us"]\n')
    assert load_variant("us").name == "ours"
    assert '"None"' in error_of("None").diagnostics[0].message


def test_a_file_of_a_megabyte_is_read_and_a_larger_one_is_not(tmp_path: Path, wording: Wording) -> None:
    rules = 'extends = "nvso"\n'
    path = written(tmp_path, rules.ljust(MAX_RULE_FILE_SIZE, "\n"))
    assert load_variant(path).name == "ours"
    written(tmp_path, rules.ljust(MAX_RULE_FILE_SIZE + 1, "\n"))
    wording.check_wording("rule_files", ["too large"], str(error_of(path)), path=str(path))


@pytest.mark.parametrize(
    ("name", "reason"),
    [("a" * 5000 + ".toml", os.strerror(errno.ENAMETOOLONG)), ("ours\0.toml", "embedded null byte")],
    ids=["too long", "with a NUL"],
)
def test_a_path_that_cannot_be_opened_is_refused(name: str, reason: str, tmp_path: Path, wording: Wording) -> None:
    path = f"{tmp_path}/{name}"
    error = error_of(path)
    assert str(error).isprintable()
    shown_path = path.replace("\0", "\\x00")
    wording.check_wording("rule_files", ["cannot be opened"], str(error), path=shown_path, reason=reason)


@pytest.mark.parametrize("parent", ["a" * 5000 + ".toml", "theirs\\u0000.toml", ".toml"])
def test_extending_a_path_that_cannot_be_opened_is_refused(parent: str, tmp_path: Path, wording: Wording) -> None:
    path = written(tmp_path, f'extends = "{parent}"\n')
    named = parent.replace("\\u0000", "\\x00")
    wording.check_wording("rule_files", ["a missing parent"], str(error_of(path)), parent=f'"{named}"')


def test_extending_a_link_that_leads_to_itself_is_refused(tmp_path: Path, wording: Wording) -> None:
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    path = written(tmp_path, 'extends = "loop.toml"\n')
    wording.check_wording("rule_files", ["a missing parent"], str(error_of(path)), parent='"loop.toml"')


def test_a_circle_by_name_in_the_user_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", str(tmp_path))
    written(tmp_path, 'extends = "yours"\n', "mine.toml")
    written(tmp_path, 'extends = "mine"\n', "yours.toml")
    wording.check_wording("rule_files", ["a circle"], str(error_of("mine")))


def test_twenty_files_that_extend_one_another_are_read(tmp_path: Path) -> None:
    for number in range(20):
        written(tmp_path, f'extends = "{"nvso" if number == 19 else f"{number + 1}.toml"}"\n', f"{number}.toml")
    assert load_variant(tmp_path / "0.toml").facts == load_variant("nvso").facts


@pytest.mark.parametrize("last", ["nvso", "0.toml"], ids=["chain", "circle"])
def test_more_files_that_extend_one_another_are_refused(last: str, tmp_path: Path, wording: Wording) -> None:
    for number in range(1000):
        written(tmp_path, f'extends = "{last if number == 999 else f"{number + 1}.toml"}"\n', f"{number}.toml")
    wording.check_wording("rule_files", ["a long chain"], str(error_of(tmp_path / "0.toml")))


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 99_000,
        "x = " + "[" * 30 + "]" * 30,
        "x = " + "{ a = " * 16_000,
        "a" + ".a" * 50 + " = 1",
        "[" + "a." * 50 + "a]",
    ],
    ids=["brackets", "closed brackets", "braces", "dots", "heading"],
)
def test_a_file_that_is_nested_too_deep_is_refused(text: str, tmp_path: Path, wording: Wording) -> None:
    path = written(tmp_path, f'extends = "nvso"\n{text}\n')
    wording.check_wording("rule_files", ["nested too deep"], str(error_of(path)), path=str(path))


def test_a_number_with_more_digits_than_python_reads_is_refused(tmp_path: Path, wording: Wording) -> None:
    path = written(tmp_path, f"[game]\ntarget = {'9' * 5000}\n")
    wording.check_wording("rule_files", ["many digits", "of any key"], str(error_of(path)), path=str(path))


@pytest.mark.parametrize(
    ("key", "heading"), [("points", "[bonuses.out]\n"), ("label", "[bonuses.out]\n"), ("name", ""), ("title", "")]
)
def test_a_number_with_more_digits_than_python_shows_is_refused(
    key: str, heading: str, tmp_path: Path, wording: Wording
) -> None:
    path = written(tmp_path, f'extends = "nvso"\n{heading}{key} = 0x{"f" * 5000}\n')
    wording.check_wording("rule_files", ["many digits", key], str(error_of(path)), path=str(path))


def test_an_old_encoding_is_refused_and_a_mark_of_byte_order_is_skipped(tmp_path: Path, wording: Wording) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes('extends = "nvso"\n'.encode("utf-16"))
    wording.check_wording("rule_files", ["not UTF-8"], str(error_of(path)), path=str(path))
    path.write_bytes('extends = "nvso"\n'.encode("utf-8-sig"))
    assert load_variant(path).name == "ours"


def test_a_pipe_in_place_of_a_file_is_not_waited_for(tmp_path: Path, wording: Wording) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    wording.check_wording("rule_files", ["a pipe"], str(error_of(pipe)), path=str(pipe))


@pytest.mark.parametrize("line", ["x = '" + "\\\"'" * 100_000, "[" * 100_000, "a " * 100_000, 'x = "' * 100_000])
def test_a_line_that_nobody_wrote_is_refused_at_once_and_shortly(line: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'extends = "nvso"\n{line}\n')
    (diagnostic,) = error_of(path).diagnostics
    assert diagnostic.file == str(path)
    assert diagnostic.hint
    assert len(diagnostic.message) < 200


def test_the_key_of_a_table_is_no_new_name() -> None:
    changed = {"specials": {"opponents": "nothing", "straight": {"points": 1500}}}
    assert find_new_names({}, changed) == [("specials", "straight")]
