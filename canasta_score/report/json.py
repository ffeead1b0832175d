"""Hands, openings, games, statistics and rules as JSON: stable keys that programs rely on."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_score.game.entries import Entry, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.reconciliation import Reconciliation
from canasta_score.game.sides import serialize_seats
from canasta_score.game.standing import Standing
from canasta_score.game.statistics import FEW_GAMES, SideStatistics, Statistics
from canasta_score.hand.comparison.compare import VariantResult
from canasta_score.hand.mistakes import iter_digit_swaps
from canasta_score.hand.scoring import HandScore, SideScore
from canasta_score.report.labels import list_figures
from canasta_score.report.rules.differences import RuleDifference
from canasta_score.report.text import mistakes
from canasta_score.report.text.explanation import describe_line_rule
from canasta_score.rules.catalog.listing import VariantListing
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Severity
from canasta_score.rules.model.facts import RUNNING
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.game.storage.recent_games import FoundGame
    from canasta_score.hand.opening.check import Opening

JsonObject = dict[str, object]
# The keys of rules that stay as they are, whatever the fields are called.
_KEYS = {"card_points": "count", "on_table": "table", "in_hand": "hand", "colors": "colours", "short_name": "short"}


def build_hand_json(
    variant: Variant,
    score: HandScore,
    names: Mapping[str, str],
    problems: Sequence[Diagnostic],
    partners: Sequence[str] = (),
) -> JsonObject:
    """Return the score of a hand with its lines, in points, who were partners in it alone, and its problems."""
    return {
        "variant": variant.name,
        **_build_partners_json(partners),
        "sides": {side: _build_side_json(names[side], own) for side, own in score.sides.items()},
        "problems": list(map(_build_problem_json, problems)),
    }


def build_refused_hand_json(variant: Variant, problems: Sequence[Diagnostic]) -> JsonObject:
    """Return why a hand was refused, with the keys of a hand without a score."""
    return build_hand_json(variant, HandScore(sides={}), {}, problems)


def build_refusal_json(errors: Sequence[Diagnostic]) -> JsonObject:
    """Return why a command did nothing."""
    return {
        "problems": [
            {
                **_build_problem_json(error),
                "file": error.file,
                "where": f"row {error.row}" if error.row else error.where,
            }
            for error in errors
        ]
    }


def build_hand_comparison_json(
    results: Sequence[VariantResult], keys: Sequence[str], names: Mapping[str, str]
) -> JsonObject:
    """Return a hand by several rules, each with its problems."""
    variants = {
        key: {
            "title": result.variant.title,
            "sides": {
                side: {
                    "name": names[side],
                    **compared.get_figures(),
                    "lines": list(map(asdict, compared.known_lines)),
                    "unknown": list(map(asdict, compared.unknown)),
                }
                for side, compared in result.sides.items()
            },
            "problems": list(map(_build_problem_json, result.problems)),
        }
        for key, result in zip(keys, results, strict=True)
    }
    return {"variants": variants}


def build_refused_comparison_json(first: Variant, diagnostics: Sequence[Diagnostic]) -> JsonObject:
    """Return why the tally of a hand was refused, under the first rules alone."""
    problems = build_refused_hand_json(first, diagnostics)["problems"]
    return {"variants": {first.name: {"title": first.title, "sides": {}, "problems": problems}}}


def build_opening_json(opening: "Opening", *, with_pile: bool) -> JsonObject:
    """Return an opening; if a pile was asked for, also the group with its top card, or null."""
    return {
        "legal": opening.legal,
        "opens": opening.opens,
        "points": opening.points,
        "needs": opening.needs,
        "groups": [asdict(group) for group in opening.groups],
        "kept": list(opening.kept),
        "problems": list(opening.problems),
        **({"pile": opening.pile and asdict(opening.pile)} if with_pile else {}),
    }


def build_refused_opening_json(need: int, refusals: Sequence[Diagnostic]) -> JsonObject:
    """Return why cards were refused, with the keys of an opening without groups."""
    nothing: JsonObject = {"legal": False, "opens": False, "points": 0, "needs": need, "groups": [], "kept": []}
    return {**nothing, "problems": list(map(str, refusals))}


def build_recorded_hand_json(
    ledger: Ledger, hand: Hand, problems: Sequence[Diagnostic], *, recorded: bool
) -> JsonObject:
    """Return the score of a hand with its lines, and the standing after it; a dry run is not `recorded`."""
    standing = ledger.standing()
    return {
        **build_hand_json(ledger.variant, hand.score, ledger.side_names, problems, hand.partners),
        "hand": hand.number,
        "recorded": recorded,
        "standing": _build_standing_json(standing),
        **_build_outcome_json(standing),
    }


def build_needs_json(ledger: Ledger, standing: Standing) -> JsonObject:
    """Return what each side needs to open a hand, in points."""
    return {
        "variant": ledger.variant.name,
        "hand": standing.next_hand,
        "sides": _build_standing_json(standing),
        **_build_deal_json(standing),
    }


def build_sheet_json(ledger: Ledger) -> JsonObject:
    """Return the score sheet: the standing, and every hand that counts with its facts, parts and running totals."""
    standing = ledger.standing()
    adjustments = [
        {
            "after": step.hand or 0,
            "at": step.recorded_at.isoformat(),
            "side": step.side,
            "points": step.points,
            "text": step.text,
            RUNNING: totals[step.side],
        }
        for step, totals in ledger.iter_steps()
        if isinstance(step, Entry)
    ]
    return {
        "variant": ledger.variant.name,
        "title": ledger.variant.title,
        "target": ledger.variant.game.target,
        "house": list(ledger.house_rules),
        "start": dict(ledger.starting_totals),
        "sides": _build_standing_json(standing),
        "hands": [
            {
                "hand": hand.number,
                "at": hand.recorded_at.isoformat(),
                **_build_partners_json(hand.partners),
                "sides": {
                    side: {"facts": dict(hand.get_facts(side)), **list_figures(score), RUNNING: totals[side]}
                    for side, score in hand.score.sides.items()
                },
            }
            for hand, totals in ledger.iter_running_totals()
        ],
        **({"adjustments": adjustments} if adjustments else {}),
        **_build_outcome_json(standing),
        **({"seats": serialize_seats(seats)} if (seats := ledger.current_seats) else {}),
    }


def build_changed_rules_json(before: Ledger, after: Ledger) -> JsonObject:
    """Return the sheet after a change of the rules, and the rules and the totals before it, in points."""
    return {**build_sheet_json(after), "before": {**_build_rules_json(before), "totals": dict(before.totals)}}


def build_game_rules_json(ledger: Ledger) -> JsonObject:
    """Return the rules of a game: their name and title, the house rules, and all keys as a rule file has them."""
    return {**_build_rules_json(ledger), "rules": dict(ledger.rules.keys)}


def _build_rules_json(ledger: Ledger) -> JsonObject:
    return {"variant": ledger.variant.name, "title": ledger.variant.title, "house": list(ledger.house_rules)}


def build_journal_json(ledger: Ledger) -> list[JsonObject]:
    """Return every entry, and whether it still holds or was undone."""
    effective = ledger.effective_entry_numbers()
    return [_build_entry_json(entry, stands=entry.number in effective) for entry in ledger.entries]


def build_explanation_json(ledger: Ledger, hand: Hand) -> JsonObject:
    """Return the score of a hand with every line and the rule that gave it."""
    sides: JsonObject = {}
    for side, score in hand.score.sides.items():
        lines = [{**asdict(line), "rule": describe_line_rule(ledger, line, side, hand)} for line in score.lines]
        sides[side] = {**_build_side_json(ledger.side_names[side], score), "lines": lines}
    return {
        "variant": hand.variant.name,
        "hand": hand.number,
        **_build_partners_json(hand.partners),
        "struck": hand.voided,
        "sides": sides,
        "fixes": [_build_entry_json(entry, stands=True) for entry in hand.fixes],
    }


def build_reconciliation_json(found: Reconciliation, format_command: mistakes.FormatCommand) -> JsonObject:
    """Return what explains a disputed total, in points."""
    disputed = found.disputed
    return {
        "hand": found.hand.number,
        "side": disputed.side,
        "name": disputed.names[disputed.side],
        "total": found.hand.score.sides[disputed.side].total,
        "disputed": found.paper_total,
        "as_total": disputed.total,
        "running": found.is_running_total,
        "difference": found.difference,
        "slips": [
            {
                "slips": [mistake.description for mistake in explanation.mistakes],
                "tally": explanation.tally,
                "facts": {side: dict(facts) for side, facts in explanation.facts.items()},
                "fix": mistakes.format_correction(found, explanation, format_command) or None,
                "problems": list(map(_build_problem_json, explanation.problems)),
            }
            for explanation in found.explanations
        ],
        "more": found.more,
        "swapped_in_writing": found.paper_total in iter_digit_swaps(found.recorded_total),
        "notes": [
            *mistakes.iter_opening_notes(found, format_command),
            *mistakes.iter_closing_notes(found, format_command),
        ],
    }


def build_ledger_check_json(problems: Mapping[str, Sequence[Diagnostic]], readable: Collection[str]) -> JsonObject:
    """Return what is wrong with each checked ledger, by file; those that are `readable` have a game."""
    return {
        "files": [
            {"file": file, "readable": file in readable, "problems": list(map(_build_ledger_problem_json, found))}
            for file, found in problems.items()
        ]
    }


def build_statistics_json(statistics: Statistics, problems: Sequence[Diagnostic]) -> JsonObject:
    """Return the statistics, and what is wrong with the ledgers that were skipped."""
    return {
        "games": statistics.games,
        "over": statistics.games_over,
        "variants": [asdict(games) for games in statistics.games_by_variant],
        "canastas": dict(statistics.canastas),
        "specials": dict(statistics.special_hands),
        "sides": [_build_side_statistics_json(side) for side in statistics.sides],
        "problems": list(map(_build_ledger_problem_json, problems)),
        "players": [_build_side_statistics_json(player) for player in statistics.players],
        "head_to_head": [
            {"sides": meeting.sides, "games": meeting.games, "over": meeting.games_over, "won": meeting.games_won}
            for meeting in statistics.head_to_head
        ],
        "dealt": [{"name": player, "hands": hands} for player, hands in statistics.dealt.items()],
    }


def build_games_json(games: Iterable["FoundGame"]) -> JsonObject:
    """Return the list of games, newest first."""
    listed = [
        {
            "file": found.game.file,
            "variant": found.game.variant.name,
            "title": found.game.variant.title,
            "sides": [{"side": side, "name": own.name, "total": own.total} for side, own in standing.sides.items()],
            "hands": standing.hands_played,
            "played": found.played_at and found.played_at.isoformat(),
            "over": standing.over,
            "here": found.is_here,
        }
        for found, standing in ((found, found.game.standing()) for found in games)
    ]
    return {"games": listed}


def build_listed_variant_json(listed: VariantListing) -> JsonObject:
    """Return one rule file as the list of variants shows it."""
    return {
        **asdict(listed),
        "path": str(listed.path),
        "problems": list(map(_build_file_problem_json, listed.problems)),
    }


def build_variant_json(variant: Variant) -> JsonObject:
    """Return the rules of a variant by the tables of its rule file."""
    rules = asdict(variant, dict_factory=lambda fields: {_KEYS.get(name, name): value for name, value in fields})
    for name in ("facts", "short_names", "usual_facts", "names_by_hand"):  # the same values again, by name
        del rules[name]
    del rules["specials"]["names"]
    return rules


def build_rule_comparison_json(a: Variant, b: Variant, differences: Sequence[RuleDifference]) -> JsonObject:
    """Return how two variants differ, rule by rule, in words; null where one does not have the rule."""
    keys = ("section", "rule", "a", "b")
    listed = [{key: getattr(difference, key) for key in keys} for difference in differences]
    return {"a": a.name, "b": b.name, "differences": listed}


def build_rule_check_json(
    problems: Mapping[Path, Sequence[Diagnostic]], notes: Mapping[Path, Sequence[Diagnostic]]
) -> JsonObject:
    """Return the mistakes in each checked rule file, which name it as the list does, with its folder, and the notes."""
    files: list[JsonObject] = []
    for file in problems:
        about: JsonObject = {"file": str(file)}
        for key, found in (("problems", problems[file]), ("notes", notes.get(file, ()))):
            placed = (each.at(str(file)) if each.file == file.name else each for each in found)
            about[key] = list(map(_build_file_problem_json, placed))
        files.append(about)
    return {"files": files}


def _build_side_json(name: str, score: SideScore) -> JsonObject:
    """Return the score of one side, in points."""
    return {"name": name, **list_figures(score), "lines": [asdict(line) for line in score.lines]}


def _build_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a problem of a hand; one that cannot be used has the place of its word, or null."""
    is_refused = problem.severity is Severity.ERROR
    return {
        "severity": "refused" if is_refused else problem.severity,
        "code": problem.code,
        "side": problem.side,
        "fact": problem.fact,
        "message": problem.message,
        "hint": problem.hint_line,
        **({"word": problem.word_index} if is_refused else {}),
    }


