"""Word embeddings: one value, many files, and encoders of lines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files

from tarjih.embeddings.encoders import (
    Averaged,
    Concatenated,
    FittedIdfAveraged,
    IdfAveraged,
)
from tarjih.embeddings.formats import read
from tarjih.embeddings.own import read_own
from tarjih.embeddings.stream import Report
from tarjih.embeddings.table import Embeddings

__all__ = [
    "Averaged",
    "Concatenated",
    "Embeddings",
    "FittedIdfAveraged",
    "IdfAveraged",
    "load",
]

SHIPPED = "glove"


def load(
    path_or_name: str,
    *,
    lowercase: bool = False,
    fallback: bool = True,
    unknown: str = "drop",
    encoding: str = "utf-8",
    duplicates: str = "refuse",
    report: Report | None = None,
) -> Embeddings:
    """Load a file of embeddings, or the ones that are shipped: `glove`.

    Any format is read, plain or packed; `report` hears of bytes read. Of a word that is
    there several times, `duplicates="first"` takes the first.
    """
    if path_or_name == SHIPPED:
        found = shipped()
    else:
        found = read(
            path_or_name, encoding=encoding, duplicates=duplicates, report=report
        )
    return replace(found, lowercase=lowercase, fallback=fallback, unknown=unknown)


@lru_cache
def shipped() -> Embeddings:
    """GloVe's vectors of frequent English words, made by tools/glove.py."""
    with as_file(files(__package__) / "data" / "glove.safetensors") as path:
        return read_own(path)
