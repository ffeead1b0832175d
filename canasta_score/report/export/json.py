"""A whole game as JSON: everything in its game file, and the score sheet."""

import json

from canasta_score.game.importing.json import FIRST_RULES_KEY
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.formats import NEW_FORMAT_KEYS
from canasta_score.report.json import build_journal_json, build_sheet_json


def format_game_json(ledger: Ledger) -> str:
    """Return the text of a JSON file with the sheet, the rules as played, and every entry, undone ones too."""
    first = ledger.starting_rules
    before = {"variant": first.variant.name, "house": list(first.house_rules), "rules": dict(first.keys)}
    game = {
        **NEW_FORMAT_KEYS,
        **build_sheet_json(ledger),
        "started": ledger.started_at and ledger.started_at.isoformat(),
        "rules": dict(ledger.rules.keys),
        **({} if first == ledger.rules else {FIRST_RULES_KEY: before}),
        "entries": build_journal_json(ledger),
    }
    return json.dumps(game, indent=2, ensure_ascii=False) + "\n"
