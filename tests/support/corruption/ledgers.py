"""Spoils the text of ledgers, as slips of a hand, of an editor or of a disk do, or as someone does who means harm.

Each way takes a text and a source of chance and gives another text, which may happen to be a good ledger.
"""

import json
import re
import tomllib
from collections.abc import Callable, Sequence
from datetime import date, datetime, time
from random import Random

Spoiler = Callable[[bytes, Random], bytes]
ENTRY = b"[[entry]]"
NUMBER = re.compile(rb"(?<=[=\[ ,])-?[0-9]+(?=[\s,\]}])")
TEXT = re.compile(rb'(?<== )"[^"\n]*"')
TIME = re.compile(rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]*(?:Z|[+-][0-9:]*)?")
VALUE = re.compile(rb"(?<== )[^\n]+")
KEY = re.compile(rb"(?m)^[a-z0-9-]+(?= = )")
HEADING = re.compile(rb"(?m)^\[[^\n]*\]$")

NUMBERS = (
    b"0 -1 7 8 9999999 10000000 -10000000 999999999999 1000000000000 -999999999999 1e3 3.0 -0.0 inf -inf nan 1e99999 "
    b"true false 0x7f 0o17 0b11 1_000 007 +5 --5 1,000 \xd9\xa3 \xef\xbc\x93 \xc2\xbd 1. .5 0x 9223372036854775808"
).split()
HUGE = (
    b"9" * 5000,
    b"-" + b"9" * 4400,
    b"0x" + b"f" * 5000,
    b"0b" + b"1" * 20000,
    b"1" + b"_0" * 5000,
    b"1e" + b"9" * 5000,
)
VALUES = (
    b"[]", b"{}", b"[[]]", b"[{}]", b"{we = 1}", b'[1, "a", {}]', b'""', b"''", b'"hand"', b'"3"', b"3", b"-3",
    b"true", b"2026-11-21", b"19:30:00", b"2026-11-21T19:30:00", b"1e5", b"nan", b"'''\n'''", b'"""a\nb"""',
    b"{ a.b = 1, a.c = 2 }", b"", b"#", b"=", b"null", b"None", b"hand", b'"undo"', b'"nvso"', b'"catawba"', b'"*"',
    b"[1, 2, 3, 4, 5, 6, 7, 8, 9]",
)  # fmt: skip
TEXTS = (
    '"\\u001b[2J\\u001b]0;pwned\\u0007"', '"\\u0000"', '"\\u009b31m"', '"\\u202egnp.exe"', '"\\u2028"', '"\\ud800"',
    '"\\U0010ffff"', '"\\U00110000"', '"\\uffff"', '"a\\nb"', '"a\\rb"', '"\\t"', '"   "', '"\\u200d"', '"\\u200b"',
    '"\\u3000"', '"%s {0} %n"', '"=cmd|\' /C calc\'!A0"', '"<script>alert(1)</script>"', '"' + "x" * 61 + '"',
    '"' + "🂡" * 60 + '"', '"' + "e\\u0301" * 30 + '"', '"--ledger"', '"\\""', "'\\'", '"\\\\"', '"|---|"', '"**"',
    '"' + "\\u0f3f" * 60 + '"', '"\\ufdfd"',
)  # fmt: skip
TIMES = (
    b"0000-01-01T00:00:00Z 0001-01-01T00:00:00+23:59 9999-12-31T23:59:59-23:59 9999-12-31T23:59:60Z "
    b"2026-02-30T10:00:00Z 2026-13-01T10:00:00Z 2026-11-21T24:00:00Z 2026-11-21T19:30:00+24:00 "
    b"2026-11-21T19:30:00+99:99 2026-11-21T19:30:00 2026-11-21 19:30:00 2026-11-21T19:30:00.123456789Z "
    b"12026-11-21T19:30:00Z 2026-11-21T19:30Z 1582-10-10T00:00:00Z"
).split()
KEYS = (
    b"at what hand anyway restate text why totals we they format entry start sides rules house red natural table "
    b'base count what.what hand.hand "" \'\' "\\u0000" "\\u001b[2J" "a b" \xc3\xa9 1 -1 a.b.c __class__ "\\"" '
    b"totals.we we.red name"
).split()
HEADINGS = (
    b"[entry] [[entry]] [entry.we] [[entry.we]] [entry.totals] [[entry.totals]] [entry.us] [entry.we.red] [sides] "
    b"[[sides]] [start] [rules] [rules.game] [rules.rules] [[rules]] [house] [] [.] [[]] [entry [entry]] "
    b'["entry"] [["entry"]] [\'entry\'.we] [format] [[[entry]]] [entry.at] [rules.canastas.natural.points] '
    b"[rules.bonuses.zz] [rules.need]"
).split()
SCRAPS = (
    b"\x00", b"\x1b[2J", b"\x7f", b"\x08", b"\x0c", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80",
    b"\xc0\x80", b"\r", "\u202e".encode(), "\u2028".encode(), "\u0085".encode(), "\u200d".encode(), "\ufeff".encode(),
    "🂡".encode(), b"\t", b"\n", b" ", b'"', b'"""', b"'", b"'''", b"#", b"[", b"]", b"[[", b"]]", b"{", b"}", b"=",
    b".", b",", b"\\", b"\\u0000", b"\\ud800", b"-", b"_", b"e9", b"0x", b"1", b"true", b"\r\n", b"\n[entry.we]\n",
    b"\n[[entry]]\n", b"\nwhat = 'undo'\n",
)  # fmt: skip
TAILS = (
    b"x = 1\n", b"what = 'undo'\n", b"[foo]\n", b"[foo", b"[[entry]]\n", b"[[entry]]\nwhat = 'undo'\n",
    b"# no end of line", b"\\", b'"""', b"[entry.totals]\n", b"[entry.totals.deeper]\n", b"[entry.north]\nred = 1\n",
    b"[rules.game]\ntarget = 1\n", b"[rules.extra]\n", b"[start]\nwe = 1\n", b"[sides]\nnorth = 'N'\n",
    b"format = 3\n", b"entry = []\n", b"\x00" * 4096, b"\x1a", b"\xef\xbb\xbf",
    b"[[entry]]\nat = 2026-11-21T19:30:00\nwhat = 'undo'\n",
    b"[[entry]]\nat = 2026-11-21T19:30:00\nwhat = 'note'\ntext = 'x'\nrestate = true\n",
    b"[[entry]]\nat = 2026-11-21T19:30:00Z\nwhat = 'hand'\nhand = 1\nanyway = true\n[entry.we]\ntable = 33\n",
    b"[[entry.we]]\n", b"[entry.we]\nout = 1\n", b"  \t ", b"\n" * 300,
)  # fmt: skip


