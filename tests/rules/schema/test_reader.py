"""The catalogue of bad rule files: each answers with exactly the text beside it, and with nothing but a RuleError.

A new case is a new file: `data/variants/bad/NAME.toml` with `NAME.txt`, where `{folder}` stands for its folder.
"""

import os
from pathlib import Path

import pytest
from support.paths import DATA
from support.variants import SHIPPED
from support.wording import Wording

from canasta_score.rules.catalog.files import MAX_RULE_FILE_SIZE
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import RuleError

RULE_FILES = DATA / "variants"
BAD = sorted((RULE_FILES / "bad").glob("*.toml"))
CIRCLES = [RULE_FILES / "circle" / "one.toml", RULE_FILES / "circle" / "outside.toml"]


def error_of(path: str | Path) -> RuleError:
    with pytest.raises(RuleError) as caught:
        load_variant(path)
    return caught.value


def written(folder: Path, text: str, name: str = "ours.toml") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize("path", [*BAD, *CIRCLES], ids=lambda path: path.stem)
def test_a_bad_file_answers_with_its_text_and_a_remedy_for_each_problem(path: Path, wording: Wording) -> None:
    text, error = path.with_suffix(".txt"), error_of(path)
    wording.check_text(text, f"{error}\n", folder=str(path.parent), shipped=", ".join(SHIPPED))
    assert error.diagnostics
    assert all(problem.file and problem.message and problem.hint for problem in error.diagnostics)
    is_within_a_file = "{folder}" not in text.read_text(encoding="utf-8")
    assert not is_within_a_file or all(problem.where for problem in error.diagnostics)


def test_the_catalogue_has_a_file_for_every_text() -> None:
    assert [path.stem for path in BAD] == [path.stem for path in sorted((RULE_FILES / "bad").glob("*.txt"))]
    assert len(BAD) > 100


def test_a_missing_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    assert str(error_of(path)) == f"{path}: there is no such file; variants list shows the names that can be used"


def test_a_missing_folder(tmp_path: Path) -> None:
    path = tmp_path / "clubs" / "ours.toml"
    assert str(error_of(path)) == f"{path}: there is no such file; variants list shows the names that can be used"


def test_a_folder_in_the_place_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.mkdir()
    message = str(error_of(path))
    assert message.startswith(f"{path}: cannot be read: ")
    assert message.endswith("; check the path and its permissions")


@pytest.mark.parametrize("name", ["ours.txt", "ours", "ours.toml.bak", "ours.TOML"])
def test_a_path_that_does_not_end_in_toml_is_refused_unread(name: str, tmp_path: Path) -> None:
    path = written(tmp_path, "this is no TOML", name)
    assert str(error_of(path)) == f"{path}: is not the path of a rule file; its name must end in .toml"


def test_a_name_that_is_no_variant() -> None:
    expected = "unknown variant 'nvos'; did you mean 'nvso'? (variants list shows all)"
    assert str(error_of("nvos")) == expected


def test_a_file_without_a_name_is_not_called_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", str(tmp_path))
    written(tmp_path, 'extends = "nvso"\naliases = ["us"]\n')
    assert load_variant("us").name == "ours"
    assert "unknown variant 'None'" in str(error_of("None"))


def test_a_file_of_a_megabyte_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    rules = 'extends = "nvso"\n#'
    path = written(tmp_path, rules.ljust(MAX_RULE_FILE_SIZE, " "))
    assert load_variant(path).name == "ours"
    written(tmp_path, rules.ljust(MAX_RULE_FILE_SIZE + 1, " "))
    assert str(error_of(path)) == f"{path}: is too large for a rule file; a rule file has a few kilobytes"


@pytest.mark.parametrize("name", ["a" * 5000 + ".toml", "ours\0.toml"], ids=["too long", "with a NUL"])
def test_a_path_that_cannot_be_opened(name: str, tmp_path: Path) -> None:
    message = str(error_of(f"{tmp_path}/{name}"))
    shown = name.replace("\0", "\\x00")
    assert message.startswith(f"{tmp_path}/{shown}: cannot be read: ")
    assert message.endswith("; check the path and its permissions")


