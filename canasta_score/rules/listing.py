"""The list of the variants that can be named."""

from pathlib import Path

from canasta_score.rules.errors import RuleError, RuleProblem
from canasta_score.rules.finding import load_variant, rule_files, rule_files_in, shipped_folder, stated_title
from canasta_score.rules.values import Value, frozen


@frozen
class Listed(Value):
    """What the list says of a rule file: where it lies and what it states, or why it cannot be used.

    `hides_shipped`: it is the user's own and stands in place of a shipped one of the same name.
    """

    name: str
    path: Path
    shipped: bool
    hides_shipped: bool
    title: str = ""
    aliases: tuple[str, ...] = ()
    source: str = ""
    summary: str = ""
    problems: tuple[RuleProblem, ...] = ()


def list_variants() -> list[Listed]:
    """List all variants that can be named, by their names; one with mistakes is listed with them."""
    shipped = rule_files_in(shipped_folder())
    return [as_listed(name, path, shipped.get(name)) for name, path in sorted(rule_files().items())]


def titles() -> dict[str, str]:
    """Give the titles of all variants that can be named, by their names; none for one with mistakes.

    Those of the shipped ones are read without their rules, which are sound: TAB waits for this.
    """
    shipped = rule_files_in(shipped_folder())
    return {
        name: stated_title(path) if path == shipped.get(name) else as_listed(name, path, None).title
        for name, path in sorted(rule_files().items())
    }


def as_listed(name: str, path: Path, shipped: Path | None) -> Listed:
    """Load a rule file for the list; `shipped` is the shipped one of its name, if there is one."""
    is_shipped, hides = path == shipped, shipped is not None and path != shipped
    try:
        variant = load_variant(path)
    except RuleError as error:
        return Listed(name=name, path=path, shipped=is_shipped, hides_shipped=hides, problems=error.problems)
    return Listed(
        name=name,
        path=path,
        shipped=is_shipped,
        hides_shipped=hides,
        title=variant.title,
        aliases=tuple(other for other in (variant.name, *variant.aliases) if other != name),
        source=variant.source,
        summary=variant.summary,
    )
