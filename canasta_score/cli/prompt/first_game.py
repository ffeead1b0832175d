"""The start of a game by questions: rules, names, seats and dealer are asked for, and then whether to start it."""

from collections.abc import Collection, Sequence
from functools import partial
from itertools import zip_longest
from pathlib import Path

import typer

from canasta_score.cli.command_runner import run_command
from canasta_score.cli.invocation import invoke
from canasta_score.cli.messages import print_diagnostics, print_note, print_problem
from canasta_score.cli.prompt.game_answers import GameAnswers, find_proposal, renew_rules
from canasta_score.cli.prompt.questions import (
    BACK_REPLY,
    HELP_REPLY,
    LEAVING_KEYS,
    AskFunction,
    Words,
    ask_yes_no,
    show_in_pages,
)
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result, wrap_to_terminal
from canasta_score.cli.typer_internals import Command
from canasta_score.disk.files import is_existing_file, resolve_path
from canasta_score.game import sides
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.recent_games import iter_recent_games, remember_answers
from canasta_score.report.labels import format_date, format_house_rules
from canasta_score.rules.catalog import listing
from canasta_score.rules.catalog.files import RULE_FILE_SUFFIX, SHOW_ALL_RULES
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import CanastaError, suggest_name
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.schema.inheritance import iter_settable_keys
from canasta_score.rules.schema.reader import SET_OPTION
from canasta_score.rules.text import escape_unprintable, join_words, split_players

_NUMBERS_OF_SIDES = tuple(map(str, range(len(DEFAULT_SIDES), sides.MAX_SIDES + 1)))
_SKIP_REPLY = "skip"
_HOUSE_RULES = "house rules"


def offer_recent_game(ask: AskFunction) -> Path | None:
    """Ask whether to continue the last game that is not over; return its file or None, or raise EOFError."""
    game = next((game for game in iter_recent_games() if not game.standing().over), None)
    if game is None:
        return None
    day = f" of {format_date(game.started_at)}" if game.started_at else ""
    place = f"It is in {escape_unprintable(game.file)}."
    from canasta_score.report.text.games import format_totals

    text = f"Your game of {game.variant.title}{day} is not over: {format_totals(game)}. {place}"
    print_result(wrap_to_terminal(text))
    try:
        return Path(game.file) if ask_yes_no(ask, "Continue this game? [Y/n] ", default=True) else None
    except KeyboardInterrupt:  # leaves, as at the questions of a new game
        raise EOFError from None


def start_first_game(
    program: Command, path: Path, ask: AskFunction, variant: str | None = None, house_rules: Sequence[str] = ()
) -> None:
    """Ask for a game and start it in `path`; raises EOFError if the person leaves, typer.Exit if it cannot start."""
    answers = ask_for_game(path, ask, variant, house_rules)
    with invoke(ledger=path, is_at_prompt=True):
        code = run_command(program, ["new", *answers.list_options()])
    if code:
        raise typer.Exit(code)


def ask_for_next_game(last: Ledger, path: Path, ask: AskFunction) -> GameAnswers | None:
    """Ask for the game after another; return None for the same one, and no sides if only the file of its rules changed.

    Raises EOFError or KeyboardInterrupt if the person leaves.
    """
    now = renew_rules(last)
    rules = f"{now.rules.variant.title}{format_house_rules(now.rules.variant, now.rules.house_rules)}"
    question = f"Same rules and sides: {rules}, {_format_opponents(last.side_names.values())}? [Y/n] "
    if not ask_yes_no(ask, question, default=True):
        return ask_for_game(path, ask)
    return GameAnswers(variant=now.name, house_rules=now.rules.house_rules) if now.are_changed else None


def ask_for_game(
    path: Path, ask: AskFunction, variant: str | None = None, house_rules: Sequence[str] = ()
) -> GameAnswers:
    """Ask for the rules, unless `variant` names them, the names, the seats and the dealer, until all is right.

    Raises EOFError if the person leaves; the answers are kept. There are `house_rules` only with a `variant`.
    """
    first = GameAnswers() if variant is None else GameAnswers().choose_rules(variant, house_rules)
    proposal, origin = find_proposal()
    keys = f"Press Enter to accept the answer in brackets, {BACK_REPLY} to go back, {LEAVING_KEYS}."
    print_result(wrap_to_terminal(f"A new game in {path}. {keys}{origin}"))
    if variant is None:
        title_and_summary = ": ".join(filter(None, listing.load_title_and_summary(proposal.variant)))
        other = "For other rules, type their name, such as classic or hand and foot."
        print_result(wrap_to_terminal(f'"{proposal.variant}" is {title_and_summary}. {other}'))
    history = [first]
    try:
        return _ask_until_confirmed(partial(_ask_or_go_back, ask), path, history, proposal)
    except (EOFError, KeyboardInterrupt):
        known = next((answers for answers in reversed(history) if answers.is_complete), proposal)
        are_kept = history[-1] != first and remember_answers(history[-1].keep(known))
        print_note("no game started" + ("; your answers are proposed the next time" if are_kept else ""))
        raise EOFError from None


