"""A whole game as JSON: all that its ledger says, and the score sheet that follows from it."""

from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.reader import LEDGER_FORMAT
from canasta_score.report.json.ledger import build_journal_json, build_sheet_json
from canasta_score.report.json.values import JsonObject


def _build_game_json(ledger: Ledger) -> JsonObject:
    """Give the sheet with what it follows from: the rules as played, and every entry, also those taken back."""
    return {
        "format": LEDGER_FORMAT,
        **build_sheet_json(ledger),
        "started": ledger.started_at and ledger.started_at.isoformat(),
        "rules": dict(ledger.rules),
        "entries": build_journal_json(ledger),
    }


def format_game_json(ledger: Ledger) -> str:
    """Give a whole game as the text of a JSON file."""
    import json  # noqa: PLC0415 -- start-up

    return json.dumps(_build_game_json(ledger), indent=2, ensure_ascii=False) + "\n"