@pytest.mark.parametrize("parent", ["a" * 5000 + ".toml", "theirs\\u0000.toml", ".toml"])
def test_extending_a_path_that_cannot_be_opened(parent: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'extends = "{parent}"\n')
    named = parent.replace("\\u0000", "\\x00")
    expected = f"ours.toml: extends: there is no file '{named}'; a path starts from this file's folder"
    assert str(error_of(path)) == expected


def test_extending_a_link_that_leads_to_itself(tmp_path: Path) -> None:
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    path = written(tmp_path, 'extends = "loop.toml"\n')
    assert "there is no file 'loop.toml'" in str(error_of(path))


def test_a_circle_by_name_in_the_folder_of_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CANASTA_VARIANTS", str(tmp_path))
    written(tmp_path, 'extends = "yours"\n', "mine.toml")
    written(tmp_path, 'extends = "mine"\n', "yours.toml")
    expected = "yours.toml: extends: runs in a circle: mine -> yours -> mine; let one of them stand on its own"
    assert str(error_of("mine")) == expected


def test_twenty_files_that_extend_one_another(tmp_path: Path) -> None:
    for number in range(20):
        written(tmp_path, f'extends = "{"nvso" if number == 19 else f"{number + 1}.toml"}"\n', f"{number}.toml")
    assert load_variant(tmp_path / "0.toml").facts == load_variant("nvso").facts


@pytest.mark.parametrize("last", ["nvso", "0.toml"], ids=["chain", "circle"])
def test_more_files_that_extend_one_another_than_anybody_writes(last: str, tmp_path: Path) -> None:
    for number in range(1000):
        written(tmp_path, f'extends = "{last if number == 999 else f"{number + 1}.toml"}"\n', f"{number}.toml")
    expected = "0.toml: extends: more than 20 files extend one another; let one of them stand on its own"
    assert str(error_of(tmp_path / "0.toml")) == expected


@pytest.mark.parametrize(
    "text",
    [
        "x = " + "[" * 100_000,
        "x = " + "[" * 30 + "]" * 30,
        "x = " + "{ a = " * 100_000,
        "a" + ".a" * 5000 + " = 1",
        "[" + "a." * 5000 + "a]",
    ],
    ids=["brackets", "closed brackets", "braces", "dots", "heading"],
)
def test_what_is_nested_too_deep(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'extends = "nvso"\n{text}\n')
    expected = f"{path}: is nested too deep; no rule needs more than a few brackets in one another"
    assert str(error_of(path)) == expected


def test_a_number_with_more_digits_than_python_reads(tmp_path: Path) -> None:
    path = written(tmp_path, f"[game]\ntarget = {'9' * 5000}\n")
    assert str(error_of(path)) == f"{path}: holds a number of many digits; write numbers of at most seven digits"


@pytest.mark.parametrize("key", ["points", "label"])
def test_a_number_with_more_digits_than_python_shows(key: str, tmp_path: Path) -> None:
    path = written(tmp_path, f'extends = "nvso"\n[bonuses.out]\n{key} = 0x{"f" * 5000}\n')
    assert "a number of many digits" in str(error_of(path))


def test_an_old_encoding_and_a_mark_of_byte_order(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_bytes('extends = "nvso"\n'.encode("utf-16"))
    assert str(error_of(path)) == f"{path}: is not UTF-8 in line 1, column 1; save it as UTF-8 text"
    path.write_bytes('extends = "nvso"\n'.encode("utf-8-sig"))
    assert load_variant(path).name == "ours"


def test_a_pipe_in_the_place_of_a_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.toml"
    os.mkfifo(pipe)
    with pytest.raises(RuleError, match="cannot be read: it is a pipe or a device, not a file; check the path"):
        load_variant(pipe)


@pytest.mark.parametrize("line", ["x = '" + "\\\"'" * 100_000, "[" * 100_000, "a " * 100_000, 'x = "' * 100_000])
def test_a_line_that_nobody_wrote_is_refused_at_once_in_a_short_sentence(line: str, tmp_path: Path) -> None:
    message = str(error_of(written(tmp_path, f'extends = "nvso"\n{line}\n')))
    assert ": is no TOML" in message
    assert len(message.removeprefix(str(tmp_path))) < 300
