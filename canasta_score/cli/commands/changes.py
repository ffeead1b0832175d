"""The commands that change the game between hands: points for a side, and other rules."""

from typing import Annotated

from canasta_score.cli import game_files, messages, options, paths, recording, terminal
from canasta_score.cli.prompt.questions import resolve_side
from canasta_score.recording import games
from canasta_score.recording.rule_changes import change_rules
from canasta_score.report.text.entries import iter_consequences
from canasta_score.report.text.standing import describe_rules, format_game_heading
from canasta_score.rules.schema.inheritance import OPEN_TABLES, find_new_names


def adjust(
    side: options.SideArgument,
    points: Annotated[
        int,
        options.word_argument(
            "POINTS",
            "Points to add, or a negative number to take off.",
            lambda text: options.parse_points(text, example="-100 or 50"),
        ),
    ],
    game_file: options.GameFileArgument = None,
    *,
    why: options.ReasonOption = "",
    ledger: options.LedgerOption = None,
) -> None:
    """Add points to a side between hands, or take some off.

    The points count in the total and in what the side needs. Only a hand ends the game.
    """
    recorder = recording.open_game(game_files.resolve_ledger_path(options.pick_game_file(game_file, ledger)))
    adjusted = resolve_side(side, recorder.read().side_names)
    game = recorder.record(games.adjust(side=adjusted, points=points, why=why)).after
    reason = f" ({why})" if why else ""
    recording.print_with_standing(f"{game.side_names[adjusted]}: {points:+,} points{reason}.", game)


def rules(
    game_file: options.GameFileArgument = None,
    *,
    variant: Annotated[str | None, options.variant_option("The new rules: a name or a rule file.")] = None,
    house: options.HouseRulesOption = None,
    ledger: options.LedgerOption = None,
    json: options.JsonOption = False,
) -> None:
    """Show the rules of the game, or change them.

    All hands are scored again by the new rules, and the totals before and after are shown. "undo" brings the old rules
    back.

    A house rule is the key of a rule with its value, such as canastas.natural.points=300. In all rules, red or
    clean books are canastas.natural, and black or dirty ones canastas.mixed. threes.red=200 is for each red three.
    need=50,100,120,150 sets what it takes to open. TAB after --set lists all keys.
    """
    recorder = recording.open_game(game_files.resolve_ledger_path(options.pick_game_file(game_file, ledger)))
    if variant is None and not house:
        game = recorder.read()
        if json:
            terminal.print_json(terminal.json_report.build_game_rules_json(game))
        else:
            terminal.print_result(terminal.wrap_to_terminal(format_game_heading(game)))
            messages.print_hint("to see the whole rule card", "variants", "show", *paths.list_ledger_words()[1:])
            messages.print_hint("to change them", "rules", "--help")
        return
    recorded = recorder.record(change_rules(variant=variant, house_rules=tuple(house or ())))
    before, after = recorded.before, recorded.after
    if json:
        terminal.print_json(terminal.json_report.build_changed_rules_json(before, after))
        return
    lines = [f"The rules are now {describe_rules(after.rules)}."]
    for side, name in after.side_names.items():
        lines.append(f"{name}: {before.totals[side]:,} before, {after.totals[side]:,} now.")
    lines += iter_consequences(before, after)
    recording.print_with_standing(terminal.wrap_to_terminal("\n".join(lines)), after, before)
    for table, name in find_new_names(before.rules.keys, after.rules.keys) if house and variant is None else ():
        messages.print_note(f"{name} is a new {OPEN_TABLES[table]} in this game")
    recording.print_hints_if_game_over(before, after)
