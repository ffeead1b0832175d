"""Texts that are compared with files or written there: what counts as another figure, and how a case is written."""

import tomllib
from pathlib import Path

import pytest
from support.patches import apply_patch
from support.wording import Wording, load_named_cases, replace_toml_string

CASES = """\
# A remark with a "quote" and an apostrophe's mark.

[first]
rules = '''
a = ""
'''
message = ""

[second]
message = "old"
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "cases.toml"
    path.write_text(CASES)
    return path


def summary_after(table: Path, old: str, new: str) -> list[str]:
    """Write a text anew; return what is said about it."""
    table.write_text(f"says = '{old}'\n")
    wording = Wording(is_rewriting=True)
    wording.check_value(table, ["says"], new)
    assert tomllib.loads(table.read_text()) == {"says": new}
    return [*wording.summarize()]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We 2,525, They 2,075", "We 2,075, They 2,525"),
        ("total -1,500", "total 1,500"),
        ("total 1,500", "total -1,500"),
        ("total \N{MINUS SIGN}500", "total 500"),
        ("We won", "They won"),
        ("Ann & Bob won 3 hands", "Cy & Di won 3 hands"),
        ("1,500", "1,50"),
        ("hand 12", "hand 1 2"),
        ("2 red threes", "red threes"),
    ],
)
def test_another_figure_order_sign_or_side_is_named_for_review(table: Path, old: str, new: str) -> None:
    assert summary_after(table, old, new)[1:] == [f"figures or sides changed: {table}: says"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("total 1,500", "a total of 1500 points"),
        ("total -5", "it is -5 in all"),
        ("on 2026-11-21", "it was 2026-11-21"),
        ("We won by 5", "We have won by 5"),
        ("10-10-10", "10, 10, 10"),
    ],
)
def test_other_words_with_the_same_figures_are_not(table: Path, old: str, new: str) -> None:
    assert len(summary_after(table, old, new)) == 1


MESSAGES = [
    'it says "red"',
    'it\'s the "red" one',
    "'quoted'",
    "C:\\clubs",
    'two "lines"\nof it\'s text',
    "with a \x1b",
    "three ''' of them",
]


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_is_written_into_its_case_alone(table: Path, message: str) -> None:
    (case, _) = load_named_cases([table], needed={"message"}, optional={"rules"}).values()
    case.check(Wording(is_rewriting=True), message, "message")
    after = load_named_cases([table], needed={"message"}, optional={"rules"})
    assert {name: case["message"] for name, case in after.items()} == {"first": message, "second": "old"}
    assert table.read_text().startswith(CASES.partition("message")[0])


def test_a_case_that_fails_names_its_file_and_itself_and_shows_the_difference(table: Path) -> None:
    case = load_named_cases([table], needed={"message"}, optional={"rules"})["second"]
    with pytest.raises(pytest.fail.Exception) as failure:
        case.check(Wording(is_rewriting=False), "new", "message")
    assert f"{table}: second / message\n" in str(failure.value)
    assert "-old\n+new" in str(failure.value)
    assert table.read_text() == CASES


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ('[third]\nmesage = ""\n', "third: has the keys mesage"),
        ('[third]\nmessage = ""\nruels = ""\n', "third: has the keys message, ruels"),
    ],
)
def test_a_case_with_a_misspelt_key_is_refused(table: Path, more: str, says: str) -> None:
    table.write_text(CASES + more)
    with pytest.raises(AssertionError, match=says):
        load_named_cases([table], needed={"message"}, optional={"rules"})


def test_a_name_that_two_files_have_is_refused(table: Path) -> None:
    other = table.with_name("other.toml")
    other.write_text("[second]\nmessage = ''\n")
    with pytest.raises(AssertionError, match="second: this name is also in"):
        load_named_cases([table, other], needed={"message"}, optional={"rules"})


def test_a_text_that_is_not_there_cannot_be_replaced() -> None:
    with pytest.raises(AssertionError, match="no string"):
        replace_toml_string(CASES, ["second", "message"], "older", "new")


TEXT = "a\n\nb\n\nb\nc\n"


@pytest.mark.parametrize(
    ("patch", "after"),
    [
        ("-a\n+A\n", "A\n\nb\n\nb\nc\n"),
        (" b\n-c\n", "a\n\nb\n\nb\n"),
        ("-a\n\n-b\n+B\n", "\nB\n\nb\nc\n"),
        ("+\n+d\n", TEXT + "\nd\n"),
        ("-a\n@@\n-c\n+C\n", "\nb\n\nb\nC\n"),
        (" c\n\\ No newline at end of file\n", TEXT[:-1]),
    ],
)
def test_a_patch_changes_the_lines_that_it_names(patch: str, after: str) -> None:
    assert apply_patch(TEXT, patch) == after


@pytest.mark.parametrize("patch", ["-b\n+B\n", "-d\n", "- a\n", " \n+x\n"])
def test_a_patch_for_no_line_or_for_several_is_refused(patch: str) -> None:
    with pytest.raises(AssertionError, match="exactly once"):
        apply_patch(TEXT, patch)
