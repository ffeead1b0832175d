"""The names of the variants that are shipped, read from their folder: what holds for one is to hold for all of them."""

from support.paths import VARIANTS

SHIPPED = tuple(sorted(path.stem for path in (VARIANTS).glob("*.toml")))
