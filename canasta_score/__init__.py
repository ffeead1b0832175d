"""Score real games of Canasta, played with real cards, by the rules of the table.

    >>> import canasta_score
    >>> nvso = canasta_score.load_variant("nvso")
    >>> score = canasta_score.score_hand(nvso, {"we": {"natural": 2, "table": 160}, "they": {"hand": 45}})
    >>> score.sides["we"].total, score.sides["they"].total
    (1160, -45)

The names of `canasta_score.api` are loaded at their first use, so that importing the package stays cheap.
"""

TYPE_CHECKING = False  # that of typing would cost its import
if TYPE_CHECKING:
    from canasta_score.api import *  # noqa: F403

__version__ = "0.3.0"


def __getattr__(name: str) -> object:
    """Return a name of `canasta_score.api`."""
    names = _load_public_names()
    if name == "__all__":
        return list(names)
    if name not in names:
        message = f"module 'canasta_score' has no attribute '{name}'"
        raise AttributeError(message)
    globals()[name] = names[name]  # Python does not ask for it again
    return names[name]


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted({*globals(), *_load_public_names()})


def _load_public_names() -> dict[str, object]:
    from importlib import import_module  # `from canasta_score import api` would ask __getattr__ for it

    api = import_module("canasta_score.api")
    return {name: value for name, value in vars(api).items() if not name.startswith("_")}