def _ask_until_confirmed(
    ask: AskFunction, path: Path, history: list[GameAnswers], proposal: GameAnswers
) -> GameAnswers:
    """Ask one question after the other; `history` has the answers after each reply, so that each can be taken back."""
    while True:
        answers = history[-1]
        try:
            if not answers.is_complete:
                history.append(_ask_next(ask, answers, proposal))
                continue
            rules, order = answers.load_rules(), answers.order
            title = f"{rules.title}{format_house_rules(rules, answers.house_rules)}"
            dealer = f" Order of play: {', '.join(order)}; {answers.dealer} deals first." if order else ""
            text = f"{title}: {_format_opponents(answers.names)}.{dealer} The game file is {resolve_path(path)}."
            print_result(f"\n{wrap_to_terminal(text)}")
            if ask_yes_no(ask, "Start this game? [Y/n] ", default=True):
                return answers
            proposal = answers
            history.append(_ask_what_to_change(ask, answers))
        except _BackError:
            if len(history) > 1:
                history.pop()


class _BackError(Exception):
    """The person wants the question before."""


def _ask_or_go_back(ask: AskFunction, prompt: str, words: Words = ()) -> str:
    if (reply := ask(prompt, words)).strip() == BACK_REPLY:
        raise _BackError
    return reply


def _ask_next(ask: AskFunction, answers: GameAnswers, proposal: GameAnswers) -> GameAnswers:
    if not answers.variant:
        return _ask_rules(ask, answers, proposal)
    if not answers.sides:
        default = str(proposal.sides or len(DEFAULT_SIDES))
        prompt = f"How many sides (partners are one side)? [{default}] "
        while (reply := ask(prompt).strip() or default) not in _NUMBERS_OF_SIDES:
            request = f"Please type a number from 2 to {sides.MAX_SIDES}."
            print_result(f"{MESSAGE_INDENT}Partners are one side together. {request}")
        return replace(answers, sides=int(reply))
    names = answers.names
    if len(names) < answers.sides:
        proposed = proposal.names if proposal.sides == answers.sides else ()
        return replace(answers, names=(*names, _ask_side_name(ask, names, answers.sides, proposed)))
    is_as_proposed = names == proposal.names
    if answers.order is None:
        return replace(answers, order=_ask_order(ask, names, (is_as_proposed and proposal.order) or ()))
    dealer = proposal.dealer if proposal.dealer in answers.order else answers.order[0]
    return replace(answers, dealer=_ask_dealer(ask, answers.order, dealer, names))


def _ask_what_to_change(ask: AskFunction, answers: GameAnswers) -> GameAnswers:
    """Return the answers without the one that is to be asked again; all of them for Enter."""
    changes = ["rules", "sides", "names", "order", _HOUSE_RULES]
    if answers.load_rules().has_partners_by_hand:
        changes.remove("sides")
    if answers.order:
        changes.append("dealer")
    while reply := ask(f"What do you want to change: {join_words(changes, 'or')}? [nothing] ", changes).strip():
        if matches := [change for change in changes if change.startswith(reply.lower())]:
            change = matches[0]
            return _ask_house_rules(ask, answers) if change == _HOUSE_RULES else answers.drop(change)
        print_result(f"{MESSAGE_INDENT}Please type {join_words(changes, 'or')}; {LEAVING_KEYS}.")
    return answers


def _ask_house_rules(ask: AskFunction, answers: GameAnswers) -> GameAnswers:
    while True:
        keys = dict(iter_settable_keys(load_with_overrides(answers.variant, answers.house_rules)[0]))
        words = {f"{key}=": f"now {value}" for key, value in keys.items()}
        reply = ask(f"Which house rule, such as game.target=5000? [no more] ({HELP_REPLY} lists them) ", words).strip()
        if reply == HELP_REPLY:
            reply = show_in_pages(ask, "\n".join(f"{key}={value}" for key, value in keys.items()))
            if reply in {"", HELP_REPLY}:
                continue
        if not reply:
            return answers
        try:
            changed = answers.set_house_rule(sides.strip_quotes(reply))
        except CanastaError as error:
            print_diagnostics(
                replace(each, file=each.file.removeprefix(SET_OPTION), hint=each.hint.replace(f"{SET_OPTION} ", ""))
                for each in error.diagnostics
            )
            continue
        from canasta_score.report.rules.differences import list_changes

        for line in list_changes(answers.load_rules(), changed.load_rules()) or ["The rules are the same."]:
            print_result(wrap_to_terminal(f"{MESSAGE_INDENT}{line}", MESSAGE_INDENT * 2))
        answers = changed


def _format_opponents(names: Collection[str]) -> str:
    return join_words(names, "against" if len(names) == len(DEFAULT_SIDES) else "and")


