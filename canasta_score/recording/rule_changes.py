"""The rules of a game: those that a new one takes, and the request to change those of a running one."""

from collections.abc import Sequence
from datetime import datetime

from canasta_score.game.entries import Entry, EntryKind, GameRules, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import find_fact_errors
from canasta_score.hand.referee.checks import find_problems
from canasta_score.recording.recorder import request
from canasta_score.rules.catalog.loading import FilePath, load_with_overrides, read_with_overrides
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.schema.inheritance import effective_overrides


def load_rules(variant: FilePath) -> GameRules:
    """Load rules by their name, or from the path of a rule file; raises RuleError with all mistakes."""
    keys, loaded = load_with_overrides(variant)
    return GameRules(variant=loaded, keys=keys)


def override_rules(base: GameRules, house_rules: Sequence[str]) -> GameRules:
    """Return rules with more house rules; earlier ones stay while in effect. Raises RuleError for mistakes."""
    if not house_rules:
        return base
    keys, changed = read_with_overrides(base.keys, house_rules)
    changed_keys = {rule.partition("=")[0].strip() for rule in house_rules}
    earlier = effective_overrides(keys, base.house_rules)
    kept = [rule for rule in earlier if rule.partition("=")[0].strip() not in changed_keys]
    return GameRules(variant=changed, keys=keys, house_rules=(*kept, *house_rules))


@request
def change_rules(
    game: Ledger, time: datetime, *, variant: FilePath | None = None, house_rules: Sequence[str] = ()
) -> Entry:
    """Return the entry of rules by which all hands count; raises RuleError, and LedgerError if they do not fit."""
    rules = override_rules(game.rules if variant is None else load_rules(variant), house_rules)
    if rules.variant == game.variant:
        message, code = "the game has these rules already", DiagnosticCode.NO_CHANGE
        raise LedgerError([Diagnostic(code=code, message=message, hint="nothing was changed")])
    errors, hint = list[Diagnostic](), "nothing was changed; to see the hand"
    for hand in game.hands:
        played = rules.variant.at_hand(hand.place)
        has_unknown_items = any(find_fact_errors(played, side, facts) for side, facts in hand.facts.items())
        if hand.voided or hand.accepted_anyway or has_unknown_items:
            continue  # unknown items are the errors of a later check
        for problem in find_problems(played, hand.facts, game.side_names):
            if problem.is_impossible:
                message = f"hand {hand.number} is impossible by the rules {played.title}: {problem.message}"
                errors.append(Diagnostic(message=message, hint=hint, command=("explain", str(hand.number))))
    if errors:
        raise LedgerError(errors)
    return Entry(recorded_at=time, kind=EntryKind.RULES, hand=len(game.hands) or None, rules=rules)