def any_of(choices: Sequence[bytes], random: Random) -> bytes:
    return random.choice(choices)


def place_in(data: bytes, random: Random) -> int:
    """Choose a place; mostly in what is the ledger's own, for its rules are long."""
    rules, entries = data.find(b"\n[rules"), data.find(ENTRY)
    spans = [(0, len(data)), (0, max(rules, 0)), (max(entries, 0), len(data)), (max(entries, 0), len(data))]
    return random.randint(*random.choice(spans))


def one_match(pattern: re.Pattern[bytes], data: bytes, random: Random) -> tuple[int, int]:
    """Choose a match of a pattern, the first behind a place chosen; nothing at the end where there is none."""
    found = pattern.search(data, place_in(data, random)) or pattern.search(data)
    return found.span() if found else (len(data), len(data))


def put(data: bytes, span: tuple[int, int], new: bytes) -> bytes:
    return data[: span[0]] + new + data[span[1] :]


def replacing(pattern: re.Pattern[bytes], choices: Sequence[bytes]) -> Spoiler:
    """Return a spoiler that replaces one match of a pattern."""
    return lambda data, random: put(data, one_match(pattern, data, random), any_of(choices, random))


def flip_a_bit(data: bytes, random: Random) -> bytes:
    at = min(place_in(data, random), len(data) - 1)
    return put(data, (at, at + 1), bytes([data[at] ^ 1 << random.randrange(8)])) if data else data


def change_a_byte(data: bytes, random: Random) -> bytes:
    at = place_in(data, random)
    return put(data, (at, at + 1), random.randbytes(1))


def delete_bytes(data: bytes, random: Random) -> bytes:
    at = place_in(data, random)
    return put(data, (at, at + random.choice((1, 1, 2, 7, 60))), b"")


def double_bytes(data: bytes, random: Random) -> bytes:
    at = place_in(data, random)
    return put(data, (at, at), data[at : at + random.choice((1, 2, 9, 100))])


def insert_a_scrap(data: bytes, random: Random) -> bytes:
    at = place_in(data, random)
    return put(data, (at, at), any_of(SCRAPS, random))


def truncate(data: bytes, random: Random) -> bytes:
    return data[: place_in(data, random)]


def behead(data: bytes, random: Random) -> bytes:
    return data[place_in(data, random) :]


