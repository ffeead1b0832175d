"""TOML as a person wrote it: parsed, or explained where the mistake is and what to do."""

import tomli

from canasta_score.rules.schema.limits import TOO_DEEP, TomlError, check_keys, check_lines


def parse_toml(data: bytes) -> dict[str, object]:
    """Parse TOML, with or without a byte order mark; raises TomlError with the place of the first mistake."""
    text = ""
    try:
        text = data.decode().removeprefix("\ufeff")
        may_have_long_keys = check_lines(text)
        values = tomli.loads(text)
    except UnicodeDecodeError as error:
        *lines_before, line = data[: error.start].decode().split("\n")
        place = f"line {len(lines_before) + 1}, column {len(line) + 1}"
        raise TomlError(f"has a character that is not UTF-8 on {place}", "save the file as UTF-8 text") from None
    except tomli.TOMLDecodeError as error:
        from canasta_score.rules.schema.syntax_hints import explain_syntax_error

        raise TomlError(*explain_syntax_error(error, text)) from None
    except ValueError:  # Python refuses to convert a number of thousands of digits
        raise TomlError("has a number that is too long", "use at most seven digits") from None
    except RecursionError:
        raise TomlError(*TOO_DEEP) from None
    if may_have_long_keys:
        check_keys(values)
    return values
