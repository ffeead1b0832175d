"""What TAB offers, asked of the program itself; the shells are in test_shells.py."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import run, run_process
from support.completion import offered, words_offered
from support.paths import TEN_HANDS
from typer import Context
from typer.core import TyperGroup
from typer.main import get_command

from canasta_score.cli.app import app
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.registry import ROOT_COMMANDS
from canasta_score.rules.catalog.loading import load_variant

pytestmark = pytest.mark.usefixtures("game_folder")

FILES = ("", "*")
RULE_FILES = ("", "*.toml")


def groups(group: TyperGroup) -> Iterator[LazyGroup]:
    """Yield the groups of lazily loaded commands."""
    for name in group.list_commands(Context(group)):
        inner = group.get_command(Context(group), name)
        if isinstance(inner, TyperGroup):
            yield from groups(inner)
    if isinstance(group, LazyGroup):
        yield group


def test_the_summary_of_every_command_is_the_first_sentence_of_its_help() -> None:
    program = get_command(app)
    assert isinstance(program, TyperGroup)
    for group in groups(program):
        for spec in group.specs.values():
            command = group.get_command(Context(group), spec.name)
            assert command is not None
            assert (command.help or "").partition("\n")[0] == spec.summary


def test_commands_are_offered_with_their_summaries() -> None:
    summaries = {word: label for word, label in offered("") if label}
    assert summaries["void"] == ROOT_COMMANDS["void"].summary
    assert offered("va") == [("variants", summaries["variants"])]
    assert words_offered("meld ") == ["check", "find", "failed"]
    ((word, summary),) = offered("variants", "l")
    assert (word, summary) in offered("variants", "")
    assert summary
    assert offered("help", "va") == offered("va")
    assert words_offered("help meld ") == ["check", "find", "failed"]
    assert words_offered("help frob ") == []


def test_options_are_offered_by_their_long_names_until_they_are_given() -> None:
    assert words_offered("add -") == ["--ledger", "--anyway", "--dry-run", "--json", "--help"]
    assert words_offered("add --anyway --a") == []
    assert words_offered("-l x.toml add --l") == []
    assert words_offered("new --side a --s") == ["--side", "--start", "--set", "--seats"]
    assert words_offered("add -l") == ["-l"]
    assert words_offered("add -- --") == []
    assert words_offered("add --js") == ["--json"]
    assert {"--install-completion", "--show-completion", "--version"} <= set(words_offered("--"))


def test_variants_are_offered_behind_the_comma_of_others_where_several_can_be_named() -> None:
    assert offered("score", "-v", "nvso,cat") == [("nvso,catawba", "Catawba Canasta")]
    assert words_offered("score --variant=nvso,wca,nv") == ["--variant=nvso,wca,nvso-tournament"]
    assert words_offered("score -v nvso,huh,cat") == ["nvso,huh,catawba"]
    assert words_offered("new -v nvso,c") == [""]
    assert words_offered("meld -v nvso,c") == [""]


def test_the_words_of_all_variants_that_are_named_are_offered() -> None:
    assert words_offered("score -v nvso,catawba we cu") == ["cut="]
    assert words_offered("score -v nvso,catawba we na") == ["natural="]
    assert words_offered("score -v nvso,huh we na") == []


def test_variants_are_offered_with_their_titles_and_rule_files_beside_them(own_variants: Path) -> None:
    (own_variants / "ours.toml").write_text('extends = "wca"\ntitle = "Our rules"\n')
    (own_variants / "slip.toml").write_text("nonsense\n")
    for before in (
        *(["score", "-v"], ["new", "--variant"], ["variants", "show"], ["variants", "check", "wca"]),
        *(["variants", "diff"], ["variants", "diff", "wca"], ["variants", "new", "our-club", "--extends"]),
    ):
        assert offered(*before, "WC") == [("wca", "WCA Canasta"), RULE_FILES]
    assert offered("score", "-v", "o") == [("ours", "Our rules"), RULE_FILES]
    assert offered("score", "-v", "sl") == [("slip", "has mistakes"), RULE_FILES]
    assert offered("score", "--variant=w") == [("--variant=wca", "WCA Canasta"), RULE_FILES]
    assert words_offered("variants diff wca nvso ") == words_offered("variants new ") == []
    assert words_offered("variants new our-club -") == ["--extends", "--json", "--help"]


def test_without_a_ledger_facts_are_those_of_the_usual_rules_and_sides() -> None:
    assert offered("add", "") == [("we", "We"), ("they", "They")]
    assert offered("add", "we", "NAT") == [("natural=", "Natural canastas")]
    assert words_offered("add we zip") == []


def test_facts_are_those_of_the_variant_that_is_named(game_folder: Path) -> None:
    (game_folder / "mine.toml").write_text('extends = "wca"\n[bonuses.early]\npoints = 5\n')
    for option in (["-v", "wca"], ["--variant", "wca"], ["--variant=wca"], ["-vwca"]):
        assert offered("score", *option, "we", "zip") == [("zip-code", "Zip code")]
    assert offered("score", "-v", "./mine.toml", "we", "ear") == [("early", "Early")]


def test_facts_and_sides_are_those_of_the_ledger_at_hand(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("new", "-v", "wca", "--side", "ann", "--side", "bob", "--side", "cy=Cy the 3rd", "-l", "three.toml")
    for before in (["-l", "three.toml", "add"], ["add", "-l", "three.toml"], ["score", "--ledger=three.toml"]):
        assert offered(*before, "c") == [("cy", "Cy the 3rd")]
        assert offered(*before, "ann", "zip") == [("zip-code", "Zip code")]
    assert words_offered("meld -l three.toml check --side a") == ["ann"]
    assert words_offered("meld -l three.toml --side a") == ["ann"]
    monkeypatch.setenv("HOME", str(game_folder))
    assert words_offered("-l ~/three.toml add b") == ["bob"]
    monkeypatch.setenv("CANASTA_LEDGER", "three.toml")
    assert words_offered("add b") == ["bob"]


def test_a_tally_in_quotes_is_read_too() -> None:
    assert offered("add", "we natural=1 out", "nat") == []
    assert offered("add", "we natural=1 they", "nat") == [("natural=", "Natural canastas")]


@pytest.mark.usefixtures("ten_hands")
def test_a_correction_may_tell_every_fact() -> None:
    assert words_offered("fix 3 we base=0 ")[:2] == ["red=", "black="]
    assert "base=" in words_offered("fix 3 we red=1 ")
    assert words_offered("fix they base=0 ") == words_offered("fix last they base=0 ")
    assert words_offered("fix they base=0 ")[:2] == ["red=", "black="]
    assert "base=" not in words_offered("add we red=1 ")


@pytest.mark.usefixtures("ten_hands")
def test_hands_are_offered_with_their_points() -> None:
    ten = [str(number) for number in range(1, 11)]
    assert all(words_offered(f"{line} ") == ten for line in ("explain", "void", "note --hand"))
    assert words_offered("fix ") == [*ten, "last", "we", "they"]
    assert offered("explain", "2") == [("2", "Ann & Bob 445, Cy & Di 1,050")]
    run("void", "10")
    assert offered("void", "1") == [("1", "Ann & Bob 2,525, Cy & Di 2,075"), ("10", "canceled")]
    assert offered("explain", "3", "") == offered("show", "") == offered("redo", "") == [("", "*")]
    assert words_offered("meld --hand ") == []


def test_there_are_no_hands_without_a_ledger() -> None:
    assert offered("explain", "") == []


def test_the_hands_of_a_named_game_are_offered() -> None:
    assert offered("explain", "-l", str(TEN_HANDS), "2") == [("2", "Ann & Bob 445, Cy & Di 1,050")]
    assert offered("-l", str(TEN_HANDS), "explain", "2") == [("2", "Ann & Bob 445, Cy & Di 1,050")]


def test_a_new_game_is_offered_the_sides_to_start_and_the_keys_of_its_rules() -> None:
    assert offered("new", "--start", "") == [("we=", "We"), ("they=", "They")]
    assert offered("new", "--side", "ann=Ann B", "--side", "bob", "--start", "a") == [("ann=", "Ann B")]
    assert offered("new", "--set", "game.t") == [("game.target=", "now 8500")]
    assert offered("new", "-v", "hand-and-foot", "--set", "need") == [("need=", "now 50,90,120,150")]
    assert offered("new", "--set", "threes.r") == [("threes.red=", "now [100,300,500,1000]")]
    out = load_variant("wca").facts["out"]
    assert offered("rules", "--set", "game.t") == [("game.target=", "now 8500")]
    run("new", "-v", "classic")
    assert offered("rules", "--set", "game.target") == [("game.target=", "now 5000")]
    assert offered("rules", "-v", "wca", "--set", "game.target") == [("game.target=", "now 8500")]
    assert offered("new", "-v", "wca", "--set", "bonuses.out.p") == [
        ("bonuses.out.points=", f"now {getattr(out, 'points', None)}")
    ]
    assert offered("new", "--set", "opening.natural_g") == [("opening.natural_group=", "now true")]
    assert offered("new", "--we", "") == []


def test_cards_are_offered_behind_those_of_their_word() -> None:
    assert offered("meld", "find", "j") == [("JK", "50 points"), ("J", "10 points")]
    assert words_offered("meld find 10 3xq") == ["3xQ"]
    assert words_offered("meld check 10,10,1") == ["10,10,10"]
    assert words_offered("meld check 2xQ,jk") == ["2xQ,JK"]
    assert words_offered("meld find --pile 1") == ["10"]
    assert "3" not in words_offered("meld find ")


def test_files_are_offered_where_files_are_meant() -> None:
    assert offered("show", "-l", "") == [FILES]
    assert offered("show", "--ledger=th") == [FILES]
    assert offered("check", "") == [FILES]
    assert offered("check", "one.toml", "") == [FILES]


def test_the_forms_of_an_export_are_offered_and_files_for_games_that_come_and_go() -> None:
    assert words_offered("export -f ") == ["csv", "json", "md", "html", "txt"]
    assert words_offered("export --format=h") == ["--format=html"]
    for typed in ("export -o ", "import ", "import -l ", "stats ", "stats a.toml "):
        assert offered(*typed.split(" ")) == [FILES]
    assert words_offered("import -v wc") == ["wca", ""]


def test_the_shells_are_offered() -> None:
    assert words_offered("--install-completion ") == ["bash", "zsh", "fish", "powershell"]
    assert words_offered("--show-completion p") == ["powershell"]


@pytest.mark.parametrize("typed", ["ad we ", "add --nonsense=", "note ", "adjust we ", "we r"])
def test_where_nothing_is_known_nothing_is_offered(typed: str) -> None:
    assert words_offered(typed) == []


def test_a_word_that_a_terminal_would_obey_is_not_offered(own_variants: Path) -> None:
    (own_variants / "a\x1bb.toml").write_text('extends = "wca"\n')
    assert offered("score", "-v", "a") == [RULE_FILES]


@pytest.mark.parametrize(
    "words",
    [
        ["add", "-l", "broken.toml", "we", "nat"],
        ["add", "-l", "~nobody-of-that-name/x.toml", "we", "nat"],
        ["add", "--ledger=", "we", "nat"],
        ["score", "-v", "nsvo", "we", "nat"],
    ],
)
def test_where_anything_stands_in_the_way_nothing_is_offered(game_folder: Path, words: list[str]) -> None:
    (game_folder / "broken.toml").write_text("no ledger\n")
    assert offered(*words) == []


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("add --anyway we nat", ["natural="]),
        ("score -v wca -v nvso we zip", []),
        ("score -v nvso -v wca we zip", ["zip-code"]),
        ("add -- we nat", ["natural="]),
        ("meld find 3Xq", ["3XQ"]),
        ("show -ee.toml --fo", ["--format"]),  # no value of an unknown option: the l is not -l
        ("score -fcsv we nat", ["natural="]),
        ("score -vwca we zip", ["zip-code"]),
        ("adjust we -5 --wh", ["--why"]),
    ],
)
def test_options_are_read_as_the_command_reads_them(typed: str, words: list[str]) -> None:
    assert words_offered(typed) == words


@pytest.mark.parametrize(
    "words", ["add -l broken.toml we", "add -l missing.toml we", "score -v nsvo we", "add -l . we"]
)
def test_and_the_program_says_nothing_of_it(game_folder: Path, words: str) -> None:
    (game_folder / "broken.toml").write_text("no ledger\n")
    done = run(*words.split(), _CANASTA_SCORE_COMPLETE="complete_words", _CANASTA_SCORE_BEGUN="nat")
    assert (done.out, done.err) == ("", "")


def test_the_program_answers_and_records_nothing(ten_hands: Path) -> None:
    done = run_process("add", "we", _CANASTA_SCORE_COMPLETE="complete_words", _CANASTA_SCORE_BEGUN="nat")
    assert (done.code, done.out, done.err) == (0, "natural=\tNatural canastas\n", "")
    assert ten_hands.read_bytes() == TEN_HANDS.read_bytes()
