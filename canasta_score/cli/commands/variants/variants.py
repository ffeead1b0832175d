"""`canasta-score variants`: the rule files that can be played by; each command stands in a room of its own."""

from collections.abc import Mapping
from typing import ClassVar

import typer

from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS


class _VariantsGroup(LazyGroup):
    """The commands about rule files."""

    modules: ClassVar[Mapping[str, str]] = {
        "list": "commands.variants.known_variants",
        "show": "commands.variants.known_variants",
        "check": "commands.variants.known_variants",
        "diff": "commands.variants.variants_diff",
        "new": "commands.variants.variants_new",
    }
    summaries: ClassVar[Mapping[str, str]] = {
        "list": "List the variants that can be named, the shipped ones and your own.",
        "show": "Show a variant's rules on a card to lay beside the table.",
        "check": "Check rule files, or all of yours: silent when all is well, else every mistake and exit code 5.",
        "diff": "Say what two variants play otherwise.",
        "new": "Write your own rule file, on top of another variant.",
    }


variants = typer.Typer(name="variants", cls=_VariantsGroup, **TYPER_SETTINGS)


@variants.callback()
def _variants_callback() -> None:
    """List, show, check and compare rule files, and write your own."""
