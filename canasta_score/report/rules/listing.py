"""The list of the variants that can be named, as it is read in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from shlex import quote
from textwrap import fill

from canasta_score.report.text.layout import GAP, width_of
from canasta_score.rules.catalog.listing import Listed

BELOW = "    "


def variants_list(variants: Sequence[Listed], width: int) -> str:
    """Lay out each variant's name and title, and below them what sets it apart, its source and its other names."""
    titles = titles_of(variants, width)
    blocks = ("\n".join([title, *lines_below(one, width)]) for title, one in zip(titles, variants, strict=True))
    return "\n".join(blocks)


def titles_list(variants: Sequence[Listed], width: int) -> str:
    """Lay out the names with the titles beside them, one below the other."""
    return "\n".join(titles_of(variants, width))


def titles_of(variants: Sequence[Listed], width: int) -> Iterator[str]:
    """Go through the names, each with its title beside it."""
    longest = max(map(width_of, (one.name for one in variants)), default=0)
    for one in variants:
        beside = "has mistakes, and cannot be used" if one.problems else one.title
        yield fill(f"{one.name:<{longest}}{GAP}{beside}", width, subsequent_indent=BELOW * 2)


def lines_below(listed: Listed, width: int) -> Iterator[str]:
    """Go through the lines below a name; the path of a file is not folded."""
    for text in said_of(listed):
        yield fill(text, width, initial_indent=BELOW, subsequent_indent=BELOW * 2, break_on_hyphens=False)
    if not listed.shipped:
        hides = "; it hides the shipped one of this name" if listed.hides_shipped else ""
        yield f"{BELOW}your own file: {listed.path}{hides}"
    for own in listed.plays_by:
        yield f"{BELOW}plays by your own {own}"
    for sentence in said_of_names(listed.elsewhere):
        yield f"{BELOW}{sentence}"
    if listed.problems:
        yield f"{BELOW}to see them: canasta-score variants check {quote(str(listed.path))}"


def said_of_names(elsewhere: Mapping[str, str]) -> Iterator[str]:
    """Go through the names that a rule file states and by which another one is found."""
    for name, other in elsewhere.items():
        yield f"'{name}' means {other}, not this one"


def said_of(listed: Listed) -> Iterator[str]:
    """Go through what a rule file says of itself: what sets it apart, its source, its other names."""
    if listed.summary:
        yield listed.summary
    if listed.source:
        yield f"source: {listed.source}"
    if listed.aliases:
        yield f"also: {', '.join(listed.aliases)}"
