"""A whole game as JSON: all that its ledger says, and the score sheet that follows from it."""

from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.reader import FORMAT
from canasta_score.report.json.ledger import journal_json, show_json
from canasta_score.report.json.values import Json


def game_json(ledger: Ledger) -> Json:
    """Give the sheet with what it follows from: the rules as played, and every entry, also those taken back."""
    return {
        "format": FORMAT,
        **show_json(ledger),
        "started": ledger.started and ledger.started.isoformat(),
        "rules": dict(ledger.rules),
        "entries": journal_json(ledger),
    }


def game_json_text(ledger: Ledger) -> str:
    """Give a whole game as the text of a JSON file."""
    import json  # noqa: PLC0415 -- start-up

    return json.dumps(game_json(ledger), indent=2, ensure_ascii=False) + "\n"
