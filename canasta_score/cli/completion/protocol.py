"""What the program and its completion scripts agree on. Installed scripts rest on these names: they never change."""

from collections.abc import Iterable, Iterator, Mapping

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import fold_case

COMPLETE_VARIABLE = "_CANASTA_SCORE_COMPLETE"  # set by a script when TAB was pressed
CURRENT_WORD_VARIABLE = "_CANASTA_SCORE_BEGUN"  # the word before the cursor
INSTALL_OPTION = "--install-completion"
SHOW_SCRIPT_OPTION = "--show-completion"  # named in every script, which shows that it is ours
SCRIPT_FILES = {
    "bash": "canasta-score.bash",
    "zsh": "_canasta-score",
    "fish": "canasta-score.fish",
    "powershell": "canasta-score.ps1",
}


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
