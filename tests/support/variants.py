"""The names of the variants that are shipped, read from their folder: what holds for one is to hold for all of them."""

from pathlib import Path

SHIPPED = tuple(sorted(path.stem for path in (Path(__file__).parent.parent / "variants").glob("*.toml")))
