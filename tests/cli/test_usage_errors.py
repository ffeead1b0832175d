"""Wrong commands, options and arguments: what is said, and what to type instead."""

import pytest
from support.command_line import run, run_ok

from canasta_score.cli.invocation import ExitCode

pytestmark = pytest.mark.usefixtures("game_folder")

# What is typed, the error, and the hint.
WRONG_LINES = (
    ("-l x.toml fix --bogus", "unknown option --bogus", "to see the options: canasta-score fix -l x.toml --help"),
    ("-l x.toml void", '"void" needs the number of a hand', "for example: canasta-score void -l x.toml 2"),
    ("void", '"void" needs the number of a hand', "for example: canasta-score void 2"),
    ("show g.toml --hand x", "unknown option --hand", "to see the options: canasta-score show --help"),
    ("new --rules wca --we Ann", "unknown option --rules", "did you mean: canasta-score new --variant wca --we Ann"),
    ("show --rules wca", "unknown option --rules", "to see the options: canasta-score show --help"),
    ("new --target 3000", "unknown option --target", "to see the options: canasta-score new --help"),
    ("fix 1 --wyh x", "unknown option --wyh", "did you mean: canasta-score fix 1 --why x"),
    ("fix --why", "--why needs a value", "for help: canasta-score fix --help"),
    ("note --hand", "--hand needs a value", "for help: canasta-score note --help"),
    ("add --anyway=yes we t1", "--anyway takes no value", "for help: canasta-score add --help"),
    ("score --json --json=1 we t1", "--json takes no value", "for help: canasta-score score --help"),
    ("variants", 'a command is missing after "variants"', "to see all commands: canasta-score variants --help"),
    ("event", 'a command is missing after "event"', "to see all commands: canasta-score event --help"),
    ("meld chekc A,A,A", 'unknown command "chekc"', "did you mean: canasta-score meld check A,A,A"),
    ("event rond", 'unknown command "rond"', "did you mean: canasta-score event round"),
    ("xyzzy", 'unknown command "xyzzy"', "to see all commands: canasta-score --help"),
    ("quit", "there is nothing to quit", "everything is saved; you can close this window"),
    (
        "save",
        "there is nothing to save",
        "everything is saved already; to write a page for others: canasta-score export",
    ),
    ("variants quit", 'unknown command "quit"', "to see all commands: canasta-score variants --help"),
    ("what do we need to open", 'unknown command "what"', "did you mean: canasta-score meld"),
    ("what is 3 needs", 'unknown command "what"', "to see all commands: canasta-score --help"),
    ("Please undo", 'unknown command "Please"', "did you mean: canasta-score undo"),
    ("how is the score?", 'unknown command "how"', "did you mean: canasta-score show"),
    ("event results", 'unknown command "results"', "did you mean: canasta-score event standings"),
    ("event cards", 'unknown command "cards"', "did you mean: canasta-score event print"),
    ("event how do we undo", 'unknown command "how"', "to see all commands: canasta-score event --help"),
    ("\x1b[31m", r'unknown command "\x1b[31m"', "to see all commands: canasta-score --help"),
    ("show --\x1b[31m", r"unknown option --\x1b[31m", "to see the options: canasta-score show --help"),
    ("delete hand 3", 'unknown command "delete"', "did you mean: canasta-score void 3"),
    ("cancel the last hand", 'unknown command "cancel"', "did you mean: canasta-score undo"),
    ("remove my last", 'unknown command "remove"', "did you mean: canasta-score undo"),
    ("cancel", 'unknown command "cancel"', "for example: canasta-score void 2"),
    ("correct we red=0", 'unknown command "correct"', "did you mean: canasta-score fix we red=0"),
    ("correct 2 we red=0", 'unknown command "correct"', "did you mean: canasta-score fix 2 we red=0"),
    ("results", 'unknown command "results"', "did you mean: canasta-score show"),
    ("target 5000", 'unknown command "target"', "did you mean: canasta-score rules"),
    ("share", 'unknown command "share"', "did you mean: canasta-score export -o evening.html"),
    ("share page.html", 'unknown command "share"', "did you mean: canasta-score export -o page.html"),
    ("variant", 'unknown command "variant"', "did you mean: canasta-score variants list"),
    ("rules wca", '"rules" does not take "wca"', "did you mean: canasta-score rules -v wca"),
    ("rule my club", 'unknown command "rule"', "did you mean: canasta-score variants show club"),
    ("back 3", 'unknown command "back"', "did you mean: canasta-score undo"),
    ("why 2", 'unknown command "why"', "did you mean: canasta-score explain"),
    ("New game", 'unknown command "New"', "did you mean: canasta-score new game"),
    ("undo 2", '"undo" does not take "2"', "did you mean: canasta-score void 2"),
    ("undo two", '"undo" does not take "two"', "for help: canasta-score undo --help"),
    ("undo now", '"undo" does not take "now"', "for help: canasta-score undo --help"),
    ("show 2", '"show" does not take "2"', "did you mean: canasta-score explain 2"),
    ("show me the last hand", '"show" does not take "me the last hand"', "did you mean: canasta-score explain last"),
    ("explain last hand", '"explain" does not take "hand"', "did you mean: canasta-score explain last"),
    ("what was that last hand", 'unknown command "what"', "did you mean: canasta-score explain"),
    ("last hand", 'unknown command "last"', "did you mean: canasta-score explain"),
    ("show two", '"show" does not take "two"', "for help: canasta-score show --help"),
    ("export page.html", '"export" does not take "page.html"', "did you mean: canasta-score export -o page.html"),
    ("tuesday.toml", 'unknown command "tuesday.toml"', "did you mean: canasta-score show tuesday.toml"),
    ("meld --json a.toml", 'unknown command "a.toml"', "did you mean: canasta-score meld -l a.toml"),
    ("reconcile -1 we 50", '"-1" is not the number of a hand', "enter the number of a hand, such as 1"),
    ("show a.toml b.toml", "several game files are named", "name only one"),
    ("play a.toml -l a.toml", "several game files are named", "name only one"),
    ("-l b.toml undo a.toml", "several game files are named", "name only one"),
    ("explain a.toml b.toml", "several game files are named", "name only one"),
    ("explain a.toml 2", '"explain" does not take "2"', "for help: canasta-score explain --help"),
    ("next", 'unknown command "next"', "did you mean: canasta-score new"),
    ("export html", '"export" does not take "html"', "did you mean: canasta-score export -o evening.html"),
    ("export 2", '"export" does not take "2"', "for help: canasta-score export --help"),
    ("explain 1 2", '"explain" does not take "2"', "for help: canasta-score explain --help"),
    ("explain hand 1 2", '"hand" is not the number of a hand', "did you mean: canasta-score explain 1 2"),
    ("new Ann Bob", '"new" does not take "Ann Bob"', "did you mean: canasta-score new --we Ann --they Bob"),
    (
        "new modern american",
        '"new" does not take "modern american"',
        "did you mean: canasta-score new -v modern-american",
    ),
    (
        "new -v hand and foot --we Ann",
        '"new" does not take "and foot"',
        "did you mean: canasta-score new -v hand-and-foot --we Ann",
    ),
    ("new modern amercan", '"new" does not take "modern amercan"', "to see all rules: canasta-score variants list"),
    ("new Ann", '"new" does not take "Ann"', "for help: canasta-score new --help"),
    ("new Ann Bob Cy", '"new" does not take "Ann Bob Cy"', "for help: canasta-score new --help"),
    (
        "new game.target=5000",
        '"new" does not take "game.target=5000"',
        "to set a house rule: canasta-score new --set game.target=5000",
    ),
    ("rules 5000", '"rules" does not take "5000"', "to set a house rule: canasta-score rules --set game.target=5000"),
    (
        "rules target=5000",
        '"rules" does not take "target=5000"',
        "to set a house rule: canasta-score rules --set game.target=5000",
    ),
    ("play now", '"play" does not take "now"', "for help: canasta-score play --help"),
    ("void hand 3", '"hand" is not the number of a hand', "did you mean: canasta-score void 3"),
    ("void hand three", '"hand" is not the number of a hand', "enter the number of a hand, such as 1"),
    ("explain hand 2 --json", '"hand" is not the number of a hand', "did you mean: canasta-score explain 2 --json"),
    ("fix 2x we red=1", '"2x" is not the number of a hand', "enter the number of a hand, such as 1"),
    ("void two", '"two" is not the number of a hand', "enter the number of a hand, such as 1"),
    (
        "event fix 1",
        '"event fix" needs the number of a table',
        "for example: canasta-score event fix 1 3 2875 -145 --why 'sides exchanged'",
    ),
    (
        "event adjust",
        '"event adjust" needs the number of a pair',
        "for example: canasta-score event adjust 7 -100 --why 'late to the table'",
    ),
    (
        "variants diff nvso",
        '"variants diff" needs two sets of rules',
        "for example: canasta-score variants diff nvso wca",
    ),
    ("meld --side", "--side needs a value", "for help: canasta-score meld --help"),
    ("export --format doc", '--format: unknown value "doc"', "choose from: csv, json, md, html, txt"),
    ("export -f", "-f needs a value", "for help: canasta-score export --help"),
    ("export --format=doc", '--format: unknown value "doc"', "choose from: csv, json, md, html, txt"),
    (
        "adjust we",
        '"adjust" needs a number of points',
        "for example: canasta-score adjust they -100 --why 'exposed a card'",
    ),
    ("rename we", '"rename" needs a name', "for example: canasta-score rename they 'Cy & Flo'"),
    ("import", '"import" needs a file', "for example: canasta-score import evening.json -l again.toml"),
    ("help frobnicate", 'unknown command "frobnicate"', "to see all commands: canasta-score --help"),
    ("help meld chekc", 'unknown command "chekc"', "did you mean: canasta-score help meld check"),
    ("serve --port 99999", '--port: "99999" is not a port', "enter a number, such as 8484"),
    ("serve --port x", '--port: "x" is not a port', "enter a number, such as 8484"),
    ("meld --score 1.5", '--score: "1.5" is not a number', "enter a number, such as 3"),
    ("meld --hand 0", '--hand: "0" is not the number of a hand', "enter the number of a hand, such as 1"),
    ("meld --need", "unknown option --need", "to see the options: canasta-score meld --help"),
    ("event print slips --json", "unknown option --json", "to see the options: canasta-score event print --help"),
    ("event print foo -o cards.html", 'unknown word "foo"', "choose from: guide-cards, slips, seating, standings"),
    ("score -v nvso,, we t1", '--variant: a name is missing in "nvso,,"', "write names and commas, such as one,other"),
    ("score -v nvso,nvso we t1", '--variant: "nvso" is named twice', "name each set of rules once"),
)


