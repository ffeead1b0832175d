"""The catalogue of bad ledgers: each answers with exactly the text beside it, whatever the command, and stays as it is.

A new case is a new file: `data/ledgers/bad/NAME.toml` with `NAME.txt`. A line `# RULES` stands for the text of
`data/ledgers/rules.toml`, so that what follows is 200 lines further down than in the case; `# RULES with THIS as THAT`
stands for the same with a mistake in it.
"""

import re
from pathlib import Path

import pytest
from support.command_line import run, run_process
from support.paths import DATA

from canasta_score.game.errors import LedgerError
from canasta_score.game.storage.transactions import read_ledger

LEDGERS = DATA / "ledgers"
BAD = sorted((LEDGERS / "bad").glob("*.toml"))
RULES = (LEDGERS / "rules.toml").read_bytes().removesuffix(b"\n")
PLACE_OF_RULES = re.compile(rb"^# RULES(?: with (?P<this>.+) as (?P<that>.+))?$", re.MULTILINE)
RESTATE = "canasta-score check --restate"
IN_AN_ENTRY = re.compile(r"\S+\.toml: entry [0-9]+[ ,:]")
COMMANDS = ["show", "add we n1 t90", "add --dry-run we n1 t90", "fix 1 we n1", "undo", "meld", "explain"]
FOR_EACH_CASE = pytest.mark.parametrize("case", [path.stem for path in BAD])


def rules_in(place: re.Match[bytes]) -> bytes:
    """Give the shared rules, with the mistake that a case asks for."""
    if not place["this"]:
        return RULES
    assert RULES.count(place["this"]) == 1, "a mistake in the rules must have one place"
    return RULES.replace(place["this"], place["that"])


def sentences_of(case: str) -> list[str]:
    """Give the sentences that a case is answered with."""
    return (LEDGERS / "bad" / f"{case}.txt").read_text(encoding="utf-8").splitlines()


def is_readable(case: str) -> bool:
    """Tell whether the mistakes of a case are all in its entries, so that the ledger can be read all the same."""
    return all(map(IN_AN_ENTRY.match, sentences_of(case)))


def is_mended_by_restating(case: str) -> bool:
    """Tell whether the totals are the only mistake of a case."""
    return all(sentence.endswith(f"{RESTATE} {case}.toml") for sentence in sentences_of(case))


@pytest.fixture
def ledger(case: str, game_folder: Path) -> Path:
    """Write the ledger of a case into the folder; return its bare name."""
    path = Path(f"{case}.toml")
    path.write_bytes(PLACE_OF_RULES.sub(rules_in, (LEDGERS / "bad" / path.name).read_bytes()))
    return path


def answer(*words: str) -> tuple[int, str, list[str]]:
    """Run a command; return its exit code, what it prints, and the lines of standard error."""
    done = run(*words)
    return done.code, done.out, done.err.splitlines()


def error_of(ledger: Path) -> LedgerError:
    with pytest.raises(LedgerError) as caught:
        read_ledger(ledger)
    return caught.value


def said_of(ledger: Path) -> list[str]:
    """Give what the program says of a bad ledger, line by line as the library has it."""
    return [f"canasta-score: {sentence}" for sentence in error_of(ledger).sentences]


def test_the_catalogue_has_a_text_for_every_ledger() -> None:
    assert [path.stem for path in BAD] == [path.stem for path in sorted((LEDGERS / "bad").glob("*.txt"))]
    assert len(BAD) > 150


def test_the_rules_move_what_follows_by_200_lines() -> None:
    assert RULES.count(b"\n") == 200


@FOR_EACH_CASE
def test_a_bad_ledger_answers_with_its_text(case: str, ledger: Path) -> None:
    assert list(error_of(ledger).sentences) == sentences_of(case)


@FOR_EACH_CASE
def test_every_sentence_names_the_file_and_a_remedy_and_can_be_printed(case: str, ledger: Path) -> None:
    sentences = error_of(ledger).sentences
    for sentence in sentences:
        assert sentence.startswith(f"{case}.toml: ")
        assert sentence.rpartition("; ")[2].strip()
        assert "; " in sentence
        assert sentence.isprintable()
        assert len(sentence) < 500
    assert len(set(sentences)) == len(sentences)


@FOR_EACH_CASE
def test_every_command_refuses_it_and_leaves_it_as_it_is(case: str, ledger: Path) -> None:
    before, said = ledger.read_bytes(), said_of(ledger)
    for command in COMMANDS:
        assert (command, *answer(*command.split(), "--ledger", f"{case}.toml")) == (command, 4, "", said)
        assert ledger.read_bytes() == before


@FOR_EACH_CASE
def test_checking_tells_an_unreadable_ledger_from_one_with_mistakes(case: str, ledger: Path) -> None:
    before = ledger.read_bytes()
    code = 1 if is_readable(case) else 4
    assert answer("check", ledger.name) == (code, "", said_of(ledger))
    assert ledger.read_bytes() == before
    assert list(Path().iterdir()) == [ledger], "reading leaves nothing beside it"


@pytest.mark.parametrize("case", [path.stem for path in BAD if is_mended_by_restating(path.stem)])
def test_restating_mends_totals_that_do_not_hold(ledger: Path) -> None:
    before = ledger.read_bytes()
    code, _, said = answer("check", "--restate", ledger.name)
    assert (code, said) == (0, [])
    assert ledger.read_bytes().startswith(before)
    assert answer("check", ledger.name) == (0, "", [])
    assert answer("show", "--ledger", ledger.name)[0] == 0


@pytest.mark.parametrize("case", [path.stem for path in BAD if not is_mended_by_restating(path.stem)])
def test_restating_refuses_whatever_else_is_wrong(case: str, ledger: Path) -> None:
    before, told = ledger.read_bytes(), said_of(ledger)
    code, printed, said = answer("check", "--restate", ledger.name)
    assert (code, printed) == (1 if is_readable(case) else 4, "")
    assert [line for line in said if line in told] == told, "every mistake is told, and once"
    assert "every total holds" not in "".join(said), "behind a mistake no total is verified"
    assert ledger.read_bytes() == before


@pytest.mark.parametrize(
    ("case", "code"), [("unclosed-string", 4), ("integer-of-5000-digits", 4), ("fact-text", 1), ("totals-changed", 1)]
)
def test_the_program_on_its_own_says_the_same(case: str, code: int, ledger: Path) -> None:
    done = run_process("check", f"{case}.toml")
    assert (done.code, done.out, done.err.splitlines()) == (code, "", said_of(ledger))


@pytest.mark.parametrize("case", ["totals-changed"])
def test_restating_several_ledgers_goes_on_behind_one_that_cannot_be_read(ledger: Path) -> None:
    Path("empty.toml").touch()
    code, _, said = answer("check", "--restate", "empty.toml", ledger.name)
    assert (code, said) == (4, said_of(Path("empty.toml")))
    assert answer("check", ledger.name) == (0, "", [])


@pytest.mark.parametrize("case", ["entries-in-one-line"])
def test_entries_in_one_line_are_read_and_cannot_be_added_to(ledger: Path) -> None:
    good = ledger.read_text("utf-8").replace("naturel", "natural")
    ledger.write_text(good, encoding="utf-8")
    assert answer("check", ledger.name) == (0, "", [])
    remedy = "write each entry under [[entry]], not in one list"
    said = f"canasta-score: {ledger}: no entry can be added; {remedy}"
    assert answer("undo", "--ledger", ledger.name) == (4, "", [said])
    assert ledger.read_text("utf-8") == good
