"""Reading a long journal leaves nothing for the garbage collector to visit, and the collector of others alone."""

import gc

import pytest

from canasta_score.game.storage.journal_format import paused_garbage_collection


@pytest.mark.parametrize(
    ("objects", "frozen", "calls"),
    [(30_000, 0, ["freeze", "unfreeze"]), (300, 0, []), (30_000, 5, [])],
    ids=["a long journal", "a short one", "a program that has frozen objects itself"],
)
def test_only_a_long_journal_is_made_old_at_once(
    objects: int, frozen: int, calls: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []
    monkeypatch.setattr(gc, "get_count", lambda: (objects, 0, 0))
    monkeypatch.setattr(gc, "get_freeze_count", lambda: frozen)
    monkeypatch.setattr(gc, "freeze", lambda: called.append("freeze"))
    monkeypatch.setattr(gc, "unfreeze", lambda: called.append("unfreeze"))
    with paused_garbage_collection():
        assert not gc.isenabled()
    assert (called, gc.isenabled()) == (calls, True)


def test_the_collector_stays_off_where_it_was_off() -> None:
    gc.disable()
    try:
        with paused_garbage_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()
