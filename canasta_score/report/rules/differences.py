"""How two variants differ, rule by rule, in the words of the rule card."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, zip_longest

from canasta_score.report.rules.descriptions import RuleDescription, RuleSection, describe_rules
from canasta_score.report.text.layout import (
    COLUMN_GAP,
    INDENT,
    MIN_LABEL_WIDTH,
    distribute_width,
    measure_widest,
    measure_width,
    pad_text,
    wrap_text,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_MIN_TEXT_WIDTH, _MAX_TEXT_WIDTH = 20, 50  # with less room, the texts of both variants are below the rule
_NO_RULE = "none"
_NO_TEXT = "-"
_TextPair = tuple[str, str]


@frozen
class RuleDifference(Value):
    """A rule that differs between two variants, or that one of them does not have.

    `pairs` has, topic by topic, the texts of the first and of the second variant that the other does not have; a text
    is empty where a variant says nothing.
    """

    section: str
    rule: str
    is_fact: bool
    in_a: bool
    in_b: bool
    pairs: tuple[_TextPair, ...]

    @property
    def a(self) -> str | None:
        """Return all that only the first variant says, or None."""
        return "; ".join(text for text, _ in self.pairs if text) or None

    @property
    def b(self) -> str | None:
        """Return all that only the second variant says, or None."""
        return "; ".join(text for _, text in self.pairs if text) or None


@frozen
class RuleComparison(Value):
    """Two variants side by side: the rules that differ, and the facts that are only explained in different words."""

    differences: tuple[RuleDifference, ...]
    reworded_facts: tuple[str, ...]


def compare_rules(a: Variant, b: Variant) -> RuleComparison:
    """Compare the rules of two variants, without their names, titles and sources."""
    differences: list[RuleDifference] = []
    reworded: list[str] = []
    for section_a, section_b in zip(describe_rules(a), describe_rules(b), strict=True):
        rules_a, rules_b = _index_by_key(section_a), _index_by_key(section_b)
        differences += _iter_differences(section_a.title, rules_a, rules_b)
        reworded += (
            _format_rule_name(rule)
            for key, rule in rules_a.items()
            if key in rules_b and rule.about != rules_b[key].about
        )
    return RuleComparison(differences=tuple(differences), reworded_facts=tuple(reworded))


def format_rule_comparison(
    comparison: RuleComparison, names: tuple[str, str], titles: tuple[str, str], width: int
) -> str:
    """Return the rules that differ, by the sections of the rule card.

    Each variant has a column below its title and name, unless the columns would be too narrow.
    """
    headers = [_format_variant_title(title, name) for title, name in zip(titles, names, strict=True)]
    lines = _list_difference_lines(comparison.differences, headers, names, width)
    if comparison.reworded_facts:
        also = " also" if comparison.differences else ""
        sentence = f"The explanation{also} differs for {join_words(comparison.reworded_facts)}."
        lines += ["", *_wrap_at_spaces(sentence, width)]
    return "\n".join(lines)


def _index_by_key(section: RuleSection) -> dict[str, RuleDescription]:
    return {rule.key: rule for rule in section.rules}


def _iter_differences(
    section: str, rules_a: Mapping[str, RuleDescription], rules_b: Mapping[str, RuleDescription]
) -> Iterator[RuleDifference]:
    for key in _merge_in_order(rules_a, rules_b):
        rule_a, rule_b = rules_a.get(key), rules_b.get(key)
        pairs = tuple(_iter_differing_texts(rule_a, rule_b))
        if pairs:
            rule = rule_a or rules_b[key]
            yield RuleDifference(
                section=section,
                rule=_format_rule_name(rule),
                is_fact=bool(rule.fact),
                in_a=rule_a is not None,
                in_b=rule_b is not None,
                pairs=pairs,
            )


def _format_rule_name(rule: RuleDescription) -> str:
    return f"{rule.label} ({rule.fact})" if rule.fact else rule.label


def _iter_differing_texts(a: RuleDescription | None, b: RuleDescription | None) -> Iterator[_TextPair]:
    if a and b:
        pairs = _pair_by_topic(_collect_all_texts(a), _collect_all_texts(b))
        yield from ((text_a, text_b) for text_a, text_b in pairs if text_a != text_b)
    else:
        yield from _pair_by_topic(_collect_card_texts(a), _collect_card_texts(b))


def _pair_by_topic(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[_TextPair]:
    return ((a.get(topic, ""), b.get(topic, "")) for topic in _merge_in_order(a, b))


def _merge_in_order(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """Return the items of both, in the order of the first; an item of only the second follows the one before it."""
    merged, position = list(a), 0
    for item in b:
        if item not in merged:
            merged.insert(position, item)
        position = merged.index(item) + 1
    return merged


def _collect_card_texts(rule: RuleDescription | None) -> dict[str, str]:
    if rule is None:
        return {}
    figures = {"figures": " / ".join(rule.figures)} if rule.figures else {}
    return {**figures, **{phrase.topic: phrase.text for phrase in rule.phrases if phrase.is_on_card}}


def _collect_all_texts(rule: RuleDescription) -> dict[str, str]:
    letter = f"short name {rule.short_name}" if rule.short_name else "no short name"
    texts = {phrase.topic: phrase.text for phrase in rule.phrases}
    return {**_collect_card_texts(rule), **texts, "label": f'called "{rule.label}"', "letter": letter}


def _format_variant_title(title: str, name: str) -> str:
    # A variant without its own title has the title of its parent, with its own name in parentheses.
    return title if title.endswith(f" ({name})") else f"{title} ({name})"


def _list_difference_lines(
    differences: Sequence[RuleDifference], headers: Sequence[str], names: Sequence[str], width: int
) -> list[str]:
    both = join_words(headers)
    if not differences:
        return _wrap_at_spaces(f"{both} have the same rules.", width)
    rows = list(_iter_rows(differences))
    widths = _find_column_widths(rows, headers, width)
    if all(map(int.__ge__, widths[1:], _iter_min_text_widths(rows, headers))):
        return list(_iter_column_lines(rows, headers, widths))
    return [*_wrap_at_spaces(f"{both} differ:", width), "", *_iter_stacked_lines(rows, names, width)]


@frozen
class _Cell(Value):
    """What one variant says, or only the mark that it says nothing."""

    text: str = ""
    is_statement: bool = True


@frozen
class _Row(Value):
    """The title of a section, a rule with what both variants say, more texts of the rule above, or an empty line."""

    name: str = ""
    indent: str = ""
    cells: tuple[_Cell, _Cell] = (_Cell(), _Cell())


def _iter_rows(differences: Sequence[RuleDifference]) -> Iterator[_Row]:
    for number, (title, of_section) in enumerate(groupby(differences, key=lambda difference: difference.section)):
        if number:
            yield _Row()
        yield _Row(name=title)
        for difference in of_section:
            name = difference.rule
            for text_a, text_b in difference.pairs:
                cell_a = _build_cell(difference, text_a, has_rule=difference.in_a, is_first=bool(name))
                cell_b = _build_cell(difference, text_b, has_rule=difference.in_b, is_first=bool(name))
                yield _Row(name=name, indent=INDENT, cells=(cell_a, cell_b))
                name = ""


def _build_cell(difference: RuleDifference, text: str, *, has_rule: bool, is_first: bool) -> _Cell:
    if text:
        return _Cell(text=text)
    if has_rule or (is_first and not difference.is_fact):
        return _Cell(text=_NO_TEXT, is_statement=False)
    return _Cell(text=_NO_RULE if is_first else "")


def _find_column_widths(rows: Sequence[_Row], headers: Sequence[str], width: int) -> list[int]:
    name_width = measure_widest(row.indent + row.name for row in rows)
    wanted = [
        min(_MAX_TEXT_WIDTH, max(_measure_texts(rows, a_or_b), measure_width(headers[a_or_b]))) for a_or_b in (0, 1)
    ]
    left = width - name_width - 2 * len(COLUMN_GAP)
    if sum(wanted) > left:
        name_width = min(name_width, max(MIN_LABEL_WIDTH, width * 2 // 5))
        left = width - name_width - 2 * len(COLUMN_GAP)
    return [name_width, *distribute_width(max(left, 2), [1, 1], wanted)]


def _measure_texts(rows: Sequence[_Row], a_or_b: int) -> int:
    return measure_widest(row.cells[a_or_b].text for row in rows)


def _iter_min_text_widths(rows: Sequence[_Row], headers: Sequence[str]) -> Iterator[int]:
    for a_or_b, header in enumerate(headers):
        yield max(measure_widest(header.split()), min(_MIN_TEXT_WIDTH, _measure_texts(rows, a_or_b)))


def _iter_column_lines(rows: Sequence[_Row], headers: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for row in (_Row(cells=(_Cell(text=headers[0]), _Cell(text=headers[1]))), *rows):
        cells = [_wrap_name(row, widths[0])]
        cells += (_wrap_at_spaces(cell.text, width) for cell, width in zip(row.cells, widths[1:], strict=True))
        for line in zip_longest(*cells, fillvalue="") if any(cells) else [("", "", "")]:
            yield COLUMN_GAP.join(pad_text(text, -width) for text, width in zip(line, widths, strict=True)).rstrip()


def _iter_stacked_lines(rows: Sequence[_Row], names: Sequence[str], width: int) -> Iterator[str]:
    for row in rows:
        if row == _Row():
            yield ""
        yield from _wrap_name(row, width)
        for name, cell in zip(names, row.cells, strict=True):
            if cell.text and cell.is_statement:
                lines = _wrap_at_spaces(f"{name}: {cell.text}", width - 2 * len(INDENT), INDENT)
                yield from (INDENT * 2 + line for line in lines)


def _wrap_name(row: _Row, width: int) -> list[str]:
    return [row.indent + line for line in _wrap_at_spaces(row.name, width - len(row.indent), row.indent)]


def _wrap_at_spaces(text: str, width: int, indent: str = "") -> list[str]:
    # The name of a fact is not broken at its hyphens, so that it can be copied.
    return wrap_text(text, width, indent, at_hyphens=False)
