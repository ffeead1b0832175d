"""`canasta-score variants list`: the variants that can be named."""

from canasta_score.cli.messages import format_command
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result
from canasta_score.report.json.rules import build_listed_variant_json
from canasta_score.report.rules.listing import format_variants
from canasta_score.rules.catalog.listing import list_variants


def list_(*, json: JsonOption = False) -> None:
    """List the rules you can play by."""
    variants = list_variants()
    if json:
        print_json({"variants": [build_listed_variant_json(variant) for variant in variants]})
    else:
        print_result(format_variants(variants, get_terminal_width(), format_command))
