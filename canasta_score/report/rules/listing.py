"""The list of the variants that can be named, as it is read in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from textwrap import fill

from canasta_score.report.text.layout import COLUMN_GAP, measure_width
from canasta_score.rules.catalog.listing import VariantListing

_DETAIL_INDENT = "    "


def format_variants(variants: Sequence[VariantListing], width: int) -> str:
    """Lay out each variant's name and title, and below them what sets it apart, its source and its other names."""
    titles = _iter_title_lines(variants, width)
    blocks = ("\n".join([title, *_iter_detail_lines(one, width)]) for title, one in zip(titles, variants, strict=True))
    return "\n".join(blocks)


def format_variant_titles(variants: Sequence[VariantListing], width: int) -> str:
    """Lay out the names with the titles beside them, one below the other."""
    return "\n".join(_iter_title_lines(variants, width))


def _iter_title_lines(variants: Sequence[VariantListing], width: int) -> Iterator[str]:
    """Go through the names, each with its title beside it."""
    longest = max(map(measure_width, (one.name for one in variants)), default=0)
    for one in variants:
        beside = "has mistakes, and cannot be used" if one.problems else one.title
        yield fill(f"{one.name:<{longest}}{COLUMN_GAP}{beside}", width, subsequent_indent=_DETAIL_INDENT * 2)


def _iter_detail_lines(listed: VariantListing, width: int) -> Iterator[str]:
    """Go through the lines below a name; the path of a file is not folded."""
    for text in _iter_variant_texts(listed):
        yield fill(
            text, width, initial_indent=_DETAIL_INDENT, subsequent_indent=_DETAIL_INDENT * 2, break_on_hyphens=False
        )
    if not listed.shipped:
        hides = "; it hides the shipped one of this name" if listed.hides_shipped else ""
        yield f"{_DETAIL_INDENT}your own file: {listed.path}{hides}"
    for own in listed.plays_by:
        yield f"{_DETAIL_INDENT}plays by your own {own}"
    for sentence in iter_shadowed_names(listed.elsewhere):
        yield f"{_DETAIL_INDENT}{sentence}"
    if listed.problems:
        yield f"{_DETAIL_INDENT}to see them: canasta-score variants check {quote(str(listed.path))}"


def iter_shadowed_names(elsewhere: Mapping[str, str]) -> Iterator[str]:
    """Go through the names that a rule file states and by which another one is found."""
    for name, other in elsewhere.items():
        yield f"'{name}' means {other}, not this one"


def _iter_variant_texts(listed: VariantListing) -> Iterator[str]:
    """Go through what a rule file says of itself: what sets it apart, its source, its other names."""
    if listed.summary:
        yield listed.summary
    if listed.source:
        yield f"source: {listed.source}"
    if listed.aliases:
        yield f"also: {', '.join(listed.aliases)}"