def _build_standing_json(standing: Standing) -> JsonObject:
    sides: JsonObject = {}
    for side, own in standing.sides.items():
        canasta = {"canasta": own.canasta} if own.canasta else {}
        sides[side] = {"name": own.name, "total": own.total, "needs": own.needs, **canasta}
    return sides


def _build_outcome_json(standing: Standing) -> JsonObject:
    # Null while the game goes on, and for a tie.
    outcome: JsonObject = {"over": standing.over, "winner": standing.winner}
    return outcome if standing.over else {**outcome, **_build_deal_json(standing)}


def _build_deal_json(standing: Standing) -> JsonObject:
    deal = asdict(standing.deal) if standing.deal else {}
    return {"deal": {key: player for key, player in deal.items() if player}} if deal else {}


def _build_partners_json(partners: Sequence[str]) -> JsonObject:
    """Return the sides that were partners in one hand; nothing if there were none."""
    return {"partners": list(partners)} if partners else {}


def _build_entry_json(entry: Entry, *, stands: bool) -> JsonObject:
    return {
        "entry": entry.number,
        "at": entry.recorded_at.isoformat(),
        "what": str(entry.kind),
        "hand": entry.hand,
        "side": entry.side or None,
        "stands": stands,
        "facts": {side: dict(facts) for side, facts in entry.facts.items()},
        "text": entry.text,
        "anyway": entry.accepted_anyway,
        "restate": entry.restates_totals,
        "totals": None if entry.totals is None else dict(entry.totals),
        **({"points": entry.points} if entry.points else {}),
        **({"by": "phone"} if entry.is_from_phone else {}),
        **({"house": list(entry.rules.house_rules), "rules": dict(entry.rules.keys)} if entry.rules else {}),
    }


