"""A game as JSON: stable keys that other people's programs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.game.entries import Entry, PointsBySide
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing, iter_running_totals
from canasta_score.hand.referee.checks import Problem
from canasta_score.report.json.values import JsonObject, build_file_problem_json, build_hand_json, build_side_json
from canasta_score.report.text.explanation import describe_line_rule
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode


def build_sheet_json(ledger: Ledger) -> JsonObject:
    """Give the score sheet: the standing, and every hand that counts with its facts, parts and running totals."""
    standing = ledger.standing()
    return {
        "variant": ledger.variant.name,
        "title": ledger.variant.title,
        "target": ledger.variant.game.target,
        "house": list(ledger.house_rules),
        "start": dict(ledger.starting_totals),
        "sides": _build_standing_json(standing),
        "hands": [
            _build_sheet_hand_json(hand, running)
            for hand, running in iter_running_totals(ledger.starting_totals, ledger.hands)
        ],
        **_build_outcome_json(standing),
    }


def _build_standing_json(standing: Standing) -> JsonObject:
    """Give each side's total and need, in points, and the canasta that it needs where it needs one."""
    return {
        side: {key: value for key, value in asdict(of_side).items() if key != "canasta" or value}
        for side, of_side in standing.sides.items()
    }


def _build_outcome_json(standing: Standing) -> JsonObject:
    """Tell whether the game is over, and which side has won it; null while it goes on or where it is a tie."""
    return {"over": standing.over, "winner": standing.winner}


def _build_sheet_hand_json(hand: Hand, running: PointsBySide) -> JsonObject:
    """Give a hand as it stands on the sheet."""
    return {
        "hand": hand.number,
        "at": hand.recorded_at.isoformat(),
        "sides": {
            side: {
                "facts": dict(hand.facts[side]),
                "base": score.base,
                "count": score.count,
                "penalties": score.penalties,
                "total": score.total,
                "running": running[side],
            }
            for side, score in hand.score.sides.items()
        },
    }


def build_journal_json(ledger: Ledger) -> list[JsonObject]:
    """Give every entry, and whether it stands or was taken back."""
    kept = ledger.effective_entry_numbers()
    return [_build_entry_json(entry, stands=entry.number in kept) for entry in ledger.entries]


def _build_entry_json(entry: Entry, *, stands: bool) -> JsonObject:
    """Give an entry."""
    return {
        "entry": entry.number,
        "at": entry.recorded_at.isoformat(),
        "what": str(entry.kind),
        "hand": entry.hand,
        "stands": stands,
        "facts": {side: dict(told) for side, told in entry.facts.items()},
        "text": entry.text,
        "anyway": entry.accepted_anyway,
        "restate": entry.restates_totals,
        "totals": None if entry.totals is None else dict(entry.totals),
    }


def build_needs_json(ledger: Ledger, standing: Standing) -> JsonObject:
    """Give what each side needs to open a hand, in points."""
    return {"variant": ledger.variant.name, "hand": standing.next_hand, "sides": _build_standing_json(standing)}


def build_recorded_hand_json(ledger: Ledger, hand: Hand, problems: Sequence[Problem], *, recorded: bool) -> JsonObject:
    """Give the score of a hand with its lines, and the standing after it; a dry run has recorded nothing."""
    standing = ledger.standing()
    score = build_hand_json(ledger.variant, hand.score, ledger.side_names, problems)
    after = {"hand": hand.number, "recorded": recorded, "standing": _build_standing_json(standing)}
    return {**score, **after, **_build_outcome_json(standing)}


def build_explanation_json(ledger: Ledger, hand: Hand) -> JsonObject:
    """Give the score of a hand with every line and the rule that gave it."""
    sides = {
        side: {
            **build_side_json(ledger.side_names[side], score),
            "lines": _build_explained_lines_json(ledger, hand, side),
        }
        for side, score in hand.score.sides.items()
    }
    fixes = [_build_entry_json(entry, stands=True) for entry in hand.fixes]
    return {"variant": ledger.variant.name, "hand": hand.number, "struck": hand.voided, "sides": sides, "fixes": fixes}


def _build_explained_lines_json(ledger: Ledger, hand: Hand, side: str) -> list[JsonObject]:
    """Give the lines of a side with the rule that gave each."""
    lines = hand.score.sides[side].lines
    return [{**asdict(line), "rule": describe_line_rule(ledger, line, side, hand)} for line in lines]


def build_ledger_check_json(problems: Mapping[str, Sequence[Diagnostic]]) -> JsonObject:
    """Return for each checked ledger what is wrong with it."""
    return {
        "files": [
            {"file": file, "problems": [build_ledger_problem_json(problem) for problem in found]}
            for file, found in problems.items()
        ]
    }


def build_ledger_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a mistake in a ledger, and whether stated totals are what is wrong."""
    return {**build_file_problem_json(problem), "about_totals": problem.code is DiagnosticCode.TOTAL_MISMATCH}
