"""The settings of a metric that `tarjih tune` chose, as a file that others read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tarjih.errors import DataError
from tarjih.tensors import replacing

METRICS_WITH_THRESHOLD = ("aas", "has", "mas", "mas-f", "mas-p", "mas-r")
_KINDS: Mapping[str, tuple[type, ...]] = {
    "embeddings": (str,),
    "unknown": (str,),
    "lowercase": (bool,),
    "tokenize": (str,),
    "idf": (bool,),
    "threshold": (float, int, type(None)),
}
_NOTES = ("vectors", "chosen")  # for people, and to check the vectors


@dataclass(frozen=True)
class Tuned:
    """Fields of a metric, and the vectors that they were chosen with."""

    path: str
    metric: str
    fields: Mapping[str, Any]
    vectors: str | None = None


def write_tuned(tuned: Tuned, chosen: Mapping[str, Any]) -> None:
    """Write the settings, and how they were chosen."""
    content = {"metric": tuned.metric, **tuned.fields, "vectors": tuned.vectors}
    text = json.dumps({**content, "chosen": chosen}, indent=1, ensure_ascii=False)
    try:
        with replacing(tuned.path) as beside:
            beside.write_text(f"{text}\n", "utf-8")
    except OSError as error:
        raise DataError(
            f"cannot be written: {error.strerror}", path=tuned.path
        ) from error


def read_tuned(path: str) -> Tuned:
    """Read settings; refuse keys that are not known, and vectors that have changed."""
    content = _read(path)
    metric = content.pop("metric", None)
    if metric not in METRICS_WITH_THRESHOLD:
        known = ", ".join(METRICS_WITH_THRESHOLD)
        raise DataError(f"'metric' is {metric!r}, not one of {known}", path=path)
    notes = {key: content.pop(key, None) for key in _NOTES}
    for key, value in content.items():
        if key not in _KINDS:
            known = ", ".join(_KINDS)
            raise DataError(f"unknown key {key!r}; known: {known}", path=path)
        if type(value) not in _KINDS[key]:
            raise DataError(f"{key!r} cannot be {value!r}", path=path)
    tuned = Tuned(path, metric, content, notes["vectors"])
    _check_vectors(tuned)
    return tuned


def vectors_of(source: Any) -> str:
    """The name and the checksum of embeddings, as signatures have them."""
    from tarjih.metrics.alignment.words import fingerprint

    return fingerprint(source)


def _read(path: str) -> dict[str, Any]:
    try:
        content = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        raise DataError(f"cannot be read: {error.strerror}", path=path) from error
    except ValueError as error:
        raise DataError(f"is not JSON: {error}", path=path) from error
    if not isinstance(content, dict):
        raise DataError("is not the JSON object that `tarjih tune` writes", path=path)
    return content


def _check_vectors(tuned: Tuned) -> None:
    source = tuned.fields.get("embeddings", "glove")
    if tuned.vectors is not None and vectors_of(source) != tuned.vectors:
        raise DataError(
            f"was tuned with {tuned.vectors}, but {source} is {vectors_of(source)} "
            "now: tune again",
            path=tuned.path,
        )
