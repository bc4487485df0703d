"""Whole records of a JSON Lines file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from tarjih.errors import DataError
from tarjih.text.lines import Text


def json_records(file: Text) -> Iterator[tuple[int, Mapping[str, Any]]]:
    """Yield the object of every line."""
    for number, line in enumerate(file.lines(), 1):
        try:
            record = _DECODER.decode(line)
            json.dumps(record, ensure_ascii=False).encode()
        except UnicodeEncodeError as error:
            raise _invalid(file, number, "half a surrogate pair") from error
        except RecursionError as error:
            raise _invalid(file, number, "nested too deeply") from error
        except ValueError as error:  # no JSON; a constant; thousands of digits
            raise _invalid(file, number, f"{error}") from error
        if not isinstance(record, dict):
            raise _invalid(file, number, "not an object")
        yield number, record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _invalid(file: Text, number: int, problem: str) -> DataError:
    return file.error(f"invalid JSON: {problem}", line=number)
