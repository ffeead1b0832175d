"""Short names: the letters of the everyday items; the other items have none."""

from canasta_score import load_variant


def test_only_the_items_with_a_letter_have_a_short_name() -> None:
    letters = {"r": "red", "b": "black", "n": "natural", "m": "mixed", "o": "out", "t": "table", "h": "hand"}
    assert load_variant("nvso").short_names == letters
