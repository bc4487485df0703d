"""Embeddings in our own files: safetensors that are mapped, not read."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tarjih import tensors
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError

FORM = "embeddings 1"  # of the file; another number is another layout


def write_own(path: str | os.PathLike[str], embeddings: Embeddings) -> None:
    """Write words and vectors as they are stored, with notes and a checksum."""
    notes = {
        **embeddings.notes,
        "form": FORM,
        "name": embeddings.name,
        "sha256": embeddings.checksum,
    }
    tensors.save(path, embeddings.arrays(), notes)


def read_own(path: str | os.PathLike[str]) -> Embeddings:
    """Map words and vectors."""
    found = tensors.load(path)
    _check_form(found)
    notes = {k: v for k, v in found.notes.items() if k not in ("form", "name")}
    embeddings = Embeddings(
        found.notes.get("name", Path(path).stem),
        found.array("words", np.uint8),
        found.array("word_offsets", np.int64),
        *_numbers(found),
        notes=notes,
    )
    _check_shapes(embeddings, str(path))
    return embeddings


def check_content(embeddings: Embeddings, path: str) -> None:
    """Refuse a file whose content is not what was written."""
    if embeddings.notes.get("sha256", embeddings.checksum) != embeddings.checksum:
        raise DataError("is damaged: its checksum is another one", path=path)


def _check_form(found: tensors.Tensors) -> None:
    form = found.notes.get("form")
    if form != FORM:
        raise DataError(
            f"holds {form or 'other tensors'}, not {FORM}; write one by "
            "tarjih embed convert",
            path=str(found.path),
        )


def _numbers(
    found: tensors.Tensors,
) -> tuple[NDArray[Any], NDArray[Any] | None, NDArray[Any] | None]:
    if "codebooks" in found.arrays:
        codes = found.array("vectors", np.uint8, 2)
        return codes, None, found.array("codebooks", np.float32, 3)
    if "scales" in found.arrays:
        scales = found.array("scales", np.float32)
        return found.array("vectors", np.int8, 2), scales, None
    stored = found.arrays.get("vectors")
    half = stored is not None and stored.dtype == np.float16
    return found.array("vectors", np.float16 if half else np.float32, 2), None, None


def _check_shapes(embeddings: Embeddings, path: str) -> None:
    rows = len(embeddings)
    offsets, scales = embeddings.word_offsets, embeddings.scales
    sound = (
        len(offsets) == rows + 1
        and offsets[0] == 0
        and offsets[-1] == len(embeddings.words)
        and (np.diff(offsets) >= 0).all()
        and (scales is None or len(scales) == rows)
        and _fits_codebooks(embeddings)
    )
    if not sound:
        raise DataError("has arrays that do not fit each other", path=path)
    if not _is_text(embeddings):
        raise DataError("has words that are not UTF-8", path=path)


def _is_text(embeddings: Embeddings) -> bool:
    starts = embeddings.word_offsets[:-1]
    first = embeddings.words[starts[starts < len(embeddings.words)]]
    try:
        embeddings.words.tobytes().decode()
    except UnicodeDecodeError:
        return False
    return not ((first & 0xC0) == 0x80).any()  # no word begins inside a character


def _fits_codebooks(embeddings: Embeddings) -> bool:
    books, codes = embeddings.codebooks, embeddings.vectors
    if books is None:
        return True
    fits = codes.shape[1] == books.shape[0]
    return fits and (not codes.size or int(codes.max()) < books.shape[1])
