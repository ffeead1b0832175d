"""What two variants play otherwise, rule by rule, in the words of the rule card."""

from collections.abc import Iterable, Iterator, Mapping

from canasta_score.report.rules.descriptions import RuleDescription, RuleSection, describe_rules
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant

_TextPair = tuple[str, str]


@frozen
class RuleDifference(Value):
    """A rule that two variants have otherwise, or that one of them has not.

    `pairs` has what each of the two says and the other does not, topic by topic; a text is empty where nothing is said.
    """

    section: str
    rule: str
    is_fact: bool
    in_a: bool
    in_b: bool
    pairs: tuple[_TextPair, ...]

    @property
    def a(self) -> str | None:
        """Give all that only the first one says; None where it says nothing."""
        return "; ".join(text for text, _ in self.pairs if text) or None

    @property
    def b(self) -> str | None:
        """Give all that only the second one says; None where it says nothing."""
        return "; ".join(text for _, text in self.pairs if text) or None


@frozen
class RuleComparison(Value):
    """Two variants side by side: the rules that differ, and the facts that are explained in other words."""

    differences: tuple[RuleDifference, ...]
    reworded_facts: tuple[str, ...]


def compare_rules(a: Variant, b: Variant) -> RuleComparison:
    """Compare two variants by all that is said of their rules; whose they are and where they are from is no rule."""
    sections = list(zip(describe_rules(a), describe_rules(b), strict=True))
    differences = (one for of_a, of_b in sections for one in _iter_section_differences(of_a, of_b))
    pairs = (pair for of_a, of_b in sections for pair in _iter_shared_rules(of_a, of_b))
    explained_otherwise = (_format_rule_name(rule) for rule, other in pairs if rule.about != other.about)
    return RuleComparison(differences=tuple(differences), reworded_facts=tuple(explained_otherwise))


def _iter_shared_rules(a: RuleSection, b: RuleSection) -> Iterator[tuple[RuleDescription, RuleDescription]]:
    """Go through the rules that both sections have."""
    others = _index_by_key(b)
    return ((rule, others[rule.key]) for rule in a.rules if rule.key in others)


def _index_by_key(section: RuleSection) -> dict[str, RuleDescription]:
    """Give the rules of a section by that which is the same in another variant."""
    return {rule.key: rule for rule in section.rules}


def _format_rule_name(rule: RuleDescription) -> str:
    """Give what a rule is called, without its letter."""
    return f"{rule.label} ({rule.fact})" if rule.fact else rule.label


def _iter_section_differences(a: RuleSection, b: RuleSection) -> Iterator[RuleDifference]:
    """Go through the rules of a section that differ."""
    of_a, of_b = _index_by_key(a), _index_by_key(b)
    for key in _merge_in_order(of_a, of_b):
        one, other = of_a.get(key), of_b.get(key)
        pairs = tuple(_iter_differing_texts(one, other))
        if pairs:
            rule = one or of_b[key]
            yield RuleDifference(
                section=a.title,
                rule=_format_rule_name(rule),
                is_fact=bool(rule.fact),
                in_a=one is not None,
                in_b=other is not None,
                pairs=pairs,
            )


def _iter_differing_texts(a: RuleDescription | None, b: RuleDescription | None) -> Iterator[_TextPair]:
    """Go through what two variants say otherwise of a rule; of one that only one of them has, what its card says."""
    if a and b:
        yield from ((x, y) for x, y in _pair_by_topic(_collect_all_texts(a), _collect_all_texts(b)) if x != y)
    else:
        yield from _pair_by_topic(_collect_card_texts(a), _collect_card_texts(b))


def _pair_by_topic(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[_TextPair]:
    """Set texts of the same topic beside each other."""
    return ((a.get(topic, ""), b.get(topic, "")) for topic in _merge_in_order(a, b))


def _merge_in_order(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """Give what either has: in the order of the first, and what only the second has behind that which it follows."""
    both, place = list(a), 0
    for one in b:
        if one not in both:
            both.insert(place, one)
        place = both.index(one) + 1
    return both


def _collect_card_texts(rule: RuleDescription | None) -> dict[str, str]:
    """Give what the card says of a rule, by topic; nothing where there is no such rule."""
    if rule is None:
        return {}
    figures = {"figures": " / ".join(rule.figures)} if rule.figures else {}
    return {**figures, **{phrase.topic: phrase.text for phrase in rule.phrases if phrase.is_on_card}}


def _collect_all_texts(rule: RuleDescription) -> dict[str, str]:
    """Give all that can be said of a rule, by topic: also what it is called and its letter."""
    letter = f"letter {rule.short}" if rule.short else "no letter"
    said = {phrase.topic: phrase.text for phrase in rule.phrases}
    return {**_collect_card_texts(rule), **said, "label": f"called {rule.label}", "letter": letter}
