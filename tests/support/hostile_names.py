"""Names that are meant to do harm where they are written down."""

from pathlib import Path

from support.command_line import run_ok

HOSTILE = {
    "we": "<script>alert(1)</script>",
    "they": "=1+1",
    "north": "a|b `c` *d* _e_ [f](g) &lt; ~h~ \\ $i$",
    "south": "مريم و علی 👩\u200d👧",
    "west": "@SUM(A1)",
    "others": "'=quoted' \"twice\", and more",
}


def hostile_game() -> Path:
    """Begin a game whose names are meant to do harm, and play a hand."""
    path = Path("hostile.toml")
    sides = [word for side, name in HOSTILE.items() for word in ("--side", f"{side}={name}")]
    run_ok("new", "-l", str(path), *sides)
    run_ok("add", "-l", str(path), *"we n2 o t160 they m1 t90 h15 north h45 south b1 t60 west h5 others h20".split())
    run_ok("note", "-l", str(path), "=cmd|' /C calc'!A0 <b>bold</b>")
    return path
