"""What can be wrong with what a person wrote, and the nearest word to a wrong one."""

from collections.abc import Iterable

from canasta_score.rules.values import Value, frozen


class CanastaError(Exception):
    """Something a person wrote that cannot be taken: what, where, and a remedy."""


@frozen
class RuleProblem(Value):
    """One mistake in a rule file: the file, the key path or place in it, what is wrong, a remedy."""

    file: str
    where: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        """Give the problem as one sentence, as it is shown."""
        place = f"{self.file}: {self.where}" if self.where else self.file
        return f"{place}: {self.message}" + (f"; {self.hint}" if self.hint else "")


class RuleError(CanastaError):
    """A rule file that cannot be used, with every mistake found in it."""

    def __init__(self, problems: Iterable[RuleProblem]) -> None:
        """Keep all the problems; the text of the error is a line for each."""
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Give the remedy for an unknown word: the nearest known one, else all of them."""
    from difflib import get_close_matches  # noqa: PLC0415 -- only for those who mistype

    words = list(dict.fromkeys(known))
    nearest = get_close_matches(word, words, n=1, cutoff=0.5)
    if nearest:
        return f"did you mean '{nearest[0]}'?"
    return f"known here: {', '.join(words)}" if words else ""
