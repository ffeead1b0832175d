"""`canasta-score score`: score a hand without recording it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.hand_input import parse_hand_words, report_and_check_refusal, report_refused_hand
from canasta_score.cli.options import (
    DEFAULT_SIDE_NAMES,
    DEFAULT_VARIANT,
    VARIANT_SEPARATOR,
    AnywayOption,
    JsonOption,
    LedgerOption,
    TallyArgument,
    has_current_ledger,
    resolve_ledger_path,
    split_words,
)
from canasta_score.cli.terminal import build_usage_error, get_terminal_width, print_json, print_result, print_table
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.rules.catalog.files import is_existing_file
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.model.variant import Variant

_VARIANT_AND_LEDGER_MESSAGE = "name the rules with --variant, or take those of the game with --ledger, not both"
_ScoreVariantOption = Annotated[
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
    tally: TallyArgument,
    *,
    variant: _ScoreVariantOption = None,
    ledger: LedgerOption = None,
    anyway: AnywayOption = False,
    json: JsonOption = False,
) -> None:
    """Score a hand without recording it.

    Name a side, then what it has: red=3, or red alone for 1. Beginnings of names will do (nat=2), and one-letter
    short names (r3 n2 o t335 h5). Points of cards may be sums and cards: table=100+100+35, hand=1xJK+3xA.
    Sides that add up themselves give base=2200 count=325.

    "variants show" lists what a side can have.

    With several variants, -v one,other, the columns stand side by side. What only the others know can be told as
    well; what hangs on a fact that nobody told "cannot be known" by their rules.
    """
    if variant is not None and VARIANT_SEPARATOR in variant and not is_existing_file(Path(variant)):
        _score_by_several_variants(variant, ledger, split_words(tally), anyway=anyway, json=json)
        return
    rules, names = _load_scoring_rules(variant, ledger)
    facts = parse_hand_words(rules, split_words(tally), names, json=json)
    problems = referee(rules, facts)
    if report_and_check_refusal(problems, anyway=anyway, done="scored"):
        raise report_refused_hand(rules, names, problems, json=json)
    result = score_hand(rules, facts)
    if json:
        from canasta_score.report.json.values import build_hand_json  # noqa: PLC0415 -- start-up

        print_json(build_hand_json(rules, result, names, problems))
    else:
        _print_score(rules, result, names)


def _score_by_several_variants(named: str, ledger: str | None, words: list[str], *, anyway: bool, json: bool) -> None:
    """Score a hand by several variants side by side."""
    from canasta_score.cli.commands.game.comparison import score_by_all_variants  # noqa: PLC0415 -- start-up

    if ledger is not None:
        raise build_usage_error(_VARIANT_AND_LEDGER_MESSAGE)
    score_by_all_variants(named, words, anyway=anyway, json=json)


def _load_scoring_rules(variant: str | None, ledger: str | None) -> tuple[Variant, Mapping[str, str]]:
    """Give the rules to score by and the sides by name: of a variant that is named, else of the game at hand."""
    if variant is not None and ledger is not None:
        raise build_usage_error(_VARIANT_AND_LEDGER_MESSAGE)
    if variant is None and (ledger is not None or has_current_ledger()):
        from canasta_score.game.storage.transactions import read_ledger  # noqa: PLC0415 -- start-up

        game = read_ledger(resolve_ledger_path(ledger))
        return game.variant, game.side_names
    return load_variant(DEFAULT_VARIANT if variant is None else variant), DEFAULT_SIDE_NAMES


def _print_score(variant: Variant, result: HandScore, names: Mapping[str, str]) -> None:
    """Print the score of a hand, and what counts for nothing."""
    from canasta_score.report.text.hand import format_hand_notes, format_hand_table  # noqa: PLC0415 -- start-up

    print_result(variant.title)
    print_table(format_hand_table(variant, result, names, get_terminal_width()))
    if notes := format_hand_notes(variant, result, names, get_terminal_width()):
        print_result(f"\n{notes}")
