"""The words of a tally as tokens."""

from unicodedata import normalize

from canasta_score.hand.tally.tokens import tokenize


def test_every_full_width_character_is_read_as_its_plain_one() -> None:
    plain = {chr(code): normalize("NFKC", chr(code)) for code in range(0xFF01, 0xFF5F)}
    assert [*plain.values()] == [chr(code) for code in range(0x21, 0x7F)]
    for wide, narrow in plain.items():
        assert tokenize(["we", f"red{wide}3"]) == tokenize(["we", f"red{narrow}3"])