def swap_bytes(data: bytes, random: Random) -> bytes:
    first, second = sorted((place_in(data, random), place_in(data, random)))
    return (
        data[:first]
        + data[second : second + 1]
        + data[first + 1 : second]
        + data[first : first + 1]
        + data[second + 1 :]
    )


def with_lines(change: Callable[[list[bytes], int, Random], None]) -> Spoiler:
    """Return a spoiler that changes the lines around a random one."""

    def spoil(data: bytes, random: Random) -> bytes:
        at = data.count(b"\n", 0, place_in(data, random))
        lines = data.split(b"\n")
        change(lines, at, random)
        return b"\n".join(lines)

    return spoil


def delete_a_line(lines: list[bytes], at: int, random: Random) -> None:
    del lines[at : at + random.choice((1, 1, 3))]


def double_a_line(lines: list[bytes], at: int, _: Random) -> None:
    lines.insert(at, lines[at])


def swap_lines(lines: list[bytes], at: int, random: Random) -> None:
    other = random.choice((max(at - 1, 0), random.randrange(len(lines))))
    lines[at], lines[other] = lines[other], lines[at]


def move_a_line(lines: list[bytes], at: int, random: Random) -> None:
    line = lines.pop(at)
    lines.insert(random.randint(0, len(lines)), line)


def comment_a_line_out(lines: list[bytes], at: int, _: Random) -> None:
    lines[at] = b"# " + lines[at]


def join_lines(lines: list[bytes], at: int, random: Random) -> None:
    lines[at : at + 2] = [random.choice((b"", b" ", b", ")).join(lines[at : at + 2])]


def indent_a_line(lines: list[bytes], at: int, random: Random) -> None:
    lines[at] = random.choice((b"\t", b"    ", b"> ", "\u00a0".encode())) + lines[at]


def delete_a_heading(data: bytes, random: Random) -> bytes:
    return put(data, one_match(HEADING, data, random), b"")


def deepen(data: bytes, random: Random) -> bytes:
    """Wrap a value into many brackets or keys."""
    levels = random.choice((2, 15, 25, 90, 400, 1200, 30_000))
    of_keys = min(levels, 1200)
    ways = (
        (VALUE, b"[" * levels + b"1" + b"]" * levels),
        (VALUE, b"{a = " * levels + b"1" + b"}" * levels),
        (VALUE, b"[" * levels),
        (KEY, b".".join([b"we"] * of_keys)),
        (HEADING, b"[" + b".".join([b"entry"] * of_keys) + b"]"),
        (HEADING, b"[rules." + b".".join([b"game"] * of_keys) + b"]"),
    )
    pattern, new = random.choice(ways)
    return put(data, one_match(pattern, data, random), new)


def blocks(data: bytes) -> tuple[bytes, list[bytes]]:
    """Cut a ledger into its head and its entries."""
    head, *entries = data.split(ENTRY)
    return head, [ENTRY + entry for entry in entries]


def with_entries(change: Callable[[list[bytes], Random], object]) -> Spoiler:
    """Return a spoiler that changes whole entries of a ledger."""

    def spoil(data: bytes, random: Random) -> bytes:
        head, entries = blocks(data)
        if entries:
            change(entries, random)
        return head + b"".join(entry if entry.endswith(b"\n") else entry + b"\n" for entry in entries)

    return spoil


def double_an_entry(entries: list[bytes], random: Random) -> None:
    at = random.randrange(len(entries))
    entries.insert(random.choice((at, len(entries))), entries[at])


def delete_an_entry(entries: list[bytes], random: Random) -> None:
    del entries[random.randrange(len(entries))]


def shuffle_entries(entries: list[bytes], random: Random) -> None:
    random.shuffle(entries)


def swap_entries(entries: list[bytes], random: Random) -> None:
    first, second = random.randrange(len(entries)), random.randrange(len(entries))
    entries[first], entries[second] = entries[second], entries[first]


def repeat_entries(entries: list[bytes], random: Random) -> None:
    entries *= random.choice((2, 3))


def entries_before_the_head(data: bytes, _: Random) -> bytes:
    head, entries = blocks(data)
    return b"".join(entries) + head


def entries_inline(data: bytes, random: Random) -> bytes:
    """Write some entries as one list at the top; the rest, if any, stays below."""
    head, entries = blocks(data)
    number = random.choice((0, len(entries), random.randint(0, len(entries))))
    try:
        listed = inline(tomllib.loads(b"".join(entries[:number]).decode()).get("entry", []))
    except (ValueError, RecursionError):
        listed = "[]"
    return b"entry = " + listed.encode() + b"\n" + head + b"".join(entries[number:])


