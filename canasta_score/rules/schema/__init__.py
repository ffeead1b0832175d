"""The strict reader of rule files: TOML, inheritance, and house rules set on the command line."""
