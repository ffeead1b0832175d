"""What can be wrong with what a person wrote, and the nearest word to a wrong one."""

from collections.abc import Iterable

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import escape_unprintable

KNOWN_NAMES_PREFIX = "known here: "


class CanastaError(Exception):
    """Something a person wrote that cannot be taken: sentences that say what, where, and a remedy."""

    def __init__(self, sentences: Iterable[str]) -> None:
        """Keep every sentence; the text of the error is a line for each."""
        self.sentences = tuple(sentences)
        super().__init__("\n".join(self.sentences))


@frozen
class FileProblem(Value):
    """One mistake in a file that a person may write: the file, the place in it, what is wrong, a remedy."""

    file: str
    where: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Give the problem as one sentence, as it is shown."""
        place = "".join(f"{part}: " for part in (self.file, self.where) if part)
        return escape_unprintable(f"{place}{self.message}" + (f"; {self.hint}" if self.hint else ""))


@frozen
class RuleProblem(FileProblem):
    """One mistake in a rule file; the place is the path of a key."""


class RuleError(CanastaError):
    """A rule file that cannot be used, with every mistake found in it."""

    def __init__(self, problems: Iterable[RuleProblem]) -> None:
        """Keep all the problems."""
        self.problems = tuple(problems)
        super().__init__(map(str, self.problems))


def format_suggestion(word: str, known: Iterable[str]) -> str:
    """Give the remedy for an unknown word: the known one nearest to it or that begins nearly so, else all of them."""
    from difflib import get_close_matches  # noqa: PLC0415 -- only for those who mistype

    words = list(dict.fromkeys(known))
    alike = [name for name in words if name.startswith(word) or word.startswith(name)] if word else []
    if alike:
        return f"did you mean '{alike[0]}'?"
    in_full = {name: name for name in words}
    beginnings = {name[: len(word)]: name for name in reversed(words) if word}
    for near in (in_full, beginnings):
        nearest = get_close_matches(word, near, n=1)
        if nearest:
            return f"did you mean '{near[nearest[0]]}'?"
    return f"{KNOWN_NAMES_PREFIX}{', '.join(words)}" if words else ""
