"""What TAB can offer for a word: the candidates that begin as it does."""

from collections.abc import Iterable, Iterator, Mapping

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import fold_case


@frozen
class CompletionCandidate(Value):
    """A word that can come next, and what it means; without a word, the pattern of files that can come next."""

    word: str
    label: str = ""


def build_candidates(labels: Mapping[str, str]) -> Iterator[CompletionCandidate]:
    """Yield a candidate for each word, with its label."""
    return (CompletionCandidate(word=word, label=label) for word, label in labels.items())


def filter_candidates(candidates: Iterable[CompletionCandidate], current_word: str) -> list[CompletionCandidate]:
    """Return the candidates that begin as is typed, in upper or lower case, and the files."""
    prefix = fold_case(current_word)
    return [candidate for candidate in candidates if not candidate.word or fold_case(candidate.word).startswith(prefix)]
