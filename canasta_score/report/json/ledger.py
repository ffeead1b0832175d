"""A game as JSON: stable keys that other people's programs rely on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.game.columns import RUNNING
from canasta_score.game.entries import Entry, PointsBySide
from canasta_score.game.hands import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.seats import serialize_seats
from canasta_score.game.standing import Standing, iter_running_totals
from canasta_score.report.json.values import JsonObject, build_hand_json, build_ledger_problem_json, build_side_json
from canasta_score.report.labels import list_figures
from canasta_score.report.text.explanation import describe_line_rule
from canasta_score.rules.diagnostics import Diagnostic


def build_sheet_json(ledger: Ledger) -> JsonObject:
    """Return the score sheet: the standing, and every hand that counts with its facts, parts and running totals."""
    standing = ledger.standing()
    return {
        "variant": ledger.variant.name,
        "title": ledger.variant.title,
        "target": ledger.variant.game.target,
        "house": list(ledger.house_rules),
        "start": dict(ledger.starting_totals),
        "sides": _build_standing_json(standing),
        "hands": [
            _build_sheet_hand_json(hand, totals)
            for hand, totals in iter_running_totals(ledger.starting_totals, ledger.hands)
        ],
        **_build_outcome_json(standing),
        **({"seats": serialize_seats(seats)} if (seats := ledger.current_seats) else {}),
    }


def _build_standing_json(standing: Standing) -> JsonObject:
    sides: JsonObject = {}
    for word, side in standing.sides.items():
        canasta = {"canasta": side.canasta} if side.canasta else {}
        sides[word] = {"name": side.name, "total": side.total, "needs": side.needs, **canasta}
    return sides


def _build_outcome_json(standing: Standing) -> JsonObject:
    # Null while the game goes on, and for a tie.
    outcome: JsonObject = {"over": standing.over, "winner": standing.winner}
    return outcome if standing.over else {**outcome, **_build_deal_json(standing)}


def _build_deal_json(standing: Standing) -> JsonObject:
    return {"deal": asdict(standing.deal)} if standing.deal else {}


def _build_sheet_hand_json(hand: Hand, totals: PointsBySide) -> JsonObject:
    return {
        "hand": hand.number,
        "at": hand.recorded_at.isoformat(),
        "sides": {
            side: {"facts": dict(hand.facts[side]), **list_figures(score), RUNNING: totals[side]}
            for side, score in hand.score.sides.items()
        },
    }


def build_journal_json(ledger: Ledger) -> list[JsonObject]:
    """Return every entry, and whether it still holds or was undone."""
    effective = ledger.effective_entry_numbers()
    return [_build_entry_json(entry, stands=entry.number in effective) for entry in ledger.entries]


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
    }


def build_needs_json(ledger: Ledger, standing: Standing) -> JsonObject:
    """Return what each side needs to open a hand, in points."""
    return {
        "variant": ledger.variant.name,
        "hand": standing.next_hand,
        "sides": _build_standing_json(standing),
        **_build_deal_json(standing),
    }


def build_recorded_hand_json(
    ledger: Ledger, hand: Hand, problems: Sequence[Diagnostic], *, recorded: bool
) -> JsonObject:
    """Return the score of a hand with its lines, and the standing after it; a dry run is not `recorded`."""
    standing = ledger.standing()
    return {
        **build_hand_json(ledger.variant, hand.score, ledger.side_names, problems),
        "hand": hand.number,
        "recorded": recorded,
        "standing": _build_standing_json(standing),
        **_build_outcome_json(standing),
    }


def build_explanation_json(ledger: Ledger, hand: Hand) -> JsonObject:
    """Return the score of a hand with every line and the rule that gave it."""
    return {
        "variant": ledger.variant.name,
        "hand": hand.number,
        "struck": hand.voided,
        "sides": {side: _build_explained_side_json(ledger, hand, side) for side in hand.score.sides},
        "fixes": [_build_entry_json(entry, stands=True) for entry in hand.fixes],
    }


def _build_explained_side_json(ledger: Ledger, hand: Hand, side: str) -> JsonObject:
    score = hand.score.sides[side]
    lines = [{**asdict(line), "rule": describe_line_rule(ledger, line, side, hand)} for line in score.lines]
    return {**build_side_json(ledger.side_names[side], score), "lines": lines}


def build_ledger_check_json(problems: Mapping[str, Sequence[Diagnostic]]) -> JsonObject:
    """Return what is wrong with each checked ledger, by file."""
    return {
        "files": [
            {"file": file, "problems": list(map(build_ledger_problem_json, found))} for file, found in problems.items()
        ]
    }