def _build_ledger_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a mistake in a ledger, and whether stated totals are what is wrong."""
    return {**_build_file_problem_json(problem), "about_totals": problem.code is DiagnosticCode.TOTAL_MISMATCH}


def _build_file_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a mistake in a file."""
    place: JsonObject = {"file": problem.file, "where": problem.where}
    return {**place, "code": problem.code, "message": problem.message, "hint": problem.hint_line}


def _build_side_statistics_json(side: SideStatistics) -> JsonObject:
    """Return the figures of a side; a figure is null if no hand has it."""
    sums = {"out": side.going_out, "penalties": side.penalties, "hand_cards": side.hand_cards}
    samples = {"canastas": side.all_canastas, "specials": side.all_special_hands, **sums}
    specials = {fact: figure.total for fact, figure in side.special_hands.items()}
    canastas = {fact: figure.per_hand for fact, figure in side.canastas.items()}
    return {
        "name": side.name,
        "games": side.games,
        "over": side.games_over,
        "won": side.games_won,
        "hands": side.points.hands,
        "few_games": side.games < FEW_GAMES,
        "average": side.points.per_hand,
        "best": side.best_hand and asdict(side.best_hand),
        "comeback": side.comeback and asdict(side.comeback),
        "canastas": canastas if side.all_canastas.hands else None,
        "specials": specials if side.all_special_hands.hands else None,
        **{key: figure.total if figure.hands else None for key, figure in sums.items()},
        "per_hand": {key: figure.per_hand for key, figure in sums.items()},
        "behind": {
            "won": _build_sample_json(side.games_over),
            "average": _build_sample_json(side.points.games, side.points.hands),
            "best": _build_sample_json(side.points.games, side.points.hands),
            "comeback": _build_sample_json(side.games_won),
            **{key: _build_sample_json(figure.games, figure.hands) for key, figure in samples.items()},
        },
    }


def _build_sample_json(games: int, hands: int | None = None) -> JsonObject:
    counts = {"games": games} if hands is None else {"games": games, "hands": hands}
    return {**counts, "few_games": games < FEW_GAMES}
