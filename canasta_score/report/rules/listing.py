"""The list of the variants, as it is read in a terminal."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from canasta_score.report.text.layout import COLUMN_GAP, fill_text, measure_width, pad_text
from canasta_score.rules.catalog.listing import VariantListing

_DETAIL_INDENT = "    "
_REFUSED = "has mistakes and cannot be used"
_MIN_WIDTH_OF_COLUMNS = 60


def format_variants(variants: Sequence[VariantListing], width: int, format_command: Callable[..., str]) -> str:
    """Return each variant's name and title, and below them its summary, its source and its other names."""
    lines: list[str] = []
    name_width = max((measure_width(variant.name) for variant in variants), default=0)
    for variant in variants:
        title = f"{pad_text(variant.name, -name_width)}{COLUMN_GAP}{_REFUSED if variant.problems else variant.title}"
        lines.append(fill_text(title, width, _DETAIL_INDENT * 2))
        details = (("", variant.summary), ("source: ", variant.source), ("other names: ", ", ".join(variant.aliases)))
        texts = (label + text for label, text in details if text)
        lines += (fill_text(text, width, _DETAIL_INDENT * 2, first=_DETAIL_INDENT) for text in texts)
        hides = " (used instead of the built-in file of the same name)" if variant.hides_shipped else ""
        # A path is not wrapped, so that it can be copied.
        below = [] if variant.shipped else [f"your own file: {variant.path}{hides}"]
        below += (f"based on your own {own}" for own in variant.plays_by)
        below += iter_shadowed_names(variant.elsewhere)
        if variant.problems:
            below.append(f"to see the mistakes: {format_command('variants', 'check', str(variant.path))}")
        lines += (_DETAIL_INDENT + line for line in below)
    return "\n".join(lines)


def format_rules_by_family(families: Mapping[str, Sequence[VariantListing]], width: int) -> str:
    """Return the name, the title and the summary of each variant below the name of its family."""
    names = [variant.name for variants in families.values() for variant in variants]
    name_width = max(map(measure_width, names), default=0) if width >= _MIN_WIDTH_OF_COLUMNS else 0
    indent = " " * (name_width + len(COLUMN_GAP)) if name_width else _DETAIL_INDENT
    paragraphs = []
    for family, variants in families.items():
        lines = [family]
        for variant in variants:
            summary = f"{variant.title}: {variant.summary}." if variant.summary else variant.title
            text = f"{pad_text(variant.name, -name_width)}{COLUMN_GAP}{summary if not variant.problems else _REFUSED}"
            lines.append(fill_text(text, width, indent))
        paragraphs.append("\n".join(lines))
    return "\n\n".join(paragraphs)


def iter_shadowed_names(elsewhere: Mapping[str, str]) -> Iterator[str]:
    """Yield a sentence for each name in a rule file that finds a different rule file."""
    for name, other in elsewhere.items():
        yield f'"{name}" is already a name of the rules {other}, so it does not find this file'
