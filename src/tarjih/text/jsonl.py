"""JSON Lines: one object a line, one key of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NoReturn

from tarjih.text.lines import Text
from tarjih.text.reader import Value, listed


def is_jsonl(head: str) -> bool:
    """Tell by the first line, never by the file's name."""
    return head.partition("\n")[0].lstrip().startswith("{")


def read_jsonl(text: Text, key: str) -> Iterator[Value]:
    """Yield the value of `key`; `a.b` is the key `a.b`, or else `b` inside `a`."""
    for number, line in enumerate(text.lines(), 1):
        try:
            value = _value(_look_up(_object(line), key), key)
        except _Unfit as error:
            raise text.error(str(error), line=number) from error
        yield value


class _Unfit(ValueError):
    """What is wrong with one line."""


def _object(line: str) -> dict[str, Any]:
    try:
        record = _DECODER.decode(line)
    except json.JSONDecodeError as error:
        raise _Unfit(f"invalid JSON: {error.msg} at column {error.colno}") from error
    except RecursionError as error:
        raise _Unfit("invalid JSON: nested too deeply") from error
    except ValueError as error:  # a constant; an integer of thousands of digits
        raise _Unfit(f"invalid JSON: {error}") from error
    if not isinstance(record, dict):
        raise _Unfit(f"expected a JSON object, found {_kind(record)}")
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


_DECODER = json.JSONDecoder(parse_constant=_refuse_constant)


def _look_up(record: dict[str, Any], key: str) -> Any:
    if key in record:
        return record[key]
    outer, dot, inner = key.partition(".")
    if dot and isinstance(record.get(outer), dict):
        return _look_up(record[outer], inner)
    raise _Unfit(f"no key {key!r}; keys: {listed(record)}")


def _value(found: Any, key: str) -> Value:
    if isinstance(found, list):
        return tuple(_cell(item, f"an item of {key!r}") for item in found)
    return _cell(found, repr(key))


def _cell(found: Any, what: str) -> str | None:
    if found is None:
        return None
    if not isinstance(found, str):
        raise _Unfit(f"{what} is {_kind(found)}, not text or null")
    if not found.isascii():
        _refuse_surrogates(found, what)
    return found


def _refuse_surrogates(found: str, what: str) -> None:
    try:
        found.encode()
    except UnicodeEncodeError as error:
        raise _Unfit(f"{what} holds half a surrogate pair") from error


def _kind(found: Any) -> str:
    kinds = {dict: "an object", list: "a list", str: "text", bool: "true or false"}
    return "null" if found is None else kinds.get(type(found), "a number")
