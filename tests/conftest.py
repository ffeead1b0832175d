"""What all tests share: no rule file and no ledger of the person who runs them is found; programs compile once."""

from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Have the programs that tests start keep what they compile, in a folder of the tests."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PYTHONPYCACHEPREFIX", str(tmp_path_factory.mktemp("compiled")))
        environment.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


@pytest.fixture(autouse=True)
def own_variants(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty folder as the user's folder of variants."""
    folder = tmp_path_factory.mktemp("variants")
    monkeypatch.setenv("CANASTA_VARIANTS", str(folder))
    monkeypatch.delenv("CANASTA_LEDGER", raising=False)
    return folder
