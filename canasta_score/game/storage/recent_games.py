"""The games that a person played lately, and the answers about a new game that was not started, in one small file."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from canasta_score.disk.files import resolve_path, split_number
from canasta_score.game.entries import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.entry_format import UNKNOWN_TIME
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.game.storage.state_files import load_state, save_state
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value

MAX_RECENT_GAMES = 20
_FILE_NAME = "recent.json"
_GAMES_KEY, _ANSWERS_KEY = "games", "answers"


class FoundGame(Value):
    """A game that was found: its file has the name alone if it is in the current folder, or else the whole path."""

    game: Ledger
    is_here: bool

    @property
    def played_at(self) -> datetime | None:
        """Return the time of the last entry, or of the start; None if it is not known."""
        return self.game.entries[-1].recorded_at if self.game.entries else self.game.started_at


def remember_game(path: Path) -> None:
    """Put a game first among those played lately; the answers about a new game have served."""
    games, new = load_recent_paths(), Path(resolve_path(path))
    if games[:1] != [new] or load_state(_FILE_NAME).get(_ANSWERS_KEY):
        newest_first = map(str, [new, *(game for game in games if game != new)])
        save_state(_FILE_NAME, {_GAMES_KEY: [*newest_first][:MAX_RECENT_GAMES]})


def remember_answers(answers: Mapping[str, object]) -> bool:
    """Keep the answers about a game that was not started; return whether they are kept."""
    return save_state(_FILE_NAME, {_GAMES_KEY: [*map(str, load_recent_paths())], _ANSWERS_KEY: answers})


def load_answers() -> Mapping[str, object]:
    """Return the answers that were kept, unchecked; none if there are none."""
    answers = load_state(_FILE_NAME).get(_ANSWERS_KEY)
    return answers if isinstance(answers, dict) else {}


def load_recent_paths() -> list[Path]:
    """Return where the games played lately are, the last one first; they may be gone."""
    games = load_state(_FILE_NAME).get(_GAMES_KEY)
    texts = [text for text in games if isinstance(text, str)] if isinstance(games, list) else []
    paths = dict.fromkeys(Path(text) for text in texts if "\0" not in text)
    return [path for path in paths if path.is_absolute()][:MAX_RECENT_GAMES]


def iter_recent_games() -> Iterator[Ledger]:
    """Yield the games played lately that can be read, the last one first."""
    for path in load_recent_paths():
        with suppress(LedgerError):
            yield read_ledger(path)


def find_games() -> tuple[list[FoundGame], list[Diagnostic]]:
    """Return the games of this folder and those played lately elsewhere, newest first, and what is wrong."""
    here: dict[str, Path] = {}
    with suppress(OSError):  # a folder that may not be listed, or that is gone
        files = sorted(path for path in Path().iterdir() if path.suffix == ".toml" and path.name[0] != ".")
        here = {resolve_path(path): path for path in files}
    elsewhere = {str(path): path for path in load_recent_paths() if resolve_path(path) not in here}
    found: list[FoundGame] = []
    diagnostics: list[Diagnostic] = []
    for path in (*here.values(), *elsewhere.values()):
        try:
            found.append(FoundGame(game=read_ledger(path), is_here=not path.is_absolute()))
        except LedgerError as error:
            if error.diagnostics[0].code not in {DiagnosticCode.NOT_A_GAME_FILE, DiagnosticCode.NO_SUCH_GAME}:
                diagnostics += error.diagnostics
    # Games that were recorded in the same second follow their numbers.
    by_number = sorted(found, key=lambda each: split_number(Path(each.game.file))[1] or 0, reverse=True)
    return sorted(by_number, key=lambda each: each.played_at or UNKNOWN_TIME, reverse=True), diagnostics
