"""What all tests share: no rule file and no ledger of the person who runs them is found."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_variants(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give an empty folder as the user's folder of variants."""
    folder = tmp_path_factory.mktemp("variants")
    monkeypatch.setenv("CANASTA_VARIANTS", str(folder))
    monkeypatch.delenv("CANASTA_LEDGER", raising=False)
    return folder