def an_entry_inline(data: bytes, random: Random) -> bytes:
    """Write the tables of one entry inline."""
    head, entries = blocks(data)
    if not entries:
        return data
    at = random.randrange(len(entries))
    try:
        values = tomllib.loads(entries[at].decode())["entry"][0]
        lines = [f"{json.dumps(key)} = {inline(value)}" for key, value in values.items()]
    except (ValueError, LookupError, TypeError, RecursionError):
        return data
    entries[at] = ENTRY + b"\n" + "\n".join(lines).encode() + b"\n"
    return head + b"".join(entries)


def dotted(data: bytes, random: Random) -> bytes:
    """Write the numbers under one heading with dotted keys, in place of the heading."""
    start, end = one_match(re.compile(rb"(?m)^\[[a-z]+[^\]\n]*\]\n(?:[^\[\n]+\n)*"), data, random)
    heading, _, lines = data[start:end].partition(b"\n")
    name = heading.strip(b"[]").removeprefix(b"entry.")
    return put(data, (start, end), b"".join(name + b"." + line for line in lines.splitlines(keepends=True)))


def inline(value: object) -> str:
    """Write a value of TOML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {inline(one)}" for key, one in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return value.isoformat() if isinstance(value, datetime | date | time) else json.dumps(value)


def append_a_tail(data: bytes, random: Random) -> bytes:
    return data + any_of(TAILS, random)


def put_in_front(data: bytes, random: Random) -> bytes:
    return any_of((*TAILS, b"\xef\xbb\xbf\xef\xbb\xbf", b"#!/bin/sh\n", b"\n\n", b"PK\x03\x04"), random) + data


def write_otherwise(data: bytes, random: Random) -> bytes:
    """Change the whole text, as editors and mail do."""
    text = data.decode("utf-8", "replace")
    ways: tuple[Callable[[], bytes], ...] = (
        lambda: b"",
        lambda: b"\n",
        lambda: data.replace(b"\n", b"\r\n"),
        lambda: data.replace(b"\n", b"\r"),
        lambda: text.encode("utf-16"),
        lambda: text.encode("latin-1", "replace"),
        lambda: b"\xef\xbb\xbf" + data,
        lambda: data + data,
        lambda: data.replace(b'"', "“".encode()),
        lambda: data.replace(b" = ", b": "),
        lambda: data.replace(b"[[entry]]", b"[entry]"),
        lambda: data.replace(b"[[entry]]", b"  [[ entry ]]  # here"),
        lambda: data.replace(b"[[entry]]", b'[["entry"]]'),
        data.upper,
        lambda: data[::-1],
        lambda: b"".join(bytes([byte]) + b"\x00" for byte in data),
        lambda: json.dumps(text).encode(),
    )
    return random.choice(ways)()


SPOILERS: dict[str, Spoiler] = {
    "a bit flipped": flip_a_bit,
    "a byte changed": change_a_byte,
    "bytes deleted": delete_bytes,
    "bytes doubled": double_bytes,
    "bytes swapped": swap_bytes,
    "a scrap inserted": insert_a_scrap,
    "the end cut off": truncate,
    "the beginning cut off": behead,
    "a line deleted": with_lines(delete_a_line),
    "a line doubled": with_lines(double_a_line),
    "lines swapped": with_lines(swap_lines),
    "a line moved": with_lines(move_a_line),
    "a line commented out": with_lines(comment_a_line_out),
    "lines joined": with_lines(join_lines),
    "a line indented": with_lines(indent_a_line),
    "another number": replacing(NUMBER, NUMBERS),
    "a huge number": replacing(NUMBER, HUGE),
    "a value in the place of a number": replacing(NUMBER, VALUES),
    "a huge number in the place of a value": replacing(VALUE, HUGE),
    "another value": replacing(VALUE, VALUES),
    "another text": replacing(TEXT, [text.encode() for text in TEXTS]),
    "another time": replacing(TIME, TIMES),
    "another key": replacing(KEY, KEYS),
    "another heading": replacing(HEADING, HEADINGS),
    "a heading deleted": delete_a_heading,
    "many brackets": deepen,
    "an entry doubled": with_entries(double_an_entry),
    "an entry deleted": with_entries(delete_an_entry),
    "entries swapped": with_entries(swap_entries),
    "entries shuffled": with_entries(shuffle_entries),
    "entries repeated": with_entries(repeat_entries),
    "entries before the head": entries_before_the_head,
    "entries inline": entries_inline,
    "an entry inline": an_entry_inline,
    "dotted keys": dotted,
    "a tail": append_a_tail,
    "something in front": put_in_front,
    "written otherwise": write_otherwise,
}
