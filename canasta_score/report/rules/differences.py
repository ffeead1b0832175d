"""What two variants play otherwise, rule by rule, in the words of the rule card."""

from collections.abc import Iterable, Iterator, Mapping

from canasta_score.report.rules.descriptions import Rule, Section, rules_in_words
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant

Pair = tuple[str, str]


@frozen
class Difference(Value):
    """A rule that two variants have otherwise, or that one of them has not.

    `pairs` has what each of the two says and the other does not, topic by topic; a text is empty where nothing is said.
    """

    section: str
    rule: str
    is_fact: bool
    in_a: bool
    in_b: bool
    pairs: tuple[Pair, ...]

    @property
    def a(self) -> str | None:
        """Give all that only the first one says; None where it says nothing."""
        return "; ".join(text for text, _ in self.pairs if text) or None

    @property
    def b(self) -> str | None:
        """Give all that only the second one says; None where it says nothing."""
        return "; ".join(text for _, text in self.pairs if text) or None


@frozen
class Comparison(Value):
    """Two variants side by side: the rules that differ, and the facts that are explained in other words."""

    differences: tuple[Difference, ...]
    explained_otherwise: tuple[str, ...]


def compared(a: Variant, b: Variant) -> Comparison:
    """Compare two variants by all that is said of their rules; whose they are and where they are from is no rule."""
    sections = list(zip(rules_in_words(a), rules_in_words(b), strict=True))
    differences = (one for of_a, of_b in sections for one in differences_in(of_a, of_b))
    pairs = (pair for of_a, of_b in sections for pair in in_both(of_a, of_b))
    explained_otherwise = (called(rule) for rule, other in pairs if rule.about != other.about)
    return Comparison(differences=tuple(differences), explained_otherwise=tuple(explained_otherwise))


def in_both(a: Section, b: Section) -> Iterator[tuple[Rule, Rule]]:
    """Go through the rules that both sections have."""
    others = by_key(b)
    return ((rule, others[rule.key]) for rule in a.rules if rule.key in others)


def by_key(section: Section) -> dict[str, Rule]:
    """Give the rules of a section by that which is the same in another variant."""
    return {rule.key: rule for rule in section.rules}


def called(rule: Rule) -> str:
    """Give what a rule is called, without its letter."""
    return f"{rule.label} ({rule.fact})" if rule.fact else rule.label


def differences_in(a: Section, b: Section) -> Iterator[Difference]:
    """Go through the rules of a section that differ."""
    of_a, of_b = by_key(a), by_key(b)
    for key in in_order(of_a, of_b):
        one, other = of_a.get(key), of_b.get(key)
        pairs = tuple(pairs_of(one, other))
        if pairs:
            rule = one or of_b[key]
            yield Difference(
                section=a.title,
                rule=called(rule),
                is_fact=bool(rule.fact),
                in_a=one is not None,
                in_b=other is not None,
                pairs=pairs,
            )


def pairs_of(a: Rule | None, b: Rule | None) -> Iterator[Pair]:
    """Go through what two variants say otherwise of a rule; of one that only one of them has, what its card says."""
    if a and b:
        yield from ((x, y) for x, y in beside(by_topic(a), by_topic(b)) if x != y)
    else:
        yield from beside(on_card(a), on_card(b))


def beside(a: Mapping[str, str], b: Mapping[str, str]) -> Iterator[Pair]:
    """Set texts of the same topic beside each other."""
    return ((a.get(topic, ""), b.get(topic, "")) for topic in in_order(a, b))


def in_order(a: Iterable[str], b: Iterable[str]) -> list[str]:
    """Give what either has: in the order of the first, and what only the second has behind that which it follows."""
    both, place = list(a), 0
    for one in b:
        if one not in both:
            both.insert(place, one)
        place = both.index(one) + 1
    return both


def on_card(rule: Rule | None) -> dict[str, str]:
    """Give what the card says of a rule, by topic; nothing where there is no such rule."""
    if rule is None:
        return {}
    figures = {"figures": " / ".join(rule.figures)} if rule.figures else {}
    return {**figures, **{phrase.topic: phrase.text for phrase in rule.phrases if phrase.on_card}}


def by_topic(rule: Rule) -> dict[str, str]:
    """Give all that can be said of a rule, by topic: also what it is called and its letter."""
    letter = f"letter {rule.short}" if rule.short else "no letter"
    said = {phrase.topic: phrase.text for phrase in rule.phrases}
    return {**on_card(rule), **said, "label": f"called {rule.label}", "letter": letter}
