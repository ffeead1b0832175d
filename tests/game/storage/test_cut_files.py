"""Game files that end too early, as after a copy that broke off: refused, or the game after one of its entries."""

from dataclasses import replace
from typing import Any

import pytest
from support.game_files import WHEN, as_0_2_wrote_it, begun_game
from support.journals import check_cuts
from support.samples import sample_then_slow

from canasta_score.game.entries import Entry, EntryKind, GameRules, LedgerError
from canasta_score.game.storage.ledger_files import append_entry, complete_entry, format_ledger
from canasta_score.game.storage.ledger_reader import parse_ledger_text
from canasta_score.rules.catalog.loading import load_with_overrides

VARIANTS = ("nvso", "wca", "classic", "samba", "hand-and-foot", "bolivia", "cuban", "six-handed")
NAMES = {"we": 'Ann & "Bob"', "they": "Cy [[entry]] Di"}
HAND = {"we": {"total": 1200}, "they": {"total": -45}}


def game_texts(variant: str) -> list[bytes]:
    """Return the text of a game as it is after each of its entries, one of every kind."""
    rules, loaded = load_with_overrides(variant)
    game = replace(begun_game(NAMES), rules=GameRules(variant=loaded, keys=rules))
    other_rules, other = load_with_overrides(variant, ["opening.keep=1"])
    changed = GameRules(variant=other, keys=other_rules, house_rules=("opening.keep=1",))
    texts = [format_ledger(game)]
    fields: list[dict[str, Any]] = [
        {"kind": EntryKind.HAND, "facts": HAND},
        {"kind": EntryKind.HAND, "facts": {"we": {"base": 100, "count": 5}, "they": {}}, "accepted_anyway": True},
        {"kind": EntryKind.FIX, "hand": 1, "facts": {"they": {"total": 5}}, "text": "misread"},
        {"kind": EntryKind.ADJUST, "hand": 2, "side": "we", "points": -100},
        {"kind": EntryKind.RULES, "hand": 2, "rules": changed},
        {"kind": EntryKind.RENAME, "side": "we", "text": "Ann & Flo"},
        {"kind": EntryKind.VOID, "hand": 1},
        {"kind": EntryKind.UNDO},
        {"kind": EntryKind.REDO},
        {"kind": EntryKind.NOTE, "text": "Di dealt twice"},
        {"kind": EntryKind.END, "hand": 2},
    ]
    for each in fields:
        ledger = parse_ledger_text(texts[-1], "x").state
        texts.append(append_entry(texts[-1], complete_entry(ledger, Entry(recorded_at=WHEN, **each))))
    return texts


@pytest.mark.parametrize("variant", sample_then_slow(VARIANTS, every=len(VARIANTS)))
def test_a_game_that_is_cut_anywhere_is_refused_or_the_game_after_an_earlier_entry(variant: str) -> None:
    check_cuts(parse_ledger_text, game_texts(variant), step=67)


def test_rules_that_were_changed_in_the_file_are_refused_unless_their_checksum_is_removed() -> None:
    text = game_texts("nvso")[1]
    changed = text.replace(b"target = 8500", b"target = 850")
    for wrong in (changed, *(text.replace(b'checksum = "', start) for start in (b'checksum = "0', b'checksum = 5 #"'))):
        with pytest.raises(LedgerError) as refused:
            parse_ledger_text(wrong, "canasta.toml")
        (diagnostic,) = refused.value.diagnostics
        assert diagnostic.where == "rules"
        assert diagnostic.hint.endswith('to keep them, delete the line "checksum"')
    kept = parse_ledger_text(as_0_2_wrote_it(changed), "canasta.toml").state
    assert kept.variant.game.target == 850
