"""What a command loads: start-up time is part of the product, so what is not needed is absent."""

import subprocess
import sys

import pytest

HEAVY = (
    "pydantic", "rich", "click", "jinja2", "plotext", "prompt_toolkit", "tabulate",
    "importlib.metadata", "importlib.resources", "json",
)  # fmt: skip
LOADED_BY = """
import sys
before = set(sys.modules)
{action}
print("LOADED", *sorted(set(sys.modules) - before))
"""
RUN = """
sys.argv = ["canasta-score", *{words}]
from canasta_score.__main__ import main
try:
    main()
except SystemExit as end:
    assert not end.code, end.code
"""


def loaded_by(action: str) -> set[str]:
    """Give the modules that an action loads in a fresh Python."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED_BY.format(action=action)], capture_output=True, text=True, check=True
    )
    return set(done.stdout.rpartition("LOADED ")[2].split())


def test_importing_the_package_loads_nothing_else() -> None:
    assert loaded_by("import canasta_score") == {"canasta_score"}


def test_scoring_from_the_library_loads_no_command() -> None:
    loaded = loaded_by("from canasta_score import score_hand")
    assert "canasta_score.hand.score" in loaded
    assert not {name for name in loaded if name.startswith(("typer", "canasta_score.cli", "canasta_score.report"))}


@pytest.mark.parametrize("words", [["score", "we", "natural=1", "table=60"], ["score", "-v", "catawba", "they", "h5"]])
def test_score_loads_no_heavy_module(words: list[str]) -> None:
    loaded = loaded_by(RUN.format(words=words))
    assert "canasta_score.hand.score" in loaded
    assert not loaded & set(HEAVY)


def test_what_the_package_offers_is_there_and_listed() -> None:
    import canasta_score  # noqa: PLC0415 -- the import is what is tested

    offered = {name: getattr(canasta_score, name) for name in canasta_score.__all__}
    assert all(offered.values())
    assert set(offered) <= set(dir(canasta_score))
    with pytest.raises(AttributeError, match="has no attribute 'score_hnad'"):
        canasta_score.score_hnad  # noqa: B018 -- the look-up is what is tested
