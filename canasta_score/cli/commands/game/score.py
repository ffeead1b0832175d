"""`canasta-score score`: score a hand without recording it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.hand_input import is_refused, leave_refused, read_told
from canasta_score.cli.options import (
    COMMA,
    DEFAULT_VARIANT,
    NAMES,
    Anyway,
    AsJson,
    LedgerFile,
    TallyWords,
    has_ledger,
    ledger_at_hand,
    words_of,
)
from canasta_score.cli.terminal import say, say_json, say_table, width, wrong_use
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.rules.catalog.lookup import is_file, load_variant
from canasta_score.rules.model.variant import Variant

TWO_KINDS_OF_RULES = "name the rules with --variant, or take those of the game with --ledger, not both"
VariantName = Annotated[
    str | None,
    typer.Option(
        "--variant",
        "-v",
        metavar="VARIANT,...",
        help=f"Whose rules: a name, or the path of a rule file; else the game's at hand, else {DEFAULT_VARIANT}. "
        "Of several, with commas between them, the hand was played by the first.",
    ),
]


def score(
    tally: TallyWords,
    *,
    variant: VariantName = None,
    ledger: LedgerFile = None,
    anyway: Anyway = False,
    json: AsJson = False,
) -> None:
    """Score a hand without recording it.

    Name a side, then what it has: red=3, or red alone for 1. Beginnings of names will do (nat=2), and one-letter
    short names (r3 n2 o t335 h5). Points of cards may be sums and cards: table=100+100+35, hand=1xJK+3xA.
    Sides that add up themselves give base=2200 count=325.

    "variants show" lists what a side can have.

    With several variants, -v one,other, the columns stand side by side. What only the others know can be told as
    well; what hangs on a fact that nobody told "cannot be known" by their rules.
    """
    if variant is not None and COMMA in variant and not is_file(Path(variant)):
        score_by_several(variant, ledger, words_of(tally), anyway=anyway, json=json)
        return
    rules, names = rules_and_names(variant, ledger)
    facts = read_told(rules, words_of(tally), names, json=json)
    problems = referee(rules, facts)
    if is_refused(problems, anyway=anyway, done="scored"):
        raise leave_refused(rules, names, problems, json=json)
    result = score_hand(rules, facts)
    if json:
        from canasta_score.report.json.values import hand_json  # noqa: PLC0415 -- start-up

        say_json(hand_json(rules, result, names, problems))
    else:
        say_score(rules, result, names)


def score_by_several(named: str, ledger: str | None, words: list[str], *, anyway: bool, json: bool) -> None:
    """Score a hand by several variants side by side."""
    from canasta_score.cli.commands.game.comparison import score_side_by_side  # noqa: PLC0415 -- start-up

    if ledger is not None:
        raise wrong_use(TWO_KINDS_OF_RULES)
    score_side_by_side(named, words, anyway=anyway, json=json)


def rules_and_names(variant: str | None, ledger: str | None) -> tuple[Variant, Mapping[str, str]]:
    """Give the rules to score by and the sides by name: of a variant that is named, else of the game at hand."""
    if variant is not None and ledger is not None:
        raise wrong_use(TWO_KINDS_OF_RULES)
    if variant is None and (ledger is not None or has_ledger()):
        from canasta_score.game.storage.transactions import read_ledger  # noqa: PLC0415 -- start-up

        game = read_ledger(ledger_at_hand(ledger))
        return game.variant, game.names
    return load_variant(DEFAULT_VARIANT if variant is None else variant), NAMES


def say_score(variant: Variant, result: HandScore, names: Mapping[str, str]) -> None:
    """Print the score of a hand, and what counts for nothing."""
    from canasta_score.report.text.hand import hand_table, notes_of_hand  # noqa: PLC0415 -- start-up

    say(variant.title)
    say_table(hand_table(variant, result, names, width()))
    if notes := notes_of_hand(variant, result, names, width()):
        say(f"\n{notes}")
