"""The entries of a game as a list, and what one entry changed."""

from collections.abc import Iterator

from canasta_score.game.entries import Change, Entry, EntryKind, Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import GameResult
from canasta_score.hand.facts import PAIR_SIGN
from canasta_score.hand.scoring import HandScore
from canasta_score.hand.tally.formatter import format_items
from canasta_score.report.labels import LABELS, format_date, format_need, list_figures
from canasta_score.report.text.hand import describe_partners, format_hand_notes
from canasta_score.report.text.layout import TextRow, align_columns, fill_text
from canasta_score.report.text.standing import describe_rules, iter_next_needs
from canasta_score.rules.model.facts import DIRECT_FACTS

_HAND_PREPOSITIONS = {
    EntryKind.NOTE: "on",
    EntryKind.END: "after",
    EntryKind.FAILED_OPENING: "in",
    EntryKind.ADJUST: "after",
    EntryKind.RULES: "after",
}
_DESCRIPTIONS = {
    EntryKind.HAND: "hand {entry.hand}",
    EntryKind.FIX: "the correction of hand {entry.hand}",
    EntryKind.VOID: "the cancellation of hand {entry.hand}",
    EntryKind.NOTE: 'the note "{entry.text}"',
    EntryKind.END: "the end of the game",
    EntryKind.RENAME: 'the name "{entry.text}"',
    EntryKind.FAILED_OPENING: "the failed opening of {name} in hand {entry.hand}",
    EntryKind.ADJUST: "the adjustment of {entry.points:+,} for {name}",
    EntryKind.RULES: "the change of the rules to {rules}",
}
_CONTINUATION_INDENT = "      "


def format_entries(ledger: Ledger, width: int) -> str:
    """Return a line for every entry: its day and time, what it says, and whether it was undone."""
    effective = ledger.effective_entry_numbers()
    changes = {change.entry.number: change for change in ledger.applied_changes}
    number_width = len(str(len(ledger.entries)))
    lines = ["Entries"]
    for entry in ledger.entries:
        at = entry.recorded_at
        words = [f"{entry.number:>{number_width}}  {format_date(at)}, {at:%H:%M} "]
        words += _iter_entry_words(ledger, entry, changes.get(entry.number))
        if entry.number not in effective:
            words.append("(undone)")
        lines.append(fill_text(" ".join(words), width, _CONTINUATION_INDENT))
    return "\n".join(lines)


def format_correction(ledger: Ledger, before: Hand, after: Hand, width: int) -> str:
    """Return a table of what a correction changed for each side, and notes on what scores nothing or less for it."""
    tables = {side: list(_iter_correction_rows(ledger, side, before, after)) for side in ledger.side_names}
    changed = {side: after.score.sides[side] for side, rows in tables.items() if rows}
    paragraphs: list[str] = []
    if after.partners != before.partners:
        partners = describe_partners(after.partners, ledger.side_names) or "Each side scores alone."
        paragraphs.append(f"Hand {after.number}: {partners}")
    for side in changed:
        lines = align_columns([("", "Before", "After"), *tables[side]])
        paragraphs.append("\n".join([f"Hand {after.number}, {ledger.side_names[side]}", *lines]))
    paragraphs.append(format_hand_notes(ledger.variant, HandScore(sides=changed), ledger.side_names, width))
    return "\n\n".join(filter(None, paragraphs))


def describe_change(ledger: Ledger, change: Change) -> str:
    """Return what an entry did, to follow the word "Undone" or "Redone"."""
    entry = change.entry
    rules = describe_rules(entry.rules) if entry.rules else ""
    return _DESCRIPTIONS[entry.kind].format(entry=entry, name=ledger.side_names.get(entry.side), rules=rules)


def iter_consequences(before: Ledger, after: Ledger) -> Iterator[str]:
    """Yield a sentence for each changed need of a hand that is already recorded, and one if the result changed."""
    played = [hand.number for hand in after.hands if not hand.voided]
    for number, (_, old_needs), (_, new_needs) in zip(
        played, iter_next_needs(before), iter_next_needs(after), strict=False
    ):
        for side, new in new_needs.items():
            old = old_needs.get(side)
            if old and (old.needs, old.canasta) != (new.needs, new.canasta):
                was, now = format_need(old.needs, old.canasta), format_need(new.needs, new.canasta)
                yield f"In hand {number}, {new.name} needed {now} to open, not {was}."
    old_result, new_result = before.standing().result, after.standing().result
    if old_result and not new_result:
        yield f"{_describe_winner(after, old_result)} after hand {old_result.last_hand}; now the game continues."
    elif new_result and not old_result:
        yield f"The game is over now: {_describe_winner(after, new_result)} after hand {new_result.last_hand}."
    elif old_result and new_result and old_result.winner != new_result.winner:
        yield f"Before, {_describe_winner(after, old_result)}; now {_describe_winner(after, new_result)}."


def _describe_winner(game: Ledger, result: GameResult) -> str:
    return f"{game.side_names[result.winner]} won" if result.winner else "it was a tie"


def format_hand_points(ledger: Ledger, hand: Hand) -> str:
    """Return what each side scored in a hand, such as "We 1,800, They -145", or that it is canceled."""
    if hand.voided:
        return "canceled"
    return ", ".join(f"{ledger.side_names[side]} {score.total:,}" for side, score in hand.score.sides.items())


def _iter_entry_words(ledger: Ledger, entry: Entry, change: Change | None) -> Iterator[str]:
    yield str(entry.kind)
    points = f"{entry.points:+,}" if entry.points else ""
    yield from filter(None, (entry.side, points, describe_rules(entry.rules) if entry.rules else ""))
    if entry.hand is not None:
        preposition = _HAND_PREPOSITIONS.get(entry.kind)
        yield f"{preposition} hand {entry.hand}" if preposition else str(entry.hand)
    if entry.kind is EntryKind.HAND and change and change.after:
        yield f"({format_hand_points(ledger, change.after)})"
    for side, facts in entry.facts.items():
        if facts or PAIR_SIGN in side:
            yield f"{side} {format_items(ledger.variant, facts)}".rstrip()
    if entry.accepted_anyway:
        yield "(recorded anyway)"
    if entry.is_from_phone:
        yield "(from a phone)"
    if entry.text:
        yield f'"{entry.text}"'
    if entry.number in ledger.undo_targets:
        yield f"of entry {ledger.undo_targets[entry.number]}"


def _iter_correction_rows(ledger: Ledger, side: str, before: Hand, after: Hand) -> Iterator[TextRow]:
    labels = {name: fact.label for name, fact in ledger.variant.facts.items()}
    labels |= {part: f"{part.capitalize()} as entered" for part in DIRECT_FACTS}
    old_facts, new_facts = before.get_facts(side), after.get_facts(side)
    old, new = list_figures(before.score.sides[side]), list_figures(after.score.sides[side])
    figures: list[tuple[str, int | None, int | None]] = [
        (f"  {label}", old_facts.get(name, 0), new_facts.get(name, 0)) for name, label in labels.items()
    ]
    figures += [(LABELS[column], points, new[column]) for column, points in old.items()]
    total = figures.pop()
    changed = [row for row in figures if row[1] != row[2]]
    for label, *pair in [*changed, total] if changed else ():
        yield label, *("" if points is None else f"{points:,}" for points in pair)
