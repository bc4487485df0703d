"""Embeddings of any units, words or lemmas or tags, learned from text by gensim."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tarjih._extras import require
from tarjih.embeddings.checkpoints import Checkpoints
from tarjih.embeddings.table import Embeddings
from tarjih.errors import DataError
from tarjih.text.lines import open_text

_LONGEST = 10_000  # units of a line that gensim takes; it would drop the others


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
    kept = None if checkpoints is None else Checkpoints(Path(checkpoints))
    done, model = _begun(kept, training, corpus)
    for epoch in range(done, training.epochs):
        _one_epoch(model, corpus, training, epoch)
        if kept is not None:
            kept.keep(model, epoch + 1)
        if report:
            report(epoch + 1)
    notes = {"training": json.dumps(asdict(training))}
    found = Embeddings.of(name, model.wv.index_to_key, model.wv.vectors)
    return replace(found, notes=notes)


@dataclass(frozen=True)
class _Corpus:
    """The units of every line; an iteration reads the files anew."""

    paths: Sequence[str]

    @property
    def size(self) -> int:
        """The bytes of all files; what is none will be refused when it is read."""
        paths = [path for path in map(Path, self.paths) if path.is_file()]
        return sum(path.stat().st_size for path in paths)

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


def _begun(
    kept: Checkpoints | None, training: Training, corpus: _Corpus
) -> tuple[int, Any]:
    """How many epochs are done, and the model."""
    word2vec = require("gensim.models.word2vec", extra="embed", feature="training")
    if kept is not None:
        config = {**asdict(training), "bytes": corpus.size}
        if done := kept.begin(config):
            return done, kept.load(word2vec.Word2Vec, done)
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
    return 0, model
