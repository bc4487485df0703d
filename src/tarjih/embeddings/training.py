"""Embeddings of any units, words or lemmas or tags, learned from text by gensim."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tarjih._extras import require
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError, UsageError
from tarjih.text.lines import open_text

_LONGEST = 10_000  # units of a line that gensim takes; it would drop the others
_CONFIG = "training.json"


@dataclass(frozen=True)
class Training:
    """What word2vec is told (Mikolov et al. 2013).

    With one worker the same seed gives the same bits.
    """

    model: str = "skipgram"
    dim: int = 100
    window: int = 5
    min_count: int = 5
    negative: int = 5
    subsample: float = 1e-3
    rate: float = 0.025
    last_rate: float = 1e-4
    epochs: int = 5
    workers: int = 1
    seed: int = 12345


def train(
    paths: Sequence[str],
    training: Training,
    *,
    name: str = "trained",
    checkpoints: str | None = None,
    report: Callable[[int], None] | None = None,
) -> Embeddings:
    """Learn vectors of what white space separates in these files.

    After every epoch the model is put into the folder `checkpoints`, and training goes
    on from what is there. `report` hears of epochs that are done.
    """
    corpus = _Corpus(paths)
    folder = None if checkpoints is None else Path(checkpoints)
    done, model = _begun(folder, training, corpus)
    for epoch in range(done, training.epochs):
        _one_epoch(model, corpus, training, epoch)
        if folder is not None:
            _keep(folder, model, epoch + 1)
        if report:
            report(epoch + 1)
    notes = {"training": json.dumps(asdict(training))}
    found = Embeddings.of(name, model.wv.index_to_key, model.wv.vectors)
    return replace(found, notes=notes)


@dataclass(frozen=True)
class _Corpus:
    """The units of every line; an iteration reads the files anew."""

    paths: Sequence[str]

    def __iter__(self) -> Iterator[list[str]]:
        for path in self.paths:
            for line in open_text(path, "utf-8").lines():
                units = line.split()
                for at in range(0, len(units), _LONGEST):
                    yield units[at : at + _LONGEST]


def _one_epoch(model: Any, corpus: _Corpus, training: Training, epoch: int) -> None:
    """Train with the part of the falling rate that belongs to the epoch."""
    step = (training.rate - training.last_rate) / training.epochs
    start = training.rate - step * epoch
    model.train(
        corpus,
        total_examples=model.corpus_count,
        epochs=1,
        start_alpha=start,
        end_alpha=start - step,
    )


def _begun(folder: Path | None, training: Training, corpus: _Corpus) -> tuple[int, Any]:
    """How many epochs are done, and the model."""
    word2vec = require("gensim.models.word2vec", extra="embed", feature="training")
    if folder is not None and (done := _epochs(folder)):
        _check_config(folder, training)
        return done, word2vec.Word2Vec.load(str(_model(folder, done)))
    model = word2vec.Word2Vec(
        sg=int(training.model == "skipgram"),
        vector_size=training.dim,
        window=training.window,
        min_count=training.min_count,
        negative=training.negative,
        sample=training.subsample,
        workers=training.workers,
        seed=training.seed,
    )
    model.build_vocab(corpus)
    if not len(model.wv):
        raise DataError(
            f"no unit occurs {training.min_count} times; ask for fewer",
            path=", ".join(corpus.paths),
        )
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _CONFIG).write_text(json.dumps(asdict(training)), "utf-8")
    return 0, model


def _epochs(folder: Path) -> int:
    """The last epoch that was kept whole, or 0."""
    return max((int(path.name) for path in folder.glob("[0-9]*")), default=0)


def _check_config(folder: Path, training: Training) -> None:
    before = json.loads((folder / _CONFIG).read_text("utf-8"))
    now = asdict(training)
    other = [key for key in now if before.get(key) != now[key]]
    if other:
        key = other[0]
        raise UsageError(
            f"{folder} was begun with {key} {before.get(key)}, not {now[key]}; name "
            "another folder, or remove it"
        )


def _keep(folder: Path, model: Any, done: int) -> None:
    """Put the model into a folder of its own, and remove the one before."""
    beside = folder / f".{done}"
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir()
    model.save(str(beside / "model"))
    beside.rename(folder / f"{done}")
    for path in folder.glob("[0-9]*"):
        if int(path.name) < done:
            shutil.rmtree(path)


def _model(folder: Path, done: int) -> Path:
    return folder / f"{done}" / "model"
