"""The completion scripts of the shells, which are files in `completions/`.

Every script asks the program what can come next and shows the answer. It calls the program as it was typed, with the
whole words of the line as arguments, the word before the cursor in `CURRENT_WORD_VARIABLE` and `COMPLETE_VARIABLE` set.
Each line of the answer is a word, a tab and what the word means; a line without a word asks for the files that a
pattern matches. A word that ends in = gets no space after it.
"""

from pathlib import Path

from canasta_score.cli.completion.protocol import SCRIPT_FILES


def load_completion_script(shell: str) -> str:
    """Return the completion script of one of the shells in `SCRIPT_FILES`."""
    return (_get_script_folder() / SCRIPT_FILES[shell]).read_text("utf-8")


def _get_script_folder() -> Path:
    package = Path(__file__).parent.parent.parent
    installed = package / "completions"
    return installed if installed.is_dir() else package.parent / "completions"
