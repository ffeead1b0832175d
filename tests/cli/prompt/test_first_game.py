"""The questions before a game: each answer can be taken back, and all the answers before it stay."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run, run_ok
from support.typist import answering
from support.wording import Wording

from canasta_score.cli.invocation import ExitCode
from canasta_score.cli.prompt.first_game import ask_for_game, list_players_in_turn, offer_recent_game
from canasta_score.cli.prompt.questions import Words
from canasta_score.cli.terminal import print_result
from canasta_score.game.storage.recent_games import load_answers, remember_answers, remember_game

pytestmark = pytest.mark.usefixtures("game_folder")


@pytest.mark.parametrize(
    ("answers", "names", "dealer"),
    [
        (["", "", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["", "", "Ann & Bo", "<", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["", "", "Ann & Bob", "Cy & D", "<", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["", "3", "<", "2", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["wca", "<", "", "", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (
            ["", "", "Ann & Bob", "Cy & Di", "Ann, Cy, Bob, Di", "Cy", "<", "Di", "y"],
            ["Ann & Bob", "Cy & Di"],
            "Di",
        ),
        (
            ["", "", "Ann & Bob", "Cy & Di", "Ann, Di, Bob, Cy", "<", "Ann, Cy, Bob, Di", "Bob", "y"],
            ["Ann & Bob", "Cy & Di"],
            "Bob",
        ),
    ],
    ids=["no way back", "the first name", "the second name", "the sides", "the rules", "the dealer", "the order"],
)
def test_a_way_back_asks_the_last_question_again(answers: list[str], names: list[str], dealer: str) -> None:
    choice = ask_for_game(Path("canasta.toml"), answering(*answers))
    assert (choice.variant, [*choice.names]) == ("nvso", names)
    assert (choice.order, choice.dealer) == (("Ann", "Cy", "Bob", "Di") if dealer else (), dealer)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (["rules", "wca"], {"variant": "wca"}),
        (["RU", "<", "n", "", "n", "x", "n", "", "Eve", ""], {"names": ["Ann & Bob", "Eve"]}),
        (["sides", "3", "Ann", "Bob", "Cy", ""], {"names": ["Ann", "Bob", "Cy"], "seats": None}),
        (["order", ""], {}),
        (["order", "skip"], {"seats": None}),
        (["order", "Cy, Ann, Di, Bob", ""], {"seats": ("Cy", "Cy, Ann, Di, Bob")}),
        (["dealer", "di", "<", "Bob"], {"seats": ("Bob", "Ann, Cy, Bob, Di")}),
        (["house rule", "<", "h", ""], {}),
        (["rules", "cutthroat", "Ann", "Bob", "Cy", ""], {"variant": "cutthroat", "names": ["Ann", "Bob", "Cy"]}),
    ],
)
def test_no_asks_what_to_change_and_keeps_the_rest(answers: list[str], expected: dict[str, Any]) -> None:
    first = ["nvso", "2", "Ann & Bob", "Cy & Di", "Ann, Cy, Bob, Di", "Cy"]
    if expected.get("seats", "") == "" and answers[:1] == ["order"]:
        answers = [*answers, ""]  # the dealer
    choice = ask_for_game(Path("canasta.toml"), answering(*first, "n", *answers, "y"))
    assert choice.variant == expected.get("variant", "nvso")
    assert [*choice.names] == expected.get("names", ["Ann & Bob", "Cy & Di"])
    if "names" not in expected:
        dealer, order = expected.get("seats", ("Cy", "Ann, Cy, Bob, Di")) or ("", "")
        assert (choice.order, choice.dealer) == (tuple(order.split(", ")) if order else (), dealer)


def test_house_rules_are_asked_for_and_their_effect_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    replies = ["game.target=5000", "red-in-hand=3", "?", "penalties.red-in-hand.points=200", "game.target=10000"]
    replies += ["penalties.red-in-hand.points=300", ""]
    first = ["hand and foot", "2", "Ann & Bob", "Cy & Di", "skip"]
    choice = ask_for_game(Path("canasta.toml"), answering(*first, "n", "house rules", *replies, "y"))
    assert list(choice.house_rules) == ["game.target=10000", "penalties.red-in-hand.points=300"]
    printed = capsys.readouterr()
    shown = " ".join(printed.out.split())
    assert "Red threes in hand (red-in-hand): -200 -> -300." in shown
    assert "deck.packs=5" in shown
    assert "Hand and Foot (to 10,000, Red threes in hand 300): Ann & Bob against Cy & Di." in shown
    assert printed.err == 'error: red-in-hand: unknown key\nhint: did you mean "penalties.red-in-hand.points=3"?\n'


def test_tab_shows_how_each_house_rule_is_now() -> None:
    answer, offered = answering("", "", "", "", "n", "house rules", "game.target=5000", "", "y"), list[object]()

    def ask(prompt: str, words: Words = ()) -> str:
        if "house rule, such as" in prompt:
            offered.append(words["game.target="] if isinstance(words, Mapping) else None)
        return answer(prompt, words)

    ask_for_game(Path("canasta.toml"), ask, "nvso")
    assert offered == ["now 8500", "now 5000"]


def test_a_house_rule_of_the_command_is_kept() -> None:
    choice = ask_for_game(Path("canasta.toml"), answering("", "", "", "", "y"), "nvso", ["game.target=5000"])
    assert (choice.variant, list(choice.house_rules)) == ("nvso", ["game.target=5000"])


def test_a_house_rule_of_a_running_game_is_set_by_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("canasta_score.cli.commands.play.is_interactive", lambda: True)
    run_ok("new")
    done = run("play", "--set", "game.target=5000")
    assert done.code == ExitCode.USAGE_ERROR
    assert "hint: to change its rules: canasta-score rules --set game.target=5000" in done.err


def test_players_without_commas_are_proposed_with_them() -> None:
    choice = ask_for_game(Path("canasta.toml"), answering("", "", "", "", "Ann Cy Bob Di", "", "Bob", "y"))
    assert (choice.order, choice.dealer) == (("Ann", "Cy", "Bob", "Di"), "Bob")


def test_cutthroat_has_no_sides_to_change(capsys: pytest.CaptureFixture[str]) -> None:
    answers = ["cutthroat", "Ann", "Bob", "Cy", "", "n", "sides", "names", "", "Di", "", "", "y"]
    choice = ask_for_game(Path("canasta.toml"), answering(*answers))
    assert [*choice.names] == ["Ann", "Di", "Cy"]
    assert "Please type rules, names, order or house rules; Ctrl-C or Ctrl-D to leave." in capsys.readouterr().out


def test_a_name_that_is_near_one_is_proposed_and_enter_takes_what_is_in_brackets(
    capsys: pytest.CaptureFixture[str],
) -> None:
    choice = ask_for_game(Path("canasta.toml"), answering("clasic", "", "", "", "", "", "y"))
    assert choice.variant == "classic"
    assert "Which rules? [classic]" in capsys.readouterr().out
    choice = ask_for_game(Path("canasta.toml"), answering("clasic", "qqqqqqq", "", "", "", "", "", "y"))
    assert choice.variant == "nvso"


@pytest.mark.parametrize("typed", ["red books", "Clean Book"])
def test_rules_are_found_by_what_they_call_canastas(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    choice = ask_for_game(Path("canasta.toml"), answering(typed, "good-sams", "", "", "", "", "y"))
    assert choice.variant == "good-sams"
    assert "hint: good-sams, hand-and-foot and ponytail have books; to see all rules: ?" in capsys.readouterr().err


def test_a_word_for_canastas_that_one_set_of_rules_has_finds_that_one(
    own_variants: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (own_variants / "ours.toml").write_text('extends = "nvso"\n[canastas.natural]\nlabel = "Clean bundles"\n')
    choice = ask_for_game(Path("canasta.toml"), answering("bundles", "ours", "", "Ann & Bob", "Cy & Di", "", "y"))
    assert choice.variant == "ours"
    assert "hint: ours has bundles; to see all rules: ?" in capsys.readouterr().err


def test_the_list_of_rules_stops_at_the_end_of_the_screen_and_an_answer_ends_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LINES", "24")
    choice = ask_for_game(Path("canasta.toml"), answering("?", "", "classic", "", "", "", "", "y"))
    assert choice.variant == "classic"
    pages = capsys.readouterr().out.split("Press Enter for more, or type your answer:")
    assert [page.count("\n") for page in pages[1:-1]] == [23]  # with the line in which Enter was pressed
    assert "pennies-from-heaven" not in "".join(pages)
    choice = ask_for_game(Path("canasta.toml"), answering("?", "", "", "samba", "", "", "", "", "y"))
    assert choice.variant == "samba"


class TestTheLastGame:
    """What the last game was is proposed in another folder."""

    @pytest.fixture(autouse=True)
    def last_game(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        path = tmp_path / "canasta.toml"
        sides = ["--side", "ann=Ann & Bob", "--side", "cy=Cy & Di", "--side", "ed=Ed & Flo"]
        seats = ["--seats", "Ann, Cy, Ed, Bob, Di, Flo"]
        run_ok("new", "-l", str(path), "-v", "wca", *sides, *seats, "--set", "game.hands=1", "--set", "game.target=500")
        (tmp_path / "other").mkdir()
        monkeypatch.chdir(tmp_path / "other")
        return path

    def test_its_rules_names_and_next_dealer_are_in_brackets(
        self, last_game: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        run_ok("add", "-l", str(last_game), "ann", "t600")
        choice = ask_for_game(Path("canasta.toml"), answering(*[""] * 7, "y"))
        assert choice.variant == "wca"
        assert list(choice.house_rules) == ["game.hands=1", "game.target=500"]
        assert choice.list_sides() == ["ann=Ann & Bob", "cy=Cy & Di", "ed=Ed & Flo"]
        assert (choice.order, choice.dealer) == (("Ann", "Cy", "Ed", "Bob", "Di", "Flo"), "Cy")
        shown = " ".join(capsys.readouterr().out.split())
        assert "[wca (1 hand, to 500)]" in shown
        assert "those of your last game." in shown
        assert "WCA Canasta (1 hand, to 500): Ann & Bob, Cy & Di and Ed & Flo." in shown
        run_ok("new", *choice.list_options())
        assert '"game.target=500"' in Path("canasta.toml").read_text()

    def test_other_answers_leave_its_house_rules_and_seats_out(self) -> None:
        choice = ask_for_game(Path("canasta.toml"), answering("wca", "", "", "Cy & Jo", "", "", "y"))
        assert (choice.house_rules, choice.order, choice.names[1]) == ((), (), "Cy & Jo")
        choice = ask_for_game(Path("canasta.toml"), answering("", "2", "Ed & Flo", "", "", "y"))
        assert [*choice.names] == ["Ed & Flo", "They"]

    def test_a_name_is_not_proposed_for_two_sides(self) -> None:
        choice = ask_for_game(Path("canasta.toml"), answering("", "", "Cy & Di", "", "", "", "y"))
        assert [*choice.names] == ["Cy & Di", "Side 2", "Ed & Flo"]

    def test_rules_that_are_gone_are_not_proposed(self, last_game: Path) -> None:
        last_game.write_text(last_game.read_text().replace('variant = "wca"', 'variant = "ours"'))
        last_game.write_text(last_game.read_text().replace('name = "wca"', 'name = "ours"'))
        assert ask_for_game(Path("canasta.toml"), answering(*[""] * 7, "y")).variant == "nvso"

    def test_it_is_offered_until_it_is_over(self, last_game: Path, capsys: pytest.CaptureFixture[str]) -> None:
        assert offer_recent_game(answering("maybe", "")) == last_game
        shown = " ".join(capsys.readouterr().out.split())
        assert "is not over: Ann & Bob 0, Cy & Di 0, Ed & Flo 0. It is in " in shown
        assert offer_recent_game(answering("n")) is None
        with pytest.raises(EOFError):
            offer_recent_game(answering(KeyboardInterrupt))
        run_ok("add", "-l", str(last_game), "ann", "t600")
        assert offer_recent_game(answering()) is None

    def test_answers_kept_before_leaving_come_first_and_are_dropped_with_the_next_game(self, last_game: Path) -> None:
        with pytest.raises(EOFError):
            ask_for_game(Path("canasta.toml"), answering("samba", "2", "Max & Nan", EOFError))
        choice = ask_for_game(Path("canasta.toml"), answering("", "", "", "", "", "y"))
        assert (choice.variant, [*choice.names]) == ("samba", ["Max & Nan", "They"])
        remember_game(last_game)
        assert load_answers() == {}

    def test_leaving_before_an_answer_keeps_nothing(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(EOFError):
            ask_for_game(Path("canasta.toml"), answering("<", KeyboardInterrupt))
        assert capsys.readouterr().err == "note: no game started\n"
        assert load_answers() == {}

    def test_rules_that_are_named_are_not_asked_for(self, capsys: pytest.CaptureFixture[str]) -> None:
        choice = ask_for_game(Path("canasta.toml"), answering("<", "2", "", "", "", "y"), "Classic")
        assert choice.variant == "classic"
        assert "Which rules?" not in capsys.readouterr().out


KEPT = {"variant": "wca", "house_rules": [], "sides": 2, "names": ["Ann", "Bob"], "order": None, "dealer": ""}


@pytest.mark.parametrize(
    "change",
    [
        {"variant": 5},
        {"variant": "no-such"},
        {"variant": "a\0b.toml"},
        {"house_rules": ["x"]},
        {"house_rules": "x"},
        {"sides": "2"},
        {"sides": 99},
        {"sides": True},
        {"names": ["a\nb"]},
        {"names": [5]},
        {"order": ["Ann", "Ann"]},
        {"order": ["Ann", "Bob"], "dealer": "Eve"},
        {"dealer": None},
    ],
)
def test_kept_answers_that_make_no_sense_are_not_proposed(change: dict[str, object]) -> None:
    assert remember_answers({**KEPT, **change})
    choice = ask_for_game(Path("canasta.toml"), answering(*[""] * 5, "y"))
    assert (choice.variant, [*choice.names]) == ("nvso", ["We", "They"])


def test_kept_answers_are_proposed() -> None:
    assert remember_answers(KEPT)
    choice = ask_for_game(Path("canasta.toml"), answering(*[""] * 5, "y"))
    assert (choice.variant, [*choice.names]) == ("wca", ["Ann", "Bob"])


def test_the_order_of_other_players_is_not_proposed() -> None:
    couples = ["Ann & Bob", "Cy & Di"]
    run_ok("new", "--side", "we=Ann & Bob", "--side", "they=Cy & Di", "--seats", "Ann, Cy, Bob, Di", "--dealer", "Cy")
    for names, order in ((["", ""], ("Ann", "Cy", "Bob", "Di")), (["Eve & Flo", ""], ()), (["", "Gus & Ida"], ())):
        with suppress(EOFError):
            ask_for_game(Path("other.toml"), answering("", "", *names, EOFError))
        choice = ask_for_game(Path("other.toml"), answering(*[""] * 5, *[""] * bool(order), "y"))
        expected = [name or couple for name, couple in zip(names, couples, strict=True)]
        assert ([*choice.names], choice.order) == (expected, order)
        remember_game(Path("canasta.toml"))


@pytest.mark.parametrize(
    ("names", "players"),
    [
        (["Ann", "Cy"], ""),
        (["We", "They"], ""),
        (["Ann", "Bob", "Cy"], "Ann Bob Cy"),
        (["Ann & Bob", "Cy & Di"], "Ann Cy Bob Di"),
        (["Ann & Bob", "Cy, Di & Eve"], "Ann Cy Bob Di Eve"),
    ],
)
def test_partners_sit_opposite_each_other_and_two_players_in_no_order(names: list[str], players: str) -> None:
    assert [*list_players_in_turn(names)] == players.split()


@pytest.mark.parametrize(
    "typed",
    [
        "wca",
        "y",
        "wca/5000/2/Ann & Bob/Cy & Di/Ann, Cy, Bob, Di/Cy/y",
        "cutthroat/Ann/Bob/Cy//n/names//Di",
        "//Ann & Bob/Cy & Di//n/rules/samba//////n/order/Cy, Ann, Di, Bob/Bob",
    ],
)
def test_the_questions_of_a_new_game(
    typed: str, capsys: pytest.CaptureFixture[str], wording: Wording, game_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "240")  # for the folder of the test
    replies, end = typed.split("/"), 40

    def reply(question: str, words: object = ()) -> str:
        nonlocal end
        del words
        end -= 1
        if not end:
            raise EOFError
        answer = replies.pop(0) if replies else "y" if "Start" in question else ""
        print_result(f"{question}{answer}")
        return answer

    with suppress(EOFError, KeyboardInterrupt):
        ask_for_game(Path("canasta.toml"), reply)
    wording.check_wording("next_game", ["questions", typed], capsys.readouterr().out, folder=str(game_folder))
