"""Named arrays in one safetensors file: written whole, mapped when read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih.errors import DataError

_LENGTH = 8  # bytes that say how long the header is
_TYPES: dict[str, str] = {
    "BOOL": "?", "U8": "u1", "I8": "i1", "I16": "<i2", "I32": "<i4", "I64": "<i8",
    "F16": "<f2", "F32": "<f4", "F64": "<f8",
}  # fmt: skip
_NAMES = {np.dtype(code): name for name, code in _TYPES.items()}


@dataclass(frozen=True)
class Tensors:
    """The arrays of a file, on disk until they are touched, and its notes."""

    path: Path
    arrays: Mapping[str, NDArray[Any]]
    notes: Mapping[str, str]

    def array(self, name: str, kind: type[np.generic], ndim: int = 1) -> NDArray[Any]:
        """The array of a name, which must have this element type and dimension."""
        found = self.arrays.get(name)
        if found is None or found.dtype != kind or found.ndim != ndim:
            wanted = f"{ndim}-dimensional {np.dtype(kind).name} array {name!r}"
            raise DataError(f"has no {wanted}", path=str(self.path))
        return found


def load(path: str | os.PathLike[str]) -> Tensors:
    """Map the arrays of a file into memory."""
    from safetensors import SafetensorError, safe_open

    path = Path(path)
    try:
        with safe_open(path, framework="numpy") as file:  # refuses a broken file
            notes = file.metadata() or {}
    except OSError as error:
        reason = error.strerror or error
        raise DataError(f"cannot be read: {reason}", path=str(path)) from error
    except SafetensorError as error:
        raise DataError(
            f"is no sound safetensors file: {error}", path=str(path)
        ) from error
    return Tensors(path, dict(_mapped(path)), notes)


def save(
    path: str | os.PathLike[str],
    arrays: Mapping[str, NDArray[Any]],
    notes: Mapping[str, str] | None = None,
) -> None:
    """Write arrays and notes; a file that is there stays until the new one is whole.

    The same arrays and notes are the same bytes, which safetensors does not promise.
    """
    # wide elements come first, so that every array begins at a multiple of its own
    order = sorted(arrays, key=lambda name: (-arrays[name].itemsize, name))
    header: dict[str, Any] = {"__metadata__": dict(sorted((notes or {}).items()))}
    end = 0
    for name in order:
        start, end = end, end + arrays[name].nbytes
        header[name] = {
            "dtype": _NAMES[arrays[name].dtype],
            "shape": list(arrays[name].shape),
            "data_offsets": [start, end],
        }
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % _LENGTH)
    with replacing(path) as beside, beside.open("wb") as file:
        file.write(len(text).to_bytes(_LENGTH, "little") + text)
        for name in order:
            file.write(np.ascontiguousarray(arrays[name]).data)
        file.flush()
        os.fsync(file.fileno())


@contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give a file beside `path` to write to; it takes its place when all went well."""
    path = Path(path)
    beside = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        yield beside
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _mapped(path: Path) -> Iterator[tuple[str, NDArray[Any]]]:
    with path.open("rb") as file:
        length = int.from_bytes(file.read(_LENGTH), "little")
        header = json.loads(file.read(length))
    data = np.memmap(path, np.uint8, "r")[_LENGTH + length :]
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        if entry["dtype"] not in _TYPES:
            kind = entry["dtype"]
            raise DataError(f"array {name!r} is of type {kind}", path=str(path))
        start, end = entry["data_offsets"]
        array = np.asarray(data[start:end]).view(_TYPES[entry["dtype"]])
        yield name, array.reshape(entry["shape"])
