"""Word embeddings: one value, many files, and encoders of lines."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from importlib.resources import as_file, files

from tarjih.embeddings.own import read_own
from tarjih.embeddings.table import Embeddings

__all__ = ["Embeddings", "load"]

SHIPPED = "glove"


def load(
    path_or_name: str,
    *,
    lowercase: bool = False,
    fallback: bool = True,
    unknown: str = "drop",
) -> Embeddings:
    """Load a file of embeddings, or the ones that are shipped: `glove`."""
    found = shipped() if path_or_name == SHIPPED else read_own(path_or_name)
    return replace(found, lowercase=lowercase, fallback=fallback, unknown=unknown)


@lru_cache
def shipped() -> Embeddings:
    """GloVe's vectors of frequent English words, made by tools/glove.py."""
    with as_file(files(__package__) / "data" / "glove.safetensors") as path:
        return read_own(path)
