"""Programs that some tests need: where one is missing they are skipped, but where CI runs it may not be missing."""

import os

import pytest


def require(tool: str, *, is_there: bool) -> None:
    """Skip a test where a tool is missing; fail it where CI runs."""
    if not is_there:
        assert os.environ.get("CI") != "true", f"{tool} is missing; install it, as .ci/run does for root"
        pytest.skip(f"{tool} is not installed here")
