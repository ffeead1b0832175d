"""The rule card: the figures of a variant on one page, to put on the table."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from canasta_score.report.rules import descriptions
from canasta_score.report.text.layout import wrap_text
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

CARD_WIDTH = 79
_RULE_NAME_WIDTH = 15
_MAX_RULE_LINES = 2
_FACT_NAME_WIDTH = 54
_MIN_NAME_WIDTH = 16
_THREES_NAME_WIDTH = 30
_FIGURE_WIDTH = 7
_REMARK_INDENT = " " * 6


def format_rule_card(variant: Variant, width: int = CARD_WIDTH) -> str:
    """Return everything that a rule file says: deck, cards, end, need, opening, and every fact with what to type."""
    width = min(width, CARD_WIDTH)
    title = variant.title.removesuffix(f" ({variant.name})")
    heading = f"{title} ({join_words((variant.name, *variant.aliases), 'or')})"
    blocks = [[*wrap_text(heading, width), *wrap_text(variant.source, width)]]
    for title, rules in descriptions.describe_rules(variant).items():
        iter_lines = _SECTION_LAYOUTS.get(title, _iter_fact_lines)
        blocks.append(list(iter_lines(title, rules, width)))
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def _iter_game_lines(_: str, rules: Sequence[descriptions.RuleDescription], width: int) -> Iterator[str]:
    for rule in rules:
        name = f"{rule.name:<{_RULE_NAME_WIDTH}}"
        room, texts = width - _RULE_NAME_WIDTH, list(_iter_card_texts(rule))
        lines = wrap_text("; ".join(texts), room) or ["none"]
        if len(lines) > _MAX_RULE_LINES:
            # It is easier to find with each thing on a line of its own.
            lines = [line for text in texts for line in wrap_text(text, room, "  ")]
        for line in lines:
            yield f"{name}{line}"
            name = " " * _RULE_NAME_WIDTH


def _iter_card_texts(rule: descriptions.RuleDescription) -> Iterator[str]:
    return (phrase.text for phrase in rule.phrases if phrase.is_on_card)


def _iter_threes_lines(title: str, rules: Sequence[descriptions.RuleDescription], width: int) -> Iterator[str]:
    if not rules:
        yield f"{title} do not count."
        return
    listed = [rule for rule in rules if len(rule.figures) > 1]
    yield from _iter_color_lines(title, listed, width) if listed else (title,)
    for rule in (rule for rule in rules if rule not in listed):
        lines = [f"{rule.name}: {figure}" for figure in rule.figures]
        lines += [rule.sentence or f"{rule.name} {text}." for text in _iter_card_texts(rule)]
        for line in lines:
            yield from wrap_text(line, width, "    ", first="  ")


def _iter_color_lines(title: str, colors: Sequence[descriptions.RuleDescription], width: int) -> Iterator[str]:
    """Yield below a title what one, two, three ... threes of each color are worth, in as many columns as fit."""
    name_width = _THREES_NAME_WIDTH
    if width < CARD_WIDTH:
        name_width = min(name_width, max(map(len, (title, *(color.name for color in colors)))))
    columns = max(1, (width - name_width - len("  ")) // _FIGURE_WIDTH)
    most = max(len(color.figures) for color in colors)
    for first in range(0, most, columns):
        numbers = range(first + 1, min(first + columns, most) + 1)
        heading = "" if first else title
        yield f"{heading:<{name_width + 2}}" + _format_figures(numbers)
        for color in colors:
            yield f"  {color.name:<{name_width}}" + _format_figures(color.figures[first : first + columns])


def _format_figures(figures: Sequence[object]) -> str:
    return "".join(f"{figure:>{_FIGURE_WIDTH}}" for figure in figures)


def _iter_fact_lines(title: str, rules: Sequence[descriptions.RuleDescription], width: int) -> Iterator[str]:
    if rules:
        yield title
    widest = max((len(" " + _format_figures(rule.figures).removeprefix(" ")) for rule in rules), default=0)
    name_width = min(_FACT_NAME_WIDTH, max(_MIN_NAME_WIDTH, width - len("  ") - widest))
    for rule in rules:
        *lines, last = wrap_text(rule.name, name_width, "  ")
        yield from (f"  {line}" for line in lines)
        yield f"  {last:<{name_width}}{_format_figures(rule.figures)}".rstrip()
        for text in (rule.about, *_iter_card_texts(rule)):
            yield from (_REMARK_INDENT + line for line in wrap_text(text, width - len(_REMARK_INDENT)))


def _iter_special_hand_lines(title: str, rules: Sequence[descriptions.RuleDescription], width: int) -> Iterator[str]:
    if rules:
        others, *hands = rules
        has_exception = any(phrase.topic == descriptions.OWN_TOPIC for rule in hands for phrase in rule.phrases)
        nothing = "nothing else, unless it says so" if has_exception else "nothing else"
        title += f" (the side scores {nothing}; the other sides {'; '.join(_iter_card_texts(others))})"
        yield from _iter_fact_lines("\n".join(wrap_text(title, width, "  ")), hands, width)


_SECTION_LAYOUTS: Mapping[str, Callable[[str, Sequence[descriptions.RuleDescription], int], Iterator[str]]] = {
    descriptions.GAME_TITLE: _iter_game_lines,
    descriptions.THREES_TITLE: _iter_threes_lines,
    descriptions.SPECIAL_HANDS_TITLE: _iter_special_hand_lines,
}