def _ask_rules(ask: AskFunction, answers: GameAnswers, proposal: GameAnswers) -> GameAnswers:
    suggested, proposed = "", proposal.variant + format_house_rules(proposal.load_rules(), proposal.house_rules)
    while True:
        prompt = f"Which rules? [{suggested or proposed}] ({HELP_REPLY} lists them) "
        reply = ask(prompt, listing.load_variant_titles).strip()
        if reply == HELP_REPLY:
            from canasta_score.report.rules.listing import format_rules_by_family

            listed = format_rules_by_family(listing.group_by_family(listing.list_variants()), get_terminal_width())
            reply = show_in_pages(ask, listed)
            if reply in {"", HELP_REPLY}:
                continue
        chosen = reply or suggested
        try:
            return answers.choose_rules(chosen or proposal.variant, () if chosen else proposal.house_rules)
        except CanastaError as error:
            print_diagnostics(
                replace(each, hint=f"{each.hint}: {HELP_REPLY}", command=())
                if each.command == SHOW_ALL_RULES[1:]
                else each
                for each in error.diagnostics
            )
            own = Path(f"{reply}{RULE_FILE_SUFFIX}")
            suggested = suggest_name(reply.lower(), listing.load_variant_titles()) or ""
            suggested = f"./{own}" if is_existing_file(own) else suggested


def _ask_side_name(ask: AskFunction, names: Sequence[str], count: int, proposed: Sequence[str]) -> str:
    place, default = f"side {len(names) + 1} of {count}", f"Side {len(names) + 1}"
    if count == len(DEFAULT_SIDES):
        place, default = ("the first side", "We") if not names else ("the second side", "They")
    default = next((name for name in proposed[len(names) : len(names) + 1] if name not in names), default)
    while True:
        name = sides.strip_quotes(ask(f"Name of {place}? [{default}] ").strip()) or default
        if name == HELP_REPLY:
            print_result(f"{MESSAGE_INDENT}The name of a side, or of the players in it, such as Ann & Bob.")
        elif name in names:
            print_problem("each side needs its own name")
        else:
            return name


def _ask_order(ask: AskFunction, names: Sequence[str], proposed: Sequence[str]) -> tuple[str, ...]:
    """Ask for the players in the order of play; there are none if the person skips it."""
    players = list_players_in_turn(names)
    while True:
        default = f"[{', '.join(proposed)}] (or {_SKIP_REPLY})" if proposed else f"[{_SKIP_REPLY}]"
        reply = ask(f"Players in the order of play? {default} ", [*players, _SKIP_REPLY]).strip()
        if not reply or reply.lower() == _SKIP_REPLY:
            return () if reply else tuple(proposed)
        if reply == HELP_REPLY:
            example = ", ".join(players) or "Ann, Cy, Bob, Di"
            print_result(f"{MESSAGE_INDENT}The players with commas between them, such as {example}.")
            continue
        order = sides.parse_players(reply)
        if len(order) == 1 and len(words := reply.split()) > 1:
            print_problem("the commas between the players are missing")
            proposed = words
            continue
        missing = [player for player in players if player not in order]
        if _print_seat_errors(order, order[0]) or not _confirm_order(ask, order, players, names):
            continue
        if not missing or len(order) >= len(players):
            return order
        print_problem(f"no seat for {join_words(missing)}", "enter all players")


def _confirm_order(ask: AskFunction, order: Sequence[str], players: Sequence[str], names: Sequence[str]) -> bool:
    doubts = []
    if players and len(order) > len(players):
        others = [player for player in order if player not in players]
        doubts.append(f"No side has {join_words(others, 'or')} in its name.")
    if partners := sides.find_adjacent_partners(order, names):
        doubts.append(f"{join_words(partners)} are partners, but they would play one after the other.")
    return all(ask_yes_no(ask, f"{doubt} Is that right? [y/N] ", default=False) for doubt in doubts)


def _ask_dealer(ask: AskFunction, order: Sequence[str], default: str, names: Sequence[str]) -> str:
    turns = sides.find_turns(order, names)
    while True:
        reply = ask(f"Who deals first? [{default}] ", order).strip() or default
        dealer = sides.match_player(reply, order)
        if _print_seat_errors(order, dealer):
            continue
        if not (error := sides.find_sitting_dealer_error(sides.Seats(order=tuple(order), dealer=dealer, turns=turns))):
            return dealer
        print_problem(error.message, error.hint)


def _print_seat_errors(order: Sequence[str], dealer: str) -> bool:
    errors = [replace(error, where="") for error in sides.find_seat_errors(order, dealer)]
    print_diagnostics(errors)
    return bool(errors)


def list_players_in_turn(names: Sequence[str]) -> Sequence[str]:
    """Return the players of the sides in turn, as partners sit opposite each other; none where there is one order."""
    rounds = zip_longest(*map(split_players, names))
    players = [player for turn in rounds for player in turn if player]
    return players if len(players) > 2 else ()  # noqa: PLR2004 -- two sides of one player have no order
