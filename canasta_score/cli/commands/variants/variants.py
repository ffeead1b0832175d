"""`canasta-score variants`: the commands about rule files."""

import typer

from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS
from canasta_score.cli.registry import VARIANTS_COMMANDS


class _VariantsGroup(LazyGroup):
    specs = VARIANTS_COMMANDS


variants = typer.Typer(name="variants", cls=_VariantsGroup, **TYPER_SETTINGS)


@variants.callback()
def _variants_callback() -> None:
    """List, show, check and compare rules, and write your own."""