@pytest.mark.parametrize(("typed", "error", "hint"), WRONG_LINES)
def test_a_wrong_line_is_answered_with_one_to_type(typed: str, error: str, hint: str) -> None:
    done = run(*typed.split())
    assert done.code == ExitCode.USAGE_ERROR
    assert done.err == f"error: {error}\nhint: {hint}\n"


@pytest.mark.parametrize(
    ("typed", "error", "hint"),
    [
        (
            "new -v hand-and-foot --set red threes=200",
            "--set: red-threes: unknown key",
            'did you mean "threes.red=200"?',
        ),
        (
            "new -v nvso --set Red book = 500",
            "--set: red-book: unknown key",
            'did you mean "canastas.natural.points=500"?',
        ),
        ("new --set target=5000", "--set: target: unknown key", 'did you mean "game.target=5000"?'),
        (
            "new --set game.target 5000",
            '--set: "game.target 5000" is not a house rule',
            "enter the key of a rule, an equals sign and the value, such as game.target=5000",
        ),
    ],
)
def test_a_house_rule_with_spaces_is_answered_as_one_word(typed: str, error: str, hint: str) -> None:
    done = run(*typed.split())
    assert (done.code, done.err) == (ExitCode.INVALID_RULES, f"error: {error}\nhint: {hint}\n")


def test_a_house_rule_may_have_spaces() -> None:
    assert "House rule: to 5,000\n" in run_ok(*"new --set game.target = 5000 --we Ann".split())
