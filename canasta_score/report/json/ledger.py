"""A game as JSON: stable keys that other people's programs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.game.entries import Entry, PointsBySide
from canasta_score.game.errors import LedgerProblem
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import Standing, running_totals
from canasta_score.hand.referee.checks import Problem
from canasta_score.report.json.values import Json, hand_json, side_json
from canasta_score.report.text.explanation import rule_of


def show_json(ledger: Ledger) -> Json:
    """Give the score sheet: the standing, and every hand that counts with its facts, parts and running totals."""
    standing = ledger.standing()
    return {
        "variant": ledger.variant.name,
        "title": ledger.variant.title,
        "target": ledger.variant.game.target,
        "house": list(ledger.house),
        "start": dict(ledger.start),
        "sides": standing_json(standing),
        "hands": [sheet_hand_json(hand, running) for hand, running in running_totals(ledger.start, ledger.hands)],
        **end_json(standing),
    }


def standing_json(standing: Standing) -> Json:
    """Give each side's total and need, in points, and the canasta that it needs where it needs one."""
    return {
        side: {key: value for key, value in asdict(of_side).items() if key != "canasta" or value}
        for side, of_side in standing.sides.items()
    }


def end_json(standing: Standing) -> Json:
    """Tell whether the game is over, and which side has won it; null while it goes on or where it is a tie."""
    return {"over": standing.over, "winner": standing.winner}


def sheet_hand_json(hand: Hand, running: PointsBySide) -> Json:
    """Give a hand as it stands on the sheet."""
    return {
        "hand": hand.number,
        "at": hand.at.isoformat(),
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


def journal_json(ledger: Ledger) -> list[Json]:
    """Give every entry, and whether it stands or was taken back."""
    kept = ledger.numbers_that_stand()
    return [entry_json(entry, stands=entry.number in kept) for entry in ledger.entries]


def entry_json(entry: Entry, *, stands: bool) -> Json:
    """Give an entry."""
    return {
        "entry": entry.number,
        "at": entry.at.isoformat(),
        "what": str(entry.what),
        "hand": entry.hand,
        "stands": stands,
        "facts": {side: dict(told) for side, told in entry.facts.items()},
        "text": entry.text,
        "anyway": entry.anyway,
        "restate": entry.restate,
        "totals": None if entry.totals is None else dict(entry.totals),
    }


def needs_json(ledger: Ledger, standing: Standing) -> Json:
    """Give what each side needs to open a hand, in points."""
    return {"variant": ledger.variant.name, "hand": standing.hand, "sides": standing_json(standing)}


def recorded_json(ledger: Ledger, hand: Hand, problems: Sequence[Problem], *, recorded: bool) -> Json:
    """Give the score of a hand with its lines, and the standing after it; a dry run has recorded nothing."""
    standing = ledger.standing()
    score = hand_json(ledger.variant, hand.score, ledger.names, problems)
    after = {"hand": hand.number, "recorded": recorded, "standing": standing_json(standing)}
    return {**score, **after, **end_json(standing)}


def explained_json(ledger: Ledger, hand: Hand) -> Json:
    """Give the score of a hand with every line and the rule that gave it."""
    sides = {
        side: {**side_json(ledger.names[side], score), "lines": explained_lines(ledger, hand, side)}
        for side, score in hand.score.sides.items()
    }
    fixes = [entry_json(entry, stands=True) for entry in hand.fixes]
    return {"variant": ledger.variant.name, "hand": hand.number, "struck": hand.struck, "sides": sides, "fixes": fixes}


def explained_lines(ledger: Ledger, hand: Hand, side: str) -> list[Json]:
    """Give the lines of a side with the rule that gave each."""
    lines = hand.score.sides[side].lines
    return [{**asdict(line), "rule": rule_of(ledger, line, side, hand)} for line in lines]


def checked_ledgers_json(problems: Mapping[str, Sequence[LedgerProblem]]) -> Json:
    """Give for every checked ledger what is wrong with it."""
    return {"files": [{"file": file, "problems": [asdict(one) for one in found]} for file, found in problems.items()]}
