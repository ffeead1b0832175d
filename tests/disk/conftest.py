"""What the tests of files share."""

from pathlib import Path

import pytest


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """Return a file that is there already."""
    path = tmp_path / "page.html"
    path.write_bytes(b"old")
    return path
