"""Vectors of winkNLP's packages: one JSON object, read as it comes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice

import numpy as np

from tarjih.embeddings.intake import Intake
from tarjih.embeddings.stream import Stream
from tarjih.embeddings.table import Embeddings
from tarjih.kernels.arrays import F32
from tarjih.text.decode import decode

_START = '"vectors":{'
_LONGEST = 1 << 20  # characters of an entry; more and it is none
_WORDS = 1024  # that are added at once


def read_wink(
    stream: Stream, name: str, *, encoding: str = "utf-8", duplicates: str = "refuse"
) -> Embeddings:
    """Read `{..., "dimensions": D, "vectors": {word: [D numbers, length, rank]}}`."""
    chunks = decode(stream.blocks(), stream.name, encoding)
    held = ""
    while _START not in held:
        if not (chunk := next(chunks, "")):
            raise stream.error(f"is JSON without {_START!r}: no vectors of winkNLP")
        held += chunk
    about, _, held = held.partition(_START)
    vectors = _vectors(stream, held, chunks)
    with Intake(stream, _dimensions(stream, about), None, duplicates) as intake:
        while some := list(islice(vectors, _WORDS)):
            intake.add([word for word, _ in some], _rows(intake, some))
        return intake.finish(name)


def _rows(intake: Intake, entries: list[tuple[str, list[float]]]) -> F32:
    for row, (word, numbers) in enumerate(entries):
        if len(numbers) < intake.dim:
            problem = f"{word!r} has {len(numbers)} numbers, not {intake.dim}"
            raise intake.error(problem, row)
    return np.array([numbers[: intake.dim] for _, numbers in entries], np.float32)


def _dimensions(stream: Stream, about: str) -> int:
    try:
        return int(json.loads(about.rstrip(", \n") + "}")["dimensions"])
    except (ValueError, KeyError, TypeError) as error:
        raise stream.error("does not say how many dimensions there are") from error


def _vectors(
    stream: Stream, held: str, chunks: Iterator[str]
) -> Iterator[tuple[str, list[float]]]:
    """Yield words and numbers; a bracket may also be a word, and then nothing ends."""
    begun = ""
    while True:
        *whole, held = held.split("]")
        for piece in whole:
            begun += piece + "]"
            try:
                entries = json.loads("{" + begun.lstrip(", \n") + "}")
            except ValueError:
                if "}" in begun.partition('"')[0]:
                    return
                if len(begun) > _LONGEST:
                    raise stream.error("is no sound JSON") from None
                continue
            yield from entries.items()
            begun = ""
        if not (chunk := next(chunks, "")):
            raise stream.error("is cut: its vectors do not end")
        held += chunk
