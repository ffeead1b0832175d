"""The rules that a command goes by: those that are named, those of the game, or the usual ones."""

import os
from collections.abc import Mapping, Sequence

from canasta_score.cli.messages import build_usage_error
from canasta_score.cli.options import (
    DEFAULT_SIDE_NAMES,
    DEFAULT_VARIANT,
    VARIANT_SEPARATOR,
    has_current_ledger,
    resolve_ledger_path,
)
from canasta_score.rules.catalog.loading import load_variant, load_variants
from canasta_score.rules.model.variant import Variant

_VARIANT_OPTION = "--variant"


def load_rules_and_names(variant: str | None, ledger: str | None) -> tuple[Variant, Mapping[str, str]]:
    """Return the rules and the names of the sides: of a variant that is named, else of the game, else the usual."""
    if variant is None and (ledger is not None or has_current_ledger()):
        from canasta_score.game.storage.transactions import read_ledger

        game = read_ledger(resolve_ledger_path(ledger))
        return game.variant, game.side_names
    return load_variant(DEFAULT_VARIANT if variant is None else variant), DEFAULT_SIDE_NAMES


def split_variant_names(text: str) -> list[str]:
    """Return the names between the commas; raises a usage error if one is empty."""
    # A Path would drop the ./ that makes a name a path.
    names = [os.path.expanduser(name.strip()) for name in text.split(VARIANT_SEPARATOR)]  # noqa: PTH111
    if not all(names):
        example = f"one{VARIANT_SEPARATOR}other"
        message = f"a name is missing in '{text}'; write names and commas, such as {example}"
        raise build_usage_error(message, _VARIANT_OPTION)
    return names


def load_distinct_variants(names: Sequence[str]) -> list[Variant]:
    """Load variants; raises a usage error if two names mean the same one."""
    variants = load_variants(names)
    for index, variant in enumerate(variants):
        if variant in variants[:index]:
            message = f"'{names[index]}' is named twice; name each of the rules once"
            raise build_usage_error(message, _VARIANT_OPTION)
    return variants
